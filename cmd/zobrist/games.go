package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/mnk"
)

// A gameEntry is a game as the flag --game names it.
type gameEntry struct {
	name  string                                                      // "baduk"
	size  string                                                      // what may follow the name and a colon: "9", "13:7"; "" for nothing
	about string                                                      // one line for a person
	open  func(size, text string, keys zobrist.KeySet) (board, error) // text "": the start
}

// gameEntries lists the games in the order of the report that began them.
func gameEntries() []gameEntry {
	return []gameEntry{
		{"chess", "", "chess and Chess960; a position is a FEN", openChess},
		{"baduk", "9 or 13:7", "Go on boards to 25×25; rows from the top, X black, O white: \".XO/X../... w\"", openBaduk},
		{"tictactoe", "", "three in a row on 3×3", openMNK(mnk.Options{})},
		{"gomoku", "", "five in a row on 15×15", openMNK(mnk.Gomoku())},
		{"connect4", "", "four in a row on 7×6, stones fall", openMNK(mnk.ConnectFour())},
		{"mnk", "M,N,K", "K in a row on M×N cells", openMNK(mnk.Options{})},
	}
}

// findGame splits "baduk:9" and returns the entry and the size.
func findGame(name string) (gameEntry, string, error) {
	base, size, _ := strings.Cut(name, ":")
	var names []string
	for _, g := range gameEntries() {
		if g.name == base {
			if size != "" && g.size == "" {
				return g, "", usagef(fmt.Sprintf("write --game %s", base), "the game %s has one size only", base)
			}
			return g, size, nil
		}
		names = append(names, g.name)
	}
	return gameEntry{}, "", usagef("there are "+strings.Join(names, ", "), "no game %q", name)
}

// A board is a position of any game as the commands need it.
type board interface {
	fmt.Stringer
	Hash() uint64
	Hash128() zobrist.Uint128
	AppendFeatures([]zobrist.Feature) []zobrist.Feature
	Space() *zobrist.Space
}

// position is what the rules packages return.
type position[M comparable] interface {
	game.Position[M]
	game.Wide
	fmt.Stringer
}

// played is a board that can be played on with moves of type M.
type played[M comparable] struct{ position[M] }

// Space returns the features of the position, where its game has more than
// one size.
func (p played[M]) Space() *zobrist.Space {
	if s, ok := p.position.(interface{ Space() *zobrist.Space }); ok {
		return s.Space()
	}
	return chess.Space()
}

func openChess(_, text string, keys zobrist.KeySet) (board, error) {
	o := chess.Options{Keys: keys.Keys, Start: keys.Start, Keys128: keys.Keys128, Start128: keys.Start128}
	if keys.Name == "polyglot" {
		o.EnPassant = chess.PseudoLegalEnPassant
	}
	if text == "" || text == "startpos" {
		p, err := chess.New(o)
		return played[chess.Move]{p}, err
	}
	p, err := o.ParseFEN(text)
	return played[chess.Move]{p}, err
}

func baduksize(size string) (width, height int, err error) {
	if size == "" {
		return 0, 0, nil
	}
	w, h, two := strings.Cut(size, ":")
	if !two {
		h = w
	}
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if err1 != nil || err2 != nil || width < 1 || height < 1 || width > baduk.MaxSide || height > baduk.MaxSide {
		return 0, 0, usagef("write --game baduk:9 or baduk:13:7", "no board of %s points", size)
	}
	return width, height, nil
}

func openBaduk(size, text string, keys zobrist.KeySet) (board, error) {
	w, h, err := baduksize(size)
	if err != nil {
		return nil, err
	}
	o := baduk.Options{Width: w, Height: h, Keys: keys.Keys, Start: keys.Start, Keys128: keys.Keys128, Start128: keys.Start128}
	if text == "" {
		p, err := baduk.New(o)
		return played[baduk.Move]{p}, err
	}
	p, err := o.Parse(text)
	return played[baduk.Move]{p}, err
}

// mnkSize returns o with the numbers of "M,N,K".
func mnkSize(o mnk.Options, size string) (mnk.Options, error) {
	if size == "" {
		return o, nil
	}
	parts := strings.Split(size, ",")
	numbers := make([]int, len(parts))
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || len(parts) != 3 {
			return o, usagef("write --game mnk:4,4,3", "no game of size %q", size)
		}
		numbers[i] = n
	}
	o.Width, o.Height, o.InRow = numbers[0], numbers[1], numbers[2]
	return o, nil
}

func openMNK(o mnk.Options) func(size, text string, keys zobrist.KeySet) (board, error) {
	return func(size, text string, keys zobrist.KeySet) (board, error) {
		o, err := mnkSize(o, size)
		if err != nil {
			return nil, err
		}
		o.Keys, o.Start, o.Keys128, o.Start128 = keys.Keys, keys.Start, keys.Keys128, keys.Start128
		if text == "" {
			p, err := mnk.New(o)
			return played[mnk.Move]{p}, err
		}
		p, err := o.Parse(text)
		return played[mnk.Move]{p}, err
	}
}
