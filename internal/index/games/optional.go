package games

import (
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// The interfaces in this file are what only some games have.

// A Lenient game has positions that other programs write in several ways.
type Lenient interface {
	// Set makes p the position of a text that a client of the server sent. It tolerates more than [index.Position.Set].
	Set(p index.Position, text string) error

	// CutEPD divides a line into the text of a position and operations that belong to the caller.
	CutEPD(line string) (position, operations string)
}

// Set makes p the position of a text that a client of the server sent, the start for "".
func Set(g Game, p index.Position, text string) error {
	if l, ok := g.(Lenient); ok {
		return l.Set(p, text)
	}
	return p.Set(CutTag(text))
}

// A Follower has records in which a position can be given.
type Follower interface {
	// Follow makes p the position at the end of the main line of a record, and calls visit after each move,
	// unless it is nil. An error after which the main line is whole, such as a missing result, does not count; see
	// [game.RecordError].
	Follow(p index.Position, record string, visit func()) error
}

// A Namer has names of positions.
type Namer interface {
	// Opening returns the name of a position, nil if it has none.
	Opening(p index.Position) *Opening
}

// An Opening is the name of a position.
type Opening struct {
	Code string `json:"eco,omitempty"` // "B90"; in draughts the number of a ballot
	Name string `json:"name"`
}

// An OpeningLine has the last name of a position on a line of moves, as members of a JSON object.
type OpeningLine struct {
	Opening *Opening `json:"opening"`              // nil if there is none
	Ply     *int     `json:"openingPly,omitempty"` // moves before the position with that name, nil if it is the last one

	plies, named int // moves of the line, and before the name
}

// NewOpeningLine returns the line without moves that begins with p.
func NewOpeningLine(g Game, p index.Position) OpeningLine {
	return OpeningLine{Opening: OpeningOf(g, p)}
}

// Add adds a move that led to p.
func (l *OpeningLine) Add(g Game, p index.Position) {
	l.plies++
	if o := OpeningOf(g, p); o != nil {
		l.Opening, l.Ply, l.named = o, nil, l.plies
	} else if l.Opening != nil {
		l.Ply = new(l.named)
	}
}

// OpeningOf returns the name of a position, nil if it has none.
func OpeningOf(g Game, p index.Position) *Opening {
	if n, ok := g.(Namer); ok {
		return n.Opening(p)
	}
	return nil
}

// OpeningAfter returns the name of the position after a legal move, nil if it has none.
func OpeningAfter(g Game, p index.Position, move uint32) *Opening {
	n, ok := g.(Namer)
	if !ok {
		return nil
	}
	p.Make(move)
	defer p.Unmake()
	return n.Opening(p)
}

// A Judge has rules that end a game while there are moves, or that call an end without a move by a name.
type Judge interface {
	// State returns what the rules say of a position with so many legal moves.
	State(p index.Position, legal int) State
}

// A State is what the rules say of a position besides its moves.
type State struct {
	Check    bool   `json:"check,omitempty"`
	Ending   string `json:"ending,omitempty"` // checkmate, stalemate, material or, in other games than chess, no move
	Chess960 bool   `json:"chess960,omitempty"`
}

// StateOf returns what the rules say of a position with so many legal moves.
func StateOf(g Game, p index.Position, legal int) State {
	if j, ok := g.(Judge); ok {
		return j.State(p, legal)
	}
	if legal == 0 {
		return State{Ending: "no move"}
	}
	return State{}
}

// A Passer has null moves, which analysis has and no game.
type Passer interface {
	// Pass makes a null move, which [index.Position.Unmake] takes back.
	Pass(p index.Position)
}

// NullMove is a null move in the notation of engines.
const NullMove = "0000"

// Make makes a move, or the null move of a [Passer] for 0.
func Make(g Game, p index.Position, move uint32) {
	if move == 0 {
		g.(Passer).Pass(p)
	} else {
		p.Make(move)
	}
}

// A Parted game has views of parts of a position, and positions with symmetries.
type Parted interface {
	// Part chooses by its name the part of a position that its views are about, "" for the obvious one.
	Part(p index.Position, name string) error

	// Symmetric returns other moves that lead to the same position of a view as a move of an answer.
	Symmetric(p index.Position, v index.View, move uint32) []uint32

	// Mover returns the side that makes a move of an answer.
	Mover(p index.Position, move uint32) game.Side
}

// Mover returns the side that makes a move of an answer about p.
func Mover(g Game, p index.Position, move uint32) game.Side {
	if parted, ok := g.(Parted); ok {
		return parted.Mover(p, move)
	}
	return g.Turn(p)
}

// A Viewer has views in which positions have a text of their own.
type Viewer interface {
	// Signature returns what all positions share that are one in a view.
	Signature(p index.Position, view string) string
}

// Signature returns what all positions share that are one in a view.
func Signature(g Game, p index.Position, view string) string {
	if v, ok := g.(Viewer); ok {
		return v.Signature(p, view)
	}
	return p.String()
}

// A Drawer draws positions.
type Drawer interface {
	// Draw returns what a terminal shows of a position, in one or more lines.
	Draw(p index.Position) string
}

// Draw returns what a terminal shows of a position, in one or more lines: its text, if the game has no more.
func Draw(g Game, p index.Position) string {
	if d, ok := g.(Drawer); ok {
		return d.Draw(p)
	}
	return p.String()
}

// A Remarker warns about positions that are probably mistakes.
type Remarker interface {
	// Remark returns a warning about a position that a person wrote, "" for none.
	Remark(p index.Position) string
}

// Remark returns a warning about a position that a person wrote, "" for none.
func Remark(g Game, p index.Position) string {
	if r, ok := g.(Remarker); ok {
		return r.Remark(p)
	}
	return ""
}

// A Describer has ranks in place of ratings, more results than a [game.Result] has, and facts in place of the code of
// an opening.
type Describer interface {
	Rank(rating int) string     // a rating as people write it
	Score(g *index.Game) string // how a game ended, likewise
	Facts(g *index.Game) *Facts // that other games do not have
}

// Facts are the facts of a game of Go that other games do not have.
type Facts struct {
	Handicap int      `json:"handicap"`
	Komi     *float64 `json:"komi,omitempty"`
	Rules    string   `json:"rules,omitempty"`
	Score    string   `json:"score,omitempty"`
}

// Rank returns a rating as a rank, "" if the game has none.
func Rank(g Game, rating int) string {
	if d, ok := g.(Describer); ok {
		return d.Rank(rating)
	}
	return ""
}

// Score returns how a game ended, as people write it.
func Score(g Game, of *index.Game) string {
	if d, ok := g.(Describer); ok {
		return d.Score(of)
	}
	return of.Result.String()
}

// A Conditioner has conditions on games that people write in other words than an [index.Filter] takes.
type Conditioner interface {
	// Condition translates a condition into one of [index.Filter.Set]: its name and its text.
	Condition(name, value string) (as, text string, err error)
}

// A Variety is a game of a family with variants.
type Variety interface {
	// Holds reports whether an index of the game holds games of a variant, by its name as lichess.org and engines write
	// it, in any case, and whether the variant is known.
	Holds(variant string) (holds, known bool)
}

// Holds reports whether an index holds games of a variant, and whether the variant is known. A game without variants
// takes any word for its own.
func Holds(g Game, variant string) (holds, known bool) {
	if v, ok := g.(Variety); ok {
		return v.Holds(variant)
	}
	return true, true
}

// A Boarder is chess itself: engines, evaluations, books of openings and other servers of openings are about its
// positions.
type Boarder interface {
	// Board returns the board of a position. Moves that are made in it are made in p.
	Board(p index.Position) *chess.Position
}
