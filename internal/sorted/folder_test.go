package sorted_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// A manifest is one of a store of tables.
type manifest struct {
	sorted.Mark
	Tables []sorted.FileEntry `json:"tables"`
	Owner  string             `json:"owner"`
}

func (m *manifest) Place() sorted.Mark        { return m.Mark }
func (m *manifest) Files() []sorted.FileEntry { return m.Tables }
func (m *manifest) Check() error {
	if int64(len(m.Tables)) > m.Made {
		return errors.New("it has more tables than were made")
	}
	return nil
}

// next is a copy with another table.
func (m *manifest) next(path func(string) string, make func(path string) sorted.TableInfo) *manifest {
	n := *m
	n.Builds++
	n.Made++
	name := sorted.FileName(n.Made, ".tab")
	info := make(path(name))
	n.Tables = append(slices.Clone(m.Tables), sorted.FileEntry{File: name, Bytes: info.Bytes, Sum: info.Sum})
	return &n
}

func openFolder(dir string, readOnly bool) (*sorted.Folder[*manifest, *sorted.Table], error) {
	return sorted.OpenFolder(dir, sorted.FolderOptions[*manifest, *sorted.Table]{
		Family: family, Suffix: ".tab", ReadOnly: readOnly,
		New: func() *manifest { return new(manifest) },
		Open: func(path string, m *manifest, number int) (*sorted.Table, error) {
			t, err := family.OpenTable(path)
			if err != nil {
				return nil, err
			}
			if info, err := t.Info(); err != nil || info.Sum != m.Tables[number].Sum {
				t.Close()
				return nil, errors.Join(errCorrupt, err)
			}
			return t, nil
		},
		Keep: func(dir string, _ *manifest) []string {
			var j journal
			if err := family.ReadSealed(filepath.Join(dir, "journal"), "journal", &j); err != nil {
				return nil
			}
			return []string{"journal", "spill"}
		},
	})
}

// A journal is what a build resumes from.
type journal struct {
	Added   int
	Extents [][256][]sorted.Extent
}

// newManifest is the first manifest of a store.
func newManifest() (*manifest, error) {
	return &manifest{Mark: sorted.Mark{Origin: rand.Uint64N(1<<53-1) + 1}, Owner: "test"}, nil
}

// addTable adds a table with one record.
func addTable(f *sorted.Folder[*manifest, *sorted.Table], number uint64) error {
	c, err := f.Change(newManifest)
	if err != nil {
		return err
	}
	defer c.End()
	m := c.Manifest().next(func(name string) string { return filepath.Join(f.Dir(), name) },
		func(path string) sorted.TableInfo {
			var info sorted.TableInfo
			w, e := family.CreateTable(path, sorted.TableOptions{})
			if err = e; err != nil {
				return info
			}
			s := family.NewSpill(sorted.SpillOptions{Size: sorted.Variable, Memory: 1 << 20})
			err = s.Adder().Add(0, sorted.Key{Lo: number}, fmt.Append(nil, number))
			s.End()
			if err == nil {
				err = w.Sort(context.Background(), s, 0, sorted.WorkOptions{Memory: 1 << 20}, join)
			}
			info, e = w.Close()
			err = errors.Join(err, e)
			return info
		})
	if err != nil {
		return err
	}
	return errors.Join(c.Publish(m), c.End())
}

