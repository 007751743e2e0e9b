package zobrist_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
)

func board() *zobrist.Space {
	return zobrist.MustSpace("board",
		zobrist.Grid("piece", []string{"X", "O"}, zobrist.Squares(3, 2)),
		zobrist.Flags("rights", "king side", "queen side"),
		zobrist.OneOf("file", "en passant", "a", "b", "c"),
		zobrist.OneOf("ko", "", "here", "there"))
}

func TestSpace(t *testing.T) {
	s := board()
	if s.Name() != "board" || s.Len() != 2*6+2+3+2 {
		t.Errorf("%s has %d features", s.Name(), s.Len())
	}
	want := []string{
		"X a1", "X b1", "X c1", "X a2", "X b2", "X c2", "O a1", "O b1", "O c1", "O a2", "O b2", "O c2",
		"king side", "queen side", "en passant a", "en passant b", "en passant c", "here", "there",
	}
	for i, name := range want {
		f := zobrist.Feature(i)
		if got := s.FeatureName(f); got != name {
			t.Errorf("feature %d is %q, want %q", i, got, name)
		}
		if got, ok := s.Lookup(name); !ok || got != f {
			t.Errorf("%q is feature %d, %t; want %d", name, got, ok, i)
		}
		g, ok := s.GroupOf(f)
		if !ok || !g.Contains(f) {
			t.Errorf("feature %d is in no group", i)
		}
		row, column, ok := g.Cell(f)
		if got := g.At(row, column); !ok || got != f || g.Rows[row]+g.Columns[column] != strings.ReplaceAll(name, " ", "") &&
			g.Name == "piece" {
			t.Errorf("%s: feature %d is in row %d and column %d, which is feature %d", g.Name, f, row, column, got)
		}
		if _, _, ok := g.Cell(g.First + zobrist.Feature(g.Len())); ok {
			t.Errorf("%s: a feature past the last has a cell", g.Name)
		}
	}
	if got := s.FeatureName(99); got != "feature 99" {
		t.Errorf("feature 99 is %q", got)
	}
	if _, ok := s.Lookup("nothing"); ok {
		t.Error("there is a feature nothing")
	}
	if _, ok := s.GroupOf(zobrist.Feature(s.Len())); ok {
		t.Error("a feature past the last has a group")
	}
	if got := s.Names(0, 12); got != "X a1 ⊕ king side" {
		t.Errorf("names %q", got)
	}
	var kinds []string
	for _, g := range s.Groups() {
		kinds = append(kinds, g.Kind.String())
	}
	if got := strings.Join(kinds, ", "); got != "grid, flags, one of, one of" {
		t.Errorf("kinds %s", got)
	}
	if got := zobrist.Kind(9).String(); got != "kind 9" {
		t.Errorf("kind 9 is %q", got)
	}
	g := s.Groups()
	g[0].Name = "other"
	if s.Groups()[0].Name != "piece" {
		t.Error("a caller changed the groups")
	}
}

func TestSpaceErrors(t *testing.T) {
	names := make([]string, 1<<13)
	for i := range names {
		names[i] = string(rune('a'+i%26)) + strings.Repeat("x", i/26)
	}
	for says, groups := range map[string][]zobrist.Group{
		"no name; give":              {zobrist.Flags("", "a")},
		"taken by an earlier group":  {zobrist.Flags("a", "a"), zobrist.Flags("a", "b")},
		"has no features":            {zobrist.Flags("a")},
		"both named \"b\"":           {zobrist.Flags("a", "b"), zobrist.Flags("c", "b")},
		"feature 1 has no name":      {zobrist.Flags("a", "x", "")},
		"others are more than 16777": {zobrist.Flags("a", "b"), {Name: "big", Rows: names, Columns: names}},
	} {
		_, err := zobrist.NewSpace("s", groups...)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	if s, err := zobrist.NewSpace("empty"); err != nil || s.Len() != 0 {
		t.Errorf("a space of nothing: %v, %v", s, err)
	}
}

func TestSpacePanics(t *testing.T) {
	s := board()
	for name, f := range map[string]func(){
		"no such group":  func() { s.Group("none") },
		"row":            func() { s.Group("piece").At(2, 0) },
		"column":         func() { s.Group("piece").At(0, 6) },
		"flag":           func() { s.Group("rights").Flag(2) },
		"negative":       func() { s.Group("rights").Flag(-1) },
		"flag of a grid": func() { s.Group("piece").Flag(0) },
		"MustSpace":      func() { zobrist.MustSpace("s", zobrist.Flags("")) },
		"Truncate":       func() { zobrist.Keys{1}.Truncate(65) },
		"Truncate below": func() { zobrist.Keys{1}.Truncate(-1) },
		"Sum":            func() { zobrist.Keys{1}.Sum(0, 1) },
		"Hash":           func() { zobrist.Keys{1}.Hash(0, 1) },
		"Hash128":        func() { zobrist.Set{Keys: make(zobrist.Keys, 1)}.Hash128(0) },
		"Default":        func() { zobrist.Default(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestSquares(t *testing.T) {
	if got, want := zobrist.Squares(3, 2), []string{"a1", "b1", "c1", "a2", "b2", "c2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	wide := zobrist.Squares(60, 1)
	for i, want := range map[int]string{25: "z1", 26: "aa1", 51: "az1", 52: "ba1"} {
		if wide[i] != want {
			t.Errorf("file %d is %s, want %s", i, wide[i], want)
		}
	}
	if got := zobrist.Squares(0, 5); len(got) != 0 {
		t.Errorf("no files, %d squares", len(got))
	}
}

// TestContainsLargeFeature: features past 2^31 belong to no group on 32-bit
// machines either.
func TestContainsLargeFeature(t *testing.T) {
	space := zobrist.MustSpace("s", zobrist.Flags("f", "a", "b"))
	const large = zobrist.Feature(1<<32 - 1)
	if space.Group("f").Contains(large) {
		t.Error("the group contains feature 4294967295")
	}
	if got := space.FeatureName(large); got != "feature 4294967295" {
		t.Errorf("its name is %q", got)
	}
}
