package sgf

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Result returns how a game of Go ended, as the property RE says: Black is the first
// player. It is [game.Unknown] if there is no RE, or none that [Game.Score] reads.
func (g *Game) Result() game.Result {
	switch score := g.Score(); {
	case strings.HasPrefix(score, "B"):
		return game.FirstWins
	case strings.HasPrefix(score, "W"):
		return game.SecondWins
	case score == "0":
		return game.Draw
	}
	return game.Unknown
}

// Score returns the result of a game of Go with its margin in the standard's short form: "B+3.5", "W+R" for
// resignation, "W+T" for time, "B+F" for forfeit, "B+" without one or with another, "0" for a draw. It is "" for
// anything else. Words, case and blanks do not matter. Words in Chinese, Japanese and Korean may say who won or lost;
// their margin is not read.
func (g *Game) Score() string {
	text, _ := g.Root.Get("RE")
	text = strings.ToLower(strings.TrimSpace(text))
	if slices.Contains([]string{"0", "draw", "jigo"}, text) {
		return "0"
	}
	side, rest, plus := strings.Cut(text, "+")
	m := named.FindStringSubmatch(strings.TrimSpace(side))
	if m == nil {
		return ""
	}
	winner, loser := "B+", "W+"
	if slices.Contains([]string{"w", "white", "白", "백"}, m[1]+m[2]) {
		winner, loser = loser, winner
	}
	if m[4] == "" && (plus || m[3] == "") {
		return winner + margin(strings.TrimSpace(rest))
	}
	words := verdict.FindStringSubmatch(m[4])
	switch {
	case words == nil:
		return ""
	case words[1] != "":
		return winner + margin(strings.TrimSpace(rest))
	case words[2] != "":
		return loser
	}
	return ""
}

var (
	named = regexp.MustCompile(`^(?:(black|b|white|w)|([黑黒白흑백])([方棋番]?)の?\s*(.*))$`)

	// verdict finds the word of winning or losing that comes first, before the other side. A word of both, or a word
	// that is denied, says nothing.
	verdict = regexp.MustCompile(`^[^黑黒白흑백]*?(?:[不未没沒][有能]?[胜勝赢贏负負败敗输輸]|[胜勝승][负負败敗부]|` +
		`([胜勝赢贏승])|([负負败敗输輸패]|投了|投子))`)

	points = regexp.MustCompile(`^([0-9]*)(?:[.,]([0-9]+)|(½| 1/2))?(?:[^0-9/]|$)`)
)

// margin returns a margin in its short form, "" if it is another than the standard's.
func margin(text string) string {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "1/2":
		return "0.5"
	case "r", "resign", "resignation", "t", "time", "f", "forfeit":
		return strings.ToUpper(word[:1])
	}
	m := points.FindStringSubmatch(text)
	if m == nil || m[1]+m[2]+m[3] == "" {
		return ""
	}
	if m[3] != "" {
		m[2] = "5"
	}
	return strings.TrimSuffix(cmp.Or(m[1], "0")+"."+m[2], ".")
}

var dates = regexp.MustCompile(`([0-9]{4})(?:[-./年]\s*([0-9]{1,2}))?(?:[-./月]\s*([0-9]{1,2}))?`)

// Date returns the first day of the property DT. Parts that are not known are 0.
func (g *Game) Date() (year, month, day int) {
	text, _ := g.Root.Get("DT")
	if m := dates.FindStringSubmatch(text); m != nil {
		year, _ = strconv.Atoi(m[1])
		month, _ = strconv.Atoi(m[2])
		day, _ = strconv.Atoi(m[3])
	}
	return year, month, day
}

// A Rank is the rank of a player of Go: 1 to 30 for 30 kyu to 1 kyu, 31 to 39 for 1 to 9 dan, 41 to 49
// for 1 to 9 dan of a professional. 0 is none.
type Rank int

var ranks = regexp.MustCompile(`(?i)^(p|职业|職業|プロ)?\s*([0-9]{1,2}|[一二三四五六七八九十初]{1,3})\s*-?\s*` +
	`(dan|kyu|gup|d|k|p|段|级|級|급|단|$)`)

// ParseRank reads a rank as records have it: "9d", "5 kyu", "4p", "9段", "P三段", "P9". It returns 0 for anything else.
func ParseRank(text string) Rank {
	m := ranks.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[1]+m[3] == "" {
		return 0
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		n = chinese(m[2])
	}
	unit := strings.ToLower(m[3])
	professional := m[1] != "" || unit == "p" || strings.Contains(strings.ToLower(text), "pro")
	switch kyu := slices.Contains([]string{"k", "kyu", "gup", "级", "級", "급"}, unit); {
	case n < 1 || kyu && n > 30 || !kyu && n > 9:
		return 0
	case kyu:
		return Rank(31 - n)
	case professional:
		return Rank(40 + n)
	}
	return Rank(30 + n)
}

// chinese reads a number to 30 in Chinese digits; 初 is the first.
func chinese(text string) (n int) {
	for _, c := range strings.ReplaceAll(text, "初", "一") {
		if c == '十' {
			n = max(n, 1) * 10
		} else {
			n += 1 + strings.Index("一二三四五六七八九", string(c))/len("一")
		}
	}
	return n
}

// String returns "9d", "5k", "4p", or "" for 0.
func (r Rank) String() string {
	switch {
	case r <= 0:
		return ""
	case r <= 30:
		return strconv.Itoa(31-int(r)) + "k"
	case r <= 40:
		return strconv.Itoa(min(9, int(r)-30)) + "d"
	}
	return strconv.Itoa(min(9, int(r)-40)) + "p"
}
