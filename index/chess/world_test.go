package chessindex_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestWindows1252: a name that is not UTF-8; niklasf/python-chess#704.
func TestWindows1252(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text("[Event \"a\"]\n[White \"Mar\x9aik, P\"]\n\n1. e4 1-0\n"))
	names, err := ix.ResolvePlayer(t.Context(), "Marsik", nil)
	if err != nil || len(names) != 1 || names[0] != "Maršik, P" {
		t.Errorf("%q, %v", names, err)
	}
}

// TestExportAll adds texts of any arrangement and with any line ends, and wants the same bytes.
func TestExportAll(t *testing.T) {
	for _, games := range []string{
		"1. e4 e5 *\n\n1. d4 d5 1-0\n", "1. e4 e5\n\n1. d4 d5\n",
		"[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 0-1\n",
		"[Event \"a\"] 1. e4 1-0 [Event \"b\"] 1. d4 0-1\n", "1. e4 1-0 1. d4 0-1 1. c4", "\n\n{a}\n1. e4 * {b}\n;c\n1. d4 *",
		"[Event \"a\"]\n\n1. e4\u00a0e5 ½–½\u00a0[Event \"b\"] 1. -- *\n\n\n\n",
		"\ufeff1. e4 *\n\n\ufeff1. d4 *\n", "\ufeff\n[Event \"a\"]\n\n1. e4 1-0\n[Event \"b\"]\n\n1. d4 *\n",
		"[Result \"0-0\"] 1. e4 0-0 [Result \"0-0\"] 1. d4 0-0",
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			games := strings.ReplaceAll(games, "\n", end)
			ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
			sum := add(t, ix, index.ImportOptions{}, text(games))
			if got := export(t, ix, index.Filter{}); got != games || sum.Games < 2 {
				t.Errorf("of %d games\n%q, want\n%q", sum.Games, got, games)
			}
			if err := verify(t, ix); err != nil {
				t.Errorf("%q: %v", games, err)
			}
			// Another file after it begins on a line of its own.
			add(t, ix, index.ImportOptions{}, text("1. f4 *"))
			got := export(t, ix, index.Filter{})
			again := open(t, storetest.Memory(), chessindex.Options{})
			if more := add(t, again, index.ImportOptions{}, text(got)); more.Games != sum.Games+1 {
				t.Errorf("%d games come back from %q, want %d", more.Games, got, sum.Games+1)
			}
		}
	}
}

// TestStartThatCannotBe: a game with rights that cannot be is found, and passes Verify.
func TestStartThatCannotBe(t *testing.T) {
	const fen = "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	sum := add(t, ix, index.ImportOptions{}, text("[FEN \"8/8/4k3/8/4P3/4K3/8/8 w KQkq - 0 1\"]\n\n1. Kd4 *\n\n"+
		"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - e6 0 1\"]\n\n1. Kf4 *\n\n"+
		"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - - bm Kf4;\"]\n\n1. Kf3 *\n"))
	if a := find(t, ix, fen); sum.Games != 3 || a.Games != 3 || len(a.Moves) != 3 {
		t.Errorf("%d games, of which %d are found with %d moves", sum.Games, a.Games, len(a.Moves))
	}
	if err := verify(t, ix); err != nil {
		t.Error(err)
	}
	for n := range int64(3) {
		if g, err := ix.Game(t.Context(), n); err != nil || g.Start != fen {
			t.Errorf("game %d begins at %q, %v", n, g.Start, err)
		}
	}
}

// TestZip: each file of games in an archive is a source; daylen/stockfish-mac#88.
func TestZip(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range []struct{ name, text string }{
		{"readme.txt", "hello"}, {"a.pgn", "[Event \"a\"]\n\n1. e4 1-0"}, {"deep/er/B.PGN", "[Event \"b\"]\n\n1. d4 1-0\n"},
		{"__MACOSX/._a.pgn", "\x00\x05\x16\x07"}, {"folder.pgn/", ""}, {"c.txt", "1. c4 e5 1-0"}, {"club", "1. f4 *"},
	} {
		f, err := w.Create(m.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games.zip")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	var skipped []string
	sum := add(t, ix, index.ImportOptions{Broken: func(archive string, err *game.RecordError) {
		if errors.Is(err, game.ErrNoGame) && archive == name {
			skipped = append(skipped, err.Text)
		}
	}}, index.Input{Name: name})
	if got := strings.Join(skipped, " "); got != "readme.txt __MACOSX/._a.pgn" {
		t.Errorf("skipped %s", got)
	}
	if sum.Games != 4 || len(sum.Sources) != 4 || sum.Sources[0].Name != name+"/a.pgn" ||
		sum.Sources[1].Name != name+"/deep/er/B.PGN" {
		t.Errorf("added %+v", sum)
	}
	if again := add(t, ix, index.ImportOptions{}, index.Input{Name: name}); again.Games != 0 ||
		len(again.Dropped) != 4 {
		t.Errorf("added again: %+v", again)
	}
	cut := filepath.Join(t.TempDir(), "cut.zip")
	if err := os.WriteFile(cut, b.Bytes()[:b.Len()-30], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, index.Input{Name: cut}); err == nil ||
		!strings.Contains(err.Error(), cut) {
		t.Errorf("an archive that is cut off: %v", err)
	}
}
