package flat_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// trials is the number of random trials of a test.
func trials() int {
	switch {
	case os.Getenv("ZOBRIST_LONG") != "":
		return 1000
	case oracle.Short():
		return 30
	}
	return 60
}

// damage changes a file in a random way. It reports false if nothing has changed.
func damage(t *testing.T, rng *rand.Rand, path string) (what string, changed bool) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := slices.Clone(old)
	at, n := 0, 1+rng.IntN(1<<rng.IntN(13))
	if len(b) > 0 {
		at = rng.IntN(len(b))
		n = min(n, len(b)-at)
	}
	switch kind := rng.IntN(8); {
	case kind < 2 && len(b) > 0:
		b[at] ^= 1 << rng.IntN(8)
		what = "a bit"
	case kind == 2:
		clear(b[at : at+n])
		what = "zeros"
	case kind == 3:
		for i := range b[at : at+n] {
			b[at+i] = byte(rng.Uint32())
		}
		what = "noise"
	case kind == 4:
		from := rng.IntN(len(b) - n + 1)
		copy(b[at:at+n], old[from:from+n])
		what = "a copy"
	case kind == 5:
		b = b[:at]
		what = "cut off"
	case kind == 6:
		b = slices.Delete(b, at, at+n)
		what = "bytes left out"
	default:
		b = append(b, b[at:at+n]...)
		what = "longer"
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	what = fmt.Sprintf("%s of %d: %s, byte %d and %d more", filepath.Base(path), len(old), what, at, n-1)
	return what, !slices.Equal(old, b)
}

// corruptIndex makes an index of several runs, one of them with holes.
func corruptIndex(t *testing.T, dir string) {
	t.Helper()
	s := open(t, dir)
	defer s.Close()
	for _, change := range []step{{from: 0, to: 900}, {from: 900, to: 1100}, {remove: "event 2"},
		{from: 1100, to: 1130}} {
		if err := change.apply(t.Context(), s, index.BuildOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := filepath.Glob(filepath.Join(dir, "*.run"))
	if err != nil || len(runs) != 3 {
		t.Fatalf("the runs are %v, error %v", runs, err)
	}
}

// TestCorrupt damages a file of an index. Each question must have the right answer, or
// an error that names the file, and so must a build and a removal.
func TestCorrupt(t *testing.T) {
	base := t.TempDir()
	whole := filepath.Join(base, "whole")
	corruptIndex(t, whole)
	s := open(t, whole)
	want := make(map[string]string)
	for _, q := range questions() {
		a, err := q.answer(s)
		if err != nil {
			t.Fatal(err)
		}
		want[q.name] = a
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 8))
	noticed, same := 0, 0
	for trial := range trials() {
		dir := filepath.Join(base, fmt.Sprint(trial))
		copyDir(t, whole, dir)
		names := slices.DeleteFunc(checkFiles(t, dir), func(name string) bool { return name == "LOCK" })
		path := filepath.Join(dir, names[rng.IntN(len(names))])
		what, changed := damage(t, rng, path)
		note := func(err error) bool {
			if err == nil {
				return false
			}
			if !errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: error %v", what, err)
			}
			noticed++
			return true
		}
		s, err := flat.Open(dir, flat.Options{})
		if note(err) {
			continue
		}
		for _, q := range questions() {
			a, err := q.answer(s)
			if note(err) {
				continue
			}
			if same++; a != want[q.name] {
				t.Errorf("%s: %s has another answer", what, q.name)
			}
		}
		if !note(verify(t.Context(), s)) && changed {
			t.Errorf("%s: not found by Verify", what)
		}
		_, err = s.Remove(t.Context(), index.Filter{Event: "event 5"}, nil)
		note(err)
		note(step{from: 500, to: 1200}.apply(t.Context(), s, index.BuildOptions{}))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d errors, %d right answers", noticed, same)
	if noticed < trials()/2 || same == 0 {
		t.Errorf("%d errors, %d right answers", noticed, same)
	}
}

// TestLostFiles removes a file of an index, or puts another run in its place.
func TestLostFiles(t *testing.T) {
	base := t.TempDir()
	whole := filepath.Join(base, "whole")
	corruptIndex(t, whole)
	names := checkFiles(t, whole)
	another := names[0]
	for _, name := range names {
		if name == "LOCK" {
			continue
		}
		for other, change := range map[string]func(path string) error{
			"lost":    os.Remove,
			"empty":   func(path string) error { return os.Truncate(path, 0) },
			"another": func(path string) error { return os.Rename(filepath.Join(filepath.Dir(path), another), path) },
		} {
			if name == another && other == "another" {
				continue
			}
			dir := filepath.Join(base, name+other)
			copyDir(t, whole, dir)
			if err := change(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			for _, o := range []flat.Options{{}, {ReadOnly: true}} {
				s, err := flat.Open(dir, o)
				if !errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), dir) {
					t.Errorf("%s is %s: store %v, error %v", name, other, s, err)
				}
			}
		}
	}
}

