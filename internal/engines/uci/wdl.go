package uci

import (
	"math"

	"github.com/zobrist-go/zobrist/search"
)

// The chance to win is 1/(1 + e^((drawn − v)/spread)) for an evaluation of v hundredths of a pawn;
// the chance to lose has −v in place of v. The constants are fitted by internal/engines/tuner to games of
// masters.
const (
	drawn  = 110.0
	spread = 100.0
)

// chances returns the chances to win, draw and lose, of 1000.
func chances(value int) (win, draw, loss int) {
	switch {
	case value >= search.WinBound:
		return 1000, 0, 0
	case value <= -search.WinBound:
		return 0, 0, 1000
	}
	chance := func(v float64) int { return int(math.Round(1000 / (1 + math.Exp((drawn-v)/spread)))) }
	win, loss = chance(float64(value)), chance(-float64(value))
	return win, 1000 - win - loss, loss
}
