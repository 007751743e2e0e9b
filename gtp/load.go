package gtp

import (
	"errors"
	"os"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// loadSGF obeys "loadsgf FILE [MOVE]": the board before that move of the main
// line, or after the last one. Nothing changes where the file cannot be read.
func (s *session) loadSGF(args []string) error {
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
	f, err := os.Open(args[0])
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
	start, moves, made := p.Clone(), []colored(nil), 0
	for _, n := range g.MainLine() {
		c := mover(n)
		if c != baduk.Empty {
			if made++; made == before {
				break
			}
		}
		if err := sgf.Step(p, n); err != nil {
			return fault
		}
		if sets(n) {
			start, moves = p.Clone(), nil
		} else if c != baduk.Empty {
			m, _ := p.LastMove()
			moves = append(moves, colored{c, m})
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
