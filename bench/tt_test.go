// The transposition table beside a loop in C over Stockfish's layout, and what
// a random line of memory costs on this machine. The C side is compiled by the
// benchmark from testdata/tt.c:
//
//	go test -run '^$' -bench '^BenchmarkTable$' -benchtime 10x
//
// Each round runs all of them in turn, on tables of ZOBRIST_TABLE bytes each
// (1 GiB if unset), 70 % full, asking for positions that are there in random
// order: a million positions a loop, on one processor for all loops of a round,
// since each has neighbours of its own. First each loop goes over half a million
// others, so that none pays for what the one before left in the caches. Figures
// are medians over the rounds, of nanoseconds of processor time an operation and
// of the ratios within a round.
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
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/bench/stub"
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
	if out, err := exec.Command(gcc, "-O3", "-march=native", "-pthread", "-o", program, "testdata/tt.c").CombinedOutput(); err != nil {
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

// run returns nanoseconds an operation of the named loop, on one processor or on
// two, from the position numbered first on.
func (c *tableC) run(b *testing.B, name string, first int, cpus ...int) float64 {
	b.Helper()
	fmt.Fprintln(c.in, name, first, tableTurn, cpus[0], append(cpus, -1)[1])
	if !c.out.Scan() {
		b.Fatalf("the C program has ended before %s", name)
	}
	ns, err := strconv.ParseFloat(c.out.Text(), 64)
	if err != nil {
		b.Fatal(err)
	}
	return ns
}

// tableRun returns the same of a loop in Go, which goes over n positions of the
// ring and returns a sum.
func tableRun[T any](loop func(t T, hashes []uint64, first, n int) int, t T, hashes []uint64, first int, cpus ...int) (ns float64) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for k, cpu := range cpus {
		wg.Go(func() {
			first := first + k*tableList/2
			took := on(cpu, func() float64 {
				runtime.KeepAlive(loop(t, hashes, first+tableList-tableTurn/2, tableTurn/2))
				begin := threadTime()
				runtime.KeepAlive(loop(t, hashes, first, tableTurn))
				return float64((threadTime() - begin).Nanoseconds()) / tableTurn
			})
			mu.Lock()
			defer mu.Unlock()
			ns += took / float64(len(cpus))
		})
	}
	wg.Wait()
	return ns
}

