package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Effect is the experiment on what a table saves a search.
func Effect() Experiment {
	return Experiment{
		Name:   "effect",
		Title:  "What a hash table saves a search",
		Claim:  "a hash table saves a game-playing program work: a position that was reached before need not be searched again",
		Source: "A. L. Zobrist, A New Hashing Method with Application for Game Playing, 1970, section 5",
		laws: []law{{"searches", func(ctx context.Context, o Options, progress func(float64)) (*Table, error) {
			return effectTable(ctx, o, progress, 0)
		}}},
	}
}

// effectBytes is the size of the table in every search.
const effectBytes = 64 << 20

// searcher is a game with one depth to search it to.
type searcher struct {
	name      string
	depth     int
	symmetric bool // has a hash that images of a position share
	search    func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error)
}

// searchers lists the games, each with a depth of about a second without a
// table.
func searchers() []searcher {
	square := func(o mnk.Options) func(context.Context, int, *tt.Table, bool) (uint64, error) {
		return func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error) {
			o.Canonical = canonical
			p, err := mnk.New(o)
			return searchNodes(ctx, p, err, depth, table)
		}
	}
	return []searcher{
		{"chess", 8, false, func(ctx context.Context, depth int, table *tt.Table, _ bool) (uint64, error) {
			p, err := chess.New(chess.Options{})
			return searchNodes(ctx, p, err, depth, table)
		}},
		{"checkers", 13, false, func(ctx context.Context, depth int, table *tt.Table, _ bool) (uint64, error) {
			p, err := checkers.New(checkers.Options{})
			return searchNodes(ctx, p, err, depth, table)
		}},
		{"baduk 5×5", 7, false, func(ctx context.Context, depth int, table *tt.Table, _ bool) (uint64, error) {
			p, err := baduk.New(baduk.Options{Width: 5})
			return searchNodes(ctx, p, err, depth, table)
		}},
		{"tic-tac-toe", 9, true, square(mnk.Options{})},
		{"4,4,4", 9, true, square(mnk.Options{Width: 4, Height: 4, InRow: 4})},
		{"gomoku", 4, true, square(mnk.Gomoku())},
		{"Connect Four", 13, true, square(mnk.ConnectFour())},
		{"hex 4×4", 11, true, func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error) {
			p, err := hex.New(hex.Options{Size: 4, Canonical: canonical})
			return searchNodes(ctx, p, err, depth, table)
		}},
		{"qubic", 6, true, func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error) {
			p, err := qubic.New(qubic.Options{Canonical: canonical})
			return searchNodes(ctx, p, err, depth, table)
		}},
	}
}

// searchNodes searches a start position to a depth on one goroutine.
func searchNodes[M comparable, P search.Position[M, P]](ctx context.Context, pos P, err error, depth int, table *tt.Table) (uint64, error) {
	if err != nil {
		return 0, err
	}
	s, err := search.New(pos, search.Options{Table: table})
	if err != nil {
		return 0, err
	}
	info, err := s.Search(ctx, search.Limits{Depth: depth})
	if err != nil {
		return 0, err
	}
	return info.Nodes, ctx.Err()
}

// effectTable searches every game, less plies shallower than usual.
func effectTable(ctx context.Context, o Options, progress func(float64), less int) (*Table, error) {
	rounds := o.trials(1, 3)
	t := &Table{
		Name:  "table-effect",
		Title: fmt.Sprintf("Nodes and seconds to a fixed depth from the start, one goroutine, table of %d MiB", effectBytes>>20),
		Columns: []string{"game", "depth", "nodes without", "nodes with table", "nodes with symmetry", "with ÷ without", "symmetry ÷ without",
			"s without", "s with table", "s with symmetry"},
		Notes: []string{
			fmt.Sprintf("nodes are the same on every machine; seconds are medians of %d searches, the ways taking turns, and are not", rounds),
			"with symmetry: positions that the symmetries of the board map to each other share one entry; chess, checkers and the board of Go here have no such hash",
			"values, ordering and reductions are the same in all three; the table also gives the first move to try",
		},
		Plot: &Plot{Title: "Nodes to a fixed depth, as a share of those without a table", X: "nodes without a table", Y: "share", LogX: true, LogY: true,
			Series: []Series{{Name: "table", Points: true}, {Name: "table, symmetry", Points: true}}},
	}
	table, err := tt.New(tt.Options{Bytes: effectBytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	games := searchers()
	for i, g := range games {
		depth := max(g.depth-less, 1)
		var nodes [3]uint64
		var times [3][]float64
		for range rounds {
			for way := range 3 {
				if way == 2 && !g.symmetric {
					continue
				}
				used := table
				if way == 0 {
					used = nil
				}
				table.Clear()
				begin := time.Now()
				if nodes[way], err = g.search(ctx, depth, used, way == 2); err != nil {
					return t, err
				}
				times[way] = append(times[way], time.Since(begin).Seconds())
			}
		}
		row := []any{g.name, depth, nodes[0], nodes[1], nil, float64(nodes[1]) / float64(nodes[0]), nil, middle(times[0]), middle(times[1]), nil}
		if g.symmetric {
			row[4], row[6], row[9] = nodes[2], float64(nodes[2])/float64(nodes[0]), middle(times[2])
		}
		t.Add(row...)
		for way := range 2 {
			if nodes[way+1] > 0 {
				t.Plot.Series[way].add(float64(nodes[0]), float64(nodes[way+1])/float64(nodes[0]))
			}
		}
		progress(float64(i+1) / float64(len(games)))
	}
	return t, nil
}

// middle returns the median, the higher one of two.
func middle(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
