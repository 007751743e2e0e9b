package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/pdn"
	"github.com/zobrist-go/zobrist/search"
)

// gameEntry is a game as the flag --game names it.
type gameEntry struct {
	name    string         // "baduk"
	sizes   string         // what may follow the name and a colon: such as "19 or 13:7", the default first; "" for nothing
	about   string         // one line for a person
	scoring search.Scoring // what a proof about the game is of

	open func(size, text string, s setup) (board, error)
}

// setup says how to open a game. The zero value means the default keys.
type setup struct {
	set      zobrist.Set
	symmetry bool     // images of a position share a hash
	ko       baduk.Ko // in baduk
	komi     int      // in baduk, in half points
	swap     bool     // in hex
}

// gameEntries lists the games in the order of the report that began them, and the variants of chess.
func gameEntries() []gameEntry {
	list := []gameEntry{
		{"chess", "", "chess and Chess960; a position is a FEN", search.WinOrLoss, openChess},
		{"checkers", "", `English draughts; a position is a FEN such as "W:W18,24:B12,K9"`,
			search.WinOrLoss, openCheckers},
		{"baduk", "19 or 13:7",
			`Go on boards to 25×25; rows from the top, X black, O white, numbers of empty points: "1XO/X2/3 w"`,
			search.ByMargin, openBaduk},
		{"tictactoe", "", "three in a row on 3×3", search.WinOrLoss, openMNK(mnk.Options{})},
		{"gomoku", "", "five in a row on 15×15", search.WinOrLoss, openMNK(mnk.Gomoku())},
		{"connect4", "7,6", "four in a row, stones fall; 7 wide and 6 high by default",
			search.WinOrLoss, openMNK(mnk.ConnectFour())},
		{"mnk", "3,3,3", `K in a row on M×N cells; rows from the top, x, o and numbers of empty cells: "3/1x1/3 o"`,
			search.WinOrLoss, openMNK(mnk.Options{})},
		{"hex", "11", "Hex of any size to 32, 11 by default", search.Outcome, openHex}, // how soon does not count
		{"qubic", "", "four in a row in a cube of 4×4×4", search.WinOrLoss, openQubic},
	}
	for _, v := range variants.Variants() {
		list = append(list, gameEntry{v.String(), "", variantAbout[v], search.WinOrLoss, openVariant(v)})
	}
	return list
}

// variantAbout has a line about each variant of chess. All of them are played as on Lichess.
var variantAbout = [...]string{
	variants.Crazyhouse:    `captured pieces are dropped; a FEN with pockets: "…/RNBQKBNR[Pn] w KQkq - 0 1"`,
	variants.ThreeCheck:    `the third check wins; a FEN with the checks left: "… w KQkq - 3+3 0 1"`,
	variants.KingOfTheHill: "chess that a king on d4, e4, d5 or e5 wins",
	variants.Antichess:     "who has no move left wins; capturing is compulsory",
	variants.Atomic:        "chess in which captures explode",
	variants.Horde:         "36 white pawns against an army",
	variants.RacingKings:   "the first king on rank 8 wins; nobody gives check",
}

func gameNames() []string {
	var names []string
	for _, g := range gameEntries() {
		names = append(names, g.name)
	}
	return names
}

// variant reports whether the game is a variant of chess, which has no hashes of images.
func (e *gameEntry) variant() bool { _, ok := variants.ParseVariant(e.name); return ok }

// repeats reports whether a position can occur twice in the game.
func (e *gameEntry) repeats() bool {
	return e.variant() || slices.Contains([]string{"chess", "checkers", "baduk"}, e.name)
}

// gameFlag is a flag that names a game, and for some its size: baduk:9. Its
// zero value names none.
type gameFlag struct {
	gameEntry
	size string
}

// mustGame returns the flag with a default.
func mustGame(name string) gameFlag {
	var g gameFlag
	if err := g.Set(name); err != nil {
		panic(err)
	}
	return g
}

// String returns the name with the size.
func (g *gameFlag) String() string {
	if g.size == "" {
		return g.name
	}
	return g.name + ":" + g.size
}

// Set reads a name, perhaps with a size.
func (g *gameFlag) Set(text string) error {
	name, size, _ := strings.Cut(text, ":")
	for _, e := range gameEntries() {
		if e.name != name {
			continue
		}
		if size != "" && e.sizes == "" {
			return cli.Usagef("write --game "+name, "the game %s has one size only", name)
		}
		*g = gameFlag{e, size}
		return nil
	}
	return cli.Usagef("there are "+strings.Join(gameNames(), ", "), "no game %q", text)
}

// Type names the value in help texts.
func (g *gameFlag) Type() string { return "GAME" }

