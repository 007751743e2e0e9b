//go:build unix

package clickhouse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestGrowth builds indexes of random positions, 10^6 and 10^7 for each shard or the
// numbers that ZOBRIST_GROWTH has, and prints what they cost: time, the servers'
// processor time, bytes, and how long look-ups take. Bytes must grow in proportion.
//
// They are skewed like games of masters. In 100,000 games of 83 moves, each the first of a
// list with probability 0.8, the next one with 0.8 of the rest and so on, a position has
// 1.30 visits, 97.6 % of them have one, and 2,551 have 64 and more. 100,000 games of
// masters have 1.28, 97.2 % and 2,746.
func TestGrowth(t *testing.T) {
	oracle.Long(t, "an index of 20 million positions, some minutes")
	hosts(t)
	sizes := os.Getenv("ZOBRIST_GROWTH")
	if sizes == "" {
		sizes = "1000000,10000000"
	}
	var first float64
	for text := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatalf("ZOBRIST_GROWTH: %v", err)
		}
		bytes := grow(t, 2*n)
		if first == 0 {
			first = bytes
		}
		if bytes > 1.1*first {
			t.Errorf("%.1f bytes a position, and %.1f in the smallest index", bytes, first)
		}
	}
}

// grow builds an index of about so many positions, and returns the bytes of each.
func grow(t *testing.T, positions int64) float64 {
	s := open(t, t.TempDir())
	defer s.Close()
	start, cpu := time.Now(), serversTime(t)
	b, err := s.Begin(t.Context(), config, index.BuildOptions{KeepDuplicates: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	rng := rand.New(rand.NewPCG(1, 1))
	var sample []zobrist.Uint128
	games := positions / 65
	var batch index.Batch
	for i := range games {
		g, hashes := randomGame(rng)
		batch.Add(&g, hashes)
		if i%(1+games/1000) == 0 {
			sample = append(sample, hashes[rng.IntN(len(hashes))])
		}
		if len(batch.Games) == 1000 || i == games-1 {
			if _, err := b.Append(t.Context(), &batch); err != nil {
				t.Fatal(err)
			}
			batch.Reset()
		}
	}
	b.Keep(index.Source{Name: "random"})
	summary, err := b.Commit(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	took, used := time.Since(start), serversTime(t)-cpu
	parts, _, err := s.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bytes := int64(0)
	for _, p := range parts {
		bytes += p.Bytes
	}
	t.Logf("%d positions, %d visits, %d games: %.0f s, %.2f million visits/s; servers' processors %.2f µs a visit",
		summary.Records, summary.Visits, games, took.Seconds(), float64(summary.Visits)/took.Seconds()/1e6,
		float64(used.Microseconds())/float64(summary.Visits))
	t.Logf("%d bytes, %.1f a position, %.1f a visit: %v", bytes, float64(bytes)/float64(summary.Records),
		float64(bytes)/float64(summary.Visits), parts)
	for _, n := range []int{1, 64, 1000} {
		asks(t, s, rng, sample, n)
	}
	return float64(bytes) / float64(summary.Records)
}

// randomGame returns a game of 83 moves with the skew of [TestGrowth].
func randomGame(rng *rand.Rand) (index.Game, []zobrist.Uint128) {
	rating := func() int { return 2000 + int(rng.ExpFloat64()*150) }
	g := index.Game{Result: game.Result(1 + rng.IntN(3)), FirstRating: rating(), SecondRating: rating(),
		Date: index.Date{Year: 2000 + rng.IntN(25), Month: 1 + rng.IntN(12), Day: 1 + rng.IntN(28)}}
	h := uint64(1)
	hashes := []zobrist.Uint128{hash(h)}
	for range 83 {
		move := uint32(1)
		for rng.IntN(5) == 0 {
			move++
		}
		h = (h ^ uint64(move)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
		// A move has 10 bits that look random, as in real games.
		g.Moves, hashes = append(g.Moves, uint32(1+h>>20&1023)), append(hashes, hash(h))
	}
	return g, hashes
}

// asks prints how long questions about n positions take.
func asks(t *testing.T, s index.Store, rng *rand.Rand, sample []zobrist.Uint128, n int) {
	t.Helper()
	var times []time.Duration
	cpu := serversTime(t)
	for range 200 {
		hashes := make([]zobrist.Uint128, n)
		for i := range hashes {
			hashes[i] = sample[rng.IntN(len(sample))]
		}
		start := time.Now()
		took, err := asked(t.Context(), s, hashes)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, took.Sub(start))
	}
	slices.Sort(times)
	t.Logf("look-up of %d: p50 %.1f ms, p90 %.1f ms; servers' processors %.2f ms", n, ms(times[100]), ms(times[180]),
		ms((serversTime(t)-cpu)/200))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// asked looks up positions that are there, and returns when it has the answer.
func asked(ctx context.Context, s index.Store, hashes []zobrist.Uint128) (time.Time, error) {
	found := 0
	err := storetest.Now(s).Lookup(ctx, index.Query{}, hashes, func(int, []index.MoveTally) error {
		found++
		return nil
	})
	if err == nil && found != len(hashes) {
		err = fmt.Errorf("%d positions of %d are found", found, len(hashes))
	}
	return time.Now(), err
}

// serversTime returns the processor time of the servers if the test has started them, or 0:
// unlike the time of day it does not depend on what else the machine does.
func serversTime(tb testing.TB) (sum time.Duration) {
	for i := 1; i <= 4 && common.folder != ""; i++ {
		pid, err := os.ReadFile(filepath.Join(common.folder, fmt.Sprint(i, ".pid")))
		if err != nil {
			tb.Fatal(err)
		}
		stat, err := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(string(pid)), "stat"))
		if err != nil {
			return 0 // not on Linux
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		for _, field := range fields[11:13] { // user and system time, in hundredths of a second
			ticks, _ := strconv.ParseInt(field, 10, 64)
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}
