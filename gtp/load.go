package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/interrupt"
	"github.com/zobrist-go/zobrist/internal/replace"
	"github.com/zobrist-go/zobrist/sgf"
)

// loadSGF obeys "loadsgf FILE [MOVE]": the board before that move of the main
// line, or after the last one. Nothing changes if the file cannot be read.
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
	if o, err = g.BoardOptions(o); err != nil {
		return fault
	}
	p, err := baduk.New(o)
	if err != nil {
		return fault
	}
	start, moves := p.Clone(), []colored(nil)
	for line := until(g.MainLine(), before); len(line) > 0; {
		// Setup is checked at the move that follows it.
		n := slices.IndexFunc(line, func(n *sgf.Node) bool { return mover(n) != baduk.Empty })
		if n < 0 {
			n = len(line)
		} else if sets(line[n]) {
			n++
		}
		if err := sgf.Step(p, line[:n]...); err != nil {
			return fault
		}
		if slices.ContainsFunc(line[:n], sets) {
			start, moves = p.Clone(), nil
		}
		if line = line[n:]; len(line) > 0 && mover(line[0]) != baduk.Empty && !sets(line[0]) {
			if err := sgf.Step(p, line[0]); err != nil {
				return fault
			}
			m, _ := p.LastMove()
			moves, line = append(moves, colored{mover(line[0]), m}), line[1:]
		}
	}
	s.setup(start)
	for _, m := range moves {
		follow(s.position, m)
		s.moves = append(s.moves, m)
	}
	s.player.forget()
	return nil
}

// until returns the nodes before the one with the given move, from 1, or all.
func until(line []*sgf.Node, move int) []*sgf.Node {
	for k, n := range line {
		if mover(n) != baduk.Empty {
			if move--; move == 0 {
				return line[:k]
			}
		}
	}
	return line
}

// mover returns the side that moves in a node.
func mover(n *sgf.Node) baduk.Color {
	c := baduk.Empty
	if n.All("B") != nil {
		c = baduk.Black
	}
	if n.All("W") != nil {
		c = baduk.White
	}
	return c
}

// sets reports whether a node changes more than a move does.
func sets(n *sgf.Node) bool {
	for _, id := range []string{"AB", "AW", "AE", "PL"} {
		if n.All(id) != nil {
			return true
		}
	}
	return n.All("B") != nil && n.All("W") != nil
}

// printSGF obeys "printsgf [FILE]": the game so far as SGF, to a file, or as the
// answer if there is no name or it is "-".
func (s *session) printSGF(args []string) (string, error) {
	g := sgf.FromMoves(s.start, func(yield func(baduk.Color, baduk.Move) bool) {
		for _, m := range s.moves {
			if !yield(m.color, m.move) {
				return
			}
		}
	})
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
