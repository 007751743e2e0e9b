package baduk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Rules are what a set of rules says about the moves, and how it counts. Package baduk
// itself counts by area under all of them.
type Rules struct {
	Ko        Ko
	Suicide   bool // of two stones or more
	Territory bool // counts territory and prisoners, not area
}

// named are sets of rules with their names. KataGo's manual of its GTP extensions says
// what each means. Names other than the first have no capitals, blanks and signs.
var named = []struct {
	rules Rules
	names []string
}{
	{Rules{Ko: SimpleKo, Territory: true}, []string{"Japanese", "korean", "ancientterritory", "japan", "jp", "korea",
		"kr", "日本", "日本規則", "日本规则", "日本ルール", "韩国", "韓国", "韩国规则", "한국"}},
	{Rules{Ko: SimpleKo}, []string{"Chinese", "ancientarea", "stonescoring", "china", "cn", "area", "中国", "中國",
		"中国规则", "中国ルール"}},
	{Rules{Ko: PositionalSuperko}, []string{"Chinese-KGS", "chineseogs", "chinesesuperko"}},
	{Rules{Ko: SituationalSuperko}, []string{"AGA", "bga", "french", "ffg", "agabutton", "americango", "britishgo"}},
	{Rules{Ko: SituationalSuperko, Suicide: true}, []string{"NZ", "newzealand", "nzgs"}},
	{Rules{Ko: PositionalSuperko, Suicide: true}, []string{"Tromp-Taylor", "tt", "logical", "goe", "ing", "sst",
		"inggoe", "应氏", "應氏", "応氏"}},
}

// String returns a name of the rules that [ParseRules] reads, "" if they have none.
func (r Rules) String() string {
	for _, n := range named {
		if n.rules == r {
			return n.names[0]
		}
	}
	return ""
}

// bare returns a name in lower case without blanks and signs.
func bare(name string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t\r\n-_.,:/()'&", c) {
			return -1
		}
		return c
	}, strings.ToLower(name))
}

// ParseRules returns the rules of a name, as records and clients write it: "Japanese",
// "NZ", "tromp-taylor", "Chinese rules", or the form of KataGo's records,
// "koSIMPLEscoreAREAtaxNONEsui0". Case, blanks and signs do not matter. The error
// wraps [game.ErrOptions].
func ParseRules(name string) (Rules, error) {
	if r, ok := parseCoded(name); ok {
		return r, nil
	}
	word := bare(name)
	for _, suffix := range []string{"rules", "ruleset", "rule"} {
		word = strings.TrimSuffix(word, suffix)
	}
	for _, n := range named {
		if bare(n.names[0]) == word || slices.Contains(n.names, word) {
			return n.rules, nil
		}
	}
	for _, n := range named { // "Chinese, Pair Go"
		if strings.HasPrefix(word, bare(n.names[0])) && len(n.names[0]) > len("AGA") {
			return n.rules, nil
		}
	}
	return Rules{}, fmt.Errorf("baduk: %w: no rules %.40q; there are japanese, korean, chinese, chinese-kgs, aga, "+
		"new-zealand and tromp-taylor", game.ErrOptions, name)
}

// parseCoded reads the rules in KataGo's records.
func parseCoded(text string) (r Rules, ok bool) {
	rest, ok := strings.CutPrefix(text, "ko")
	if !ok {
		return r, false
	}
	ko, rest, ok := strings.Cut(rest, "score")
	switch {
	case !ok:
		return r, false
	case ko == "SIMPLE":
	case ko == "POSITIONAL":
		r.Ko = PositionalSuperko
	case ko == "SITUATIONAL" || ko == "SPIGHT":
		r.Ko = SituationalSuperko
	default:
		return r, false
	}
	r.Territory = strings.HasPrefix(rest, "TERRITORY")
	r.Suicide = strings.Contains(rest, "sui1")
	return r, true
}
