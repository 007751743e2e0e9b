package bench

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// rounds collects figures by name, one a round.
type rounds map[string][]float64

func (r rounds) add(name string, v float64) { r[name] = append(r[name], v) }

// report prints the median of each figure. Where there are judges, which have to
// be figures of peers and of the machine, never our own, it also prints as
// quiet-NAME the medians over the quiet quarter of the rounds: those in which the
// judges' sum is least. On a processor that is shared with strangers, that is
// what comes near to having it alone.
func (r rounds) report(b *testing.B, judges ...string) {
	names := make([]string, 0, len(r))
	for name := range r {
		names = append(names, name)
	}
	slices.Sort(names)
	var quiet []int
	if len(judges) > 0 {
		sums := make([]float64, len(r[judges[0]]))
		for _, name := range judges {
			for i, v := range r[name] {
				sums[i] += v
			}
		}
		for i := range sums {
			quiet = append(quiet, i)
		}
		slices.SortFunc(quiet, func(i, j int) int { return cmp.Compare(sums[i], sums[j]) })
		quiet = quiet[:(len(quiet)+3)/4]
	}
	for _, name := range names {
		if len(quiet) > 0 {
			chosen := make([]float64, len(quiet))
			for k, i := range quiet {
				chosen[k] = r[name][i]
			}
			b.ReportMetric(median(chosen), "quiet-"+name)
		}
		b.ReportMetric(median(r[name]), name)
	}
	b.ReportMetric(0, "ns/op")
}

// median leaves the values in their order.
func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// processors are those that this process may run on, two at most.
func processors(b *testing.B) (cpus []int) {
	b.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		b.Fatal(err)
	}
	for i := 0; len(cpus) < min(2, set.Count()); i++ {
		if set.IsSet(i) {
			cpus = append(cpus, i)
		}
	}
	return cpus
}

// on runs f on a thread of its own that stays on a processor, so that what is
// compared has the same neighbours, and returns what f does.
func on(cpu int, f func() float64) float64 {
	c := make(chan float64)
	go func() {
		pin(cpu) // the thread ends with the goroutine
		c <- f()
	}()
	return <-c
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
