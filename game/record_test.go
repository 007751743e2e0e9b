package game_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game"
)

// TestRecordError: a stretch that is no game has no number, whatever wraps ErrNoGame.
func TestRecordError(t *testing.T) {
	for _, test := range []struct {
		err  game.RecordError
		want string
	}{
		{game.RecordError{Format: "pgn", Game: 2, Line: 3, Offset: 4, Err: game.ErrSyntax},
			"pgn: game 2, line 3, byte 4: malformed"},
		{game.RecordError{Format: "pgn", Line: 3, Offset: 4, Text: "x", Err: game.ErrNoGame},
			`pgn: line 3, byte 4: "x": no game here`},
		{game.RecordError{Format: "pdn", Line: 3, Offset: 4, Err: fmt.Errorf("%w: noise", game.ErrNoGame), Remedy: "go on"},
			"pdn: line 3, byte 4: no game here: noise; go on"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s; want %s", got, test.want)
		}
	}
}

func TestTagsFEN(t *testing.T) {
	for want, tags := range map[string]game.Tags{
		"":         {{"FEN", ""}, {"FEN", " "}, {"Fen", "w"}},
		"w K1 b 2": {{"FEN", ""}, {"SetUp", "1"}, {"FEN", " w K1 b 2\n"}, {"FEN", "other"}},
	} {
		if got := tags.FEN(); got != want {
			t.Errorf("%q: %q, want %q", tags, got, want)
		}
	}
}
