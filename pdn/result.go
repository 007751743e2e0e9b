package pdn

import (
	"bytes"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// parseResult reads a score, which may count two points for a win and one for
// a draw, or the words for it: "Black wins". Black, or Red, is the first player.
// "0-0", for a game lost by both, is Unknown.
func parseResult(text string) (game.Result, bool) {
	switch words := strings.Fields(strings.ToLower(strings.Trim(text, " .!"))); {
	case len(words) == 1 && slices.Contains([]string{"draw", "drawn", "drawing"}, words[0]):
		return game.Draw, true
	case len(words) != 2 || !slices.Contains([]string{"wins", "win", "won", "winning"}, words[1]):
	case words[0] == "black" || words[0] == "red":
		return game.FirstWins, true
	case words[0] == "white":
		return game.SecondWins, true
	}
	text = string(bytes.Join(bytes.Fields(plain([]byte(text), 0)), nil))
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
