package gtp

import (
	"errors"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
)

func (s *session) fixedHandicap(args []string) (string, error) {
	n, err := number(args, 0)
	if err != nil {
		return "", err
	}
	points := s.position.Options().Handicap(n)
	if points == nil {
		return "", errStones
	}
	return s.handicap(points, errStones)
}

// placeFreeHandicap uses the fixed points, and then others, each as far as possible from the
// earlier ones and from the edge.
func (s *session) placeFreeHandicap(args []string) (string, error) {
	n, err := number(args, 0)
	if err != nil {
		return "", err
	}
	o := s.position.Options()
	if n < 2 || n >= o.Width*o.Height {
		return "", errStones
	}
	points := o.Handicap(n)
	if points == nil {
		for most := 9; points == nil && most >= 2; most-- {
			points = o.Handicap(most)
		}
		for len(points) < n {
			points = append(points, farthest(o, points))
		}
	}
	return s.handicap(points, errStones)
}

// farthest returns the empty point that is farthest from the given points and from the line beyond
// the edge. An occupied point has distance 0.
func farthest(o baduk.Options, points []baduk.Move) baduk.Move {
	best, most := baduk.Move(0), 0
	for m := range baduk.Move(o.Width * o.Height) {
		c, r := int(m)%o.Width, int(m)/o.Width
		d := 2 * min(c+1, o.Width-c, r+1, o.Height-r)
		for _, q := range points {
			d = min(d, distance(c-int(q)%o.Width)+distance(r-int(q)/o.Width))
		}
		if d > most {
			best, most = m, d
		}
	}
	return best
}

func distance(d int) int { return max(d, -d) }

func (s *session) setFreeHandicap(args []string) error {
	bad := errors.New("bad vertex list")
	var points []baduk.Move
	for _, text := range args {
		m, err := s.position.ParseMove(text)
		if err != nil || m == baduk.Pass {
			return bad
		}
		if slices.Contains(points, m) {
			return bad
		}
		points = append(points, m)
	}
	if o := s.position.Options(); len(points) < 2 || len(points) >= o.Width*o.Height {
		return bad
	}
	_, err := s.handicap(points, bad)
	return err
}

// compensation returns the points that White gets for the handicap stones by the rules of the session.
func (s *session) compensation() int { return s.bonus.Points(s.handicapStones()) }

// handicapStones returns the number of handicap stones: Black's stones at the start, if White has none there, and
// those that Black plays before White's first stone, as KataGo counts them. One stone is none.
func (s *session) handicapStones() (n int) {
	o := s.start.Options()
	for m := range baduk.Move(o.Width * o.Height) {
		switch s.start.Stone(m) {
		case baduk.Black:
			n++
		case baduk.White:
			return 0
		}
	}
	for _, m := range s.moves {
		if m.color == baduk.White || m.move == baduk.Pass {
			break
		}
		n++
	}
	if n < 2 {
		return 0
	}
	return n
}

// toMove returns the position with a side to move, for a search. Its komi includes the points for the handicap.
func (s *session) toMove(c baduk.Color) *baduk.Position {
	p := s.position.Clone()
	if p.Turn() != c || p.Over() {
		p.SetTurn(c)
	}
	if points := s.compensation(); points != 0 {
		p.SetKomi(p.Options().Komi + 2*points)
	}
	return p
}

// handicap gives Black stones on an empty board, and White the move. fault is the
// error if the board cannot hold them.
func (s *session) handicap(points []baduk.Move, fault error) (string, error) {
	empty := func(m baduk.Move) bool { return s.position.Stone(m) != baduk.Empty }
	if vertices(s.position, empty) != "" {
		return "", errInUse
	}
	p, err := baduk.New(s.position.Options())
	if err != nil {
		return "", err
	}
	stones := map[baduk.Move]baduk.Color{}
	for _, m := range points {
		stones[m] = baduk.Black
	}
	if err := p.Place(stones); err != nil {
		return "", fault
	}
	p.SetTurn(baduk.White)
	s.setup(p)
	var list []string
	for _, m := range points {
		list = append(list, p.MoveString(m))
	}
	return strings.Join(list, " "), nil
}
