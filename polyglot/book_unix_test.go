//go:build unix

package polyglot_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/polyglot"
)

// A named pipe is refused, although nobody writes to it, for which opening it would wait.
func TestOpenPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	if _, err := polyglot.Open(pipe); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Error(err)
	}
}
