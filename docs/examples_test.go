package docs_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every public package has an example, and a program outside of the module can do the same.
func TestExamples(t *testing.T) {
	packages := make(map[string]bool) // by path: whether it has an example
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case "internal", "cmd", "bench", "docs", "testdata", "_asm", "node_modules":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		dir := filepath.Dir(path)
		example := strings.HasSuffix(path, "_test.go") && bytes.Contains(text, []byte("\nfunc Example"))
		packages[dir] = packages[dir] || example
		if example && filepath.Base(path) == "example_test.go" && bytes.Contains(text, []byte("/zobrist/internal/")) {
			t.Errorf("%s imports an internal package", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 28 {
		t.Errorf("found %d packages only: %v", len(packages), packages)
	}
	for dir, ok := range packages {
		if !ok {
			t.Errorf("%s has no example", dir)
		}
	}
}
