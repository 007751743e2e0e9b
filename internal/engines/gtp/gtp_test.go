package gtp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
)

// quick is enough thought for tests, and the same on every machine.
var quick = gtp.Options{Version: "test", Effort: 100, Time: time.Minute}

// answers runs a session and returns the answers without their blank lines.
func answers(t testing.TB, o gtp.Options, commands ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := gtp.Run(context.Background(), strings.NewReader(strings.Join(commands, "\n")), &out, o); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(out.String(), "\n\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n\n")
}

func check(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("answer %d is missing, want %q", i+1, want[i])
		case i >= len(want):
			t.Fatalf("answer %d is %q, want none", i+1, got[i])
		case strings.TrimRight(got[i], " ") != want[i]:
			t.Errorf("answer %d is %q, want %q", i+1, got[i], want[i])
		}
	}
}

// endless is a line without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// TestEndlessLine: a line without end is an error, as it is in other readers.
func TestEndlessLine(t *testing.T) {
	err := gtp.Run(t.Context(), endless{}, io.Discard, quick)
	if err == nil || err.Error() != "gtp: read: a line has more than 67108864 bytes" {
		t.Error(err)
	}
}

func TestProtocol(t *testing.T) {
	check(t, answers(t, quick,
		"", "# only a comment", "12", "7\tprotocol_version\r", "name # who", "version", "8 known_command undo",
		"known_command fly", "known_command", "fly", "9 fly", "na\x01me", strings.Repeat("x", 200_000), "quit", "name"),
		"=7 2", "= zobrist", "= test", "=8 true", "= false", "? syntax error", "? unknown command",
		"?9 unknown command", "= zobrist", "? unknown command", "=")
	long := strings.Repeat(" x", 50_000)
	check(t, answers(t, quick, "#"+long, "10 name #"+long, "11 name"+long, "12 known_command\u00a0name"),
		"=10 zobrist", "?11 unknown command", "?12 unknown command")
	list := answers(t, quick, "list_commands")
	for name := range strings.SplitSeq(strings.TrimPrefix(list[0], "= "), "\n") {
		if a := answers(t, quick, name); len(a) != 1 || strings.HasPrefix(a[0], "? unknown command") {
			t.Errorf("listed command %s answers %q", name, a)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		{"boardsize", "? syntax error"}, {"boardsize x", "? syntax error"}, {"boardsize -1", "? syntax error"},
		{"boardsize 0", "? unacceptable size"}, {"boardsize 26", "? unacceptable size"},
		{"boardsize 9 99", "? unacceptable size"},
		{"komi", "? syntax error"}, {"komi NaN", "? syntax error"}, {"komi 1e9", "? syntax error"},
		{"komi 6.24", "? komi is not a multiple of 0.5"}, {"komi 6.5", "="},
		{"play", "? syntax error"}, {"play b", "? syntax error"}, {"play x A1", "? syntax error"},
		{"play b I5", "? syntax error"}, {"play b Z99", "? syntax error"}, {"undo", "? cannot undo"},
		{"genmove", "? syntax error"}, {"reg_genmove c", "? syntax error"},
		{"fixed_handicap", "? syntax error"}, {"fixed_handicap 1", "? invalid number of stones"},
		{"fixed_handicap 10", "? invalid number of stones"},
		{"place_free_handicap 1", "? invalid number of stones"}, {"place_free_handicap 361", "? invalid number of stones"},
		{"set_free_handicap A1", "? bad vertex list"}, {"set_free_handicap A1 A1", "? bad vertex list"},
		{"set_free_handicap A1 pass", "? bad vertex list"},
		{"time_settings 1 2", "? syntax error"}, {"time_left b", "? syntax error"},
		{"kgs-time_settings fischer", "? syntax error"}, {"kgs-time_settings byoyomi", "? syntax error"},
		{"kgs-time_settings absolute", "? syntax error"},
		{"loadsgf", "? syntax error"}, {"loadsgf /there/is/none", "? cannot load file"},
		{"final_status_list sick", "? syntax error"},
	} {
		check(t, answers(t, quick, test.command, "name"), test.want, "= zobrist")
	}
	check(t, answers(t, quick, "play b A1", "play w A1", "fixed_handicap 2"), "=", "? illegal move",
		"? board not empty")
	if err := gtp.Run(context.Background(), strings.NewReader(""), io.Discard,
		gtp.Options{Threads: -1}); !errors.Is(err,
		game.ErrOptions) {
		t.Error(err)
	}
	if err := gtp.Run(context.Background(), strings.NewReader(""), io.Discard,
		gtp.Options{Board: baduk.Options{Width: 26}}); !errors.Is(err, game.ErrOptions) {
		t.Error(err)
	}
}

// TestUndo: after undo the ko and the passes are what they were before the move, even if one side moved twice.
func TestUndo(t *testing.T) {
	ko := []string{"boardsize 4", "play b B4", "play w C4", "play b A3", "play w D3", "play b B2", "play w C2",
		"play b C3", "play w B3"}
	check(t, answers(t, quick, append(ko,
		"play b C3",                      // retakes at once
		"play w A1", "undo", "play b C3", // White moved twice, and back
		"play b A1", "play w B1", "play b C3", // after a threat and its answer
		"undo", "undo", "undo", "play b C3")...), // and all of that back
		"=", "=", "=", "=", "=", "=", "=", "=", "=",
		"? illegal move", "=", "=", "? illegal move", "=", "=", "=", "=", "=", "=", "? illegal move")
}

func TestHandicap(t *testing.T) {
	check(t, answers(t, quick, "boardsize 9", "fixed_handicap 5", "list_stones black", "clear_board",
		"set_free_handicap A1 B2", "list_stones b", "showboard"),
		"=", "= C3 G7 C7 G3 E5", "= C3 G3 E5 C7 G7", "=", "=", "= A1 B2", strings.TrimRight(`= 
    A B C D E F G H J
  9 . . . . . . . . . 9
  8 . . . . . . . . . 8
  7 . . . . . . . . . 7
  6 . . . . . . . . . 6
  5 . . . . . . . . . 5
  4 . . . . . . . . . 4
  3 . . . . . . . . . 3
  2 . X . . . . . . . 2
  1 X . . . . . . . . 1
    A B C D E F G H J
white to move, 0 moves, hash `+hash(t), " "))
	for _, n := range []int{2, 9, 10, 40} {
		got := answers(t, quick, "boardsize 9", fmt.Sprintf("place_free_handicap %d", n), "list_stones b")
		if len(strings.Fields(got[1])) != n+1 || len(strings.Fields(got[2])) != n+1 {
			t.Errorf("%d stones: %q", n, got)
		}
	}
}

// hash returns the hash of the board above, from its text.
func hash(t *testing.T) string {
	p, err := baduk.Parse("9/9/9/9/9/9/9/1X7/X8 w", baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%016x", p.Hash())
}

func TestLoadSGF(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[5]KM[2.5]AB[aa](;C[none];W[bb];B[cc];B[dd])(;W[ee]))"),
		0o600); err != nil {
		t.Fatal(err)
	}
	check(t, answers(t, quick, "loadsgf "+file, "list_stones b", "list_stones w", "undo", "undo", "undo", "undo",
		"list_stones b",
		"loadsgf "+file+" 2", "list_stones b", "list_stones w"),
		"=", "= D2 C3 A5", "= B4", "=", "=", "=", "? cannot undo", "= A5", "=", "= A5", "= B4")
	// Setup between moves, with a board that is in order only at the next move.
	if err := os.WriteFile(file, []byte("(;SZ[2:1];B[aa];AW[ba];AE[aa];C[so];B[aa];W[];AB[aa]AE[ba])"),
		0o600); err != nil {
		t.Fatal(err)
	}
	check(t, answers(t, quick, "loadsgf "+file+" 2", "list_stones w", "undo", "loadsgf "+file+" 3", "list_stones b",
		"undo", "undo", "loadsgf "+file, "list_stones b", "undo"),
		"=", "= B1", "? cannot undo", "=", "= A1", "=", "? cannot undo", "=", "= A1", "? cannot undo")
}

