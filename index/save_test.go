package index_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/memstore"
)

// saved starts a build, saves it and suspends it, and returns the directory
// of its temporary files.
func saved(t testing.TB, ix *index.Index, dir string, games []played) string {
	t.Helper()
	b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, b, games[:20], 5)
	b.Keep(index.Source{Name: "a", Digest: "a"})
	appendAll(t, b, games[20:], 5)
	if err := errors.Join(b.Save("state"), b.Suspend()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "scratch")
}

// TestRestoreDamaged damages what a build saved: the next one starts afresh,
// and works as if nothing had been there.
func TestRestoreDamaged(t *testing.T) {
	games := playMany(1, 40)
	edit := func(name string, change func(string) string) func(string) error {
		return func(scratch string) error {
			path := filepath.Join(scratch, name)
			old, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			changed := change(string(old))
			if changed == string(old) {
				return errors.New("nothing was changed")
			}
			return os.WriteFile(path, []byte(changed), 0o666)
		}
	}
	replace := func(from, to string) func(string) error {
		return edit("journal", func(s string) string { return strings.Replace(s, from, to, 1) })
	}
	for name, damage := range map[string]func(string) error{
		"journal cut off":      edit("journal", func(s string) string { return s[:len(s)/2] }),
		"negative games":       replace(`"Games":40,"Bytes"`, `"Games":-40,"Bytes"`),
		"more games kept":      replace(`"Games":20,"Bytes"`, `"Games":50,"Bytes"`),
		"negative bytes":       replace(`"Games":40,"Bytes":`, `"Games":40,"Bytes":-`),
		"fewer bytes":          replace(`"Games":40,"Bytes":`, `"Games":40,"Bytes":1`),
		"huge extent":          replace(`"Visits":`, `"Visits":512409557603043101`), // ·18 is 2 modulo 2^64
		"other parts":          replace(`"All":{"Parts":[`, `"All":{"Parts":[9`),
		"huge game":            edit("games", func(s string) string { return "\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + s }),
		"number without end":   edit("games", func(s string) string { return strings.Repeat("\xff", len(s)) }),
		"zeros":                edit("games", func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"visits cut off":       edit("visits", func(s string) string { return s[:len(s)-1] }),
		"games file cut off":   edit("games", func(s string) string { return s[:len(s)-1] }),
		"no games at all":      edit("games", func(string) string { return "" }),
		"journal of something": edit("journal", func(string) string { return "[]" }),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := onDiskAt(t, dir)
			ix := openIndex(t, store)
			if err := damage(saved(t, ix, dir, games)); err != nil {
				t.Fatal(err)
			}
			b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if ok, err := b.Restore(func(json.RawMessage) bool { return true }); ok || err != nil {
				t.Fatalf("restored: %v, error %v", ok, err)
			}
			appendAll(t, b, games[:7], 3)
			if err := b.Drop(); err != nil {
				t.Fatal(err)
			}
			appendAll(t, b, games, 3)
			b.Keep(index.Source{})
			if _, err := b.Commit(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			check(t, ix, games)
		})
	}
}

// TestFailedWrite: after visits could not be written nothing is committed,
// though later ones can be.
func TestFailedWrite(t *testing.T) {
	games := playMany(1, 60)
	for name, then := range map[string]func(*index.Builder) error{
		"commit": func(b *index.Builder) error {
			b.Keep(index.Source{})
			_, err := b.Commit(t.Context(), nil)
			return err
		},
		"save": func(b *index.Builder) error { return b.Save(nil) },
		"drop": func(b *index.Builder) error { return b.Drop() },
	} {
		ix := openIndex(t, memstore.New())
		b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		appendAll(t, b, games[:20], 20)
		closed, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		closed.Close()
		good := index.SwapVisits(b, closed)
		var batch index.Batch
		batch.Add(&games[20].Game, games[20].hashes())
		if err := b.Append(&batch); err == nil {
			t.Fatal("visits were written to a closed file")
		}
		index.SwapVisits(b, good)
		batch.Reset()
		batch.Add(&games[21].Game, games[21].hashes())
		_ = b.Append(&batch)
		if err := then(b); err == nil || ix.Manifest().Games != 0 {
			t.Errorf("%s after a failed write: %v, and %d games in the index", name, err, ix.Manifest().Games)
		}
	}
}

// FuzzRestore changes bytes of what a build saved. The next one takes it up or
// not, and commits it or not, but it does not panic, and what it commits can
// be read.
func FuzzRestore(f *testing.F) {
	f.Add(byte(0), uint16(30), byte(1), byte(255))
	f.Add(byte(1), uint16(0), byte(9), byte(255))
	f.Add(byte(2), uint16(11), byte(18), byte(255))
	f.Add(byte(2), uint16(8), byte(0), byte(1))
	games := playMany(1, 40)
	dir := f.TempDir()
	store := onDiskAt(f, dir)
	scratch := saved(f, openIndex(f, store), dir, games)
	files := make(map[string][]byte)
	for _, name := range []string{"journal", "games", "visits"} {
		content, err := os.ReadFile(filepath.Join(scratch, name))
		if err != nil {
			f.Fatal(err)
		}
		files[name] = content
	}
	f.Fuzz(func(t *testing.T, which byte, at uint16, step, value byte) {
		dir := t.TempDir()
		store := onDiskAt(t, dir)
		ix := openIndex(t, store)
		if err := os.MkdirAll(filepath.Join(dir, "scratch"), 0o777); err != nil {
			t.Fatal(err)
		}
		damaged := []string{"journal", "games", "visits"}[which%3]
		for name, content := range files {
			content = slices.Clone(content)
			for i := int(at); name == damaged && i < len(content); i += int(step) {
				content[i] ^= value
				if step == 0 {
					break
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "scratch", name), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if _, err := b.Restore(func(json.RawMessage) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Commit(t.Context(), nil); err != nil {
			return
		}
		if _, err := ix.Survey(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	})
}
