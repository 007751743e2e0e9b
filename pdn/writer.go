package pdn

import (
	"fmt"
	"io"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A Writer writes games as UTF-8: the tags in their order, movetext in lines of
// at most 80 columns, a blank line after each game. It belongs to one goroutine
// at a time.
type Writer struct {
	w    io.Writer
	text gametext.Writer
}

// NewWriter returns a writer to w. Each game is one call of w.Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game, moves with all their squares. A tag Result is made to
// agree with g.Result. An illegal move is an error, as is a game that could not be
// read back: variations nested deeper than 64 levels, and sizes beyond the package's
// limits; then nothing is written.
//
// Text that a PDN file cannot hold is changed: a line end in a tag or a comment
// becomes a space, characters of a tag's name other than letters, digits
// and underscores become underscores, and a later tag with the name of the first
// gets one at the end of its name, since it would begin another game.
func (w *Writer) Write(g *Game) error {
	p, err := g.Start(checkers.Options{})
	if err != nil && len(g.Moves) > 0 {
		return err
	}
	w.text.Reset()
	for _, tag := range g.Tags {
		value := tag.Value
		if result, _ := parseResult(value); tag.Name == "Result" && result != g.Result {
			value = g.Result.String()
		}
		w.text.Tag(tag.Name, value)
	}
	if len(g.Tags)+len(g.Moves) == 0 { // a result alone is no game
		w.text.Tag("Result", g.Result.String())
	}
	if len(g.Tags) > 0 || len(g.Moves) == 0 {
		w.text.EndTags()
	}
	w.comments(g.Comments)
	err = nil
	if len(g.Moves) > 0 {
		ply := 0
		if p.Turn() == checkers.White {
			ply = 1
		}
		err = w.line(p, g.Moves, ply, 0)
	}
	var text []byte
	if err == nil {
		text, err = w.text.Finish(g.Result.String())
	}
	if err != nil {
		return fmt.Errorf("pdn: write game %d: %w", g.Number, err)
	}
	_, err = w.w.Write(text)
	return err
}

func (w *Writer) comments(list []string) {
	for _, c := range list {
		w.text.Comment(c)
	}
}

// line writes moves from a position, which it leaves as it was. The first move
// is at a ply; black's plies are even.
func (w *Writer) line(p *checkers.Position, moves []Move, ply, depth int) error {
	numbered := false // the number of the move before stands close enough
	for i := range moves {
		m := &moves[i]
		switch {
		case !slices.Contains(p.AppendMoves(nil), m.Move):
			return fmt.Errorf("%w: %v in %v", game.ErrMove, m.Move, p)
		case len(m.Variations) > 0 && depth == gametext.MaxNesting:
			return fmt.Errorf("%w: variations are nested deeper than %d", game.ErrSyntax, gametext.MaxNesting)
		}
		if white := ply%2 == 1; !white || !numbered {
			w.text.Number(ply/2+1, white)
		}
		w.text.Move(m.Move.String(), ply, depth)
		for _, n := range m.NAGs {
			w.text.NAG(n)
		}
		w.comments(m.Comments)
		for _, v := range m.Variations {
			w.text.Open()
			w.comments(v.Comments)
			if err := w.line(p, v.Moves, ply, depth+1); err != nil {
				return err
			}
			w.text.Close()
		}
		numbered = len(m.Variations) == 0 && len(m.Comments) == 0
		p.Make(m.Move)
		ply++
	}
	for range moves {
		p.Unmake()
	}
	return nil
}
