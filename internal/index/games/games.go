// Package games is the table of the games that an index can hold: what the commands and the server must have of a game
// besides its [index.Adapter]. They work on the game of the index that they have opened.
package games

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// A Game is a row of the table. All functions are required except where nil has a meaning.
type Game struct {
	Name    string    // in manifests and of --game: "chess"
	Records string    // format of the records: "PGN"
	Type    string    // its media type
	Ending  string    // of the names of its files: ".pgn"
	Sides   [2]string // the one that moves first, then the other: "white", "black"
	FEN     bool      // texts of positions are FENs
	Record  bool      // a text of a position may be a record
	Rules   []string  // that an index can have, as its manifest has them, the default first: "en passant: legal"
	Views   []string  // that an index can be built with

	Form string // what a position looks like, for messages: "a FEN looks like …"
	Line string // moves as people write them, likewise: "e4 e5 Nf3"

	// Space returns the features of positions under one of the rules.
	Space func(rules string) (*zobrist.Space, error)

	// Open opens the index of a store; see [index.Open].
	Open func(ctx context.Context, s index.Store, o Options) (*index.Index, error)

	// Split divides what a person wrote into the text of a position, "" for the start, and moves.
	Split func(text string) (position, moves string)

	// CutEPD divides a line into the text of a position and operations that belong to the
	// caller. Nil: there are none.
	CutEPD func(line string) (position, operations string)

	// Set makes p the position of a text that a client of the server sent, the start for "".
	// It tolerates more than [index.Position.Set].
	Set func(p index.Position, text string) error

	// Play plays moves that a person wrote, in any usual notation. After each move it calls visit, if that is not nil,
	// and ends with its error. In games with one notation the move is given as Parse reads it.
	Play func(p index.Position, moves string, visit func(move string) error) error

	// Follow makes p the position at the end of the main line of a record, and calls visit after each move,
	// unless it is nil. An error after which the main line is whole, such as a missing result, does not count; see
	// [game.RecordError]. Nil: records of the game cannot be followed.
	Follow func(p index.Position, record string, visit func()) error

	// Parse returns the move that a client of the server wrote, in the notation of engines. Moves have commas between
	// them.
	Parse func(p index.Position, move string) (uint32, error)

	// Turn returns the side to move.
	Turn func(p index.Position) game.Side

	// Mover returns the side that makes a move of an answer. Nil: the side to move.
	Mover func(p index.Position, move uint32) game.Side

	// Notation returns a legal move in the notation of engines, "" if the game has none besides
	// the second, and as people write it.
	Notation func(p index.Position, move uint32) (engine, usual string)

	// Opening returns the name of a position, nil if it has none. Nil: no position has.
	Opening func(p index.Position) *Opening

	// Symmetric returns other moves that lead to the same position of a view as a move of an answer. Nil: none do.
	Symmetric func(p index.Position, v index.View, move uint32) []uint32

	// Part chooses by its name the part of a position that its views are about, "" for the obvious one. Nil: there
	// are no parts.
	Part func(p index.Position, name string) error

	// Rating returns a rating as people write it. Nil: as a number.
	Rating func(rating int) string

	// Score returns how a game ended, as people write it. Nil: as [game.Result] does.
	Score func(g *index.Game) string

	// Facts returns the facts of a game of Go. It is nil for other games; their [index.Game.Opening] is a code.
	Facts func(g *index.Game) *Facts

	// Condition translates a condition into one of [index.Filter.Set]: its name and its text. Nil: all are as they
	// are written.
	Condition func(name, value string) (as, text string, err error)
	Own       []string // conditions that only this game has
	Absent    []string // conditions of other games that no game can meet

	// Signature returns what all positions share that are one in a view.
	Signature func(p index.Position, view string) string

	// Draw returns what a terminal shows of a position, in one or more lines.
	Draw func(p index.Position) string

	// Board returns the board of a position of chess. Nil: the game is another one, without null moves, UCI and all else
	// that only chess has.
	Board func(p index.Position) *chess.Position

	// Variants are the names of variants in lower case, as lichess.org and engines write them; an index holds those that
	// are true. Nil: there are no others.
	Variants map[string]bool

	// State returns what the rules say of a position with so many legal moves. Nil: the game ends without a move.
	State func(p index.Position, legal int) State

	// Remark says what is odd about a position that a person wrote, "" if nothing is. Nil: nothing ever is.
	Remark func(p index.Position) string

	Begin string // how a record begins, for messages; "": they do not say it
	Many  bool   // positions have hundreds of legal moves
}

// A State is what the rules say of a position besides its moves.
type State struct {
	Check    bool   `json:"check,omitempty"`
	Ending   string `json:"ending,omitempty"` // checkmate, stalemate, material or, in other games than chess, no move
	Chess960 bool   `json:"chess960,omitempty"`
}

