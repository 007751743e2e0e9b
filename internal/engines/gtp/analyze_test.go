package gtp_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
)

// The lines of an analysis, by KataGo's docs/GTP_Extensions.md: of each move the
// fields in its examples' order.
var (
	lzMove   = `info move ([A-Z]\d+|pass) visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv( [A-Z]\d+| pass)+`
	float    = `-?\d+(\.\d+)?(e[-+]\d+)?`
	kataMove = `info move ([A-Z]\d+|pass) visits \d+ utility F winrate F scoreMean F scoreStdev F scoreLead F ` +
		`scoreSelfplay F prior F lcb F utilityLcb F order \d+ pv( [A-Z]\d+| pass)+`
	lzLine   = regexp.MustCompile("^" + lzMove + "( " + lzMove + ")*$")
	kataLine = regexp.MustCompile("^" +
		strings.ReplaceAll(kataMove+"( "+kataMove+")*( ownership( F)+)?", "F", float) + "$")
)

// field returns the numbers after a word, in the order of the moves.
func field(t *testing.T, line, name string) (values []float64) {
	words := strings.Fields(line)
	for i, w := range words {
		if w == name {
			v, err := strconv.ParseFloat(words[i+1], 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			values = append(values, v)
		}
	}
	return values
}

// analysis returns the only line of an analysis whose effort is limited, and ends it
// by an empty line.
func analysis(we *client, command, header string) string {
	we.t.Helper()
	we.Send("%s", command)
	if line := we.Line(); line != header {
		we.t.Fatalf("%q, want %q", line, header)
	}
	line := we.Line()
	we.Send("")
	if end := we.Line(); end != "" {
		we.t.Fatalf("%q", end)
	}
	return line
}

// TestAnalyze: an analysis has the documented form, its numbers fit each other, and
// what follows it is obeyed.
func TestAnalyze(t *testing.T) {
	o := quick
	o.Effort = 400
	we := ours(t, o)
	for _, c := range []string{"boardsize 5", "komi 0.5", "play b C3"} {
		we.must("%s", c)
	}
	lz := analysis(we, "3 lz-analyze", "=3")
	if !lzLine.MatchString(lz) {
		t.Fatalf("%q", lz)
	}
	visits := field(t, lz, "visits")
	sum := 0.0
	for _, v := range visits {
		sum += v
	}
	if sum != 400 || !slices.IsSortedFunc(visits, func(a, b float64) int { return int(b - a) }) {
		t.Errorf("visits %v, in all %v; want 400, most first", visits, sum)
	}
	for _, v := range append(field(t, lz, "winrate"), field(t, lz, "prior")...) {
		if v < 0 || v > 10000 {
			t.Errorf("%v is no share", v)
		}
	}
	kata := analysis(we, "kata-analyze b 0 maxmoves 3 ownership true", "=")
	if !kataLine.MatchString(kata) {
		t.Fatalf("%q", kata)
	}
	if n := strings.Count(kata, "info"); n != 3 {
		t.Errorf("%d moves, want 3", n)
	}
	// Black has the centre of 5×5 and the move: everything will be Black's.
	if w, lead := field(t, kata, "winrate")[0], field(t, kata, "scoreLead")[0]; w < 0.9 || lead < 15 || lead > 24.5 {
		t.Errorf("win rate %v, lead %v", w, lead)
	}
	_, list, _ := strings.Cut(kata, " ownership ")
	points := strings.Fields(list)
	centre, err := strconv.ParseFloat(points[12], 64)
	if len(points) != 25 || err != nil || centre < 0.8 {
		t.Errorf("ownership %v", points)
	}
	all := analysis(we, "lz-analyze w minmoves 30 pvVisits true", "=")
	if n := strings.Count(all, "info"); n != 25 { // 24 points and the pass
		t.Errorf("%d moves: %s", n, all)
	}
	prior := 0.0
	for _, v := range field(t, all, "prior") {
		prior += v
	}
	if prior < 9950 || prior > 10050 {
		t.Errorf("priors add up to %v", prior)
	}
}

// TestAnalyzeRestricted: the first move may be avoided, or all others.
func TestAnalyzeRestricted(t *testing.T) {
	we := ours(t, quick)
	we.must("boardsize 5")
	line := analysis(we, "lz-analyze b avoid b C3,B2 1 avoid w A1 1", "=")
	if strings.Contains(line, "move C3") || strings.Contains(line, "move B2") || !lzLine.MatchString(line) {
		t.Errorf("%q", line)
	}
	line = analysis(we, "lz-analyze allow B E5,D4 1", "=")
	if n := strings.Count(line, "info"); n != 2 || !strings.Contains(line, "move E5") {
		t.Errorf("%q", line)
	}
	// If no move is left there is nothing to say, and no line that would end the answer.
	moves := []string{"pass"}
	for _, column := range "ABCDE" {
		for row := range 5 {
			moves = append(moves, fmt.Sprintf("%c%d", column, row+1))
		}
	}
	all := "kata-genmove_analyze b avoid b " + strings.Join(moves, ",") + " 1 ownership true"
	check(t, answers(t, quick, "boardsize 5", all, "name"),
		"=", "=\nplay pass", "= zobrist")
	for _, args := range []string{"x", "b b", "interval", "interval -1", "ownership maybe", "avoid b A1",
		"avoid b Z9 1",
		"maxmoves -1", "allow c A1 1"} {
		check(t, answers(t, quick, "kata-analyze "+args, "name"), "? syntax error", "= zobrist")
	}
}

// TestAnalyzeLive: lines come in every interval until anything is typed, an empty
// line included; genmove_analyze plays its move.
func TestAnalyzeLive(t *testing.T) {
	for _, end := range []string{"", "name", "komi 7"} {
		we := ours(t, gtp.Options{})
		we.must("boardsize 9")
		we.Send("lz-analyze b 1")
		if line := we.Line(); line != "=" {
			t.Fatalf("%q", line)
		}
		before := -1.0
		for range 3 {
			line := we.Line()
			if !lzLine.MatchString(line) {
				t.Fatalf("%q", line)
			}
			if v := field(t, line, "visits")[0]; v < before {
				t.Errorf("visits fall from %v to %v", before, v)
			} else {
				before = v
			}
		}
		we.Send("%s", end)
		for line := we.Line(); line != ""; line = we.Line() {
			if !lzLine.MatchString(line) {
				t.Fatalf("%q", line)
			}
		}
		if end != "" {
			if line := we.Line(); !strings.HasPrefix(line, "=") {
				t.Fatalf("%q", line)
			}
			we.Line()
		}
		if got := we.must("protocol_version"); got != "2" {
			t.Errorf("after %q: %q", end, got)
		}
	}
	o := quick
	o.Time = time.Hour
	got := answers(t, o, "boardsize 5", "kata-genmove_analyze b 1", "list_stones b", "lz-genmove_analyze w",
		"list_stones w")
	for n, at := range []int{1, 3} {
		lines := strings.Split(got[at], "\n")
		move, ok := strings.CutPrefix(lines[len(lines)-1], "play ")
		if !ok || got[at+1] != "= "+move || !strings.HasPrefix(lines[1], "info move ") {
			t.Errorf("%d: %q then %q", n, got[at], got[at+1])
		}
	}
}

// TestCleanup: the dead stone is taken before a pass.
func TestCleanup(t *testing.T) {
	dead := []string{"boardsize 5", "komi 0.5", "play w A3", "play b B3"}
	for row := range 5 {
		dead = append(dead, fmt.Sprintf("play b C%d", row+1), fmt.Sprintf("play w D%d", row+1))
	}
	dead = append(dead, "play b B5", "play w E2", "play b A1", "play w E4", "play b B1", "play w pass")
	we := ours(t, quick)
	for _, c := range dead {
		we.must("%s", c)
	}
	if got := we.must("final_status_list dead"); got != "A3" {
		t.Fatalf("dead %q", got)
	}
	for n := 0; we.must("list_stones w") != "D1 D2 E2 D3 D4 E4 D5"; n++ {
		if n > 4 {
			t.Fatalf("the stone at A3 is not taken: %s", we.must("showboard"))
		}
		if m := we.must("kgs-genmove_cleanup b"); m == "pass" {
			t.Fatal("a pass before the dead stone is taken")
		}
		we.must("play w pass")
	}
	if m := we.must("kgs-genmove_cleanup b"); m != "pass" {
		t.Errorf("%s, with nothing to take", m)
	}
}

// TestPrintSGF: gnugo, and we, load the record that we print.
func TestPrintSGF(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.sgf")
	they, we, again := gnugo(t), ours(t, quick), ours(t, quick)
	for _, c := range []string{"boardsize 9", "komi 5.5", "fixed_handicap 3", "play w E5", "play b pass", "play w C4",
		"play w C5", "printsgf " + file} {
		we.must("%s", c)
	}
	if got := we.must("printsgf"); !strings.HasPrefix(got, "(;FF[4]GM[1]") || !strings.Contains(got, "SZ[9]KM[5.5]") {
		t.Errorf("%q", got)
	}
	for name, c := range map[string]*client{"gnugo": they, "we": again} {
		c.must("loadsgf %s", file)
		for _, side := range []string{"black", "white"} {
			if got, want := c.stones(side), we.stones(side); !slices.Equal(got, want) || len(got) != 3 {
				t.Errorf("%s: %s stones %v, want %v", name, side, got, want)
			}
		}
	}
	check(t, answers(t, quick, "printsgf /there/is/none/x", "name"),
		"? cannot write file: open /there/is/none/x: no such file or directory", "= zobrist")
}

// A file is replaced as a whole: another name of the old one still has its content.
func TestPrintSGFReplaces(t *testing.T) {
	dir := t.TempDir()
	file, old := filepath.Join(dir, "game.sgf"), filepath.Join(dir, "old.sgf")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o666), os.Link(file, old)); err != nil {
		t.Skip("left out: this disk has no links: ", err)
	}
	check(t, answers(t, quick, "printsgf "+file), "=")
	now, err := os.ReadFile(file)
	before, oldErr := os.ReadFile(old)
	if err != nil || oldErr != nil || !strings.HasPrefix(string(now), "(;FF[4]") || string(before) != "old" {
		t.Errorf("now %q, %v; the old file %q, %v", now, err, before, oldErr)
	}
}

