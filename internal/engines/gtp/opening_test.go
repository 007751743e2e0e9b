package gtp_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestOpening: a move of the opening is played while there is one and it is legal; reg_genmove searches.
func TestOpening(t *testing.T) {
	o := quick
	o.Effort = 5
	answered := 0
	o.Opening = func(_ context.Context, p *baduk.Position) (baduk.Move, bool) {
		answered++
		m, err := p.ParseMove("C3")
		return m, err == nil && p.Turn() == baduk.Black
	}
	got := answers(t, o, "boardsize 9", "genmove b", "list_stones black", "genmove w", "genmove b", "clear_board",
		"lz-genmove_analyze b", "clear_board", "lz-genmove_analyze b 100 avoid b C3 5", "reg_genmove b")
	for i, want := range map[int]string{1: "= C3", 2: "= C3", 6: "=\nplay C3"} {
		if got[i] != want {
			t.Errorf("answer %d is %q, want %q", i, got[i], want)
		}
	}
	if got[4] == "= C3" || got[8] == "=\nplay C3" || answered != 5 {
		t.Errorf("%q after %d openings, want no occupied and no avoided point after 5", got, answered)
	}
}
