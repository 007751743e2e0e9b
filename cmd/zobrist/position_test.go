package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// TestSplitPosition reads what a user may write for a position.
func TestSplitPosition(t *testing.T) {
	for _, c := range []struct{ text, fen, moves string }{
		{"", "", ""},
		{"  startpos ", "", ""},
		{"e4 e5 Nf3", "", "e4 e5 Nf3"},
		{"1. e4 e5 2. Nf3 1/2-1/2", "", "1. e4 e5 2. Nf3 1/2-1/2"},
		{"1/2-1/2", "", "1/2-1/2"},
		{"8/5bkp/6p1/2b2p2/1rpN1P2/4P1P1/2R2K1P/5B2 w - - 7 40", "8/5bkp/6p1/2b2p2/1rpN1P2/4P1P1/2R2K1P/5B2 w - - 7 40", ""},
		{"8/8/8/8 w", "8/8/8/8 w", ""}, // refused as a FEN
	} {
		if fen, moves := games.Chess.Split(c.text); fen != c.fen || moves != c.moves {
			t.Errorf("%q is FEN %q and moves %q; want %q and %q", c.text, fen, moves, c.fen, c.moves)
		}
	}
}

// TestSplitEveryPosition gives Split every position of real games,
// and their moves.
func TestSplitEveryPosition(t *testing.T) {
	t.Run("sample", func(t *testing.T) { splitEvery(t, []byte(sample.Famous()), 3900) })
	t.Run("masters-20k", func(t *testing.T) {
		text, atLeast := oracle.Read(t, "pgn/masters-20k.pgn.zst"), 1_600_000
		if !oracle.Whole(t, "7 of 8 games") {
			text, atLeast = text[:len(text)/8], 200_000
		}
		splitEvery(t, text, atLeast)
	})
}

func splitEvery(t *testing.T, text []byte, atLeast int) {
	positions := 0
	for game, err := range pgn.NewReader(bytes.NewReader(text)).All() {
		if err != nil {
			continue
		}
		p, err := game.Start(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var line []string
		for _, m := range game.Moves {
			line = append(line, p.SAN(m.Move))
			p.Make(m.Move)
			positions++
			if fen, moves := games.Chess.Split(p.FEN()); fen == "" || moves != "" {
				t.Fatalf("%q is not read as a FEN", p.FEN())
			}
		}
		if text := strings.Join(append(line, "1/2-1/2"), " "); text != "" {
			if fen, moves := games.Chess.Split(text); fen != "" || moves != text {
				t.Fatalf("%q is not read as moves", text)
			}
		}
	}
	if positions < atLeast {
		t.Errorf("%d positions; want at least %d", positions, atLeast)
	}
}