// TestLoadSGFLatin1: the name of a file need not be UTF-8.
func TestLoadSGFLatin1(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("does not apply: this system has no such names")
	}
	file := filepath.Join(t.TempDir(), "partie-jou\xe9e.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[2];B[ab])"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, answers(t, quick, "loadsgf "+file, "list_stones b"), "=", "= A1")
}

// TestSmallBoards: known best first moves and margins by area, from E. C. D. van
// der Werf, AI techniques for the game of Go, 2004: on 3×3 Black takes the
// centre and everything. A finished board is scored without its dead stones.
func TestSmallBoards(t *testing.T) {
	o := quick
	o.Effort = 50_000
	check(t, answers(t, o, "boardsize 3", "komi 0", "reg_genmove b", "list_stones b", "genmove b", "final_score"),
		"=", "=", "= B2", "=", "= B2", "= B+9.0")
	check(t, answers(t, o, "boardsize 1", "genmove b", "genmove w", "final_score"), "=", "= pass", "= pass", "= 0")
	dead := []string{"boardsize 5", "komi 0.5", "play w A3", "play b B3"}
	for row := range 5 {
		dead = append(dead, fmt.Sprintf("play b C%d", row+1), fmt.Sprintf("play w D%d", row+1))
	}
	got := answers(t, quick, append(dead, "final_score", "final_status_list dead", "final_status_list seki")...)
	check(t, got[len(dead):], "= B+4.5", "= A3", "=")
}

