package gtp

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// judgements is the number of random games with each side to move that decide
// what is dead.
const judgements = 500

// dead reports for each point whether it has a stone that is lost in two thirds
// of the random games that grow a tree, half of them with each side to move.
func dead(ctx context.Context, p *baduk.Position) []bool {
	o := p.Options()
	owned := make([]int, o.Width*o.Height)
	for seed, c := range []baduk.Color{baduk.Black, baduk.White} {
		q := p.Clone()
		q.SetTurn(c)
		w := newWalker(newTree(64<<20), q, uint64(seed))
		w.owned = owned
		w.grow(judgements, func() bool { return ctx.Err() != nil })
	}
	lost := make([]bool, len(owned))
	for m, balance := range owned {
		switch p.Stone(baduk.Move(m)) {
		case baduk.Black:
			lost[m] = 3*balance < -2*judgements
		case baduk.White:
			lost[m] = 3*balance > 2*judgements
		}
	}
	return lost
}

// finalScore returns the result by area without the dead stones.
func finalScore(ctx context.Context, p *baduk.Position) string {
	q := p.Clone()
	taken := map[baduk.Move]baduk.Color{}
	for m, lost := range dead(ctx, p) {
		if lost {
			taken[baduk.Move(m)] = baduk.Empty
		}
	}
	if err := q.Place(taken); err != nil {
		q = p // stones cannot be left without liberty by taking some away
	}
	black, white := q.Area()
	switch score := 2*(black-white) - q.Options().Komi; {
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
