package game_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game"
)

func TestResult(t *testing.T) {
	for text, want := range map[string]game.Result{
		"1-0": game.FirstWins, "0-1": game.SecondWins, "1/2-1/2": game.Draw, "1/2": game.Draw, "*": game.Unknown,
	} {
		if r, ok := game.ParseResult(text); !ok || r != want {
			t.Errorf("%s: %v %v", text, r, ok)
		}
		if text != "1/2" && want.String() != text {
			t.Errorf("%s is written %s", text, want)
		}
	}
	for _, text := range []string{"", "1", "1-", "1-1", "0-0", "1-0 ", "1-0x", "1/2-1", "1/2-1/2-1/2", "?"} {
		if r, ok := game.ParseResult(text); ok {
			t.Errorf("%s: %v", text, r)
		}
	}
	if got := game.Result(200).String(); got != "*" {
		t.Errorf("result 200 is written %s", got)
	}
}
