package gtp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// japaneseJSON are Japanese rules as KataGo writes them.
const japaneseJSON = `{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,` +
	`"tax":"SEKI","whiteHandicapBonus":"0"}`

// TestRules: names and answers of KataGo's docs/GTP_Extensions.md and of kgsGtp.
func TestRules(t *testing.T) {
	const form = `{"friendlyPassOk":true,"hasButton":false,"ko":"%s","scoring":"%s","suicide":%v,"tax":"%s",` +
		`"whiteHandicapBonus":"%s"}`
	area := func(ko string, suicide bool, bonus string) string {
		return fmt.Sprintf(form, ko, "AREA", suicide, "NONE", bonus)
	}
	for command, want := range map[string]string{
		"kata-set-rules tromp-taylor":         area("POSITIONAL", true, "0"),
		"kata-set-rules chinese":              area("SIMPLE", false, "N"),
		"kata-set-rules chinese-ogs":          area("POSITIONAL", false, "N"),
		"kata-set-rules chinese-kgs":          area("POSITIONAL", false, "N"),
		"kata-set-rules japanese":             japaneseJSON,
		"kata-set-rules korean":               japaneseJSON,
		"kata-set-rules aga":                  area("SITUATIONAL", false, "N-1"),
		"kata-set-rules bga":                  area("SITUATIONAL", false, "N-1"),
		"kata-set-rules new-zealand":          area("SITUATIONAL", true, "0"),
		"kgs-rules chinese":                   area("POSITIONAL", false, "N"),
		"kgs-rules aga":                       area("SITUATIONAL", false, "N-1"),
		"kgs-rules japanese":                  japaneseJSON,
		"kgs-rules new_zealand":               area("SITUATIONAL", true, "0"),
		"kata-set-rule ko SIMPLE":             area("SIMPLE", false, "N"),
		"kata-set-rule suicide true":          area("POSITIONAL", true, "N"),
		`kata-set-rules {"ko":"SITUATIONAL"}`: area("SITUATIONAL", false, "N"),
		`kata-set-rules {"hasButton":false,"ko":"SIMPLE", "scoring":"TERRITORY","suicide":false,"tax":"SEKI",` +
			`"whiteHandicapBonus":"0"}`: japaneseJSON,
		`kata-set-rules { "ko" : "simple" }`:                          area("SIMPLE", false, "N"),
		"kata-set-rules koSIMPLEscoreTERRITORYtaxSEKIsui0whb0":        japaneseJSON,
		"kata-set-rules scoreAREAsui1koPOSITIONALkomi7.5whbN-1fpok1":  area("POSITIONAL", true, "N-1"),
		"kata-set-rules koSITUATIONALscoreAREAtaxNONEsui0button0whb0": area("SITUATIONAL", false, "0"),
		"kata-set-rules koSIMPLEscoreAREAtaxALLsui0":                  "? rules with taxall are not supported",
		"kata-set-rules koSIMPLEscoreAREAtaxNONEsui0button1":          "? rules with button1 are not supported",
		"kata-set-rules mine":                                         `? unknown rules "mine"`,
		"kata-set-rules":                                              "? syntax error",
		"kata-set-rules {":                                            "? syntax error",
		"kata-set-rule ko NONE":                                       `? rule ko is not supported with the value "NONE"`,
		"kata-set-rule tax ALL":                                       `? rule tax is not supported with the value "ALL"`,
		"kata-set-rule hasButton true":                                `? rule hasButton is not supported with the value "TRUE"`,
		"kata-set-rule whiteHandicapBonus N-1":                        area("POSITIONAL", false, "N-1"),
		"kata-set-rule whiteHandicapBonus 2":                          `? rule whiteHandicapBonus is not supported with the value "2"`,
		"kata-set-rule luck 1":                                        `? unknown rule "luck"`,
		"kata-set-rule ko":                                            "? syntax error",
		"kgs-rules":                                                   "? syntax error",
		"kgs-rules mine":                                              `? unknown rules "mine"`,
	} {
		o := quick
		o.Board.Ko = baduk.PositionalSuperko
		got := answers(t, o, command, "kata-get-rules")
		if strings.HasPrefix(want, "?") {
			check(t, got, want, "= "+area("POSITIONAL", false, "N"))
		} else {
			check(t, got, "=", "= "+want)
		}
	}
}

// TestChangeRules: other rules leave the game as it is, and decide from then on.
func TestChangeRules(t *testing.T) {
	o := quick
	o.Board.Ko = baduk.PositionalSuperko
	sending := []string{"boardsize 5 3", "komi 3.5", "play b A2", "play b B2", "play w B1", "play w C2", "play w D1",
		"play w A1", "play b C1"}
	got := answers(t, o, append(sending, "play w B1", "kata-set-rules japanese", "get_komi", "list_stones b", "play w B1",
		"undo", "kgs-rules chinese", "play w B1", "clear_board", "kata-get-rules")...)
	check(t, got[len(sending):], "=", "=", "= 3.5", "= A2 B2", "? illegal move", "=", "=", "=", "=",
		`= {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE",`+
			`"whiteHandicapBonus":"N"}`)
}

