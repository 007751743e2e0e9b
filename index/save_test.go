package index_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
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
	// A journal is not trusted though its checksum is right.
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
		"journal cut off":      edit("journal", func(s string) string { return s[:len(s)/2] }),
		"journal cut short":    reseal(func(s string) string { return s[:len(s)/2] }),
		"journal not sealed":   edit("journal", func(s string) string { return strings.Replace(s, `"Games":20,"Bytes"`, `"Games":21,"Bytes"`, 1) }),
		"journal of nothing":   edit("journal", func(string) string { return "" }),
		"negative games":       replace(`"Games":40,"Bytes"`, `"Games":-40,"Bytes"`),
		"more games kept":      replace(`"Games":20,"Bytes"`, `"Games":50,"Bytes"`),
		"negative bytes":       replace(`"Games":40,"Bytes":`, `"Games":40,"Bytes":-`),
		"fewer bytes":          replace(`"Games":40,"Bytes":`, `"Games":40,"Bytes":1`),
		"huge extent":          replace(`"Written":`, `"Written":512409557603043101`), // ·18 is 2 modulo 2^64
		"more visits":          replace(`"Visits":`, `"Visits":9`),
		"game changed":         edit("games", func(s string) string { return s[:len(s)-1] + string(s[len(s)-1]^1) }),
		"checksum of games":    replace(`"Sum":`, `"Sum":1`),
		"other parts":          replace(`"All":{"Parts":[`, `"All":{"Parts":[9`),
		"huge game":            edit("games", func(s string) string { return "\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + s }),
		"number without end":   edit("games", func(s string) string { return strings.Repeat("\xff", len(s)) }),
		"zeros":                edit("games", func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"visits cut off":       edit("visits", func(s string) string { return s[:len(s)-1] }),
		"games file cut off":   edit("games", func(s string) string { return s[:len(s)-1] }),
		"no games at all":      edit("games", func(string) string { return "" }),
		"journal of something": reseal(func(string) string { return "[]" }),
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

// flip changes a bit of a file.
func flip(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var one [1]byte
	_, err = f.ReadAt(one[:], at)
	one[0] ^= 1
	_, err2 := f.WriteAt(one[:], at)
	if err := errors.Join(err, err2, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedFiles flips a bit of a temporary file after it was written, in
// every part of it. Nothing may come of that but an error that says where,
// and then an index from another build.
func TestDamagedFiles(t *testing.T) {
	games := playMany(1, 60)
	dir := t.TempDir()
	store := onDiskAt(t, dir)
	ix := openIndex(t, store)
	build(t, ix, index.BuildOptions{}, games[:20], 10)
	start := func() *index.Builder {
		b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14})
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, b, games[20:], 5)
		b.Keep(index.Source{})
		if err := b.Save(nil); err != nil { // and so write all of it
			t.Fatal(err)
		}
		return b
	}
	for _, name := range []string{"visits", "games"} {
		path := filepath.Join(dir, "scratch", name)
		for part := range int64(24) {
			b := start()
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			at := (info.Size() - 1) * part / 23
			flip(t, path, at)
			_, err = b.Commit(t.Context(), nil)
			var from, to int64
			_, place, _ := strings.Cut(fmt.Sprint(err), path)
			if n, _ := fmt.Sscanf(place, ", between bytes %d and %d;", &from, &to); !errors.Is(err, index.ErrDamaged) || n < 2 || at < from || at >= to {
				t.Errorf("%s damaged at byte %d: %v", name, at, err)
			}
			if err := b.Suspend(); err != nil {
				t.Fatal(err)
			}
			check(t, ix, games[:20])
		}
	}
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if ok, err := b.Restore(func(json.RawMessage) bool { return true }); ok || err != nil {
		t.Errorf("what was damaged is taken up: %v, error %v", ok, err)
	}
	appendAll(t, b, games[20:], 5)
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check(t, ix, games)
}

// TestDamagedLargeFile: in a large file of games the place of the damage is
// told to about a mebibyte, also after games were dropped, and by a build that
// takes up another one. Without damage the same builds are good.
func TestDamagedLargeFile(t *testing.T) {
	large := func(b *index.Builder, n int) {
		for i := range n {
			var batch index.Batch
			event := strings.Repeat(string(rune('a'+i%26)), 100<<10)
			batch.Add(&index.Game{Event: event, Moves: []uint32{1}}, []zobrist.Uint128{{Lo: 1}, {Lo: 2}})
			if err := b.Append(&batch); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, at := range []int64{-1, 0, 1 << 20, 3 << 20, 59 * 100 << 10} {
		dir := t.TempDir()
		ix := openIndex(t, onDiskAt(t, dir))
		b, err := ix.Build(t.Context(), index.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		large(b, 25)
		b.Keep(index.Source{})
		large(b, 25)
		if err := b.Drop(); err != nil {
			t.Fatal(err)
		}
		large(b, 25)
		b.Keep(index.Source{})
		if err := errors.Join(b.Save(nil), b.Suspend()); err != nil {
			t.Fatal(err)
		}
		if b, err = ix.Build(t.Context(), index.BuildOptions{}); err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if ok, err := b.Restore(func(json.RawMessage) bool { return true }); !ok || err != nil {
			t.Fatalf("not restored, error %v", err)
		}
		large(b, 10)
		b.Keep(index.Source{})
		large(b, 30)
		if err := b.Save(nil); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "scratch", "games")
		if at >= 0 {
			flip(t, path, at)
		}
		_, err = b.Commit(t.Context(), nil)
		if at < 0 {
			if err != nil || ix.Manifest().Games != 60 {
				t.Errorf("%d games, error %v", ix.Manifest().Games, err)
			}
			continue
		}
		var from, to int64
		_, place, _ := strings.Cut(fmt.Sprint(err), path)
		if n, _ := fmt.Sscanf(place, ", between bytes %d and %d;", &from, &to); !errors.Is(err, index.ErrDamaged) || n < 2 || at < from || at >= to || to-from > 5<<18 {
			t.Errorf("damaged at byte %d: %v", at, err)
		}
	}
}

// FuzzRestore changes bytes of what a build saved. The next one takes it up or
// not, and commits it or not, but it does not panic, and what it commits can
// be read. Where games or visits were changed it is what it would have been.
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
