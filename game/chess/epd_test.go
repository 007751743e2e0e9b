package chess_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

func TestCutEPD(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	for line, want := range map[string][2]string{
		start:                                    {start, ""},
		start + " 0 1":                           {start + " 0 1", ""},
		start + " bm e4; id \"q\";":              {start, "bm e4; id \"q\";"},
		start + " 0 1 bm e4; id \"q\";":          {start + " 0 1", "bm e4; id \"q\";"},
		start + " 0 1 ;D1 20 ;D2 400":            {start + " 0 1", ";D1 20 ;D2 400"},
		start + " 0 1;D1 20":                     {start + " 0 1", ";D1 20"},
		start + ";":                              {start, ";"},
		start + " acd 1; hmvc 7; fmvn 12;":       {start + " 7 12", "acd 1; hmvc 7; fmvn 12;"},
		start + " fmvn 12;":                      {start + " - 12", "fmvn 12;"},
		"\u00a0" + start + "\v- -\tbm e4;":       {start + " - -", "bm e4;"},
		start + " 0 1 more":                      {start + " 0 1 more", ""}, // which Set refuses
		"8/8/8/8/8/8/8/8 w":                      {"8/8/8/8/8/8/8/8 w", ""},
		"startpos":                               {"startpos", ""},
		"":                                       {"", ""},
		start + " c0 \"1; 2\"; hmvc x y; fmvn 1": {start + " - 1", "c0 \"1; 2\"; hmvc x y; fmvn 1"},
	} {
		if position, operations := chess.CutEPD(line); position != want[0] || operations != want[1] {
			t.Errorf("%q: %q and %q, want %q", line, position, operations, want)
		}
	}
}
