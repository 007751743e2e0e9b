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
	Bonus     Bonus
}

// A Bonus is what White gets for a handicap of some stones, beside the komi.
type Bonus uint8

const (
	NoBonus     Bonus = iota // nothing
	BonusAll                 // a point for each stone
	BonusButOne              // a point for each stone but one
)

// Points returns the points for a number of handicap stones.
func (b Bonus) Points(stones int) int {
	switch b {
	case BonusAll:
		return stones
	case BonusButOne:
		return max(0, stones-1)
	}
	return 0
}

// named are sets of rules with their names. KataGo's manual of its GTP extensions says
// what each means. Names other than the first have no capitals, blanks and signs.
var named = []struct {
	rules Rules
	names []string
}{
	{Rules{Ko: SimpleKo, Territory: true}, []string{"Japanese", "korean", "ancientterritory", "japan", "jp", "korea",
		"kr", "日本", "日本規則", "日本规则", "日本ルール", "韩国", "韓国", "韩国规则", "한국"}},
	{Rules{Ko: SimpleKo, Bonus: BonusAll}, []string{"Chinese", "china", "cn", "area", "中国", "中國", "中国规则",
		"中国ルール"}},
	{Rules{Ko: SimpleKo}, []string{"Stone-Scoring", "ancientarea"}},
	{Rules{Ko: PositionalSuperko, Bonus: BonusAll}, []string{"Chinese-KGS", "chineseogs", "chinesesuperko"}},
	{Rules{Ko: SituationalSuperko, Bonus: BonusButOne},
		[]string{"AGA", "bga", "french", "ffg", "agabutton", "americango", "britishgo"}},
	{Rules{Ko: SituationalSuperko, Suicide: true}, []string{"NZ", "newzealand", "nzgs"}},
	{Rules{Ko: PositionalSuperko, Suicide: true}, []string{"Tromp-Taylor", "tt", "logical", "goe", "ing", "sst",
		"inggoe", "应氏", "應氏", "応氏"}},
}

// String returns a name of the rules that [ParseRules] reads, "" if they have none. The bonus decides only between
// rules that are otherwise the same.
func (r Rules) String() string {
	like := ""
	for _, n := range named {
		if n.rules == r {
			return n.names[0]
		}
		if same := (Rules{n.rules.Ko, n.rules.Suicide, n.rules.Territory, r.Bonus}); same == r && like == "" {
			like = n.names[0]
		}
	}
	return like
}

// Usual returns the rules with the bonus of the named ones that are the same otherwise, none if there are none.
func (r Rules) Usual() Rules {
	r.Bonus = NoBonus
	for _, n := range named {
		if same := (Rules{n.rules.Ko, n.rules.Suicide, n.rules.Territory, NoBonus}); same == r {
			return n.rules
		}
	}
	return r
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

// ParseRules returns the rules of a name, as records and clients write it: "Japanese", "NZ", "tromp-taylor", "Chinese
// rules", or the form of KataGo's records, "koSIMPLEscoreAREAtaxNONEsui0", in any order, without what it says of
// tax. Case, blanks and signs do not matter. The error wraps [game.ErrOptions].
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

// A codedPart is a part of the form of KataGo's records with what it says about the moves.
type codedPart struct {
	part string
	set  func(*Rules)
}

// coded are the parts of the form of KataGo's records, in lower case.
var coded = []codedPart{
	{"kosimple", func(r *Rules) { r.Ko = SimpleKo }},
	{"kopositional", func(r *Rules) { r.Ko = PositionalSuperko }},
	{"kosituational", func(r *Rules) { r.Ko = SituationalSuperko }},
	{"kospight", func(r *Rules) { r.Ko = SituationalSuperko }},
	{"scorearea", func(r *Rules) { r.Territory = false }},
	{"scoreterritory", func(r *Rules) { r.Territory = true }},
	{"sui0", func(r *Rules) { r.Suicide = false }},
	{"sui1", func(r *Rules) { r.Suicide = true }},
	{"taxnone", nil}, {"taxseki", nil}, {"taxall", nil}, {"button0", nil}, {"button1", nil},
	{"whbn-1", func(r *Rules) { r.Bonus = BonusButOne }}, {"whbn", func(r *Rules) { r.Bonus = BonusAll }},
	{"whb0", func(r *Rules) { r.Bonus = NoBonus }}, {"fpok0", nil}, {"fpok1", nil},
}

// parseCoded reads the rules in KataGo's records.
func parseCoded(text string) (r Rules, ok bool) {
	rest := strings.ToLower(strings.TrimSpace(text))
	for rest != "" {
		i := slices.IndexFunc(coded, func(c codedPart) bool { return strings.HasPrefix(rest, c.part) })
		if i < 0 {
			komi, found := strings.CutPrefix(rest, "komi")
			if komi = strings.TrimLeft(komi, "-0123456789."); !found {
				return r, false
			}
			rest = komi
			continue
		}
		if ok = true; coded[i].set != nil {
			coded[i].set(&r)
		}
		rest = rest[len(coded[i].part):]
	}
	return r, ok
}
