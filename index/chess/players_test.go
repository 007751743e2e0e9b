package chessindex_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// played returns a game of two players, "name" or "name/FIDE id".
func played(white, black, moves string) string {
	var tags strings.Builder
	for _, side := range [][2]string{{"White", white}, {"Black", black}} {
		name, id, _ := strings.Cut(side[1], "/")
		tags.WriteString(fmt.Sprintf("[%s %q]\n[%sFideId %q]\n", side[0], name, side[0], id))
	}
	return tags.String() + "\n" + moves + " *\n\n"
}

var cup = played("Carlsen, Magnus/1503014", "Carlsen, Henrik/1500015", "1. e4") +
	played("Carlsen,M/1503014", "Tal, M", "1. d4") +
	played("Nepomniachtchi, Ian/4168119", "Tal, Mikhail", "1. c4") +
	played("Nepomnjaschij, Jan/4168119", "Carlsen, M.", "1. Nf3") +
	played("Smith/0", "Smith, John/7", "1. f4") +
	played("Anand, V", "Botvinnik, M", "1. g3")

// TestPlayersAlike: a name means the same player when games are added as when they are looked up.
func TestPlayersAlike(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cup.pgn")
	if err := os.WriteFile(file, []byte(cup), 0o666); err != nil {
		t.Fatal(err)
	}
	all := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, all, index.ImportOptions{}, index.Input{Name: file})
	aliases, err := index.ReadAliases(strings.NewReader("Botvinnik, M = Anand, V\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		games int  // −1 for several players, 0 for none
		twice bool // the games are read twice
	}{
		"Carlsen": {-1, false}, "Carlsen, Magnus": {3, false}, "carlsen, h": {1, false}, "Nepomniachtchi": {2, true},
		"Jan Nepomnjaschij": {2, true}, "Tal": {-1, false}, "Tal, M": {1, true}, "tal, mikhail": {1, true},
		"Smith": {1, true}, "Smith, John": {1, false}, "Anand": {1, false}, "Nobody": {0, false}, "*": {-1, false},
	} {
		var several *index.AmbiguousError
		names, err := all.ResolvePlayer(t.Context(), name, aliases)
		n := 0
		switch {
		case errors.As(err, &several):
			n = -1
		case err == nil:
			for _, err := range all.Select(t.Context(), index.Filter{Players: names}, 0) {
				if n++; err != nil {
					t.Fatal(err)
				}
			}
		case !errors.Is(err, index.ErrNotFound):
			t.Fatal(err)
		}
		if n != want.games {
			t.Errorf("%s: %d games of %q are found, want %d", name, n, names, want.games)
		}
		for _, stream := range []bool{false, true} {
			in := index.Input{Name: file}
			if stream {
				in = index.Input{Name: "stream", Reader: io.MultiReader(strings.NewReader(cup))}
			}
			ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
			o := index.ImportOptions{Players: []string{name}, Aliases: aliases}
			sum, err := ix.Import(t.Context(), o, in)
			switch {
			case want.games < 0:
				if !errors.As(err, &several) || sum.Games != 0 {
					t.Errorf("%s: %d games added, error %v, want several players", name, sum.Games, err)
				}
			case want.games == 0:
				if !errors.Is(err, index.ErrNotFound) || sum.Games != 0 {
					t.Errorf("%s: %d games added, error %v, want ErrNotFound", name, sum.Games, err)
				}
			case stream && want.twice:
				if !errors.Is(err, index.ErrReadTwice) {
					t.Errorf("%s: %d games added, error %v, want ErrReadTwice", name, sum.Games, err)
				}
			case sum.Games != int64(want.games) || err != nil:
				t.Errorf("%s: %d games added, error %v, want %d", name, sum.Games, err, want.games)
			}
		}
	}
}

// TestPlayersSides: each condition is resolved for itself.
func TestPlayersSides(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cup.pgn")
	if err := os.WriteFile(file, []byte(cup), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    index.ImportOptions
		want int64
	}{
		{index.ImportOptions{FirstPlayers: []string{"Nepomniachtchi"}, SecondPlayers: []string{"Tal, Mikhail"}}, 1},
		{index.ImportOptions{FirstPlayers: []string{"Nepomniachtchi"}, SecondPlayers: []string{"Carlsen, H"}}, 0},
		{index.ImportOptions{Players: []string{"Carlsen, Magnus"}, Side: game.SecondSide}, 1},
		{index.ImportOptions{Players: []string{"Carlsen, Magnus", "Nepomniachtchi"}, Side: game.FirstSide}, 4},
	} {
		ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
		sum, err := ix.Import(t.Context(), c.o, index.Input{Name: file})
		if err != nil || sum.Games != c.want {
			t.Errorf("%q %q %q: %d games, error %v, want %d", c.o.Players, c.o.FirstPlayers, c.o.SecondPlayers, sum.Games,
				err, c.want)
		}
	}
}

