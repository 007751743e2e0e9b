package chessindex_test

import (
	"bufio"
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/pgn"
)

var asPolyglot = chessindex.Options{Set: keyfile.Polyglot(), EnPassant: chess.PseudoLegalEnPassant}

// TestMasters adds a collection of 20,000 games with 1,634,210 moves
// (data/SOURCES.md). The number of games of each position must be that which
// Debian's pgn-extract prints, whose hash comments are Polyglot keys.
func TestMasters(t *testing.T) {
	if oracle.Short() {
		oracle.Long(t, "all positions of 20,000 games against pgn-extract")
	}
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	s := onDisk(t, t.TempDir())
	ix := open(t, s, asPolyglot)
	sum := add(t, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(t, "pgn/masters-20k.pgn.zst")})
	if broken, skipped := leftOut(sum); sum.Games != 20000 || broken != 0 || len(skipped) != 0 {
		t.Fatalf("summary %+v, want 20,000 games", sum)
	}
	moves := 0
	for n := range sum.Games {
		g, err := ix.Game(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		moves += len(g.Moves)
	}
	if moves != 1634210 {
		t.Errorf("%d moves, want 1,634,210", moves)
	}
	want := extracted(t, program, oracle.Read(t, "pgn/masters-20k.pgn.zst"))
	seen := make(map[uint64]bool)
	differ, all := 0, oracle.Whole(t, "the answers about three of four positions")
	walk(t, oracle.Read(t, "pgn/masters-20k.pgn.zst"), func(m *pgn.Mainline) {
		for _, h := range m.Hashes {
			if seen[h.Lo] {
				continue
			}
			seen[h.Lo] = true
			if !all && h.Lo%4 != 0 {
				continue
			}
			if _, got := byHash(t, s, h); got != want[h.Lo] {
				if differ++; differ < 10 {
					t.Errorf("position %016x: %d games, pgn-extract has %d", h.Lo, got, want[h.Lo])
				}
			}
		}
	})
	positions := 0
	for _, err := range ix.Each(t.Context(), index.Positions) {
		if err != nil {
			t.Fatal(err)
		}
		positions++
	}
	if positions != len(want) || len(seen) != len(want) || differ > 0 {
		t.Errorf("%d positions in the index, %d in the games, pgn-extract has %d; %d have other counts",
			positions, len(seen), len(want), differ)
	}
	t.Logf("%d positions, %d visits", positions, sum.Visits)
}

// extracted counts the games of each key in the comments of pgn-extract. The
// start position has no comment.
func extracted(t *testing.T, program string, games []byte) map[uint64]int64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, "--hashcomments", "-w", "1000000")
	cmd.Stdin = bytes.NewReader(games)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	counts := make(map[uint64]int64)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "1. ") {
			continue
		}
		seen := map[uint64]bool{0x463b96181691fc9c: true}
		for _, comment := range strings.Split(line, "{ ")[1:] {
			word, _, _ := strings.Cut(comment, " ")
			key, err := strconv.ParseUint(word, 16, 64)
			if err != nil {
				t.Fatalf("pgn-extract: comment %q: %v", word, err)
			}
			seen[key] = true
		}
		for key := range seen {
			counts[key]++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return counts
}

// walk visits the main lines of games, with Polyglot's hashes.
func walk(t *testing.T, games []byte, visit func(*pgn.Mainline)) {
	t.Helper()
	p, err := pgn.NewParser(chess.Options{Set: keyfile.Polyglot(), EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	for s := pgn.NewScanner(bytes.NewReader(games)); ; {
		c, err := s.Next()
		if err != nil {
			return
		}
		for i := range c.Len() {
			if err := p.Mainline(c, i, &m); err != nil {
				t.Fatal(err)
			}
			visit(&m)
		}
	}
}

// TestLichess adds 989 games of several variants. Each game must be added, or
// counted under the name in its tag Variant.
func TestLichess(t *testing.T) {
	data := oracle.Read(t, "pgn/lichess-989.pgn.zst")
	ix := open(t, storetest.Memory(), chessindex.Options{})
	sum := add(t, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(t, "pgn/lichess-989.pgn.zst")})
	broken, skipped := leftOut(sum)
	all := int64(bytes.Count(data, []byte("[Event ")))
	games := sum.Games
	for name, n := range skipped {
		if want := bytes.Count(data, []byte(`[Variant "`+name+`"]`)); n != want {
			t.Errorf("%d games of %s skipped, want %d", n, name, want)
		}
		games += int64(n)
	}
	if all != 989 || games != all || broken != 0 || len(skipped) == 0 {
		t.Errorf("%d games, skipped %v, %d broken; want %d together, none broken", sum.Games, skipped, broken, all)
	}
}
