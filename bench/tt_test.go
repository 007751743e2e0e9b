// The transposition table beside a loop in C over Stockfish's layout, and what
// a random line of memory costs on this machine. The C side is compiled by the
// benchmark from testdata/tt.c:
//
//	go test -run '^$' -bench '^BenchmarkTable$' -benchtime 10x
//
// Each round runs all of them in turn, on tables of ZOBRIST_TABLE bytes each
// (1 GiB if unset), 70 % full, asking for positions that are there in random
// order: a million positions a loop, after half a million others for the caches.
// Figures are medians over the rounds, of nanoseconds of processor time an
// operation and of the ratios within a round.
package bench

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist/tt"
)

const (
	tableList = 1 << 22 // the positions asked for, a ring
	tableMask = tableList - 1
	tableTurn = 1 << 20 // those that a loop is timed on, each the next ones
)

func tableBytes() int64 {
	if n, err := strconv.ParseInt(os.Getenv("ZOBRIST_TABLE"), 10, 64); err == nil {
		return n
	}
	return 1 << 30
}

// tableC is the program in C, with its table filled.
type tableC struct {
	in  io.Writer
	out *bufio.Scanner
}

func startTableC(b *testing.B, bytes int64) *tableC {
	b.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("left out: gcc is not installed; on Debian: apt-get install gcc")
	}
	program := filepath.Join(b.TempDir(), "tt")
	if out, err := exec.Command(gcc, "-O3", "-march=native", "-o", program,
		"testdata/tt.c").CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(program, fmt.Sprint(bytes), fmt.Sprint(tableList))
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
	b.Cleanup(func() { in.Close(); cmd.Wait() })
	c := &tableC{in, bufio.NewScanner(out)}
	if !c.out.Scan() || c.out.Text() != "ready" {
		b.Fatal("the C program does not start")
	}
	return c
}

// run returns nanoseconds an operation of the named loop from the position
// numbered first on.
func (c *tableC) run(b *testing.B, name string, first, cpu int) float64 {
	b.Helper()
	fmt.Fprintln(c.in, name, first, tableTurn, cpu)
	if !c.out.Scan() {
		b.Fatalf("the C program has ended before %s", name)
	}
	ns, err := strconv.ParseFloat(c.out.Text(), 64)
	if err != nil {
		b.Fatal(err)
	}
	return ns
}