// TestSpellings: a spelling that comes with a later build belongs to the same player, after a merge too.
func TestSpellings(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	for i, games := range strings.SplitAfter(cup, "*\n\n") {
		if games != "" {
			add(t, ix, index.ImportOptions{},
				index.Input{Name: fmt.Sprint(i), Reader: strings.NewReader(games)})
		}
	}
	merged := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	if _, err := merged.Merge(t.Context(), ix, index.MergeOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, ix := range []*index.Index{ix, merged} {
		names, err := ix.ResolvePlayer(t.Context(), "Nepomniachtchi", nil)
		slices.Sort(names)
		if want := []string{"Nepomniachtchi, Ian", "Nepomnjaschij, Jan"}; !slices.Equal(names, want) || err != nil {
			t.Errorf("%q, error %v, want %q", names, err, want)
		}
		m, err := ix.Manifest(t.Context())
		n := 0
		for _, s := range m.Sources {
			for _, names := range s.Spellings {
				n += len(names)
			}
		}
		if n != 6 || err != nil {
			t.Errorf("%d spellings, error %v, want 6", n, err)
		}
	}
	// A known name with another spelling selects both while a stream is read.
	again := strings.ReplaceAll(cup, "Tal", "Petrosian")
	sum, err := ix.Import(t.Context(), index.ImportOptions{Players: []string{"Nepomniachtchi"}},
		index.Input{Name: "again", Reader: strings.NewReader(again)})
	if err != nil || sum.Games+sum.Duplicates != 2 {
		t.Errorf("%+v, error %v, want two games", sum, err)
	}
}

// TestSpellingsStay: a spelling stays if the source is removed that had it first.
func TestSpellingsStay(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	for name, games := range map[string]string{"": played("Nepomniachtchi, Ian/4168119", "Tal", "1. c4") +
		played("Nepomnjaschij, Jan/4168119", "Tal", "1. Nf3"), "again": played("Nepomniachtchi, Ian/4168119", "Tal",
		"1. d4") +
		played("Nepomnjaschij, Jan/4168119", "Tal", "1. e4")} {
		add(t, ix, index.ImportOptions{}, index.Input{Name: "games" + name, Reader: strings.NewReader(games)})
	}
	m, err := ix.Manifest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Remove(t.Context(), index.Filter{Sources: []string{m.Sources[0].Name}}, nil); err != nil {
		t.Fatal(err)
	}
	names, err := ix.ResolvePlayer(t.Context(), "Nepomniachtchi", nil)
	if err != nil || len(names) != 2 {
		t.Errorf("%q, %v", names, err)
	}
}

// TestSecondReading: an import that is interrupted while it reads the games for the second time goes on from
// there.
func TestSecondReading(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "cup.pgn")
	if err := os.WriteFile(file, []byte(strings.Repeat(cup, 3000)), 0o666); err != nil {
		t.Fatal(err)
	}
	ix := open(t, onDisk(t, filepath.Join(folder, "db")), chessindex.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := index.ImportOptions{Players: []string{"Nepomniachtchi"}}
	o.KeepDuplicates, o.Memory, o.Checkpoint, o.Workers = true, 1<<16, 1<<10, 2
	last, second := int64(0), false
	o.Progress = func(p index.Progress) {
		if second = second || p.Games < last; second && p.Games > 1000 {
			cancel()
		}
		last = p.Games
	}
	if _, err := ix.Import(ctx, o, index.Input{Name: file}); !errors.Is(err, context.Canceled) || !second {
		t.Fatalf("error %v, read twice: %v", err, second)
	}
	o.Progress = nil
	sum, err := ix.Import(t.Context(), o, index.Input{Name: file})
	if err != nil || sum.Games != 6000 || sum.Resumed < 1000 {
		t.Errorf("added %d games, %d of them before, %v", sum.Games, sum.Resumed, err)
	}
}
