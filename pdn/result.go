package pdn

import (
	"bytes"

	"github.com/zobrist-go/zobrist/game"
)

// parseResult reads a score, which may count two points for a win and one for
// a draw. "0-0", for a game lost by both, is Unknown.
func parseResult(text string) (game.Result, bool) {
	text = string(bytes.Join(bytes.Fields(plain([]byte(text))), nil))
	switch text {
	case "2-0":
		return game.FirstWins, true
	case "0-2":
		return game.SecondWins, true
	case "1-1", "1/2":
		return game.Draw, true
	case "0-0":
		return game.Unknown, true
	}
	return game.ParseResult(text)
}