// fillTable fills 70 % and returns positions that are there, in random order.
func fillTable(t *tt.Table) []uint64 {
	src := rand.NewPCG(1, 2)
	hashes, entries := make([]uint64, tableList), make([]tt.Entry, tableList)
	for stored := 0; stored < t.Len()*7/10; stored += tableList {
		for i := range hashes {
			hashes[i] = src.Uint64()
			entries[i] = tt.NewEntry(int16(i), tt.Exact, int8(i&31), uint16(i))
		}
		t.StoreBatch(hashes, entries)
	}
	rand.New(src).Shuffle(len(hashes), func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	return hashes
}

// A tableLoop goes over n positions of the ring and returns a sum. The loops of the same
// name in C do the same. Loops by single positions prefetch some positions ahead: a
// processor looks further ahead over C's shorter loop, so a short distance favours C.
type tableLoop func(t *tt.Table, hashes []uint64, first, n int) (sum int)

func tableBatch(t *tt.Table, hashes []uint64, first, n int) (sum int) {
	entries := make([]tt.Entry, 4096)
	for i := 0; i < n; i += len(entries) {
		at := (first + i) & tableMask
		t.ProbeBatch(hashes[at:at+len(entries)], entries)
		for _, e := range entries {
			sum += int(e.Value()) + int(e.Depth)
		}
	}
	return sum
}

// tableProbe must not be inlined: its loop would be copied into BenchmarkTable, where Prefetch and Probe become calls.
//
//go:noinline
func tableProbe(ahead int) tableLoop {
	return func(t *tt.Table, hashes []uint64, first, n int) (sum int) {
		hashes = hashes[:tableList]
		for i := range n {
			t.Prefetch(hashes[(first+i+ahead)&tableMask])
			if e, ok := t.Probe(hashes[(first+i)&tableMask]); ok {
				sum += int(e.Value()) + int(e.Depth)
			}
		}
		return sum
	}
}

// tableMix must not be inlined, as tableProbe.
//
//go:noinline
func tableMix(ahead int) tableLoop {
	return func(t *tt.Table, hashes []uint64, first, n int) (sum int) {
		hashes = hashes[:tableList]
		for i := range n {
			h := hashes[(first+i)&tableMask]
			t.Prefetch(hashes[(first+i+ahead)&tableMask])
			if (h>>20)%10 < 7 {
				if e, ok := t.Probe(h); ok {
					sum += int(e.Value()) + int(e.Depth)
				}
			} else {
				t.Store(h, tt.NewEntry(int16(i), tt.Exact, int8(h&15), 1))
			}
		}
		return sum
	}
}

// plainProbe is tableProbe(32) as a program would write it.
func plainProbe(t *tt.Table, hashes []uint64, first, n int) (sum int) {
	hashes = hashes[:tableList]
	for i := range n {
		t.Prefetch(hashes[(first+i+32)&tableMask])
		if e, ok := t.Probe(hashes[(first+i)&tableMask]); ok {
			sum += int(e.Value()) + int(e.Depth)
		}
	}
	return sum
}

// BenchmarkTable measures the table against the targets: batch/line ≤ 1.4,
// batch/C ≤ .6, probe/C ≤ .95 and mix/C ≤ 1.1, with prefetches 32 and 96 positions ahead.
// line is memory alone. probe32/plain is near 1, or else the compiler has put calls into the loops of this file that
// programs do not have.
func BenchmarkTable(b *testing.B) {
	t, err := tt.New(tt.Options{Bytes: tableBytes()})
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	c := startTableC(b, tableBytes())
	hashes := fillTable(t)
	b.Log(t.Memory())
	cpus := processors(b)
	b.Run(fmt.Sprintf("bytes=%d", tableBytes()), func(b *testing.B) {
		r, turn := rounds{}, 0
		next := func() int { turn++; return turn * tableTurn & tableMask }
		round := func(cpu int) {
			theirs := func(name string) float64 { return c.run(b, name, next(), cpu) }
			ours := func(loop tableLoop) float64 {
				first := next()
				took := timeOn(cpu,
					func() { runtime.KeepAlive(loop(t, hashes, first+tableList-tableTurn/2, tableTurn/2)) },
					func() { runtime.KeepAlive(loop(t, hashes, first, tableTurn)) })
				return float64(took.Nanoseconds()) / tableTurn
			}
			line := min(theirs("line0"), theirs("line1"))
			batch, probeC := ours(tableBatch), theirs("probe32")
			r.add("line-ns", line)
			r.add("batch-ns", batch)
			r.add("batch/line", batch/line)
			r.add("batch/C", batch/probeC)
			r.add("C/batch", probeC/batch)
			r.add("C-batch-ns", probeC)
			for _, ahead := range []int{32, 96} {
				if ahead == 32 {
					r.add("probe32/plain", ours(tableProbe(ahead))/ours(plainProbe))
				}
				for name, loop := range map[string]tableLoop{"probe": tableProbe(ahead), "mix": tableMix(ahead)} {
					name = fmt.Sprint(name, ahead)
					c, own := theirs(name), ours(loop)
					r.add("C-"+name+"-ns", c)
					r.add(name+"-ns", own)
					r.add(name+"/C", own/c)
					r.add("C/"+name, c/own)
				}
			}
		}
		for b.Loop() {
			for range 4 {
				for _, cpu := range cpus {
					round(cpu)
				}
			}
		}
		r.report(b)
		for _, c := range []struct{ figure, what string }{
			{"batch", "batch probe"}, {"probe32", "prefetch 32 ahead and probe, one by one"},
			{"mix32", "70 probes to 30 stores, prefetched 32 ahead"},
		} {
			r.row("table of "+fmt.Sprint(tableBytes()>>20)+" MiB: "+c.what, cell{"%.1f ns", c.figure + "-ns"},
				cell{"C on Stockfish's layout %.1f", "C-" + c.figure + "-ns"}, "C/"+c.figure)
		}
	})
}
