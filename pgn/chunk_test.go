package pgn_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
)

// TestNewChunk reads each game of a file from a chunk of its own.
func TestNewChunk(t *testing.T) {
	p, err := pgn.NewParser(chess.Options{Views: chess.PawnView | chess.MaterialView})
	if err != nil {
		t.Fatal(err)
	}
	s := pgn.NewScanner(strings.NewReader(sample.Famous()))
	games := 0
	for c, err := s.Next(); err == nil; c, err = s.Next() {
		for i := range c.Len() {
			games++
			var m, alone pgn.Mainline
			one := pgn.NewChunk(c.Game(i))
			if err := p.Mainline(c, i, &m); err != nil {
				t.Fatal(err)
			}
			if err := p.Mainline(one, 0, &alone); err != nil || one.Len() != 1 || one.First() != 1 ||
				len(alone.Moves) != len(m.Moves) || alone.Hashes[len(m.Moves)] != m.Hashes[len(m.Moves)] {
				t.Errorf("game %d: %d moves, error %v; want %d", games, len(alone.Moves), err, len(m.Moves))
			}
			pos, err := chess.New(chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for ply := range m.Hashes { // the views of each position
				if m.Pawns[ply] != pos.ViewHash(chess.PawnView) || m.Material[ply] != pos.ViewHash(chess.MaterialView) {
					t.Fatalf("game %d, ply %d: other hashes in views than from the board", games, ply)
				}
				if ply < len(m.Moves) {
					pos.Make(m.Moves[ply])
				}
			}
			one.Release()
		}
	}
	if games < 3 {
		t.Errorf("%d games", games)
	}
}