// open returns the position that text describes, the start position if it is
// empty or "startpos".
func (g *gameFlag) open(text string, s setup) (board, error) {
	return g.gameEntry.open(g.size, games.CutTag(text), s)
}

func openChess(_, text string, s setup) (board, error) {
	o := chess.Options{Set: s.set, Canonical: s.symmetry}
	if s.set.Name == "polyglot" {
		o.EnPassant = chess.PseudoLegalEnPassant
	}
	position, _ := chess.CutEPD(text)
	return opened(position, o, engine.Start, engine.Parse)
}

func openVariant(v variants.Variant) func(size, text string, s setup) (board, error) {
	return func(_, text string, s setup) (board, error) {
		if s.symmetry {
			return nil, cli.Usagef("leave out --symmetry", "%s has no hashes of images", v)
		}
		return opened(text, variants.Options{Variant: v, Set: s.set}, variants.New, variants.Parse)
	}
}

// hintFEN adds what a FEN looks like to an error about one.
func hintFEN(err error) error {
	var bad *game.TextError
	if !errors.As(err, &bad) {
		return err
	}
	if bad.Game == "chess" {
		return cli.Hint(err, `a FEN looks like "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`)
	}
	if v, ok := variants.ParseVariant(bad.Game); ok && errors.Is(err, game.ErrPosition) {
		return cli.Hint(err, "a FEN looks like %q", v.Start())
	}
	return err
}

func openCheckers(_, text string, s setup) (board, error) {
	return opened(text, checkers.Options{Set: s.set, Canonical: s.symmetry}, checkers.New, parseCheckers)
}

// parseCheckers reads a FEN in any form that PDN may have.
func parseCheckers(text string, o checkers.Options) (*checkers.Position, error) {
	p, err := checkers.New(o)
	if err != nil {
		return nil, err
	}
	return p, pdn.SetFEN(p, text)
}

func openBaduk(size, text string, s setup) (board, error) {
	w, h, err := badukSize(size)
	if err != nil {
		return nil, err
	}
	if games.IsBadukSize(text) { // an empty board, as in `zobrist index find`
		width, height, err := badukSize(strings.ReplaceAll(text, "x", ":"))
		if err != nil {
			return nil, err
		}
		if size != "" && (w != width || h != height) {
			return nil, cli.Usagef("write the size once", "--game baduk:%s, and a position of size %s", size, text)
		}
		w, h, text = width, height, ""
	}
	o := baduk.Options{Width: w, Height: h, Ko: s.ko, Komi: s.komi, Set: s.set, Canonical: s.symmetry}
	return opened(text, o, baduk.New, baduk.Parse)
}

// badukSize reads "9" or "13:7"; nothing is 0 by 0, the default.
func badukSize(size string) (width, height int, err error) {
	sides, ok := sizeNumbers(strings.ReplaceAll(size, ":", ","))
	switch {
	case size == "":
		return 0, 0, nil
	case !ok || len(sides) > 2 || sides[0] > baduk.MaxSide || sides[len(sides)-1] > baduk.MaxSide:
		return 0, 0, cli.Usagef("write --game baduk:9 or baduk:13:7", "no board of %s points", size)
	}
	return sides[0], sides[len(sides)-1], nil
}

// sizeNumbers reads numbers above 0 with commas between them.
func sizeNumbers(size string) (numbers []int, ok bool) {
	for text := range strings.SplitSeq(size, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

func openMNK(o mnk.Options) func(size, text string, s setup) (board, error) {
	return func(size, text string, s setup) (board, error) {
		o := o
		if size != "" {
			switch n, ok := sizeNumbers(size); {
			case o.Gravity && (!ok || len(n) != 2):
				return nil, cli.Usagef("write --game connect4:8,7", "no board of size %q", size)
			case o.Gravity:
				o.Width, o.Height = n[0], n[1]
			case !ok || len(n) != 3:
				return nil, cli.Usagef("write --game mnk:4,4,3", "no game of size %q", size)
			default:
				o.Width, o.Height, o.InRow = n[0], n[1], n[2]
			}
		}
		o.Set, o.Canonical = s.set, s.symmetry
		return opened(text, o, mnk.New, mnk.Parse)
	}
}

func openHex(size, text string, s setup) (board, error) {
	o := hex.Options{Set: s.set, Canonical: s.symmetry, Swap: s.swap}
	if size != "" {
		n, ok := sizeNumbers(size)
		if !ok || len(n) != 1 {
			return nil, cli.Usagef("write --game hex:5", "no board of size %q", size)
		}
		o.Size = n[0]
	}
	return opened(text, o, hex.New, hex.Parse)
}

func openQubic(_, text string, s setup) (board, error) {
	return opened(text, qubic.Options{Set: s.set, Canonical: s.symmetry}, qubic.New, qubic.Parse)
}
