// The lazy parallel search of chess, with one thread and with two:
//
//	go test -run '^$' -bench Threads -benchtime 5x
//
// Each round searches twelve positions of games to a fixed depth with an empty table
// of 64 MiB, by one thread and by two in turn. speed-up is the ratio of the times on
// the clock. If the machine does other work, the clock says little; cpu-speed-up is
// what the clock would show if both threads had a core of their own: twice the ratio of
// the processor times. nodes is the number of nodes with two threads by that with
// one, rate the same of nodes in a second of processor time. All are medians of the
// rounds.
package bench

import (
	"context"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

func BenchmarkThreads(b *testing.B) {
	const depth, plies, every = 12, 24, 5
	var positions []*engine.Position
	n := 0
	for g, err := range pgn.NewReader(strings.NewReader(sample.Famous())).All() {
		if err != nil {
			b.Fatal(err)
		}
		if n++; n%every != 0 || len(g.Moves) < plies {
			continue
		}
		p, err := g.Start(chess.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range g.Moves[:plies] {
			p.Make(m.Move)
		}
		positions = append(positions, engine.New(p))
	}
	table, err := tt.New(tt.Options{Bytes: 64 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	run := func(threads int) (nodes, clock, processor float64) {
		began, used := time.Now(), processTime()
		for _, p := range positions {
			table.Clear()
			s, err := search.New(p, search.Options{Table: table, Threads: threads})
			if err != nil {
				b.Fatal(err)
			}
			info, err := s.Search(context.Background(), search.Limits{Depth: depth})
			if err != nil {
				b.Fatal(err)
			}
			nodes += float64(info.Nodes)
		}
		return nodes, time.Since(began).Seconds(), (processTime() - used).Seconds()
	}
	r := rounds{}
	for b.Loop() {
		nodes1, clock1, processor1 := run(1)
		nodes2, clock2, processor2 := run(2)
		r.add("speed-up", clock1/clock2)
		r.add("cpu-speed-up", 2*processor1/processor2)
		r.add("nodes", nodes2/nodes1)
		r.add("rate", nodes2/processor2/(nodes1/processor1))
		r.add("knodes/s", nodes1/processor1/1e3)
	}
	r.report(b)
}

// processTime is the processor time of all threads of this process.
func processTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
