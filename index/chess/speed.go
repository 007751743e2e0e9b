package chessindex

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/index"
)

// speedOf returns the class of a game's time control by its tag TimeControl, and if
// that says nothing by lichess's tag Event.
func speedOf(control []byte, event string) index.Speed {
	if s := parseControl(control); s != index.UnknownSpeed {
		return s
	}
	_, class, ok := cutLichess(event)
	if !ok {
		return index.UnknownSpeed
	}
	for _, word := range class {
		for s := index.UltraBullet; s <= index.Correspondence; s++ {
			if strings.EqualFold(word, s.String()) {
				return s
			}
		}
	}
	return index.UnknownSpeed
}

// modeOf says whether a game was rated by lichess's tag Event.
func modeOf(event string) index.Mode {
	mode, _, ok := cutLichess(event)
	switch {
	case !ok:
		return index.UnknownMode
	case strings.EqualFold(mode, "rated"):
		return index.Rated
	}
	return index.Casual
}

// cutLichess splits the event of a game on lichess, such as "Rated Blitz game" or
// "Casual Rapid tournament https://lichess.org/tournament/x", into its first word and
// those before the kind of event.
func cutLichess(event string) (mode string, class []string, ok bool) {
	mode, rest, _ := strings.Cut(event, " ")
	if !strings.EqualFold(mode, "rated") && !strings.EqualFold(mode, "casual") {
		return "", nil, false
	}
	words := strings.Fields(rest)
	const most = 5 // King of the Hill game
	for i, word := range words[:min(len(words), most)] {
		switch strings.ToLower(word) {
		case "game", "tournament", "swiss", "simul":
			return mode, words[:i], true
		}
	}
	return "", nil, false
}

// parseControl returns the class of a time control as the PGN standard writes it,
// section 9.6.1: periods of "moves/seconds", "seconds", "seconds+increment" or
// "*seconds" with colons between them, "-" for none. Seconds may have decimals, as engines have them. By lichess's rule
// the class depends on the seconds for forty moves. Other texts are read as words.
func parseControl(text []byte) index.Speed {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0:
		return index.UnknownSpeed
	case string(text) == "-":
		return index.Correspondence
	}
	total := 0.0
	for period := range bytes.SplitSeq(text, []byte(":")) {
		moves, seconds, ok := 0.0, bytes.TrimPrefix(period, []byte("*")), true
		if m, s, found := bytes.Cut(seconds, []byte("/")); found {
			moves, ok = number(m)
			seconds = s
		}
		base, increment, more := bytes.Cut(seconds, []byte("+"))
		n, valid := number(base)
		total += n
		if ok = ok && valid; more {
			n, valid = number(increment)
			total += 40 * n
			ok = ok && valid
		}
		if !ok {
			return controlWords(string(text))
		}
		const day = 86400 // seconds
		if moves == 1 && total >= day {
			return index.Correspondence
		}
	}
	return speedFor(total)
}

// speedFor returns the class of a time control by the seconds for forty moves.
func speedFor(total float64) index.Speed {
	switch {
	case total < 30:
		return index.UltraBullet
	case total < 180:
		return index.Bullet
	case total < 480:
		return index.Blitz
	case total < 1500:
		return index.Rapid
	}
	return index.Classical
}

// number reads a number of moves or seconds, of at most nine characters.
func number(text []byte) (float64, bool) {
	if len(text) == 0 || len(text) > 9 || len(bytes.Trim(text, "0123456789.")) > 0 {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(text), 64)
	return n, err == nil
}