// TestGoGui: each command that GoGui is offered is one of ours.
func TestGoGui(t *testing.T) {
	got := answers(t, quick, "boardsize 3", "gogui-analyze_commands", "zobrist-ownership", "boardsize 13",
		"zobrist-ownership")
	for line := range strings.SplitSeq(strings.TrimPrefix(got[1], "= "), "\n") {
		parts := strings.SplitN(line, "/", 3)
		if len(parts) != 3 {
			t.Fatalf("%q", line)
		}
		name := strings.Fields(parts[2])[0]
		if known := answers(t, quick, "known_command "+name); known[0] != "= true" {
			t.Errorf("%s is not known", name)
		}
	}
	rows := strings.Split(strings.TrimPrefix(got[2], "= "), "\n")
	if len(rows) != 3 || len(strings.Fields(rows[1])) != 3 {
		t.Errorf("%q", got[2])
	}
	if rows := strings.Split(got[4], "\n"); len(rows) != 13 || strings.Contains(got[4], "-0.00") {
		t.Errorf("%q", got[4])
	}
}

// TestLongAnalysis: an analysis that has gone on for an hour still counts every game.
func TestLongAnalysis(t *testing.T) {
	p, err := baduk.New(baduk.Options{Width: 1, Height: 1}) // the only move is a pass, and the game is a draw
	if err != nil {
		t.Fatal(err)
	}
	if games, wins := gtp.GrowFrom(p, 1<<24, 1000); games != 1000 || wins != 500 {
		t.Errorf("%d games, %v wins, want 1000 and 500", games, wins)
	}
	if mean := gtp.Mean(1<<24, 1<<20); mean < 0.4999 || mean > 0.5001 {
		t.Errorf("half of the games are won, and the mean is %v", mean)
	}
}
