// Perft on one thread, leaves counted in bulk, beside Debian's Stockfish over
// a pipe and corentings/chess v2 (a Go library that lists every leaf):
//
//	go test -run '^$' -bench Perft -benchtime 10x
//
// Each round runs all three in turn; the metrics are medians over the rounds
// of million leaves a second and of the ratio within a round. Ratios named
// cpu compare processor time, which a busy machine disturbs less than the
// wall clock. What keeping the hash costs is measured in game/chess:
//
//	go test -run '^$' -bench HashCost -benchtime 20x ../game/chess
package bench

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	corentings "github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist/game/chess"
)

// perftEngine is Debian's Stockfish on a pipe.
type perftEngine struct {
	b     *testing.B
	pid   int
	write func(format string, args ...any)
	lines *bufio.Scanner
	name  string // with what it was built for: "Stockfish 15.1, 64bit SSE2"
}

func startPerftEngine(b *testing.B) *perftEngine {
	b.Helper()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			b.Skip("left out: program stockfish is not installed; on Debian: apt-get install stockfish")
		}
	}
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	e := &perftEngine{b: b, pid: cmd.Process.Pid, lines: bufio.NewScanner(out)}
	e.write = func(format string, args ...any) { fmt.Fprintf(in, format+"\n", args...) }
	e.write("compiler\nisready")
	for e.lines.Scan() && e.lines.Text() != "readyok" {
		if name, _, ok := strings.Cut(e.lines.Text(), " by "); ok && strings.HasPrefix(name, "Stockfish") {
			e.name = name
		} else if _, settings, ok := strings.Cut(e.lines.Text(), "settings include:"); ok {
			e.name += ", " + strings.TrimSpace(settings)
		}
	}
	return e
}

// perft sends the command and waits for the total.
func (e *perftEngine) perft(fen string, depth int) uint64 {
	e.write("position fen %s\ngo perft %d", fen, depth)
	for e.lines.Scan() {
		if count, ok := strings.CutPrefix(e.lines.Text(), "Nodes searched: "); ok {
			n, err := strconv.ParseUint(count, 10, 64)
			if err != nil {
				e.b.Fatal(err)
			}
			return n
		}
	}
	e.b.Fatalf("stockfish stopped: %v", e.lines.Err())
	return 0
}

// processorTime returns what the threads of a process have run for, or 0
// on other systems than Linux.
func processorTime(pattern string) (sum time.Duration) {
	files, _ := filepath.Glob(pattern)
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil {
			ns, _, _ := strings.Cut(string(text), " ")
			n, _ := strconv.ParseInt(ns, 10, 64)
			sum += time.Duration(n)
		}
	}
	return sum
}

// run is what one call took, on the wall and of the processor.
type run struct{ wall, cpu float64 }

func stopwatch(threads string, f func()) run {
	cpu, start := processorTime(threads), time.Now()
	f()
	wall := time.Since(start)
	return run{wall.Seconds(), (processorTime(threads) - cpu).Seconds()}
}

func perftCorentings(p *corentings.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	total := uint64(0)
	for i := range moves {
		total += perftCorentings(p.Update(&moves[i]), depth-1)
	}
	return total
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		leaves    uint64
		low       uint64 // leaves two plies earlier, for the slow peer
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324, 197281},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690, 97862},
	} {
		b.Run("position="+c.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			engine := startPerftEngine(b)
			p, err := chess.Parse(c.fen, chess.Options{})
			if err != nil {
				b.Fatal(err)
			}
			var q corentings.Position
			if err := q.UnmarshalText([]byte(c.fen)); err != nil {
				b.Fatal(err)
			}
			engine.perft(c.fen, 3)
			m := rounds{}
			for b.Loop() {
				ours := stopwatch("/proc/thread-self/schedstat", func() {
					if n := p.Perft(c.depth); n != c.leaves {
						b.Fatalf("%d leaves, want %d", n, c.leaves)
					}
				})
				theirs := stopwatch(fmt.Sprintf("/proc/%d/task/*/schedstat", engine.pid), func() {
					if n := engine.perft(c.fen, c.depth); n != c.leaves {
						b.Fatalf("stockfish: %d leaves, want %d", n, c.leaves)
					}
				})
				third := stopwatch("", func() {
					if n := perftCorentings(&q, c.depth-2); n != c.low {
						b.Fatalf("corentings: %d leaves, want %d", n, c.low)
					}
				})
				m.add("Mleaves/s", float64(c.leaves)/ours.wall/1e6)
				m.add("stockfish-Mleaves/s", float64(c.leaves)/theirs.wall/1e6)
				m.add("corentings-Mleaves/s", float64(c.low)/third.wall/1e6)
				m.add("×stockfish", theirs.wall/ours.wall)
				if ours.cpu > 0 {
					m.add("×stockfish-cpu", theirs.cpu/ours.cpu)
				}
			}
			m.report(b)
			m.row(fmt.Sprintf("perft, %s, depth %d, hash kept, one thread", c.name, c.depth),
				cell{"%.0f M leaves/s", "Mleaves/s"}, cell{engine.name + " %.0f", "stockfish-Mleaves/s"}, "×stockfish-cpu")
		})
	}
}
