package search_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

const (
	startpos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

func perftTable(tb testing.TB, o tt.Options) *tt.Table {
	tb.Helper()
	t, err := tt.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { t.Close() })
	return t
}

func parse(tb testing.TB, fen string) *chess.Position {
	tb.Helper()
	p, err := chess.Parse(fen, chess.Options{Wide: true})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// perftPlain counts without help of any kind.
func perftPlain[M comparable](p game.Position[M], depth int) uint64 {
	if depth == 0 {
		return 1
	}
	n := uint64(0)
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		n += perftPlain(p, depth-1)
		p.Unmake()
	}
	return n
}

func checkPerft[M comparable, P search.Position[M, P]](t *testing.T, root P, depth int, want uint64,
	o search.PerftOptions) search.PerftResult[M] {
	t.Helper()
	r, err := search.Perft(context.Background(), root, depth, o)
	if err != nil {
		t.Fatal(err)
	}
	sum := uint64(0)
	for i := range r.Moves {
		sum += r.Counts[i]
	}
	if r.Nodes != want || depth > 0 && sum != want {
		t.Errorf("depth %d: %d paths, sum of divide %d, want %d", depth, r.Nodes, sum, want)
	}
	return r
}

// TestPerftTables uses every kind of table, small ones too, so that entries
// are thrown out all the time. The counts are Andrew Grant's, in Ethereal's
// standard.epd and, for the first two positions, in many other places.
func TestPerftTables(t *testing.T) {
	tables := []tt.Options{
		{}, {Bytes: 64}, {Bytes: 1 << 20, Sample: 4}, {Bytes: 4096, Sample: 1}, {TagBits: 44, Payload: 1},
		{Bytes: 1 << 20, TagBits: 32, Payload: 1},
	}
	for _, c := range []struct {
		fen  string
		want []uint64
	}{
		{startpos, []uint64{1, 20, 400, 8902, 197281, 4865609}},
		{kiwipete, []uint64{1, 48, 2039, 97862, 4085603}},
	} {
		for depth, want := range c.want {
			if want > 1e6 && oracle.Cut(t, fmt.Sprintf("depth %d of %s", depth, c.fen)) {
				continue
			}
			p := parse(t, c.fen)
			checkPerft(t, p, depth, want, search.PerftOptions{})
			for _, o := range tables {
				table := perftTable(t, o)
				for threads := range 3 {
					r := checkPerft(t, p, depth, want, search.PerftOptions{Table: table, Threads: threads})
					if r.Probes < r.Hits || depth >= 4 && r.Probes == 0 {
						t.Errorf("%d probes, %d hits", r.Probes, r.Hits)
					}
				}
			}
		}
	}
}

// TestPerftStandard counts the positions of the suite of perft counts, D1 to
// as deep as time allows, with one table for all of them.
func TestPerftStandard(t *testing.T) {
	table := perftTable(t, tt.Options{Bytes: 64 << 20})
	limit := uint64(3e6)
	if oracle.Short() {
		limit = 2e4
	}
	for _, file := range []string{"perft/standard.epd", "perft/fischer-first-480.epd"} {
		counts := 0
		for line := range strings.Lines(string(oracle.Read(t, file))) {
			fields := strings.Split(strings.TrimSpace(line), ";")
			p := parse(t, strings.TrimSpace(fields[0]))
			for _, f := range fields[1:] {
				var depth int
				d, n, _ := strings.Cut(strings.TrimSpace(f), " ")
				depth, err := strconv.Atoi(strings.TrimPrefix(d, "D"))
				if err != nil {
					t.Fatal(err)
				}
				want, err := strconv.ParseUint(strings.TrimSpace(n), 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				if want <= limit {
					checkPerft(t, p, depth, want, search.PerftOptions{Table: table})
					counts++
				}
			}
		}
		t.Logf("%s: %d counts", file, counts)
	}
}

// TestPerftOtherGames: checkers by the counts of A. Bik and many others,
// tic-tac-toe's 255168 games, and a count by hand.
func TestPerftOtherGames(t *testing.T) {
	table := perftTable(t, tt.Options{})
	p, err := checkers.New(checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931} {
		checkPerft(t, p, depth, want, search.PerftOptions{})
		checkPerft(t, p, depth, want, search.PerftOptions{Table: table})
	}
	table.Clear()
	q, err := mnk.New(mnk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for depth := range 11 {
		want := perftPlain[mnk.Move](q, depth)
		checkPerft(t, q, depth, want, search.PerftOptions{Table: table})
		if depth == 9 && want != 127872 { // games that take all nine moves
			t.Errorf("%d paths of nine moves, want 127872", want)
		}
	}
}

func TestPerftLong(t *testing.T) {
	oracle.Long(t, "perft 7 and Kiwipete 6 with a table of 512 MiB, some 10 s")
	table := perftTable(t, tt.Options{Bytes: 512 << 20})
	for _, c := range []struct {
		fen   string
		depth int
		want  uint64
	}{{startpos, 7, 3195901860}, {kiwipete, 6, 8031647685}} {
		r := checkPerft(t, parse(t, c.fen), c.depth, c.want, search.PerftOptions{Table: table})
		t.Logf("%d probes, %d hits, chance of a wrong count %.2g", r.Probes, r.Hits, r.Chance)
	}
}

func TestPerftProgressAndCancel(t *testing.T) {
	calls := 0
	var last [3]uint64
	_, err := search.Perft(context.Background(), parse(t, startpos), 4,
		search.PerftOptions{Progress: func(done, total int, nodes uint64) {
			calls, last = calls+1, [3]uint64{uint64(done), uint64(total), nodes}
		}})
	if err != nil || calls != 401 || last != [3]uint64{400, 400, 197281} {
		t.Errorf("%d calls, last %d, %v", calls, last, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	table := perftTable(t, tt.Options{})
	for range 2 { // the second time it is over before it begins
		if _, err = search.Perft(ctx, parse(t, startpos), 20, search.PerftOptions{Table: table}); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("out of time: %v", err)
		}
	}
	// A cancelled count leaves nothing wrong behind.
	checkPerft(t, parse(t, startpos), 5, 4865609, search.PerftOptions{Table: table})
}

func TestPerftOptions(t *testing.T) {
	for _, c := range []struct{ depth, threads int }{{-1, 0}, {128, 0}, {1, -1}, {1, 10000}} {
		if _, err := search.Perft(context.Background(), parse(t, startpos), c.depth,
			search.PerftOptions{Threads: c.threads}); !errors.Is(err, search.ErrOptions) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
