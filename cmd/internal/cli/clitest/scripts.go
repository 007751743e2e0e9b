package clitest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Scripts runs the scripts in testdata, each a session of a user. With -short it leaves out the long ones, named
// without their ending. Scripts may use two commands more: "exits STATUS PROGRAM [ARG ...]" demands an exit status, and
// "gzip FILE NEW [BYTES]" compresses a file.
func Scripts(t *testing.T, long ...string) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, error %v", len(files), err)
	}
	if oracle.Short() {
		t.Logf("left out: the scripts %q; they run without -short, and with ZOBRIST_ORACLES=optional", long)
		files = slices.DeleteFunc(files, func(name string) bool {
			return slices.Contains(long, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		})
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "gzip": gzipFile},
	})
}

// exits runs a program and demands its exit status: exits 2 zobrist hsah.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARG ...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("run %s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// gzipFile compresses a file: gzip FILE NEW.gz. With a number, it keeps only so many bytes of the result, or, if the
// number is negative, leaves out as many at the end.
func gzipFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: gzip FILE NEW [BYTES]")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, z.Close()))
	n := b.Len()
	if len(args) == 3 {
		keep, err := strconv.Atoi(args[2])
		ts.Check(err)
		if keep < 0 {
			keep += n
		}
		n = min(max(keep, 0), n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes()[:n], 0o666))
}
