package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/disk"
)

// TestSpace: a build of files that cannot fit on the disk fails before it reads them, and one that may not fit says so.
// The files are sparse, so that they take no disk themselves.
func TestSpace(t *testing.T) {
	dir := t.TempDir()
	free, ok := disk.Free(dir)
	if !ok {
		t.Skip("the system does not say how much room a disk has")
	}
	sparse := func(name string, size int64) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString("[Event \"x\"]\n\n1. e4 *\n"); err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(size); err != nil {
			t.Skip(err) // the file system has no files of that size
		}
		return path
	}
	db := filepath.Join(dir, "db")
	_, stderr, status := command(t, t.Context(), "index", "build", "--db", db, sparse("large.pgn", 3*free))
	if _, err := os.Stat(db); status != 1 || !strings.Contains(stderr, "error: the build needs at least ") ||
		!strings.Contains(stderr, "hint: free some") || err == nil {
		t.Errorf("status %d, %v, %s", status, err, stderr)
	}
	least, most := spaceFor([]string{sparse("a.pgn", 1000), sparse("b.pgn.gz", 1000), filepath.Join(dir, "none.pgn")}, 1)
	if least != 1000 || most != 8000+64000 {
		t.Errorf("%d to %d bytes", least, most)
	}
}
