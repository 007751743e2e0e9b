package uci

import (
	"math"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/search"
)

// A handicap makes the engine as weak as a rating: it visits few positions for a
// move, and misjudges its moves.
type handicap struct {
	elo   int
	nodes float64 // for all candidates together
	error float64 // largest error of a move's value, in hundredths of a pawn
}

// handicaps are fitted to Stockfish, limited to the same UCI_Elo on the scale of version 16 and
// later; docs/engine.md has the matches. Ratings between them are interpolated.
var handicaps = [...]handicap{{1370, 720, 155}, {1740, 1650, 97}, {2460, 35000, 20}}

// The range of UCI_Elo, inside the range of handicaps.
const (
	minElo = 1400
	maxElo = 2400
)

// handicap returns the handicap for the option UCI_Elo, nil if the strength is not limited.
func (o options) handicap() *handicap {
	if !o.limited {
		return nil
	}
	i := 1
	for handicaps[i].elo < o.elo {
		i++
	}
	a, b := handicaps[i-1], handicaps[i]
	share := float64(o.elo-a.elo) / float64(b.elo-a.elo)
	return &handicap{o.elo, a.nodes * math.Pow(b.nodes/a.nodes, share), a.error + (b.error-a.error)*share}
}

// candidates is the number of best moves that a handicapped engine chooses from.
const candidates = 4

// limit gives a search the limits of the handicap.
func (h *handicap) limit(l *search.Limits) {
	if nodes := uint64(h.nodes); l.Nodes == 0 || l.Nodes > nodes {
		l.Nodes = nodes
	}
}

// choose returns the line of an iteration that has the highest value after a random error is added
// to each. The best line is the first.
func (h *handicap) choose(lines []search.Info[chess.Move], random func() uint64) search.Info[chess.Move] {
	best, most := lines[0], math.MinInt
	for _, l := range lines[:min(len(lines), candidates)] {
		if v := l.Value + int(random()%uint64(h.error+1)); v > most {
			best, most = l, v
		}
	}
	return best
}
