package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// rounds collects figures by name, one a round. The things compared run in turn
// in each round, so that whatever else the machine does meets all of it.
type rounds map[string][]float64

func (r rounds) add(name string, v float64) { r[name] = append(r[name], v) }

// report prints the median of each figure.
func (r rounds) report(b *testing.B) {
	for name, values := range r {
		b.ReportMetric(median(values), name)
	}
	b.ReportMetric(0, "ns/op")
}

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

// timeOn runs warmUp and f on a thread of its own that stays on a processor, so
// that all that is compared has the same neighbours. It returns the processor
// time of f.
func timeOn(cpu int, warmUp, f func()) time.Duration {
	took := make(chan time.Duration)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		var set unix.CPUSet
		set.Set(cpu)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			panic(err)
		}
		warmUp()
		begin := threadTime()
		f()
		took <- threadTime() - begin
	}()
	return <-took
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
