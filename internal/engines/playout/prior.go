package playout

import (
	"slices"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// A Candidate is a move with a prior belief: as if Games games had begun with it,
// of which Wins were won.
type Candidate struct {
	Move        baduk.Move
	Wins, Games float32
}

// AppendCandidates appends the moves of the side to move that fill none of its
// eyes, and the pass. They are legal by simple ko.
func (b *Board) AppendCandidates(dst []Candidate) []Candidate {
	var answers []int16
	if b.last[0] != 0 {
		answers = b.answers(b.last[0])
	}
	for _, i := range b.empty {
		if i == b.ko || b.eye(i, b.turn) {
			continue
		}
		l, taken := b.after(i)
		if l.count == 0 && taken == 0 {
			continue
		}
		c := Candidate{Move: b.move(i), Wins: 5, Games: 10}
		believe := func(wins, games float32) { c.Wins, c.Games = c.Wins+wins, c.Games+games }
		switch {
		case taken > 1:
			believe(30, 30)
		case taken == 1:
			believe(15, 15)
		case l.one():
			believe(0, 15)
		}
		if slices.Contains(answers, i) {
			believe(15, 15)
		}
		if patterns()[b.shape(i)] {
			believe(8, 8)
		}
		if b.last[0] != 0 {
			switch d := b.distance(i, b.last[0]); {
			case d <= 2:
				believe(12, 12)
			case d <= 4:
				believe(6, 6)
			}
		}
		if line := b.line(i); line <= 3 && b.lonely(i) {
			switch line {
			case 3:
				believe(8, 8)
			default:
				believe(0, 10)
			}
		}
		dst = append(dst, c)
	}
	return append(dst, Candidate{Move: baduk.Pass, Wins: 1, Games: 10})
}

// distance is 2 for an adjacent point, 3 for a diagonal one, 4 for two points away.
func (b *Board) distance(i, j int16) int {
	dx, dy := int(i%stride-j%stride), int(i/stride-j/stride)
	dx, dy = max(dx, -dx), max(dy, -dy)
	return dx + dy + max(dx, dy)
}

// line returns 1 on the edge, 2 next to it, and so on.
func (b *Board) line(i int16) int {
	c, r := int(i)%stride, int(i)/stride
	return min(c, b.width+1-c, r, b.height+1-r)
}

// lonely reports whether there is no stone within three steps.
func (b *Board) lonely(i int16) bool {
	c, r := int(i)%stride, int(i)/stride
	for y := max(r-3, 1); y <= min(r+3, b.height); y++ {
		reach := 3 - max(y-r, r-y)
		for x := max(c-reach, 1); x <= min(c+reach, b.width); x++ {
			if b.stones[y*stride+x] != baduk.Empty {
				return false
			}
		}
	}
	return true
}
