package gtp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// judgements is the number of random games, with each side to move, that decide which stones are
// dead.
const judgements = 500

// dead reports for each point whether it has a dead stone. Random games grow a tree for each side
// to move. They decide if the stone is lost, or kept, in five sixths of them. Otherwise games are
// played about the stone alone with its owner to begin, and it is dead if it is lost in most of
// them: a stone that cannot be captured needs no defence.
func dead(ctx context.Context, p *baduk.Position) []bool {
	owned := owned(ctx, p)
	lost := make([]bool, len(owned))
	judged := make([]bool, len(owned))
	for i, balance := range owned {
		m := baduk.Move(i)
		c := p.Stone(m)
		if c == baduk.Empty || judged[i] {
			continue
		}
		if c == baduk.White {
			balance = -balance
		}
		verdict := balance < 0
		if 3*max(balance, -balance) < 2*2*judgements {
			verdict = indefensible(ctx, p, m)
		}
		for _, j := range chain(p, m) {
			lost[j], judged[j] = verdict, true
		}
	}
	return lost
}

// indefensible reports whether a stone is lost in most of the games about it.
func indefensible(ctx context.Context, p *baduk.Position, m baduk.Move) bool {
	q := p.Clone()
	q.SetTurn(p.Stone(m))
	t := newTree(64 << 20)
	o := p.Options()
	t.goal, t.owned = &m, make([]int, o.Width*o.Height)
	newWalker(t, q, uint64(m)).grow(2*judgements, func() bool { return ctx.Err() != nil })
	return t.owned[m] < 0 == (p.Stone(m) == baduk.Black) && t.owned[m] != 0
}

// chain returns the points of the chain of a stone.
func chain(p *baduk.Position, m baduk.Move) []baduk.Move {
	o := p.Options()
	list := []baduk.Move{m}
	for n := 0; n < len(list); n++ {
		c, r := int(list[n])%o.Width, int(list[n])/o.Width
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			x, y := c+d[0], r+d[1]
			if x < 0 || y < 0 || x >= o.Width || y >= o.Height {
				continue
			}
			if j := baduk.Move(y*o.Width + x); p.Stone(j) == p.Stone(m) && !slices.Contains(list, j) {
				list = append(list, j)
			}
		}
	}
	return list
}

// owned returns for each point the number of random games in which Black owns it in the end, less
// White's.
func owned(ctx context.Context, p *baduk.Position) []int {
	o := p.Options()
	owned := make([]int, o.Width*o.Height)
	for seed, c := range []baduk.Color{baduk.Black, baduk.White} {
		q := p.Clone()
		q.SetTurn(c)
		t := newTree(64 << 20)
		t.owned = owned
		w := newWalker(t, q, uint64(seed))
		w.grow(judgements, func() bool { return ctx.Err() != nil })
	}
	return owned
}

// settled returns the position without its dead stones.
func settled(ctx context.Context, p *baduk.Position) *baduk.Position {
	q := p.Clone()
	taken := map[baduk.Move]baduk.Color{}
	for m, lost := range dead(ctx, p) {
		if lost {
			taken[baduk.Move(m)] = baduk.Empty
		}
	}
	if err := q.Place(taken); err != nil {
		return p // not reached: without dead stones every chain has a liberty
	}
	return q
}

// areaScore returns the result by area without the dead stones, with points that White gets beside the komi.
func areaScore(ctx context.Context, p *baduk.Position, points int) string {
	black, white := settled(ctx, p).Area()
	return scoreText(2*(black-white-points) - p.Options().Komi)
}

// finalScore returns the result by the rules of the session. By territory the margin is the
// margin by area, minus the stones that Black put on the board, setup included, plus the
// stones that White put there. This equals counting territory and prisoners.
func (s *session) finalScore(ctx context.Context) string {
	if !s.territory {
		return areaScore(ctx, s.position, s.compensation())
	}
	q := settled(ctx, s.position)
	black, white := q.Area()
	margin := black - white - s.compensation()
	side := [3]int{baduk.Black: 1, baduk.White: -1}
	o := q.Options()
	for m := range baduk.Move(o.Width * o.Height) {
		margin -= side[s.start.Stone(m)]
	}
	for _, m := range s.moves {
		if m.move != baduk.Pass {
			margin -= side[m.color]
		}
	}
	return scoreText(2*margin - o.Komi)
}

// scoreText writes a margin of Black in half points.
func scoreText(score int) string {
	switch {
	case score > 0:
		return fmt.Sprintf("B+%.1f", float64(score)/2)
	case score < 0:
		return fmt.Sprintf("W+%.1f", float64(-score)/2)
	}
	return "0"
}

// finalStatus lists the stones that are alive, dead, or in seki.
func (s *session) finalStatus(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	want := false
	switch args[0] {
	case "seki":
		return "", nil
	case "dead":
		want = true
	case "alive":
	default:
		return "", errSyntax
	}
	lost := dead(ctx, s.position)
	return vertices(s.position, func(m baduk.Move) bool {
		return s.position.Stone(m) != baduk.Empty && lost[m] == want
	}), nil
}

// ownership writes who owns each point at the end of random games, from −1 for White to 1 for
// Black, row by row from the top.
func (s *session) ownership(ctx context.Context) string {
	balance := owned(ctx, s.position)
	o := s.position.Options()
	var text strings.Builder
	for r := o.Height - 1; r >= 0; r-- {
		for c := range o.Width {
			if c > 0 {
				text.WriteByte(' ')
			}
			hundredths := math.Round(100 * float64(balance[r*o.Width+c]) / (2 * judgements))
			fmt.Fprintf(&text, "%.2f", hundredths/100+0) // no −0
		}
		if r > 0 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}
