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
)

// saved starts a build, saves it and suspends it. It returns the directory of its
// temporary files.
func saved(t testing.TB, ix *index.Index, dir string, games []played) string {
	t.Helper()
	b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14, Checkpoint: 1})
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

// TestRestoreDamaged damages what a build saved. The next build must start from the
// beginning, as if nothing had been saved.
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
	// The content of a journal is checked even if its checksum is right.
	reseal := func(change func(string) string) func(string) error {
		return edit("journal", func(s string) string {
			text, ok := index.Unseal([]byte(s))
			if !ok {
				t.Error("the journal has a wrong checksum")
			}
			return string(index.Seal([]byte(change(string(text)))))
		})
	}
	replace := func(from, to string) func(string) error {
		return reseal(func(s string) string { return strings.Replace(s, from, to, 1) })
	}
	for name, damage := range map[string]func(string) error{
		"journal cut off":       edit("journal", func(s string) string { return s[:len(s)/2] }),
		"journal cut short":     reseal(func(s string) string { return s[:len(s)/2] }),
		"journal of nothing":    edit("journal", func(string) string { return "" }),
		"journal of something":  reseal(func(string) string { return "[]" }),
		"journal changed":       edit("journal", func(s string) string { return strings.Replace(s, "40", "41", 1) }),
		"negative games":        replace(`"Games":40`, `"Games":-40`),
		"start after the games": replace(`"Start":20`, `"Start":50`),
		"gap without games":     replace(`"Gaps":null`, `"Gaps":[{"From":5,"To":5}]`),
		"gap after the games":   replace(`"Gaps":null`, `"Gaps":[{"From":5,"To":25}]`),
		"negative bytes":        replace(`"GameBytes":`, `"GameBytes":-`),
		"more bytes":            replace(`"GameBytes":`, `"GameBytes":1`),
		"checksum of games":     replace(`"GameSum":`, `"GameSum":1`),
		"huge extent":           replace(`"Visits":`, `"Visits":512409557603043101`), // times 18 is 2 modulo 2^64
		"game changed":          edit("games", func(s string) string { return s[:len(s)-1] + string(s[len(s)-1]^1) }),
		"huge game":             edit("games", func(s string) string { return "\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + s }),
		"number without end":    edit("games", func(s string) string { return strings.Repeat("\xff", len(s)) }),
		"zeros":                 edit("games", func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"visits cut off":        edit("visits", func(s string) string { return s[:len(s)-1] }),
		"games file cut off":    edit("games", func(s string) string { return s[:len(s)-1] }),
		"no games at all":       edit("games", func(string) string { return "" }),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := inDir(dir)
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
			b.Drop("some")
			appendAll(t, b, games, 3)
			b.Keep(index.Source{})
			if _, err := b.Commit(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			check(t, ix, games)
		})
	}
}

// FuzzRestore changes bytes of what a build saved. The next build may go on from it
// or not, and may commit or not. It must not panic, and what it commits must be
// readable. If games or visits were changed, a commit must not show it.
func FuzzRestore(f *testing.F) {
	f.Add(byte(0), uint16(30), byte(1), byte(255))
	f.Add(byte(1), uint16(0), byte(9), byte(255))
	f.Add(byte(2), uint16(11), byte(18), byte(255))
	f.Add(byte(2), uint16(8), byte(0), byte(1))
	games := playMany(1, 40)
	dir := f.TempDir()
	store := inDir(dir)
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
		store := inDir(dir)
		ix := openIndex(t, store)
		if err := os.MkdirAll(filepath.Join(dir, "scratch"), 0o777); err != nil {
			t.Fatal(err)
		}
		damaged := []string{"journal", "games", "visits"}[which%3]
		for name, content := range files {
			content = slices.Clone(content)
			if name == "journal" { // a wrong checksum would be all that is seen
				content, _ = index.Unseal(content)
			}
			for i := int(at); name == damaged && i < len(content); i += int(step) {
				content[i] ^= value
				if step == 0 {
					break
				}
			}
			if name == "journal" {
				content = index.Seal(content)
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
		restored, err := b.Restore(func(json.RawMessage) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Commit(t.Context(), nil); err != nil {
			return
		}
		if _, err := ix.Survey(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if restored && damaged != "journal" {
			check(t, ix, games[:20])
		}
	})
}

// TestDropAndRestore drops games between sources and goes on from a saved build,
// with a temporary file of games that is damaged or not.
func TestDropAndRestore(t *testing.T) {
	games := playMany(1, 60)
	for _, damage := range []bool{false, true} {
		dir := t.TempDir()
		ix := openIndex(t, inDir(dir))
		o := index.BuildOptions{Checkpoint: 1}
		b, err := ix.Build(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, b, games[:25], 5)
		b.Keep(index.Source{Name: "a"})
		appendAll(t, b, games[30:], 5)
		b.Drop("b")
		appendAll(t, b, games[25:40], 5)
		if err := errors.Join(b.Save(nil), b.Suspend()); err != nil {
			t.Fatal(err)
		}
		if b, err = ix.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if ok, err := b.Restore(func(json.RawMessage) bool { return true }); !ok || err != nil {
			t.Fatalf("not restored, error %v", err)
		}
		appendAll(t, b, games[40:], 5)
		b.Keep(index.Source{Name: "c"})
		appendAll(t, b, games[:30], 5) // neither kept nor dropped
		if err := b.Save(nil); err != nil {
			t.Fatal(err)
		}
		if damage {
			flip(t, filepath.Join(dir, "scratch", "games"), 1000)
		}
		sum, err := b.Commit(t.Context(), nil)
		switch {
		case damage:
			if !errors.Is(err, index.ErrDamaged) {
				t.Errorf("commit of damaged games: %v, want ErrDamaged", err)
			}
		case err != nil || sum.Resumed != 40 || len(sum.Sources) != 2 || !slices.Equal(sum.Dropped, []string{"b"}):
			t.Errorf("summary %+v, error %v", sum, err)
		default:
			check(t, ix, games)
		}
	}
}
