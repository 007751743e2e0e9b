// Package work counts the work of a package that reads texts of others, so
// that a test of texts made to be slow is decided by a number that is the same
// on every machine, and not by time.
//
//	func TestHostile(t *testing.T) {
//		if !work.Counting() {
//			work.Again(t, ".")
//			return
//		}
//		begin := work.N
//		read(text)
//		t.Log(work.N - begin)
//	}
//
// Counted are calls, turns of loops, and the bytes that functions of bytes,
// strings and unicode/utf8 look at or that are copied, in copies of the
// package's files to which [Again] adds the counting; the package itself has
// none of it. What other packages do inside is not counted.
package work

import (
	"encoding/json"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/internal/oracle"
)

// N is how much was counted so far. It belongs to one goroutine at a time, as
// does what is counted.
var N int

// counting is set by the linker.
var counting string

// Counting reports whether this is a build that counts.
func Counting() bool { return counting != "" }

// Again runs the test again, alone, in a build that counts the work of the
// packages in these folders; the test's own is ".". It fails the test where
// that run fails, and skips it where there is no go tool. It takes a build.
func Again(t *testing.T, folders ...string) {
	t.Helper()
	tool := oracle.Program(t, "go", "golang")
	overlay, err := overlay(t.TempDir(), folders)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), tool, "test", "-count=1", "-vet=off", "-overlay="+overlay, fmt.Sprintf("-short=%v", testing.Short()),
		"-ldflags=-X github.com/zobrist-go/zobrist/internal/work.counting=yes", "-run=^"+t.Name()+"$", ".")
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "CGO_ENABLED=0") // the go tool's own machine
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// overlay writes the files of the packages with counting to a folder, and
// returns a file that tells the go tool about them.
func overlay(to string, folders []string) (string, error) {
	var files struct{ Replace map[string]string }
	files.Replace = make(map[string]string)
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			return "", err
		}
		pkg, err := build.ImportDir(folder, 0)
		if err != nil {
			return "", err
		}
		for _, name := range pkg.GoFiles {
			name = filepath.Join(folder, name)
			text, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			if text, err = count(name, text); err != nil {
				return "", err
			}
			counted := filepath.Join(to, fmt.Sprintf("%d.go", len(files.Replace)))
			if err := os.WriteFile(counted, text, 0o666); err != nil {
				return "", err
			}
			files.Replace[name] = counted
		}
	}
	list, err := json.Marshal(files)
	if err != nil {
		return "", err
	}
	name := filepath.Join(to, "overlay.json")
	return name, os.WriteFile(name, list, 0o666)
}