// TestOlderManifest puts the manifest of an earlier state in place of the newest one. Without a
// remark, the next change would remove the runs that it does not name.
func TestOlderManifest(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("does not apply: nothing is written there that says which manifest is the newest")
	}
	dir := filepath.Join(t.TempDir(), "index")
	path := filepath.Join(dir, "MANIFEST")
	s := open(t, dir)
	defer s.Close()
	var states [][]byte
	for _, change := range []step{{from: 0, to: 900}, {from: 900, to: 1100}, {from: 1100, to: 1130}} {
		if err := change.apply(t.Context(), s, index.BuildOptions{}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, text)
	}
	files := checkFiles(t, dir)
	replace := func(state []byte) {
		t.Helper()
		if err := os.WriteFile(path, state, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, state := range states[:2] {
		replace(state)
		want := fmt.Sprintf("it is an older one, of %d changes, and there were 3", i+1)
		for _, o := range []flat.Options{{}, {ReadOnly: true}} {
			s, err := flat.Open(dir, o)
			if !errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), path+": "+want) {
				t.Errorf("state %d is open: %v, error %v; want %s", i, s, err, want)
			}
		}
		if err := (step{from: 2000, to: 2100}).apply(t.Context(), s, index.BuildOptions{}); !errors.Is(err, index.ErrCorrupt) {
			t.Errorf("a build on state %d: %v, want ErrCorrupt", i, err)
		}
		if news, err := s.Refresh(t.Context()); news || !errors.Is(err, index.ErrCorrupt) {
			t.Errorf("state %d is shown: %v, error %v; want ErrCorrupt", i, news, err)
		}
	}
	replace(states[2])
	if got := checkFiles(t, dir); !slices.Equal(got, files) {
		t.Errorf("the files are %v, and were %v", got, files)
	}
	if err := verify(t.Context(), open(t, dir)); err != nil {
		t.Error(err)
	}

	replace(states[0]) // wanted
	if err := os.Remove(filepath.Join(dir, "LOCK")); err != nil {
		t.Fatal(err)
	}
	again := open(t, dir)
	defer again.Close()
	if m, err := storetest.Now(again).Manifest(t.Context()); err != nil || m.Builds != 1 {
		t.Errorf("without LOCK: %+v, error %v", m, err)
	}
}

// TestDamagedBuild damages what an interrupted build has saved. The next one may begin
// anew, or go on and fail, or go on and end well. After a failure the one after it
// must end well.
func TestDamagedBuild(t *testing.T) {
	base := t.TempDir()
	saved := filepath.Join(base, "saved")
	s := open(t, saved)
	add := step{from: 300, to: 1000}
	if err := (step{from: 0, to: 400}).apply(t.Context(), s, crash); err != nil {
		t.Fatal(err)
	}
	old, err := answers(s)
	if err != nil {
		t.Fatal(err)
	}
	suspend(t, s, add)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := complete(t, base, saved, add)
	rng := rand.New(rand.NewPCG(9, 9))
	restored, failed := 0, 0
	tries := trials() / 4
	for trial := range tries {
		dir := filepath.Join(base, fmt.Sprint(trial))
		copyDir(t, saved, dir)
		what, _ := damage(t, rng, filepath.Join(dir, "build", []string{"journal", "games", "visits"}[rng.IntN(3)]))
		s := open(t, dir)
		b, err := s.Begin(t.Context(), config, crash)
		if err != nil {
			t.Fatal(err)
		}
		ok, err := b.Restore(func(json.RawMessage) bool { return true })
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if ok {
			restored++
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if err = add.apply(t.Context(), s, crash); err != nil {
			failed++
			if !errors.Is(err, index.ErrDamaged) || !strings.Contains(err.Error(), filepath.Join(dir, "build")) {
				t.Errorf("%s: %v", what, err)
			}
			if got, err := answers(s); err != nil || got != old {
				t.Errorf("%s: other answers after a build that failed: %s; error %v", what, difference(got, old), err)
			}
			if err := add.apply(t.Context(), s, crash); err != nil {
				t.Errorf("%s: the build after one that failed: %v", what, err)
			}
		}
		if got, err := answers(s); err != nil || got != want {
			t.Errorf("%s: other answers: %s; error %v", what, difference(got, want), err)
		}
		checkFiles(t, dir)
		if err := errors.Join(s.Close(), os.RemoveAll(dir)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d builds went on, %d failed", restored, tries, failed)
	if restored == 0 || failed == 0 || restored == tries {
		t.Errorf("%d of %d builds went on, %d failed", restored, tries, failed)
	}
}

// suspend interrupts a build after two thirds of its games.
func suspend(t testing.TB, s index.Store, add step) {
	t.Helper()
	o := crash
	o.Checkpoint = 1
	b, err := s.Begin(t.Context(), config, o)
	if err != nil {
		t.Fatal(err)
	}
	var batch index.Batch
	end := add.from + (add.to-add.from)*2/3/perBatch*perBatch
	for from := add.from; from < end; from += perBatch {
		batch.Reset()
		for n := range perBatch {
			addGame(&batch, from+n)
		}
		_, err := b.Append(t.Context(), &batch)
		if err := errors.Join(err, b.Save(from+perBatch)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}

// complete makes a step in a copy of an index, and returns the answers.
func complete(t *testing.T, base, dir string, add step) string {
	t.Helper()
	to := filepath.Join(base, "complete")
	copyDir(t, dir, to)
	s := open(t, to)
	defer s.Close()
	b, err := s.Begin(t.Context(), config, crash)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := b.Restore(func(json.RawMessage) bool { return true }); !ok || err != nil {
		t.Fatalf("not restored, error %v", err)
	}
	if err := errors.Join(b.Close(), add.apply(t.Context(), s, crash)); err != nil {
		t.Fatal(err)
	}
	all, err := answers(s)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
