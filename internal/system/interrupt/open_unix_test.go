//go:build unix

package interrupt_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

// A named pipe to which nobody writes is not waited for once the context has ended.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	go cancel(cause)
	if f, err := interrupt.Open(ctx, pipe); f != nil || err != cause {
		t.Errorf("opened %v, %v", f, err)
	}
	w, err := os.OpenFile(pipe, os.O_RDWR, 0) // lets the other one end
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	f, err := interrupt.Open(context.Background(), pipe)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	reading, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
	if _, err := interrupt.ReadFile(reading, pipe, 100); err != cause { // nobody writes
		t.Errorf("reading ends with %v", err)
	}
	full := filepath.Join(dir, "full")
	if err := os.WriteFile(full, make([]byte, 100), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := interrupt.ReadFile(context.Background(), full, 100)
	_, tooLarge := interrupt.ReadFile(context.Background(), full, 99)
	if len(text) != 100 || err != nil || tooLarge == nil {
		t.Errorf("%d bytes, error %v; of at most 99: %v", len(text), err, tooLarge)
	}
	if _, err := interrupt.Open(context.Background(), filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