// StateOf returns what the rules say of a position with so many legal moves.
func (g *Game) StateOf(p index.Position, legal int) State {
	switch {
	case g.State != nil:
		return g.State(p, legal)
	case legal == 0:
		return State{Ending: "no move"}
	}
	return State{}
}

// Holds reports whether an index holds games of a variant, and whether the variant is known.
func (g *Game) Holds(variant string) (holds, known bool) {
	if g.Variants == nil {
		return true, true
	}
	holds, known = g.Variants[strings.ToLower(variant)]
	return holds, known
}

// OpeningOf returns the name of a position, nil if it has none.
func (g *Game) OpeningOf(p index.Position) *Opening {
	if g.Opening == nil {
		return nil
	}
	return g.Opening(p)
}

// WhiteFirst reports whether White moves first.
func (g *Game) WhiteFirst() bool { return g.Sides[0] == "white" }

// Colors turns what the first and the second side have into what White and Black have.
func Colors[T any](g *Game, first, second T) (white, black T) {
	if g.WhiteFirst() {
		return first, second
	}
	return second, first
}

// Options say how an index is opened. Zero fields mean the defaults.
type Options struct {
	Set   zobrist.Set
	Rules string   // one of [Game.Rules]
	Views []string // for a new index; nil: as the index has them
}

// An Opening is the name of a position.
type Opening struct {
	Code string `json:"eco,omitempty"` // "B90"; in draughts the number of a ballot
	Name string `json:"name"`
}

// Facts are the facts of a game of Go that other games do not have.
type Facts struct {
	BlackRank string   `json:"blackRank,omitempty"`
	WhiteRank string   `json:"whiteRank,omitempty"`
	Handicap  int      `json:"handicap"`
	Komi      *float64 `json:"komi,omitempty"`
	Rules     string   `json:"rules,omitempty"`
	Score     string   `json:"score,omitempty"`
}

// Own returns the conditions that only one game has, of all games.
func Own() (names []string) {
	for _, g := range table {
		names = append(names, g.Own...)
	}
	return names
}

// Applies reports whether games can meet a condition, by its name.
func (g *Game) Applies(condition string) bool {
	return !slices.Contains(g.Absent, condition) &&
		(!slices.Contains(Own(), condition) || slices.Contains(g.Own, condition))
}

// Select adds a condition to a filter; see [index.Filter.Set] and [Game.Condition].
func (g *Game) Select(f *index.Filter, name, value string) (err error) {
	if g.Condition != nil && value != "" {
		if name, value, err = g.Condition(name, value); err != nil {
			return err
		}
	}
	return f.Set(g.Sides, name, value)
}

// table has the games, the default first.
var table = []*Game{Chess, Baduk, Checkers}

// Names returns the names of all games.
func Names() (names []string) {
	for _, g := range table {
		names = append(names, g.Name)
	}
	return names
}

// Named returns the game of a name, as a manifest has it.
func Named(name string) (*Game, error) {
	for _, g := range table {
		if g.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no index of %q; there are %s", name, strings.Join(Names(), ", "))
}

// OfPath returns the game of a file by its name, or of the first file of games in a folder or an archive. It
// returns nil if there is none.
func OfPath(name string) (g *Game) {
	if g = OfFile(name); g != nil {
		return g
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a pipe can be read once
	}
	if z, err := zip.OpenReader(name); err == nil {
		defer z.Close()
		for _, f := range z.File {
			if g = OfFile(f.Name); g != nil {
				return g
			}
		}
	}
	if base := strings.ToLower(filepath.Base(name)); strings.Contains(base, ".tar") || strings.HasSuffix(base, ".tgz") {
		for _, g := range table {
			if r, err := archive.Open(name, g.Ending); err == nil {
				n, _ := io.ReadFull(r, make([]byte, 1)) // nothing, if no file in it is of this game
				if r.Close(); n > 0 {
					return g
				}
			}
		}
	}
	_ = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != name {
			if g = OfPath(path); g != nil {
				return fs.SkipAll
			}
		}
		return nil
	})
	return g
}

// OfFile returns the game whose records a file has, by the ending of its name, also before the
// ending of a compressed file. It returns nil if no game has the ending.
func OfFile(name string) *Game {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".bz2", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	i := slices.IndexFunc(table, func(g *Game) bool { return strings.HasSuffix(name, g.Ending) })
	if i < 0 {
		return nil
	}
	return table[i]
}

// A view is the type of views of an adapter: bits, each with a name.
type view interface {
	~uint8
	String() string
}

// viewNames returns the names of views.
func viewNames[V view](all ...V) (names []string) {
	for _, v := range all {
		names = append(names, v.String())
	}
	return names
}

// viewsOf returns the views that have one of the names.
func viewsOf[V view](names []string, all ...V) (views V) {
	for _, v := range all {
		if slices.Contains(names, v.String()) {
			views |= v
		}
	}
	return views
}
