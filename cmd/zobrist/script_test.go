package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/zobrist-go/zobrist/internal/oracle"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"zobrist": main,
	})
}

// longScripts start dozens of processes each, which is two thirds of the time of all scripts.
var longScripts = []string{"book", "files", "index_build", "index_query", "keys_layout", "lattice", "odds", "solve", "usage"}

// TestScripts runs the scripts in testdata, each a session of a user.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, error %v", len(files), err)
	}
	if oracle.Short() {
		t.Logf("left out: the scripts %q; they run without -short, and with ZOBRIST_ORACLES=optional",
			longScripts)
		files = slices.DeleteFunc(files, func(name string) bool {
			return slices.Contains(longScripts, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		})
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
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
