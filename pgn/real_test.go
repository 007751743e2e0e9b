package pgn_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// census is what there is in a stream, read by Scanner and Parser.
type census struct {
	games, moves int
	skipped      map[string]int
	broken       []*game.RecordError
}

func take(t testing.TB, r io.Reader) census {
	t.Helper()
	s := pgn.NewScanner(r)
	p, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := census{skipped: map[string]int{}}
	var m pgn.Mainline
	for {
		part, err := s.Next()
		if err == io.EOF {
			return c
		}
		if err != nil {
			t.Fatal(err)
		}
		if part.First() != c.games+1 {
			t.Fatalf("a chunk begins with game %d after %d games", part.First(), c.games)
		}
		for i := range part.Len() {
			c.games++
			err := p.Mainline(part, i, &m)
			var broken *game.RecordError
			switch {
			case errors.Is(err, game.ErrVariant):
				c.skipped[pgn.Text(m.Tag("Variant"))]++
				continue
			case errors.As(err, &broken):
				c.broken = append(c.broken, broken)
			}
			if len(m.Hashes) > 0 && len(m.Hashes) != len(m.Moves)+1 {
				t.Fatalf("game %d has %d moves and %d hashes", c.games, len(m.Moves), len(m.Hashes))
			}
			c.moves += len(m.Moves)
		}
		part.Release()
	}
}

// The counts of masters-20k and the numbers of games of the others are from
// shared/data/SOURCES.md; the other numbers of moves are from Debian's pgn-extract, see
// TestPGNExtract.
func TestRealGames(t *testing.T) {
	for _, test := range []struct {
		file         string
		games, moves int
		skipped      map[string]int
		long         bool
	}{
		{"pgn/masters-20k.pgn.zst", 20000, 1634210, nil, false},
		{"pgn/masters-100k.pgn.zst", 100000, 8326015, nil, true},
		{"pgn/lichess-989.pgn.zst", 989, 80386, map[string]int{"Atomic": 5}, false},
		{"pgn/lines-198350.pgn.zst", 198350, 2517446, nil, true},
	} {
		t.Run(test.file, func(t *testing.T) {
			if test.long && oracle.Short() {
				t.Log("left out in a short run")
				return
			}
			c := take(t, bytes.NewReader(oracle.Read(t, test.file)))
			for _, err := range c.broken {
				t.Error(err)
			}
			if c.games != test.games || c.moves != test.moves {
				t.Errorf("%d games and %d moves, want %d and %d", c.games, c.moves, test.games, test.moves)
			}
			if !maps.Equal(c.skipped, test.skipped) {
				t.Errorf("skipped %v, want %v", c.skipped, test.skipped)
			}
		})
	}
}
