// Package games is the table of the games that an index can hold: what the commands and the server must have of a game
// besides its [index.Adapter]. They work on the game of the index that they have opened.
//
// A [Game] has what all games have. What only some have is in interfaces of their own: [Lenient], [Follower], [Namer],
// [Judge], [Passer], [Parted], [Viewer], [Drawer], [Remarker], [Describer], [Conditioner], [Variety] and [Boarder]. For
// most of them this package has a function for every game, with the usual answer for games without the interface.
//
// A new game is a type in a file of its own, and an element of the table in this one.
package games

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// A Game is a game that an index can hold. Positions are those that its index gives out. A Game does not change: it is
// safe for concurrent use.
type Game interface {
	// About describes the game. It must not be changed. A type has it by embedding its [Description].
	About() *Description

	// Space returns the features of positions.
	Space() *zobrist.Space

	// Open opens the index of a store with the [index.Adapter] of the game; see [index.Open].
	Open(ctx context.Context, s index.Store, o Options) (*index.Index, error)

	// Split divides what a person wrote into the text of a position, "" for the start, and moves.
	Split(text string) (position, moves string)

	// Moves reads the moves that a person wrote, in any usual notation. Each is legal in p, and must be made in p before
	// the next is read. An error ends them.
	Moves(p index.Position, text string) iter.Seq2[uint32, error]

	// Parse returns the move that a client of the server wrote, in the notation of engines if there is one. It is 0 for
	// the null move of a [Passer].
	Parse(p index.Position, move string) (uint32, error)

	// Notation returns a legal move in the notation of engines, "" if the game has one notation, and as people write it.
	Notation(p index.Position, move uint32) (engine, usual string)

	// Turn returns the side to move.
	Turn(p index.Position) game.Side
}

// A Description says what a game is called, and which forms its texts have.
type Description struct {
	Name    string    // in manifests and of --game: "chess"
	Records string    // format of the records: "PGN"
	Type    string    // its media type
	Ending  string    // of the names of its files: ".pgn"
	Sides   [2]string // the one that moves first, then the other: "white", "black"
	FEN     bool      // texts of positions are FENs
	UCI     bool      // moves have two notations, of engines and of people
	Record  bool      // a text of a position may be a record
	Many    bool      // positions have hundreds of legal moves
	Rules   []string  // that an index can have, as its manifest has them, the default first: "en passant: legal"
	Views   []string  // that an index can be built with
	Own     []string  // conditions on games that only this one has
	Absent  []string  // conditions of other games that no game can meet

	// For messages.
	Title string // what an index holds: "standard chess and Chess960"
	Form  string // what a position looks like: "a FEN looks like …"
	Line  string // moves as people write them: "e4 e5 Nf3"
	Begin string // how a record begins; "": messages do not say it
}

// About returns the description itself, so that a type that embeds it has the method of [Game].
func (d *Description) About() *Description { return d }

// Member returns the name of the member of a JSON object that holds a record: "pgn".
func (d *Description) Member() string { return strings.ToLower(d.Records) }

// WhiteFirst reports whether White moves first.
func (d *Description) WhiteFirst() bool { return d.Sides[0] == "white" }

// Applies reports whether games can meet a condition, by its name.
func (d *Description) Applies(condition string) bool {
	return !slices.Contains(d.Absent, condition) &&
		(Owner(condition) == nil || slices.Contains(d.Own, condition))
}

// Options say how an index is opened. Zero fields mean the defaults.
type Options struct {
	Set   zobrist.Set
	Rules string   // one of [Description].Rules
	Views []string // for a new index; nil: as the index has them
}

// table has the games, the default first.
var table = append([]Game{Chess, Baduk, Checkers}, Variants()...)

// Names returns the names of all games.
func Names() (names []string) {
	for _, g := range table {
		names = append(names, g.About().Name)
	}
	return names
}

// Named returns the game of a name, as a manifest has it.
func Named(name string) (Game, error) {
	for _, g := range table {
		if g.About().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no index of %q; there are %s", name, strings.Join(Names(), ", "))
}

// Colors turns what the first and the second side have into what White and Black have.
func Colors[T any](g Game, first, second T) (white, black T) {
	if g.About().WhiteFirst() {
		return first, second
	}
	return second, first
}

// Play plays moves that a person wrote. It calls visit after each, if visit is not nil, and ends with its error.
func Play(g Game, p index.Position, moves string, visit func() error) error {
	for m, err := range g.Moves(p, moves) {
		if err != nil {
			return err
		}
		if p.Make(m); visit != nil {
			if err := visit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Own returns the conditions that only one game has, of all games.
func Own() (names []string) {
	for _, g := range table {
		names = append(names, g.About().Own...)
	}
	return names
}

// Owner returns the game that alone has a condition, by the condition's name, nil if all games have it.
func Owner(condition string) Game {
	i := slices.IndexFunc(table, func(g Game) bool { return slices.Contains(g.About().Own, condition) })
	if i < 0 {
		return nil
	}
	return table[i]
}

// Select adds a condition to a filter; see [index.Filter.Set] and [Conditioner].
func Select(g Game, f *index.Filter, name, value string) (err error) {
	if c, ok := g.(Conditioner); ok && value != "" {
		if name, value, err = c.Condition(name, value); err != nil {
			return err
		}
	}
	return f.Set(g.About().Sides, name, value)
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
