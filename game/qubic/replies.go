package qubic

import (
	"math/bits"
	"sync"

	"github.com/zobrist-go/zobrist/game/qubic/internal/threat"
)

// threatLimit is how many positions a search for a win by threats visits at most.
const threatLimit = 10_000

var threatLines = sync.OnceValue(func() *threat.Lines {
	l, _ := threat.NewLines(side, lines().all) // 76 are not too many
	return l
})

// AppendReplies appends legal moves, the most promising first, of which one is as
// good as any legal move as far as the outcome goes. Instead, over reports that
// the outcome is known, and score is 1, 0 or −1 for the side to move.
//
// A side that wins by threats alone does. If the side not to move would do so
// after a pass, only moves that prevent it are left. The first call allocates a
// memory of 1 MiB.
func (p *Position) AppendReplies(dst []Move) (moves []Move, score int, over bool) {
	if score, over := p.Score(); over {
		return dst, score, true
	}
	if p.threats == nil {
		p.threats = threat.NewSearch(threatLines())
	}
	own, other := p.sets()
	free := ^(own | other)
	if p.threats.Wins(own, other, threatLimit) {
		return dst, 1, true
	}
	if block := threatLines().Missing(other, own); block != 0 {
		if block&(block-1) != 0 {
			return dst, -1, true
		}
		free = block
	} else if free = p.threats.Defences(own, other, free, threatLimit); free == 0 {
		return dst, -1, true
	}
	var orders [cells]int32
	n := len(dst)
	for ; free != 0; free &= free - 1 {
		m := Move(bits.TrailingZeros64(free))
		order := int32(p.Order(m))
		i := len(dst) - n
		dst = append(dst, m)
		for ; i > 0 && orders[i-1] < order; i-- {
			orders[i], dst[n+i] = orders[i-1], dst[n+i-1]
		}
		orders[i], dst[n+i] = order, m
	}
	return dst, 0, false
}
