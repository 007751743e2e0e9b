package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// BenchmarkAudit measures the three engines of an audit on one core beside a
// plain C program of each (testdata/audit.c, gcc -O3 -march=native): words of
// MacWilliams's walk, sums of four keys, iterations of Stern's search, all by
// second of processor time, so that other work on the machine counts less.
func BenchmarkAudit(b *testing.B) {
	ctx := context.Background()
	program := filepath.Join(b.TempDir(), "audit")
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("left out: gcc is not installed; on Debian: apt-get install gcc")
	}
	compile := exec.Command(gcc, "-O3", "-march=native", "-o", program, "testdata/audit.c")
	if out, err := compile.CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, out)
	}
	for _, e := range []struct {
		name string
		bits int
		n    int
		unit string
		run  func(set zobrist.Set) (done float64, err error)
	}{
		{"macwilliams", 27, 781, "words/s", func(set zobrist.Set) (float64, error) {
			r, err := dependency.MacWilliams(ctx, dependency.Columns(set), dependency.MacWilliamsOptions{MaxWeight: 8,
				Threads: 1})
			return r.Words, err
		}},
		{"exhaustive", 64, 400, "sums/s", func(set zobrist.Set) (float64, error) {
			r, err := dependency.Exhaustive(ctx, dependency.Columns(set), dependency.ExhaustiveOptions{Threads: 1})
			return r.Sums, err
		}},
		{"stern", 64, 781, "iterations/s", func(set zobrist.Set) (float64, error) {
			r, err := dependency.Stern(ctx, dependency.Columns(set), dependency.SternOptions{MaxWeight: 9, Iterations: 1000,
				Threads: 1})
			return float64(r.Iterations), err
		}},
	} {
		b.Run("engine="+e.name+"/impl=zobrist", func(b *testing.B) {
			set := zobrist.Set{Keys: zobrist.NewKeys(e.n, rand.NewPCG(1, 2))}.Truncate(e.bits)
			done, from := 0.0, processor(b)
			for b.Loop() {
				d, err := e.run(set)
				if err != nil {
					b.Fatal(err)
				}
				done += d
			}
			b.ReportMetric(done/(processor(b)-from), e.unit)
		})
		b.Run("engine="+e.name+"/impl=c", func(b *testing.B) {
			// The C program sums for a few prefixes only, of the full table.
			var text strings.Builder
			for _, k := range zobrist.NewKeys(781, rand.NewPCG(1, 2)).Truncate(e.bits) {
				fmt.Fprintf(&text, "%x\n", k)
			}
			done, seconds := 0.0, 0.0
			for b.Loop() {
				cmd := exec.Command(program, e.name, "781", fmt.Sprint(e.bits))
				cmd.Stdin = strings.NewReader(text.String())
				out, err := cmd.Output()
				if err != nil {
					b.Fatal(err)
				}
				var d, s float64
				if _, err := fmt.Sscan(string(out), &d, &s); err != nil {
					b.Fatal(err)
				}
				done, seconds = done+d, seconds+s
			}
			b.ReportMetric(done/seconds, e.unit)
		})
	}
}

// processor returns the seconds of processor time this process has had.
func processor(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