// fillTable fills 70 % and returns positions that are there, in random order.
func fillTable(b *testing.B, t *tt.Table) []uint64 {
	b.Helper()
	src := rand.NewPCG(1, 2)
	hashes, entries := make([]uint64, tableList), make([]tt.Entry, tableList)
	for stored := 0; stored < t.Len()*7/10; stored += tableList {
		for i := range hashes {
			hashes[i] = src.Uint64()
			entries[i] = tt.Scored(int16(i), tt.Exact, int8(i&31), uint16(i))
		}
		t.StoreBatch(hashes, entries)
	}
	rand.New(src).Shuffle(len(hashes), func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	return hashes
}

// The loops over our table, named as the ones in C.

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

func tableProbe(t *tt.Table, hashes []uint64, first, n int) (sum int) {
	hashes = hashes[:tableList]
	for i := range n {
		t.Prefetch(hashes[(first+i+32)&tableMask])
		if e, _, ok := t.Probe(hashes[(first+i)&tableMask]); ok {
			sum += int(e.Value()) + int(e.Depth)
		}
	}
	return sum
}

func tableMix(t *tt.Table, hashes []uint64, first, n int) (sum int) {
	hashes = hashes[:tableList]
	for i := range n {
		h := hashes[(first+i)&tableMask]
		t.Prefetch(hashes[(first+i+32)&tableMask])
		if (h>>20)%10 < 7 {
			if e, _, ok := t.Probe(h); ok {
				sum += int(e.Value()) + int(e.Depth)
			}
		} else {
			t.Store(h, tt.Scored(int16(i), tt.Exact, int8(h&15), 1))
		}
	}
	return sum
}

// The same over calls that compare nothing.

func stubProbe(t *stub.Table, hashes []uint64, first, n int) int {
	hashes = hashes[:tableList]
	sum := uint64(0)
	for i := range n {
		t.Prefetch(hashes[(first+i+32)&tableMask])
		sum += t.Probe(hashes[(first+i)&tableMask])
	}
	return int(sum)
}

func stubMix(t *stub.Table, hashes []uint64, first, n int) int {
	hashes = hashes[:tableList]
	sum := uint64(0)
	for i := range n {
		h := hashes[(first+i)&tableMask]
		t.Prefetch(hashes[(first+i+32)&tableMask])
		if (h>>20)%10 < 7 {
			sum += t.Probe(h)
		} else {
			t.Store(h, uint64(i))
		}
	}
	return int(sum)
}

// BenchmarkTable is the table of the targets: batch/line ≤ 1.25, batch/C ≤ .8,
// probe/C ≤ 1, mix/C ≤ 1, and 1.95 for what two threads do against one. Where
// line/C or stub-…/C is above a target, or line-two-threads-x below it, this
// machine does not allow it: line is memory alone, stub calls that compare
// nothing. The quiet rounds are those in which memory and C took least.
func BenchmarkTable(b *testing.B) {
	t, err := tt.New(tt.Options{Bytes: tableBytes()})
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	s, err := stub.New(tableBytes())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	c := startTableC(b, tableBytes())
	hashes := fillTable(b, t)
	b.Log(t.Memory())
	cpus := processors(b)
	awake(b, cpus)
	b.Run(fmt.Sprintf("bytes=%d", tableBytes()), func(b *testing.B) {
		r, two, turn := rounds{}, rounds{}, 0
		next := func() int { turn++; return turn * tableTurn & tableMask }
		theirs := func(name string, cpus ...int) float64 { return c.run(b, name, next(), cpus...) }
		ours := func(loop func(*tt.Table, []uint64, int, int) int, cpus ...int) float64 {
			return tableRun(loop, t, hashes, next(), cpus...)
		}
		round := func(cpu int) {
			line := min(theirs("line0", cpu), theirs("line1", cpu))
			probeC := theirs("probe", cpu)
			batch := ours(tableBatch, cpu)
			probe := ours(tableProbe, cpu)
			mixC := theirs("mix", cpu)
			mix := ours(tableMix, cpu)
			leastProbe := tableRun(stubProbe, s, hashes, next(), cpu)
			leastMix := tableRun(stubMix, s, hashes, next(), cpu)
			r.add("line-ns", line)
			r.add("line/C", line/probeC)
			r.add("C-probe-ns", probeC)
			r.add("C-mix-ns", mixC)
			r.add("batch-ns", batch)
			r.add("probe-ns", probe)
			r.add("mix-ns", mix)
			r.add("batch/line", batch/line)
			r.add("batch/C", batch/probeC)
			r.add("probe/C", probe/probeC)
			r.add("stub-probe/C", leastProbe/probeC)
			r.add("stub-mix/C", leastMix/mixC)
			r.add("stub-probe-ns", leastProbe)
			r.add("stub-mix-ns", leastMix)
			r.add("mix/C", mix/mixC)
			if len(cpus) > 1 {
				one, lineOne := 0.0, 0.0
				for _, cpu := range cpus {
					one += ours(tableBatch, cpu)
					lineOne += theirs("line1", cpu)
				}
				two.add("two-threads-x", one/ours(tableBatch, cpus...))
				two.add("line-two-threads-x", lineOne/theirs("line1", cpus...))
			}
		}
		for b.Loop() {
			for range 4 {
				for _, cpu := range cpus {
					round(cpu)
				}
			}
		}
		r.report(b, "line-ns", "C-probe-ns", "C-mix-ns")
		two.report(b)
	})
}
