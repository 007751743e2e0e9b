package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/tabulation"
)

// families by their names in C.
var families = map[string]tabulation.Family{
	"simple": tabulation.Simple, "onepermutation": tabulation.OnePermutation, "twisted": tabulation.Twisted,
	"permutation": tabulation.Permutation, "mixed": tabulation.Mixed, "double": tabulation.Double,
}

// build makes the archive and links a C program of testdata with it.
func build(t *testing.T, name string) string {
	t.Helper()
	gcc, dir := oracle.Program(t, "gcc", "gcc"), t.TempDir()
	program := filepath.Join(dir, strings.TrimSuffix(name, ".c"))
	command := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
	archive := filepath.Join(dir, "zobrist.a")
	command(oracle.Program(t, "go", "golang"), "build", "-buildmode=c-archive", "-o", archive, ".")
	command(gcc, "-Wall", "-Werror", "-O2", "-I", dir, "-o", program, filepath.Join("testdata", name), archive, "-lpthread")
	return program
}

// TestC compares what a C program gets with Go.
func TestC(t *testing.T) {
	if testing.Short() {
		t.Log("the C archive is not built under -short")
		return
	}
	out, err := exec.Command(build(t, "vectors.c")).Output()
	if err != nil {
		t.Fatal(err)
	}
	const text = "the quick brown fox jumps over the lazy dog"
	texts, integers := make(map[string]*tabulation.String), make(map[string]tabulation.Function[uint64])
	for name, f := range families {
		texts[name] = tabulation.NewString(f, tabulation.NewSource(7))
		integers[name] = tabulation.New64(f, tabulation.NewSource(9))
	}
	lines := 0
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); lines++ {
		var name, kind string
		var n int
		var got, want uint64
		if _, err := fmt.Sscanf(s.Text(), "%s %s %d %x", &name, &kind, &n, &got); err != nil {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		switch kind {
		case "bytes":
			want = texts[name].Hash(text[:n])
		case "u64":
			want = integers[name].Hash(0x9e3779b97f4a7c15 * uint64(n))
		}
		if got != want {
			t.Fatalf("%s: want %016x", s.Text(), want)
		}
	}
	if lines != 6*(41+300) {
		t.Errorf("%d lines", lines)
	}
}
