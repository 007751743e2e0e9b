package lab_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// TestTimed: work counts, and on Linux waiting does not.
func TestTimed(t *testing.T) {
	sum := 0
	worked := lab.Timed(func() {
		for i := range 10_000_000 {
			sum += i * i
		}
	})
	if worked <= 0 {
		t.Errorf("%v for ten million products (%d)", worked, sum)
	}
	if runtime.GOOS != "linux" {
		return
	}
	if waited := lab.Timed(func() { time.Sleep(200 * time.Millisecond) }); waited > 100*time.Millisecond {
		t.Errorf("%v of processor time for a wait of 200 ms", waited)
	}
}
