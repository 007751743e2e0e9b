package games

import (
	"math"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// fideGain is how many points a score in percent, of 50 and more, is worth above the opponents' rating: table 8.1.1 of
// FIDE's rating regulations.
var fideGain = [...]float64{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
	193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
	677, 800,
}

// Performance returns the rating at which a side scores as in these games against the other side's mean rating, between
// FIDE's percentages in proportion, as the Lichess explorer computes it. It is 0 if no rating is known.
func Performance(t index.Tally, side game.Side) int {
	sum, n := t.SideRatings(side.Opponent())
	if n == 0 {
		return 0
	}
	opponents, won, lost := float64(sum)/float64(n), t.First, t.Second
	if side == game.SecondSide {
		won, lost = lost, won
	}
	if won+lost+t.Drawn == 0 {
		return int(math.Round(opponents))
	}
	sign := 1.0
	if won < lost {
		won, lost, sign = lost, won, -1
	}
	percent := 100 * (float64(won) + float64(t.Drawn)/2) / float64(won+lost+t.Drawn)
	whole := min(int(percent), 99)
	gain, next := fideGain[whole-50], fideGain[whole-49]
	return int(math.Round(opponents + sign*(gain+(next-gain)*(percent-float64(whole)))))
}
