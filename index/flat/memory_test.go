package flat_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// perGame is what a build may take for a game, in bytes, beyond BuildOptions.Memory. The help of
// zobrist index build says so.
const perGame = 24

// TestMemory builds an index of 150,000 games that all begin with the same ten positions, and adds as
// many to it, so that runs are merged. The games have dates in three years and all results, speeds and ratings, so
// that these positions have many cells, by months. It counts the bytes that are alive on the heap, at 20 times while
// games are added and 50 while they are committed. Neither garbage, for which a quarter of the memory is left, nor
// mapped files count.
func TestMemory(t *testing.T) {
	for _, workers := range []int{2, 8} {
		t.Run(fmt.Sprint("workers=", workers), func(t *testing.T) { testMemory(t, workers) })
	}
}

func testMemory(t *testing.T, workers int) {
	games := 150_000
	if oracle.Short() {
		games = 40_000
	}
	s, err := flat.Open(filepath.Join(t.TempDir(), "db"), flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o := index.BuildOptions{Memory: index.MinMemory, Workers: workers, NoTexts: true}
	before, peak := alive(), uint64(0)
	var mu sync.Mutex
	watch := func() {
		mu.Lock()
		defer mu.Unlock()
		peak = max(peak, alive())
	}
	for build := range 2 {
		b, err := s.Begin(t.Context(), config, o)
		if err != nil {
			t.Fatal(err)
		}
		var batch index.Batch
		for n := 0; n < games; {
			for batch.Reset(); len(batch.Games) < 1000; n++ {
				addLine(&batch, build*games+n)
			}
			if _, err := b.Append(t.Context(), &batch); err != nil {
				t.Fatal(err)
			}
			if n%(games/20) == 0 {
				watch()
			}
		}
		next := 0.0
		b.Keep(index.Source{Name: fmt.Sprint(build)})
		if _, err := b.Commit(t.Context(), func(done float64) {
			mu.Lock()
			now := done >= next
			if now {
				next += 0.02
			}
			mu.Unlock()
			if now {
				watch()
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if got, most := peak-before, uint64(o.Memory/4*3)+uint64(2*games*perGame); got > most {
		t.Errorf("builds of %d and %d games held %d MiB, more than %d", games, games, got>>20, most>>20)
	} else {
		t.Logf("%d MiB of %d", got>>20, most>>20)
	}
}

// addLine adds a game of twenty positions, ten of them in all games.
func addLine(b *index.Batch, number int) {
	mix := number * 7919 % 1000003
	g := index.Game{First: "a", Second: "b", Event: "c", FirstRating: 1000 + mix%2000, SecondRating: 1500,
		Date:   index.Date{Year: 2000 + mix/7%3, Month: 1 + mix/11%12, Day: 1 + mix/13%28},
		Result: game.Result(1 + mix/17%3), Speed: index.Speed(1 + mix/19%5)}
	hashes := make([][]zobrist.Uint128, 2)
	for ply := range 20 {
		state := uint64(ply)
		if ply >= 10 {
			state = uint64(number)<<8 | uint64(ply)
		}
		hashes[0] = append(hashes[0], hashOf(0, state))
		if ply > 0 {
			g.Moves = append(g.Moves, 1+uint32(number>>ply)%4)
		}
	}
	hashes[1] = hashes[0][:1]
	for n := number; n > 0; n /= 40 {
		g.Moves = append(g.Moves, 1+uint32(n%40)) // no two games are the same
	}
	b.Add(&g, hashes...)
}

// alive returns the bytes that a garbage collection found alive. Bytes allocated since then, by workers that go on,
// do not count.
func alive() uint64 {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}
