package replace_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/replace"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// files returns the content of a folder by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		if err := replace.File(name, write(text)); err != nil {
			t.Fatal(err)
		}
		if got := files(t, dir); len(got) != 1 || got["a"] != text {
			t.Errorf("wrote %q: %q", text, got)
		}
	}
	broken := errors.New("broken")
	half := func(w io.Writer) error { return errors.Join(write("half")(w), broken) }
	if err := replace.File(name, half); !errors.Is(err, broken) {
		t.Error(err)
	}
	if got := files(t, dir); len(got) != 1 || got["a"] != "two" {
		t.Errorf("after an error: %q", got)
	}
	if err := replace.Check(filepath.Join(dir, "b")); err != nil || len(files(t, dir)) != 1 {
		t.Errorf("check: %v, %q", err, files(t, dir))
	}
}

// An error is about the file, and not about the temporary one.
func TestFileErrorName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none", "a")
	for _, err := range []error{replace.File(name, write("")), replace.Check(name)} {
		var place *fs.PathError
		if !errors.As(err, &place) || place.Path != name {
			t.Errorf("%v, want the path %s", err, name)
		}
	}
}

// A file keeps its permissions, and a link to it remains one.
func TestFilePermissions(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" {
		t.Skip("does not apply: this system has other permissions")
	}
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Symlink("a", link)); err != nil {
		t.Fatal(err)
	}
	err := replace.File(link, func(w io.Writer) error {
		temporary, err := filepath.Glob(filepath.Join(dir, ".zobrist-*"))
		if err != nil || len(temporary) != 1 {
			t.Fatal(temporary, err)
		}
		if info, err := os.Stat(temporary[0]); err != nil || info.Mode() != 0o600 {
			t.Errorf("while it is written: %v, %v", info.Mode(), err)
		}
		return write("new")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "a" || files(t, dir)["a"] != "new" {
		t.Errorf("link to %q, %v, %q", to, err, files(t, dir))
	}
}

// Temporary files of processes that were killed are removed; the file of a process that writes, and
// other files, are not.
func TestFileRemovesLeft(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-8 * 24 * time.Hour)
	for name, when := range map[string]time.Time{
		".zobrist-1": old, ".zobrist-12": time.Now(), ".zobrist-mine": old, "zobrist-1": old,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o666), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	err := replace.File(filepath.Join(dir, "b"), func(w io.Writer) error {
		return errors.Join(write("whole")(w), replace.File(filepath.Join(dir, "a"), write("")))
	})
	if err != nil {
		t.Fatal(err)
	}
	got := files(t, dir)
	if got["b"] != "whole" {
		t.Errorf("written meanwhile: %q", got["b"])
	}
	locks := runtime.GOOS != "js" && runtime.GOOS != "wasip1" && runtime.GOOS != "plan9"
	for name, want := range map[string]bool{
		".zobrist-1": false, ".zobrist-12": !locks, ".zobrist-mine": true, "zobrist-1": true, "a": true, "b": true,
	} {
		if _, ok := got[name]; ok != want {
			t.Errorf("%s exists: %v", name, ok)
		}
	}
}
