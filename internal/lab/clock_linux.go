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
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err) // the kernel has had this clock since 2.6.12
	}
	return time.Duration(t.Nano())
}
