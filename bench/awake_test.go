package bench

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/bench/stub"
)

// A virtual processor that falls asleep between two loops may wake up beside a
// busy neighbour, on half of a core. An engine never sleeps; so for the time of a
// benchmark that goes from loop to loop a process of no priority runs on each
// processor, which gives way to everything else.

func TestMain(m *testing.M) {
	if cpu, err := strconv.Atoi(os.Getenv("ZOBRIST_AWAKE")); err == nil {
		go func() { // until whoever started this has ended
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
		pin(cpu)
		if err := unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}, 0); err != nil {
			os.Exit(1)
		}
		stub.Idle()
	}
	os.Exit(m.Run())
}

// awake keeps the processors awake until the benchmark ends.
func awake(b *testing.B, cpus []int) {
	b.Helper()
	for _, cpu := range cpus {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ZOBRIST_AWAKE="+strconv.Itoa(cpu))
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	}
}

// pin keeps the calling goroutine on a thread of its own, for good, and that on a
// processor.
func pin(cpu int) {
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		panic(err)
	}
}
