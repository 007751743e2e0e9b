package interrupt_test

import (
	"context"
	"errors"
	"io"
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
