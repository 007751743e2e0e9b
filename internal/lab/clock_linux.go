package lab

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// timed returns the processor time that f takes. f must not leave its work to other
// goroutines. Unlike the time of day, it hardly depends on what else the machine does.
func timed(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := threadTime()
	f()
	return threadTime() - began
}

// threadTime is the processor time of this thread.
func threadTime() time.Duration { return clock(unix.CLOCK_THREAD_CPUTIME_ID) }

// processTime is the processor time of all threads of the process.
func processTime() time.Duration { return clock(unix.CLOCK_PROCESS_CPUTIME_ID) }

func clock(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		panic(err) // the kernel has had these clocks since 2.6.12
	}
	return time.Duration(t.Nano())
}
