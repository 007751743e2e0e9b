package pebblestore_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/pebblestore"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func open(tb testing.TB, dir string) index.Store {
	tb.Helper()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	storetest.Test(t, storetest.Options{Open: open})
}

func TestReaders(t *testing.T) {
	dir := t.TempDir()
	if _, err := pebblestore.Open(dir, pebblestore.Options{ReadOnly: true}); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("read a directory that does not exist: %v, want ErrEmpty", err)
	}
	w := open(t, dir)
	if _, err := pebblestore.Open(dir, pebblestore.Options{ReadOnly: true}); !errors.Is(err, index.ErrLocked) {
		t.Errorf("read beside a writer: %v, want ErrLocked", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := pebblestore.Open(dir, pebblestore.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := r.Begin(t.Context()); err == nil {
			t.Error("load into a store open for reading")
		}
	}
	if _, err := pebblestore.Open(dir, pebblestore.Options{}); !errors.Is(err, index.ErrLocked) {
		t.Errorf("write beside readers: %v, want ErrLocked", err)
	}
}

func TestForeignDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := pebblestore.Open(dir, pebblestore.Options{}); err == nil {
		t.Error("opened a directory that holds something else")
	}
}

// TestEmptyDirectory reads a store whose first build was killed at once.
func TestEmptyDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pebble"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := pebblestore.Open(dir, pebblestore.Options{ReadOnly: true}); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("read an empty directory: %v, want ErrEmpty", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pebble", "LOCK"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := pebblestore.Open(dir, pebblestore.Options{ReadOnly: true}); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("read a directory with a lock file alone: %v, want ErrEmpty", err)
	}
}
