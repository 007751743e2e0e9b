package chess

import (
	"sync"

	"github.com/zobrist-go/zobrist"
)

// A History is facts about the past of a position that [Options].History makes part
// of its hash, combined by |. A table then tells apart positions that are the same
// on the board but not equally near to a draw. It finds fewer of them again.
type History uint8

const (
	RepetitionHistory History = 1 << iota // the position occurred once before, or more often
	FiftyMoveHistory                      // how near a draw by the fifty-move rule is, from 52 plies on

	allHistory = RepetitionHistory | FiftyMoveHistory
)

// String returns the names of the facts, "repetition" or "fifty-moves", with | between
// them, or "none".
func (h History) String() string {
	return [...]string{"none", "repetition", "fifty-moves", "repetition|fifty-moves"}[h&allHistory]
}

const (
	repetitionFeature zobrist.Feature = features
	fiftyFeature      zobrist.Feature = features + 2
)

// horizons are the plies without a capture or pawn move from which a feature of
// [FiftyMoveHistory] holds, up to the next one. The nearer the draw, the finer they
// are: a search that is deep enough to see the draw from a position must not take
// one from which it is out of sight for the same.
var horizons = [...]uint32{52, 68, 76, 84, 88, 92, 94, 96, 97, 98, 99, 100}

// historySpace returns the 795 features of a chess position with [Options].History.
var historySpace = sync.OnceValue(func() *zobrist.Space {
	return zobrist.MustSpace("chess with history", append(Space().Groups(),
		zobrist.OneOf("repetition", "occurred", "once before", "twice before"),
		zobrist.OneOf("fifty moves", "no progress for", "52 to 67 plies", "68 to 75 plies", "76 to 83 plies",
			"84 to 87 plies", "88 to 91 plies", "92 or 93 plies", "94 or 95 plies", "96 plies", "97 plies", "98 plies",
			"99 plies", "100 plies or more"))...)
})

// space returns the features under the options.
func (o Options) space() *zobrist.Space {
	if o.History != 0 {
		return historySpace()
	}
	return Space()
}

// appendHistory appends the features of history that hold of the last board of the
// line.
func (p *Position) appendHistory(dst []zobrist.Feature) []zobrist.Feature {
	now := &p.line[len(p.line)-1]
	if p.setting.history&RepetitionHistory != 0 && now.clock >= 4 {
		if n := p.repetitions(2); n > 0 {
			dst = append(dst, repetitionFeature+zobrist.Feature(n-1))
		}
	}
	if p.setting.history&FiftyMoveHistory != 0 && now.clock >= horizons[0] {
		i := 0
		for i+1 < len(horizons) && now.clock >= horizons[i+1] {
			i++
		}
		dst = append(dst, fiftyFeature+zobrist.Feature(i))
	}
	return dst
}
