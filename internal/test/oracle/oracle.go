// Package oracle finds the real data and the programs of others that tests compare this module
// with, and runs the programs.
//
// A fresh machine has neither, and a test that needs them is skipped with a message. If the
// environment variable ZOBRIST_ORACLES is "required", as .ci/run sets it, the test fails instead. If it is
// "none", nothing is found, as on a fresh machine. With "none" or nothing, long tests run their short form,
// unless ZOBRIST_LONG is set.
package oracle

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// missing skips the test, or fails it if oracles are required.
func missing(tb testing.TB, format string, args ...any) {
	tb.Helper()
	if os.Getenv("ZOBRIST_ORACLES") == "required" {
		tb.Fatalf(format, args...)
	}
	tb.Skipf("left out: "+format, args...)
}

// none reports whether oracles are turned off.
func none() bool { return os.Getenv("ZOBRIST_ORACLES") == "none" }

// Short reports whether tests run their short form: with -short, or if ZOBRIST_LONG is not set and ZOBRIST_ORACLES
// is not set or "none". In CI it is "required", so that only runs with -short are short.
func Short() bool {
	fresh := os.Getenv("ZOBRIST_ORACLES") == "" || none()
	return testing.Short() || fresh && os.Getenv("ZOBRIST_LONG") == ""
}

// Full skips the test in the short form; what describes the test for the message.
func Full(tb testing.TB, what string) {
	tb.Helper()
	if Short() {
		tb.Skipf("left out: %s; it runs without -short, and with ZOBRIST_ORACLES=optional", what)
	}
}

// Cut reports whether the test runs its short form, and logs what that leaves out.
func Cut(tb testing.TB, what string) bool {
	tb.Helper()
	if Short() {
		tb.Logf("left out: %s; it runs without -short, and with ZOBRIST_ORACLES=optional", what)
	}
	return Short()
}

// Long skips the test unless the environment variable ZOBRIST_LONG is set; what describes the test
// for the message.
func Long(tb testing.TB, what string) {
	tb.Helper()
	if os.Getenv("ZOBRIST_LONG") == "" {
		tb.Skipf("left out: %s; set ZOBRIST_LONG=1 to run it", what)
	}
}

// Whole reports whether the environment variable ZOBRIST_LONG is set, for tests that otherwise take
// a sample; what describes what the sample leaves out.
func Whole(tb testing.TB, what string) bool {
	tb.Helper()
	if os.Getenv("ZOBRIST_LONG") == "" {
		tb.Logf("left out: %s; set ZOBRIST_LONG=1 to run it", what)
		return false
	}
	return true
}

// Data returns the path of a file of the real data. The name is relative to $ZOBRIST_DATA, or else
// to shared/data next to the checkout.
func Data(tb testing.TB, name string) string {
	tb.Helper()
	folder := os.Getenv("ZOBRIST_DATA")
	if folder == "" {
		folder = filepath.Join(root(tb), "..", "shared", "data")
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil || none() {
		missing(tb, "real data %s is not in %s; set ZOBRIST_DATA to its folder", name, folder)
	}
	return path
}

// root returns the folder of the module: the first one above the test's that has a go.mod.
func root(tb testing.TB) string {
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		up := filepath.Dir(folder)
		if up == folder {
			err = os.ErrNotExist
		}
		folder = up
	}
	tb.Fatalf("look for the folder of the module: %v", err)
	return ""
}

// Read returns the content of a file of the real data, decompressed if its
// name ends in .zst.
func Read(tb testing.TB, name string) []byte {
	tb.Helper()
	f, err := os.Open(Data(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if filepath.Ext(name) == ".zst" {
		z, err := zstd.NewReader(f)
		if err != nil {
			tb.Fatal(err)
		}
		defer z.Close()
		r = z
	}
	b, err := io.ReadAll(r)
	if err != nil {
		tb.Fatalf("read %s: %v", name, err)
	}
	return b
}

// Program returns the path of a program in $PATH or in Debian's folder of games; pkg is the Debian
// package that has it.
func Program(tb testing.TB, name, pkg string) string {
	tb.Helper()
	for _, path := range []string{name, filepath.Join("/usr/games", name)} {
		if path, err := exec.LookPath(path); err == nil && !none() {
			return path
		}
	}
	missing(tb, "program %s is not installed; on Debian: apt-get install %s", name, pkg)
	return ""
}

// File returns the path of a file that the Debian package pkg has.
func File(tb testing.TB, path, pkg string) string {
	tb.Helper()
	if _, err := os.Stat(path); err != nil || none() {
		missing(tb, "%s is not there; on Debian: apt-get install %s", path, pkg)
	}
	return path
}

// Python returns the path of a Python interpreter that has a module, such as "chess.variant"; pip is the package on
// PyPI that has it. No Debian package does, so that a test is left out without it even if oracles are required. A
// folder with the module can stand in PYTHONPATH.
func Python(tb testing.TB, module, pip string) string {
	tb.Helper()
	path, err := exec.LookPath("python3")
	if err == nil && !none() {
		if err = exec.Command(path, "-c", "import "+module).Run(); err == nil {
			return path
		}
	}
	tb.Skipf("left out: no Python with the module %s; install it by pip install %s, or set PYTHONPATH", module, pip)
	return ""
}
