package interrupt_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

// A reader that blocks for good ends with its context, by its cause.
func TestInterrupt(t *testing.T) {
	blocked, _ := io.Pipe()
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	r := interrupt.Reader(ctx, blocked)
	go cancel(cause)
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != cause {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

// Otherwise it returns the same bytes and the same error.
func TestPassThrough(t *testing.T) {
	text := strings.Repeat("0123456789", 10_000)
	broken := errors.New("broken")
	r := interrupt.Reader(context.Background(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
	got, err := io.ReadAll(r)
	if string(got) != text || err != broken {
		t.Errorf("%d bytes of %d, %v", len(got), len(text), err)
	}
}

// A watched context counts the functions that wait for its end.
type watched struct {
	context.Context
	done    chan struct{}
	waiting int
}

func (w *watched) Done() <-chan struct{} { return w.done }
func (w *watched) Value(any) any         { return nil }

func (w *watched) AfterFunc(func()) (stop func() bool) {
	w.waiting++
	return func() bool { w.waiting--; return true }
}

// A reader that is closed leaves nothing with its context, which may last much longer.
func TestClose(t *testing.T) {
	w := &watched{Context: context.Background(), done: make(chan struct{})}
	r := interrupt.Reader(w, strings.NewReader("text"))
	if _, err := io.ReadAll(r); err != nil || w.waiting != 1 {
		t.Fatalf("%d functions wait, error %v", w.waiting, err)
	}
	if err := r.Close(); err != nil || w.waiting != 0 {
		t.Errorf("%d functions wait after Close, error %v", w.waiting, err)
	}
}

// TestDigest: the digest of a file is what sha256sum writes, and reading begins anew afterwards.
func TestDigest(t *testing.T) {
	name := filepath.Join(t.TempDir(), "abc")
	if err := os.WriteFile(name, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := interrupt.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	for range 2 {
		if got, err := f.Digest(t.Context()); got != want || err != nil {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	if text, err := io.ReadAll(f); string(text) != "abc" || err != nil {
		t.Errorf("then it reads %q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Digest(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}
