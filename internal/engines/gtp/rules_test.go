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

// TestRules: names and answers of KataGo's docs/GTP_Extensions.md and of kgsGtp. The
// bonus of a handicap is always 0, because none is counted.
func TestRules(t *testing.T) {
	const form = `{"friendlyPassOk":true,"hasButton":false,"ko":"%s","scoring":"%s","suicide":%v,"tax":"%s",` +
		`"whiteHandicapBonus":"0"}`
	area := func(ko string, suicide bool) string { return fmt.Sprintf(form, ko, "AREA", suicide, "NONE") }
	for command, want := range map[string]string{
		"kata-set-rules tromp-taylor":         area("POSITIONAL", true),
		"kata-set-rules chinese":              area("SIMPLE", false),
		"kata-set-rules chinese-ogs":          area("POSITIONAL", false),
		"kata-set-rules chinese-kgs":          area("POSITIONAL", false),
		"kata-set-rules japanese":             japaneseJSON,
		"kata-set-rules korean":               japaneseJSON,
		"kata-set-rules aga":                  area("SITUATIONAL", false),
		"kata-set-rules bga":                  area("SITUATIONAL", false),
		"kata-set-rules new-zealand":          area("SITUATIONAL", true),
		"kgs-rules chinese":                   area("POSITIONAL", false),
		"kgs-rules aga":                       area("SITUATIONAL", false),
		"kgs-rules japanese":                  japaneseJSON,
		"kgs-rules new_zealand":               area("SITUATIONAL", true),
		"kata-set-rule ko SIMPLE":             area("SIMPLE", false),
		"kata-set-rule suicide true":          area("POSITIONAL", true),
		`kata-set-rules {"ko":"SITUATIONAL"}`: area("SITUATIONAL", false),
		`kata-set-rules {"hasButton":false,"ko":"SIMPLE", "scoring":"TERRITORY","suicide":false,"tax":"SEKI",` +
			`"whiteHandicapBonus":"0"}`: japaneseJSON,
		`kata-set-rules { "ko" : "simple" }`:                          area("SIMPLE", false),
		"kata-set-rules koSIMPLEscoreTERRITORYtaxSEKIsui0whb0":        japaneseJSON,
		"kata-set-rules scoreAREAsui1koPOSITIONALkomi7.5whbN-1fpok1":  area("POSITIONAL", true),
		"kata-set-rules koSITUATIONALscoreAREAtaxNONEsui0button0whb0": area("SITUATIONAL", false),
		"kata-set-rules koSIMPLEscoreAREAtaxALLsui0":                  "? rules with taxall are not supported",
		"kata-set-rules koSIMPLEscoreAREAtaxNONEsui0button1":          "? rules with button1 are not supported",
		"kata-set-rules mine":                                         `? unknown rules "mine"`,
		"kata-set-rules":                                              "? syntax error",
		"kata-set-rules {":                                            "? syntax error",
		"kata-set-rule ko NONE":                                       `? rule ko is not supported with the value "NONE"`,
		"kata-set-rule tax ALL":                                       `? rule tax is not supported with the value "ALL"`,
		"kata-set-rule hasButton true":                                `? rule hasButton is not supported with the value "TRUE"`,
		"kata-set-rule luck 1":                                        `? unknown rule "luck"`,
		"kata-set-rule ko":                                            "? syntax error",
		"kgs-rules":                                                   "? syntax error",
		"kgs-rules mine":                                              `? unknown rules "mine"`,
	} {
		o := quick
		o.Board.Ko = baduk.PositionalSuperko
		got := answers(t, o, command, "kata-get-rules")
		if strings.HasPrefix(want, "?") {
			check(t, got, want, "= "+area("POSITIONAL", false))
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
			`"whiteHandicapBonus":"0"}`)
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
