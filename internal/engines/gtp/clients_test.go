package gtp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestClients: what interfaces send at their start, then during a game and an analysis,
// as their sources have it (in November 2026): Sabaki's enginesyncer.js and @sabaki/gtp,
// GoGui's GtpClient and GtpSynchronizer, Lizzie's Leelaz.java, Lizzieyzy's, q5Go's
// qgtp.cpp. q5Go gives an engine up at its first error. An answer is matched by a regular
// expression, and none is an error unless it says so.
func TestClients(t *testing.T) {
	const lz = `(info move \S+ visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv( \S+)+ ?)+`
	const kata = `(info move \S+ visits \d+ utility \S+ winrate \S+ scoreMean \S+ scoreStdev \S+ scoreLead \S+ ` +
		`scoreSelfplay \S+ prior \S+ lcb \S+ utilityLcb \S+ order \d+ pv( \S+)+ ?)+`
	const names = `[a-z_A-Z\n-]+`
	many := func(line string) string { return "(?:" + line + `\n?)+` } // a line in every interval
	for client, talk := range map[string][][2]string{
		"Sabaki": {
			{"0 name", "zobrist"}, {"1 version", "test"}, {"2 protocol_version", "2"}, {"3 list_commands", names},
			{"4 komi 6.5", ""}, {"5 boardsize 9", ""}, {"6 clear_board", ""}, {"7 set_free_handicap C3 G7", ""},
			{"8 play W E5", ""}, {"9 play B pass", ""}, {"10 play W C7", ""},
			{"11 kata-analyze B 20 ownership true", many(kata + `ownership( \S+){81}`)}, {"12 protocol_version", "2"},
			{"13 lz-analyze B 20", many(lz)}, {"14 undo", ""}, {"15 undo", ""}, {"16 genmove B", `[A-J]\d`},
			{"17 kata-genmove_analyze W 20", many(kata) + `play [A-J]\d`}, {"18 komi 0", ""},
			{"19 rectangular_boardsize 9 13", ""}, {"20 clear_board", ""}, {"21 play B J13", ""}, {"22 quit", ""},
		},
		"GoGui": {
			{"protocol_version", "2"}, {"list_commands", names}, {"name", "zobrist"}, {"version", "test"},
			{"gogui-analyze_commands", `string/Final Score/final_score\n(.+\n?)+`}, {"boardsize 9", ""}, {"clear_board", ""},
			{"set_free_handicap C3 G7", ""}, {"komi 0.5", ""}, {"time_settings 600 30 5", ""}, {"play w E5", ""},
			{"time_left b 598 0", ""}, {"genmove b", `[A-J]\d`}, {"undo", ""}, {"undo", ""}, {"final_status_list dead", `.*`},
			{"kgs-genmove_cleanup b", `[A-J]\d|pass`}, {"final_score", `[BW]\+\d+\.\d`}, {"reg_genmove w", `[A-J]\d`},
			{"showboard", `(.*\n)+.*`}, {"quit", ""},
		},
		"Lizzie": {
			{"1 name", "zobrist"}, {"2 version", "test"}, {"3 boardsize 9", ""}, {"4 komi 7.5", ""},
			{"5 time_settings 0 2 1", ""}, {"6 lz-analyze 10", many(lz)}, {"7 play B E5", ""}, {"8 lz-analyze 10", many(lz)},
			{"9 name", "zobrist"}, {"10 lz-analyze 10 avoid b C3,G7 30 avoid w C3 30", many(lz)}, {"11 undo", ""},
			{"12 clear_board", ""}, {"13 fixed_handicap 2", "C3 G7"}, {"14 genmove W", `[A-J]\d`},
			{"15 lz-genmove_analyze B 10", many(lz) + `play [A-J]\d`}, {"16 komi 0", ""}, {"17 boardsize 9 13", ""},
			{"18 quit", ""},
		},
		"Lizzieyzy": {
			{"1 list_commands", names}, {"2 name", "zobrist"}, {"3 version", "test"}, {"4 boardsize 9", ""}, {"5 komi 7.5", ""},
			{"6 kata-get-rules", `\{.*\}`}, {"7 kata-set-rules chinese", ""}, {"8 kata-get-param playoutDoublingAdvantage", "0"},
			{"9 kata-get-param analysisWideRootNoise", "0"}, {"10 clear_cache", ""},
			{`11 kata-set-rules {"scoring":"TERRITORY","ko":"SIMPLE","suicide":false,"tax":"SEKI",` +
				`"whiteHandicapBonus":"0","hasButton":false}`, ""},
			{"12 kata-get-rules", `\{.*"TERRITORY".*\}`}, {"13 kata-set-param maxTime 5", ""},
			{"14 kata-analyze b 10 ownership true", many(kata + `ownership( \S+){81}`)}, {"15 stop", ""}, {"16 get_komi", "7.5"},
			{"17 loadsgf /there/is/none", `? cannot load file`}, {"18 quit", ""},
		},
		"q5Go": {
			{"1 protocol_version", "2"}, {"2 rectangular_boardsize 9 13", ""}, {"3 boardsize 9", ""}, {"4 clear_board", ""},
			{"5 komi 6.5", ""}, {"6 known_command lz-analyze", "true"}, {"7 known_command kata-analyze", "true"},
			{"8 clear_board", ""}, {"9 play black C3", ""}, {"10 play black G7", ""}, {"11 known_command known_command", "true"},
			{"12 time_settings 1 1 0", ""}, {"13 time_settings 300 30 5", ""}, {"14 time_left white 300 0", ""},
			{"15  kata-genmove_analyze white 100", many(kata) + `play [A-J]\d`}, {"16 genmove black", `[A-J]\d`},
			{"17 kata-analyze white 100", many(kata)}, {"18 known_command known_command", "true"}, {"19 undo", ""},
			{"20 play white pass", ""}, {"21 known_command final_score", "true"}, {"22 final_score", `[BW]\+\d+\.\d`},
			{"23 quit", ""},
		},
	} {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			o := quick
			o.Board.Ko = baduk.PositionalSuperko // as the command has it
			o.NeverResign = true
			var commands []string
			for _, c := range talk {
				commands = append(commands, c[0])
			}
			got := answers(t, o, commands...)
			if len(got) != len(talk) {
				t.Fatalf("%d answers to %d commands:\n%s", len(got), len(talk), strings.Join(got, "\n\n"))
			}
			for k, c := range talk {
				id := regexp.MustCompile(`^\d*`).FindString(c[0])
				mark, want := "=", c[1]
				if rest, ok := strings.CutPrefix(want, "? "); ok {
					mark, want = `\?`, rest
				}
				if !regexp.MustCompile(fmt.Sprintf(`^%s%s\s?(?:%s)\s*$`, mark, id, want)).MatchString(got[k]) {
					t.Errorf("%s: answer %.300q, want %s", c[0], got[k], c[1])
				}
			}
		})
	}
}
