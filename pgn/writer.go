package pgn

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// roster are the tags that every game in export format begins with, each with
// the value for "not known".
var roster = []game.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"},
	{Name: "Round", Value: "?"}, {Name: "White", Value: "?"}, {Name: "Black", Value: "?"}, {Name: "Result", Value: "*"},
}

// A Writer writes games in the standard's export format, as UTF-8: the seven
// tags of the roster first, then the others in their order; movetext in lines
// of at most 80 columns; a blank line after each game. It belongs to one
// goroutine at a time.
type Writer struct {
	w    io.Writer
	text gametext.Writer
	san  []byte
}

// NewWriter returns a writer to w. Each game is one call of w.Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game. Moves are played from its start position, by the rules of the variant that the tag Variant
// names, and written in standard SAN, whatever Move.SAN is. An illegal move is an error, as is a game that could not be
// read back: variations nested deeper than 64 levels, and sizes beyond the package's
// limits; then nothing is written. The tag Result follows g.Result, and a tag FEN gets a
// tag SetUp. Parts of the start position that [Game.Start] leaves out are not written.
//
// Text that a PGN file cannot hold is changed: a line end in a tag or a comment
// becomes a space, and characters of a tag's name other than letters, digits
// and underscores become underscores. Lines longer than 80 columns are
// tag pairs, words of more than 80 characters, and comments that contain a
// closing brace, which take the form that ends with the line.
func (w *Writer) Write(g *Game) error {
	pos, err := newBoard(g.Tags)
	if err != nil {
		return err
	}
	if err := g.start(pos); err != nil {
		return err
	}
	w.text.Reset()
	w.tags(g, pos)
	w.comments(g.Comments)
	err = w.line(pos, g.Moves, 0, 0)
	var text []byte
	if err == nil {
		text, err = w.text.Finish(g.Result.String())
	}
	if err != nil {
		return fmt.Errorf("pgn: write game %d: %w", g.Number, err)
	}
	_, err = w.w.Write(text)
	return err
}

// tags writes the tag section of a game that begins in a position.
func (w *Writer) tags(g *Game, start board) {
	for _, tag := range roster {
		if value := g.Tags.Get(tag.Name); value != "" {
			tag.Value = value
		}
		if tag.Name == "Result" {
			tag.Value = g.Result.String()
		}
		w.text.Tag(tag.Name, tag.Value)
	}
	announced := slices.ContainsFunc(g.Tags, func(tag game.Tag) bool { return tag.Name == "SetUp" })
	for _, tag := range g.Tags {
		if tag.Name == "FEN" && !announced {
			w.text.Tag("SetUp", "1")
			announced = true
		}
		if tag.Name == "FEN" && strings.TrimSpace(tag.Value) == g.Tags.FEN() && tag.Value != "" {
			if b, err := newBoard(g.Tags); err != nil || b.Set(g.Tags.FEN()) != nil {
				tag.Value = start.FEN() // without what was ignored
			}
		}
		if !slices.ContainsFunc(roster, func(known game.Tag) bool { return known.Name == tag.Name }) {
			w.text.Tag(tag.Name, tag.Value)
		}
	}
	w.text.EndTags()
}

func (w *Writer) comments(list []string) {
	for _, c := range list {
		w.text.Comment(c)
	}
}

// line writes moves from a position, which it leaves as it was. The position
// is reached after some plies.
func (w *Writer) line(pos board, moves []Move, ply, depth int) error {
	numbered := false // the move before has a number, or is on the same line of play
	for i := range moves {
		m := &moves[i]
		if err := w.move(pos, m, ply+i, depth, numbered); err != nil {
			return err
		}
		numbered = len(m.Variations) == 0 && len(m.Comments) == 0
	}
	for range moves {
		pos.Unmake()
	}
	return nil
}

// move writes a move with the remarks on it, and plays it.
func (w *Writer) move(pos board, m *Move, ply, depth int, numbered bool) error {
	switch {
	case m.Move != chess.NoMove && !pos.IsLegal(m.Move):
		return fmt.Errorf("%w: %v in %s", game.ErrMove, m.Move, pos.FEN())
	case m.Move == chess.NoMove && depth == 0:
		return fmt.Errorf("%w: a null move may stand in variations only", game.ErrMove)
	case m.Move == chess.NoMove && pos.InCheck():
		return fmt.Errorf("%w: a null move in check", game.ErrMove)
	case len(m.Variations) > 0 && depth == gametext.MaxNesting:
		return fmt.Errorf("%w: variations are nested deeper than %d", game.ErrSyntax, gametext.MaxNesting)
	}
	if black := pos.Turn() == chess.Black; !black || !numbered {
		w.text.Number(pos.FullmoveNumber(), black)
	}
	if m.Move == chess.NoMove {
		w.text.Move("--", ply, depth)
	} else {
		w.san = pos.AppendSAN(w.san[:0], m.Move)
		w.text.Move(string(w.san), ply, depth)
	}
	for _, n := range m.NAGs {
		w.text.NAG(uint8(n))
	}
	w.comments(m.Comments)
	for _, v := range m.Variations {
		w.text.Open()
		w.comments(v.Comments)
		if err := w.line(pos, v.Moves, ply, depth+1); err != nil {
			return err
		}
		w.text.Close()
	}
	play(pos, m.Move)
	return nil
}

// play plays a legal move, or a null move.
func play(pos board, m chess.Move) {
	if m == chess.NoMove {
		pos.MakeNull()
	} else {
		pos.Make(m)
	}
}
