package pgn

import "github.com/zobrist-go/zobrist/game"

// resultAt returns the termination marker that b has at i and its length, 0
// where there is none. A marker ends with the text or before a byte that
// cannot go on a word.
func resultAt(b []byte, i int) (game.Result, int) {
	rest := b[i:]
	r, n := game.Unknown, 0
	switch {
	case len(rest) == 0:
		return game.Unknown, 0
	case rest[0] == '*':
		n = 1
	case len(rest) < 3:
		return game.Unknown, 0
	case string(rest[:3]) == "1-0":
		r, n = game.FirstWins, 3
	case string(rest[:3]) == "0-1":
		r, n = game.SecondWins, 3
	case len(rest) >= 7 && string(rest[:7]) == "1/2-1/2":
		r, n = game.Draw, 7
	case string(rest[:3]) == "1/2":
		r, n = game.Draw, 3
	default:
		return game.Unknown, 0
	}
	if n < len(rest) && classes[rest[n]]&inWord != 0 {
		return game.Unknown, 0
	}
	return r, n
}