// all returns the payloads of all tables of a state.
func all(t *testing.T, s *sorted.State[*manifest, *sorted.Table]) string {
	t.Helper()
	var list []string
	err := sorted.Merged(t.Context(), s.Files, sorted.Key{}, func(_ sorted.Key, payloads iter.Seq[[]byte]) error {
		for p := range payloads {
			list = append(list, string(p))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// TestFolder changes a store while others read it.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if _, err := openFolder(dir, true); !errors.Is(err, errEmpty) {
		t.Errorf("open no store for reading: %v", err)
	}
	f, err := openFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Change(nil); !errors.Is(err, errEmpty) {
		t.Errorf("change no store: %v", err)
	}
	if c, err := f.Change(newManifest); err != nil || c.End() != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a change without a build leaves a folder: %v", err)
	}
	check := func(f *sorted.Folder[*manifest, *sorted.Table], want string) {
		t.Helper()
		s, err := f.Acquire()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		if got := all(t, s); got != want {
			t.Errorf("the store has %q, want %q", got, want)
		}
	}
	if err := addTable(f, 7); err != nil {
		t.Fatal(err)
	}
	check(f, "7")
	reader, err := openFolder(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	old, err := reader.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Change(newManifest); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("change a store that is open for reading: %v", err)
	}
	c, err := f.Change(newManifest)
	if err != nil {
		t.Fatal(err)
	}
	other, err := openFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Change(newManifest); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("two changes: %v", err)
	}
	if err := c.End(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"000009.tab", "000009.tab.0-1f", "MANIFEST.new", "build/x"} {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err = errors.Join(err, os.WriteFile(path, []byte("left"), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := f.Left(); n != 16 || err != nil {
		t.Errorf("%d bytes are left, error %v", n, err)
	}
	if err := addTable(other, 3); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Left(); n != 0 || err != nil {
		t.Errorf("%d bytes are left, error %v", n, err)
	}
	check(f, "7")
	if news, err := reader.Refresh(); err != nil || !news {
		t.Errorf("refresh: news %t, error %v", news, err)
	}
	check(reader, "3 7")
	s, err := old.Acquire()
	if err != nil || all(t, s) != "7" {
		t.Errorf("a snapshot changes, or %v", err)
	}
	s.Release()
	// A change that takes all tables away.
	c, err = f.Change(newManifest)
	if err != nil {
		t.Fatal(err)
	}
	m := *c.Manifest()
	m.Builds, m.Tables = m.Builds+1, nil
	if err := errors.Join(c.Publish(&m), c.End()); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.tab")); len(files) != 0 {
		t.Errorf("left: %v", files)
	}
	s, err = old.Acquire()
	if err != nil || all(t, s) != "7" {
		t.Errorf("a snapshot changes, or %v", err)
	}
	s.Release()
	old.Close()
	if _, err := old.Acquire(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a closed snapshot: %v", err)
	}
	for _, f := range []*sorted.Folder[*manifest, *sorted.Table]{f, reader, other} {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if _, err := f.Acquire(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("a closed store: %v", err)
		}
	}
}

// TestManifest damages the manifest and what it names.
func TestManifest(t *testing.T) {
	base := t.TempDir()
	f, err := openFolder(filepath.Join(base, "good"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	manifestAfter := func(number uint64) []byte {
		if err := addTable(f, number); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(f.Dir(), "MANIFEST"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	older, good := manifestAfter(1), manifestAfter(2)
	text, err := family.Unseal("manifest", good)
	if err != nil {
		t.Fatal(err)
	}
	flip := slices.Clone(good)
	flip[len(flip)/2] ^= 1
	seal := func(old, now string) []byte {
		return family.Seal("manifest", []byte(strings.Replace(string(text), old, now, 1)))
	}
	other := *family
	other.SealVersion++
	for _, test := range []struct {
		name    string
		content []byte
		want    error
		says    string
	}{
		{"good", good, nil, ""},
		{"empty", nil, errCorrupt, "checksum"},
		{"cut off", good[:len(good)-5], errCorrupt, "checksum"},
		{"a bit", flip, errCorrupt, "checksum"},
		{"another kind", family.Seal("journal", text), errCorrupt, "checksum"},
		{"another format", other.Seal("manifest", text), errUnknown, "format 2"},
		{"older", older, errCorrupt, "an older one"},
		{"no JSON", family.Seal("manifest", text[:9]), errCorrupt, "JSON"},
		{"another name", seal("000001.tab", "../../x"), errCorrupt, `named "../../x"`},
		{"too many", seal(`"made":2`, `"made":1`), errCorrupt, "more tables"},
		{"a missing file", seal("000002.tab", "000007.tab"), errCorrupt, "000007.tab"},
		{"another file", seal("000002.tab", "000001.tab"), errCorrupt, ""},
	} {
		dir := filepath.Join(base, test.name)
		if err := os.CopyFS(dir, os.DirFS(f.Dir())); test.name != "good" && err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "MANIFEST"), test.content, 0o666); err != nil {
			t.Fatal(err)
		}
		if test.name == "too many" { // the older mark would tell first
			os.Remove(filepath.Join(dir, "LOCK"))
		}
		g, err := openFolder(dir, true)
		if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v; want %v and %q", test.name, err, test.want, test.says)
		}
		if err == nil {
			g.Close()
		}
	}
	if err := os.Remove(filepath.Join(f.Dir(), "MANIFEST")); err != nil {
		t.Fatal(err)
	}
	if _, err := openFolder(f.Dir(), true); !errors.Is(err, errCorrupt) {
		t.Errorf("without the manifest: %v", err)
	}
	if _, err := json.Marshal(manifest{}); err != nil {
		t.Error(err)
	}
}
