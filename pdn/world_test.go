package pdn_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/pdn"
)

// TestWorld reads games as people write them. A remark is the text of the error; "-" is a broken game.
func TestWorld(t *testing.T) {
	for _, test := range []struct{ text, want, remark string }{
		// Black, or Red, moves first, and is the first player.
		{"[Result \"White wins\"]\n1. 11-15 22-18 *", "11-15 22-18 0-1", ""},
		{"[Result \"Black Wins!\"]\n1. 11-15 *", "11-15 1-0", ""},
		{"[Result \"Red won\"]\n1. 11-15 *", "11-15 1-0", ""},
		{"[Result \"Drawn\"]\n1. 11-15 *", "11-15 1/2-1/2", ""},
		{"[Result \"2-0\"]\n1. 11-15 2-0", "11-15 1-0", ""},
		{"[Result \"2-0\"]\n1. 11-15 1-1", "11-15 1-0", "1-1"},
		{"[Result \"1-1\"]\n1. 11-15 1-1", "11-15 1/2-1/2", ""},
		{"1. 11-15 22-18 Black wins. 1-0", "11-15 22-18 1-0", "Black"},
		{"1. 11-15 22-18 2-0 0-2", "11-15 22-18 1-0", "0-2"},
		{"1. 11-15 22-18 1-0 15x22", "11-15 22-18 1-0", "15x22"},
		// Signs at moves.
		{"1. 11-15x 22-18 15x22! 25x18!? *", "11-15 22-18 15x22 25x18 *", ""},
		{"1. 11-15 22-18 15x22x 25x18 *", "11-15 22-18 15x22 25x18 *", ""},
		{"1. 11-15 22-18 15 x 22 25 x 18 *", "11-15 22-18 15x22 25x18 *", ""},
		{"1. 11-15+ 22-18# 15x22= *", "11-15 22-18 15x22 *", ""},
		{"1. 11-15 += 22-18 *", "11-15 22-18 *", "+="},
		{"1. 11-15 hello 22-18 *", "-", "hello"},
		// Stray signs, and no end.
		{"1. 11-15 ) 22-18 } *", "11-15 22-18 *", ")"},
		{"1. 11-15 22-18 (22-17 15-19 1-0", "11-15 22-18 1-0", "(22-17 15-19 1-0"},
		{"1. 11-15 {oops", "11-15 *", "{oops"},
	} {
		n := 0
		for g, err := range pdn.NewReader(strings.NewReader(test.text)).All() {
			n++
			var moves strings.Builder
			for _, m := range g.Moves {
				fmt.Fprintf(&moves, "%v ", m.Move)
			}
			got, remark := moves.String()+g.Result.String(), ""
			var e *game.RecordError
			if errors.As(err, &e) {
				if remark = e.Text; !e.Whole {
					got = "-"
				}
			}
			if got != test.want || remark != test.remark {
				t.Errorf("%q: %s, %v; want %s, %q", test.text, got, err, test.want, test.remark)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d games", test.text, n)
		}
	}
}
