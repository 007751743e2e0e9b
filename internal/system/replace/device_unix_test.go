//go:build unix

package replace_test

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// A named pipe is written to, and stays.
func TestFilePipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := replace.File(pipe, write("text\n")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(pipe)
	if err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Fatalf("in its place: %v, %v", info.Mode(), err)
	}
	if got, err := bufio.NewReader(reader).ReadString('\n'); got != "text\n" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}