// TestHandicapBonus: White gets n, n − 1 or no points for n handicap stones, by KataGo's docs/GTP_Extensions.md,
// however the stones came to the board. One stone is no handicap, nor are Black's stones among White's. On 9×9 Black
// owns all 81 points, and the komi is 0.5.
func TestHandicapBonus(t *testing.T) {
	fixed := []string{"fixed_handicap 4"}
	played := []string{"play b C3", "play b G7", "play b C7"}
	for _, test := range []struct {
		rules, want string
		stones      []string
	}{
		{"chinese", "B+76.5", fixed},
		{"chinese-kgs", "B+76.5", fixed},
		{"aga", "B+77.5", fixed},
		{"new-zealand", "B+80.5", fixed},
		{"tromp-taylor", "B+80.5", fixed},
		{"stone-scoring", "B+80.5", fixed},
		{`{"whiteHandicapBonus":"N-1"}`, "B+77.5", fixed},
		{"chinese", "B+78.5", []string{"set_free_handicap C3 G7"}},
		{"aga", "B+78.5", []string{"place_free_handicap 3"}},
		{"chinese", "B+77.5", played},
		{"chinese", "B+77.5", append(played[:3:3], "play w pass")},
		{"chinese", "B+80.5", []string{"play b C3", "play w pass", "play b G7", "play w pass"}},
	} {
		commands := append([]string{"boardsize 9", "clear_board", "komi 0.5", "kata-set-rules " + test.rules}, test.stones...)
		got := answers(t, quick, append(commands, "final_score", "get_komi")...)
		if n := len(commands); got[n] != "= "+test.want || got[n+1] != "= 0.5" {
			t.Errorf("%s, %q: %q, want %s", test.rules, test.stones, got[n:], test.want)
		}
	}
}

// TestSuperkoPlayed: a move that superko alone forbids is played, as by Debian's gnugo; what any ko rule forbids
// is not.
func TestSuperkoPlayed(t *testing.T) {
	sending := []string{"boardsize 5", "play b A2", "play b B2",
		"play w B1", "play w C2", "play w D1", "play w A1", "play b C1", "play w B1"}
	retake := []string{"boardsize 4", "play b B4", "play w C4", "play b A3", "play w D3", "play b B2", "play w C2",
		"play b C3", "play w B3", "play b C3"}
	they := gnugo(t)
	for _, rule := range []baduk.Ko{baduk.SimpleKo, baduk.PositionalSuperko, baduk.SituationalSuperko,
		baduk.NaturalSituationalSuperko} {
		o := quick
		o.Board.Ko = rule
		we := ours(t, o)
		for _, commands := range [][]string{sending, retake} {
			they.must("clear_board")
			for n, c := range commands {
				theirs, legal := they.ask("%s", c)
				if text, ok := we.ask("%s", c); ok != legal || ok && !slices.Equal(we.stones("b"), they.stones("b")) {
					t.Errorf("%v, command %d, %s: %q, %v; gnugo: %q, %v", rule, n, c, text, ok, theirs, legal)
				}
			}
		}
	}
}

// TestTerritory: by territory the stones that were put on the board do not count, and
// prisoners do. Debian's gnugo counts the same by Japanese and by Chinese rules.
func TestTerritory(t *testing.T) {
	var moves []string
	for row := range 5 {
		moves = append(moves, fmt.Sprintf("play b C%d", row+1), fmt.Sprintf("play w D%d", row+1))
	}
	moves = append(moves, "play b B3", "play w A3", "play b B1", "play w pass", "play b B5", "play w pass", "play b A2",
		"play w pass", "play b A4") // A3 is taken
	they := []*client{gnugo(t, "--japanese-rules"), gnugo(t)}
	for k, rules := range []string{"japanese", "chinese"} {
		commands := append([]string{"boardsize 5", "clear_board", "komi 0.5"}, moves...)
		for _, c := range commands {
			they[k].must("%s", c)
		}
		want := they[k].must("final_score")
		got := answers(t, quick, append(commands, "kata-set-rules "+rules, "final_score", "printsgf")...)
		if last := got[len(commands)+1]; last != "= "+want {
			t.Errorf("%s rules: %s, gnugo %s", rules, last, want)
		}
		if record := got[len(commands)+2]; !strings.Contains(record, "RU["+strings.ToUpper(rules[:1])+rules[1:]+"]") {
			t.Errorf("%s rules: %s", rules, record)
		}
	}
}

// TestParams: the parameters of KataGo that this player has.
func TestParams(t *testing.T) {
	check(t, answers(t, quick, "kata-get-param maxVisits", "kata-set-param maxVisits 50", "kata-get-param maxVisits",
		"kata-get-param maxTime", "kata-set-param maxTime 2.5", "kata-get-param maxTime",
		"kata-get-param numSearchThreads", "kata-get-param allowResignation", "kata-set-param allowResignation false",
		"kata-get-param allowResignation", "kata-get-param playoutDoublingAdvantage",
		"kata-set-param playoutDoublingAdvantage 0.0", "kata-set-param playoutDoublingAdvantage 1.5",
		"kata-get-param analysisWideRootNoise", "kata-get-param ponderingEnabled", "kata-get-param luck",
		"kata-set-param luck 1", "kata-get-param", "kata-set-param maxTime", "kata-set-param maxTime -1",
		"kata-set-param maxVisits 1125899906842624", "kata-get-param maxVisits"),
		"= 100", "=", "= 50", "= 60", "=", "= 2.5", "= 1", "= true", "=", "= false", "= 0", "=",
		"? parameter playoutDoublingAdvantage is always 0", "= 0", "= false", "? unknown parameter", "? unknown parameter",
		"? syntax error", "? syntax error", "? syntax error", "=", "= 1125899906842624")
	list := answers(t, quick, "kata-list-params")
	for name := range strings.FieldsSeq(strings.TrimPrefix(list[0], "= ")) {
		if got := answers(t, quick, "kata-get-param "+name); !strings.HasPrefix(got[0], "= ") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
