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

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tabulation"
)

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
	source := filepath.Join("testdata", name)
	command(gcc, "-Wall", "-Werror", "-O2", "-I", dir, "-o", program, source, archive, "-lpthread")
	return program
}

// TestC compares what a C program gets with Go.
func TestC(t *testing.T) {
	out, err := exec.Command(build(t, "vectors.c")).Output()
	if err != nil {
		t.Fatal(err)
	}
	const text = "the quick brown fox jumps over the lazy dog"
	texts := make(map[tabulation.Family]*tabulation.String)
	integers := make(map[tabulation.Family]tabulation.Function[uint64])
	for _, f := range tabulation.Families() {
		texts[f] = tabulation.NewString(f, tabulation.NewSource(7))
		integers[f] = tabulation.New[uint64](f, tabulation.NewSource(9))
	}
	lines := 0
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); lines++ {
		var family tabulation.Family
		var kind string
		var n int
		var got, want uint64
		if _, err := fmt.Sscanf(s.Text(), "%d %s %d %x", &family, &kind, &n, &got); err != nil {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		switch kind {
		case "bytes":
			want = texts[family].Hash(text[:n])
		case "integer":
			want = integers[family].Hash(0x9e3779b97f4a7c15 * uint64(n))
		}
		if got != want {
			t.Fatalf("%s: want %016x", s.Text(), want)
		}
	}
	if lines != 6*(41+300) {
		t.Errorf("%d lines", lines)
	}
}
