package lab_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// What was saved is loaded with all its figures, for the same options only, and its pages are the same.
func TestLoad(t *testing.T) {
	dir, e, o := t.TempDir(), lab.Division(), lab.Options{Trials: 2}
	if r, err := e.Load(dir, o); r != nil || err != nil {
		t.Fatalf("%v, %v from an empty folder", r, err)
	}
	r := run(t, e, o)
	files, err := r.Save(dir)
	if err != nil {
		t.Fatal(err)
	}
	read := func() (all []string) {
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(b))
		}
		return all
	}
	want := read()
	back, err := e.Load(dir, o)
	if err != nil || back == nil {
		t.Fatalf("%v, %v", back, err)
	}
	for i, table := range back.Tables {
		if !reflect.DeepEqual(table.Rows, r.Tables[i].Rows) {
			t.Errorf("rows %v, want %v", table.Rows, r.Tables[i].Rows)
		}
	}
	if _, err := back.Save(dir); err != nil {
		t.Fatal(err)
	}
	for i, content := range read() {
		if content != want[i] {
			t.Errorf("%s differs after loading", files[i])
		}
	}
	for _, other := range []lab.Options{{Trials: 3}, {Trials: 2, Seed: 2}, {Full: true}} {
		if r, err := e.Load(dir, other); r != nil || err != nil {
			t.Errorf("%+v: %v, %v", other, r, err)
		}
	}
	state := filepath.Join(dir, ".division.gob")
	// A file is never rewritten in its place, where a full disk would leave half of it.
	old := filepath.Join(dir, "old")
	if err := errors.Join(os.Link(state, old), os.Truncate(state, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := back.Save(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(old); err != nil || len(b) > 0 {
		t.Errorf("%d bytes were written to the file itself, %v", len(b), err)
	}
	if err := os.WriteFile(state, []byte("torn"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Load(dir, o); r != nil || err == nil {
		t.Errorf("a damaged file gives %v, %v", r, err)
	}
}

// A table that was made with other sizes than the experiment has now is measured again, and those before it are not.
func TestOtherSizes(t *testing.T) {
	dir := t.TempDir()
	r := run(t, lab.Sized(3, 5), lab.Options{})
	if _, err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	back, err := lab.Sized(3, 5).Load(dir, lab.Options{})
	if err != nil || back == nil || back.Interrupted || len(back.Tables) != 2 || back.Verdict != r.Verdict {
		t.Fatalf("with the same sizes %+v, %v", back, err)
	}
	back, err = lab.Sized(3, 6).Load(dir, lab.Options{})
	if err != nil || back == nil || !back.Interrupted || len(back.Tables) != 1 || back.Verdict.Word != "" {
		t.Fatalf("with another second size %+v, %v", back, err)
	}
	if back.Seconds <= 0 || back.Seconds >= r.Seconds {
		t.Errorf("a report without its second table took %g s, the whole one %g s", back.Seconds, r.Seconds)
	}
	again, err := lab.Sized(3, 6).Resume(t.Context(), lab.Options{}, back)
	if err != nil || again.Interrupted || again.Table("first") != back.Tables[0] ||
		again.Table("second").Rows[0][0] != 6 {
		t.Errorf("%+v, %v", again, err)
	}
	if back, err = lab.Sized(4, 5).Load(dir, lab.Options{}); err != nil || len(back.Tables) != 0 {
		t.Errorf("with another first size %+v, %v", back, err)
	}
}

// interrupted runs an experiment until its progress reaches a share, saves it and loads it again.
func interrupted(t *testing.T, e lab.Experiment, o lab.Options, share float64) *lab.Report {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(_ string, s float64) {
		if s >= share {
			cancel()
		}
	}
	r, err := e.Run(ctx, o)
	if err == nil {
		t.Fatal("not interrupted")
	}
	dir := t.TempDir()
	if _, err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	o.Progress = nil
	back, err := e.Load(dir, o)
	if err != nil || back == nil || !back.Interrupted || len(back.Tables) != len(r.Tables) {
		t.Fatalf("%+v, %v", back, err)
	}
	return back
}

// An interrupted experiment goes on after its last whole table, and finds what an uninterrupted one finds.
func TestResume(t *testing.T) {
	e, o := lab.SmallCollisions(), lab.Options{Trials: 1}
	want := run(t, e, o)
	before := interrupted(t, e, o, .5)
	if len(before.Tables) == 0 || before.Tables[0].Partial {
		t.Fatalf("%+v", before)
	}
	o.Progress = func(_ string, share float64) {
		if share < .5 {
			t.Errorf("the first half is measured again: %.2f", share)
		}
	}
	r, err := e.Resume(t.Context(), o, before)
	if err != nil || r.Interrupted || r.Verdict != want.Verdict {
		t.Errorf("%+v, %v; without interruption %+v", r, err, want.Verdict)
	}
	for i, table := range want.Tables {
		if !reflect.DeepEqual(table.Rows, r.Tables[i].Rows) {
			t.Errorf("%s: rows %v, without interruption %v", table.Name, r.Tables[i].Rows, table.Rows)
		}
	}
}

// The files of a partial table go once it is whole.
func TestPartialFilesGo(t *testing.T) {
	dir, r := t.TempDir(), report()
	if _, err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	r.Tables[0].Partial = false
	if _, err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*partial*")); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}