// TestTactics: B1 is where Black makes two eyes and White prevents it. The
// player finds it for either side, by one goroutine and by four, with an empty
// tree and with what earlier thoughts have left there. Where all is lost it
// resigns, unless it never does or has hardly thought.
func TestTactics(t *testing.T) {
	file := filepath.Join(t.TempDir(), "eyes.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[7]AB[af:df][dg]AW[ae:ee][ef][eg][bb][db][fb]PL[B])"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := quick
	o.Effort = 2000
	for _, o.Threads = range []int{1, 4} {
		check(t, answers(t, o, "loadsgf "+file, "komi -40", "reg_genmove b", "reg_genmove w", "genmove b", "undo",
			"genmove w"),
			"=", "=", "= B1", "= B1", "= B1", "=", "= B1")
		check(t, answers(t, o, "loadsgf "+file, "komi 100", "genmove b", "list_stones b"),
			"=", "=", "= resign", "= D1 A2 B2 C2 D2")
		never, hasty := o, o
		never.NeverResign, hasty.Effort = true, 1
		for _, o := range []gtp.Options{never, hasty} {
			if got := answers(t, o, "loadsgf "+file, "komi 100", "genmove b"); strings.Contains(got[2], "resign") {
				t.Errorf("%+v: %q", o, got)
			}
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add([]byte("boardsize 3\n1 genmove b\nplay w pass\nundo\nshowboard\nfinal_score\n"))
	f.Add(
		[]byte(
			"time_settings 0 1 1\nkgs-time_settings byoyomi 1 2 3\ntime_left b -1 0\nboardsize 4 2\ngenmove w\nquit"))
	f.Add([]byte("boardsize\nfixed_handicap 4\n\x00\xff 12 # x\nplace_free_handicap 3\nset_free_handicap A1 B1"))
	f.Add([]byte("lz-analyze b 1 maxmoves 2\n\nkata-analyze ownership true avoid w A1,B2 1\n" +
		"zobrist-ownership\nkgs-genmove_cleanup w"))
	f.Add([]byte("play b A1\nkata-set-rules japanese\nkata-set-rule ko SITUATIONAL\nkgs-rules aga\nfinal_score\n" +
		"kata-set-rules {\"suicide\":true}\nkata-set-param maxVisits 3\nundo\nkata-get-rules"))
	f.Add([]byte("boardsize 6 5\nplay b C3\ngenmove w\ngenmove w\nundo\nreg_genmove b\n" +
		"komi 3\ngenmove b\nfinal_status_list dead"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 300 || bytes.Contains(data, []byte("sgf")) {
			return
		}
		var out bytes.Buffer
		o := gtp.Options{Board: baduk.Options{Width: 3, Ko: baduk.PositionalSuperko}, Effort: 5, Hash: 1 << 16,
			Time: time.Minute}
		if err := gtp.Run(context.Background(), bytes.NewReader(data), &out, o); err != nil {
			t.Fatal(err)
		}
		for answer := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
			if answer != "" && answer[0] != '=' && answer[0] != '?' {
				t.Fatalf("answer %q", answer)
			}
		}
	})
}

func Example() {
	session := "boardsize 5\nplay black C3\n1 undo\n2 undo\n"
	var out strings.Builder
	if err := gtp.Run(context.Background(), strings.NewReader(session), &out, gtp.Options{}); err != nil {
		panic(err)
	}
	fmt.Println(strings.Join(strings.Fields(out.String()), " "))
	// Output: = = =1 ?2 cannot undo
}
