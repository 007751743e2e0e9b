package flat

import (
	"fmt"
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// TestEdges writes runs at the borders of what the format can say.
func TestEdges(t *testing.T) {
	empty := func(games int) *model {
		m := &model{visits: make([][]visit, 2)}
		for i := range games {
			m.games = append(m.games, &index.Game{Result: game.Result(i % 4), FirstRating: index.MaxRating,
				SecondRating: index.MaxRating,
				Date:         index.Date{Year: 9999, Month: 12, Day: 31}})
		}
		return m
	}
	for name, build := range map[string]func() *model{
		"one game of 70,000 moves": func() *model {
			m := empty(1)
			for i := range uint32(70000) {
				m.games[0].Moves = append(m.games[0].Moves, math.MaxUint32-i)
				m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: uint64(i)}, 0, math.MaxUint32-i))
			}
			return m
		},
		"keys that differ in the high word": func() *model {
			m := empty(2)
			for i := range 1 << 16 {
				m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: 1<<56 - 1, Hi: uint16(i)}, uint32(i%2), 0))
			}
			return m
		},
		"first and last keys": func() *model {
			m := empty(1)
			for _, lo := range []uint64{0, 1, 1<<56 - 1, 1 << 56, 1<<63 - 1, 1 << 63, math.MaxUint64 - 1,
				math.MaxUint64} {
				for _, hi := range []uint16{0, 1, math.MaxUint16} {
					m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: lo, Hi: hi}, 0, 0))
					m.visits[1] = append(m.visits[1], newVisit(index.Key{Lo: ^lo, Hi: hi}, 0, 0))
				}
			}
			return m
		},
		"keys in order": func() *model {
			m := empty(1)
			for i := range uint64(5000) {
				m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: 77<<56 | i<<40}, 0, 0))
			}
			return m
		},
		"a position of all games": func() *model {
			m := empty(40000)
			for i := range m.games {
				move := uint32(1)
				if i%1000 == 0 {
					move = 2
				}
				m.games[i].Moves = []uint32{move}
				m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: 5}, uint32(i), move))
			}
			return m
		},
		"lists of 1 to 40 games": func() *model {
			m := empty(100)
			for n := range 40 {
				for i := range n + 1 {
					m.visits[0] = append(m.visits[0], newVisit(index.Key{Lo: uint64(n)}, uint32(99-n+i), 0))
				}
			}
			return m
		},
		"long names": func() *model {
			m := empty(3)
			for i, g := range m.games {
				long := fmt.Sprintf("%0*d", 70000, i)
				g.First, g.Event, g.Site, g.Round, g.Opening, g.Start = long, long, long, long, long, long
				g.Text = []byte(long + long)
			}
			return m
		},
		"holes only": func() *model { return &model{visits: make([][]visit, 2), games: make([]*index.Game, 70)} },
	} {
		t.Run(name, func(t *testing.T) {
			m := build()
			m.visits[1] = inOrder(m.visits[1])
			m.compare(t, openModel(t, m, true), true)
		})
	}
}
