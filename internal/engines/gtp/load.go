package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/internal/system/replace"
	"github.com/zobrist-go/zobrist/sgf"
)

// loadSGF executes "loadsgf FILE [MOVE]": it loads the board before that move of the main line, or
// after the last one, with the record's size, komi, rules and side to move. Nothing changes if the
// file cannot be read.
func (s *session) loadSGF(ctx context.Context, args []string) error {
	fault := errors.New("cannot load file")
	if len(args) == 0 {
		return errSyntax
	}
	before := 0
	if len(args) > 1 {
		var err error
		if before, err = number(args, 1); err != nil {
			return err
		}
	}
	f, err := interrupt.Open(ctx, args[0])
	if err != nil {
		return fault
	}
	defer f.Close()
	g, err := sgf.NewReader(f).Next()
	if err != nil {
		return fault
	}
	o := s.options.Board
	o.Width, o.Height, o.Komi = 0, 0, 0
	line, err := g.Start(o)
	if err != nil {
		return fault
	}
	if _, ok := g.Root.Get("KM"); !ok {
		line.Position.SetKomi(s.options.Board.Komi)
	}
	start, moves := line.Position.Clone(), []colored(nil)
	for c, m := range line.Moves() {
		if c == baduk.Empty {
			start, moves = line.Position.Clone(), nil
			continue
		}
		if before--; before == 0 {
			break
		}
		moves = append(moves, colored{c, m})
	}
	s.start, s.position, s.moves = start, line.Position, moves
	s.options.Board.Ko, s.options.Board.Suicide = line.Position.Options().Ko, line.Position.Options().Suicide
	if ru, ok := g.Root.Get("RU"); ok {
		if r, err := baduk.ParseRules(ru); err == nil {
			s.territory, s.bonus = r.Territory, r.Bonus
		}
	}
	s.player.forget()
	return nil
}

// printSGF executes "printsgf [FILE]": it writes the game so far as SGF to a file, or as the answer
// if there is no name or it is "-".
func (s *session) printSGF(args []string) (string, error) {
	g := sgf.FromMoves(s.start, func(yield func(baduk.Color, baduk.Move) bool) {
		for _, m := range s.moves {
			if !yield(m.color, m.move) {
				return
			}
		}
	})
	if s.territory { // the board has no rule of counting
		g.Root.Properties = slices.DeleteFunc(g.Root.Properties, func(p sgf.Property) bool { return p.ID == "RU" })
		if rules := s.rules().String(); rules != "" {
			g.Root.Properties = append(g.Root.Properties, sgf.Property{ID: "RU", Values: []string{rules}})
		}
	}
	if len(args) > 0 && args[0] != "-" {
		if err := replace.File(args[0], func(w io.Writer) error { return sgf.Write(w, g) }); err != nil {
			return "", fmt.Errorf("cannot write file: %w", err)
		}
		return "", nil
	}
	var text strings.Builder
	err := sgf.Write(&text, g)
	return strings.TrimSpace(text.String()), err
}
