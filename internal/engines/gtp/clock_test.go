package gtp_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// ticker is a clock on which five milliseconds go by whenever it is read, as the
// player does before every random game.
type ticker struct{ time time.Time }

func (c *ticker) now() time.Time {
	c.time = c.time.Add(5 * time.Millisecond)
	return c.time
}

// account is what a referee knows of a side's time, by section 4.2 of the
// protocol's specification: main time, then stones moves in every byoyomi.
type account struct {
	main, byoyomi time.Duration
	stones        int
	left          time.Duration
	missing       int // moves to be made in left; 0 in main time
}

// charge takes a move off and reports whether it was in time.
func (a *account) charge(used time.Duration) bool {
	if a.left -= used; a.left < 0 && a.missing == 0 && a.stones > 0 {
		a.left, a.missing = a.left+a.byoyomi, a.stones // the move runs into overtime
	}
	inTime := a.left >= 0
	if a.missing > 0 {
		if a.missing--; a.missing == 0 {
			a.left, a.missing = a.byoyomi, a.stones
		}
	}
	return inTime
}

// TestClock: a player finishes its games in time, by a clock of the test's, and
// makes use of that time, whether or not the referee gives the time left.
func TestClock(t *testing.T) {
	const lag = 20 * time.Millisecond // between player and referee, for every move
	for _, test := range []struct {
		settings      string
		main, byoyomi int // seconds
		stones        int
	}{
		{"time_settings 10 0 0", 10, 0, 0},
		{"time_settings 5 5 20", 5, 5, 20},
		{"time_settings 0 5 10", 0, 5, 10},
		{"time_settings 1 1 1", 1, 1, 1},
		{"time_settings 1 4 2", 1, 4, 2}, // the first move runs into overtime
		{"kgs-time_settings absolute 8", 8, 0, 0},
		{"kgs-time_settings byoyomi 5 1 3", 5, 1, 1},
		{"kgs-time_settings canadian 3 5 15", 3, 5, 15},
	} {
		for _, told := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/told=%v", test.settings, told), func(t *testing.T) {
				clock := &ticker{}
				o := gtp.Options{Board: baduk.Options{Width: 6, Ko: baduk.PositionalSuperko}, NeverResign: true}
				we := &client{oracle.Serve(t, func(in io.Reader, out io.Writer) error {
					return gtp.RunBy(context.Background(), in, out, o, clock.now)
				}), t}
				we.must("komi 3.5")
				we.must("%s", test.settings)

				seconds := func(n int) time.Duration { return time.Duration(n) * time.Second }
				sides := []string{"black", "white"}
				accounts := [2]account{}
				for n := range accounts {
					a := &accounts[n]
					*a = account{main: seconds(test.main), byoyomi: seconds(test.byoyomi), stones: test.stones,
						left: seconds(test.main)}
					if test.main == 0 {
						a.left, a.missing = a.byoyomi, a.stones
					}
				}
				thought, moves := [2]time.Duration{}, 0
				for passes := 0; passes < 2; moves++ {
					if moves > 300 {
						t.Fatal("the game does not end")
					}
					a := &accounts[moves%2]
					if told {
						we.must("time_left %s %d %d", sides[moves%2], int(a.left/time.Second), a.missing)
					}
					begin := clock.time
					m := we.must("genmove %s", sides[moves%2])
					used := clock.time.Sub(begin)
					thought[moves%2] += used
					if !a.charge(used + lag) {
						t.Fatalf("move %d, %s, comes %v too late", moves+1, m, -a.left)
					}
					if passes++; m != "pass" {
						passes = 0
					}
				}
				for n, a := range accounts {
					per := thought[n] / time.Duration((moves+1)/2)
					t.Logf("%s: %v a move, %v left, %d moves missing", sides[n], per, a.left, a.missing)
					// A third of main time, or half of what each move may have in overtime.
					enough := thought[n] >= a.main/3
					if a.missing > 0 {
						enough = per >= a.byoyomi/time.Duration(2*a.stones)
					}
					if !enough {
						t.Errorf("%s thought for %v in %d moves", sides[n], thought[n], moves)
					}
				}
			})
		}
	}
}

// TestTimeForMove: how long a move may take by each system, with what was told of the time left. In Japanese overtime
// the last argument of time_left is the number of periods, as KGS sends it (lightvector/KataGo#128,
// leela-zero#691); more than a period has is main time. The systems come from KataGo's docs/GTP_Extensions.md.
// The budget is the time for a move of an empty board of 9×9, which has 27 moves to come of a side, less the reserve.
func TestTimeForMove(t *testing.T) {
	for _, test := range []struct {
		commands string // separated by ;
		want     float64
	}{
		{"kgs-time_settings byoyomi 0 3 5; time_left b 3 5", 3},
		{"kgs-time_settings byoyomi 0 3 5; time_left b 3 1", 3},
		{"kgs-time_settings byoyomi 0 3 5", 3},
		{"kgs-time_settings byoyomi 0 3 5; time_left b 2 5", 2},
		{"kgs-time_settings byoyomi 60 3 5; time_left b 2 0", 3}, // then it goes on in the first period
		{"kgs-time_settings byoyomi 270 3 5; time_left b 270 5", 270. / 13},
		{"kgs-time_settings byoyomi 60 30 5; time_left b 30 5", 30},
		{"kgs-time_settings byoyomi 0.5 2.5 3", 2.5},
		{"kgs-time_settings byoyomi 270 0 3", 10},
		{"kgs-time_settings byoyomi 270 5 0", 10},
		{"kata-time_settings byo-yomi 0 2.25 3", 2.25},
		{"kata-time_settings canadian 0 25 10", 2.5},
		{"kata-time_settings canadian 0 25 10; time_left b 12.5 10", 1.25},
		{"time_settings 0 10 5; time_left b 7.5 3", 2.5},
		{"time_settings 130 10 5; time_left b 130 5", 10},
		{"time_settings 0.0 10.0 5", 2},
		{"time_settings 270 0 0", 10},
		{"kata-time_settings absolute 270.0", 10},
		{"kgs-time_settings absolute 270; time_left b 54 0", 2},
		{"kata-time_settings fischer 270 4.5", 14.5},
		{"kata-time_settings fischer 1 30", 1},
		{"kata-time_settings fischer-capped 270 4.5 300 2", 2},
		{"kata-time_settings fischer-capped 270 4.5 -1 -1", 14.5},
		{"kata-time_settings none", 60},
		{"time_settings 0 10 0", 60},
		{"time_left b 6 3", 2},
	} {
		clock := &ticker{}
		o := quick
		o.Effort, o.Board.Width = 0, 9
		we := &client{oracle.Serve(t, func(in io.Reader, out io.Writer) error {
			return gtp.RunBy(context.Background(), in, out, o, clock.now)
		}), t}
		for command := range strings.SplitSeq(test.commands, "; ") {
			we.must("%s", command)
		}
		begin := clock.time
		we.must("reg_genmove b")
		used := clock.time.Sub(begin).Seconds()
		if want := test.want - gtp.Reserve.Seconds(); test.want < 60 && (used < want || used > want+.05) {
			t.Errorf("%s: %.3f s, want %.3f", test.commands, used, want)
		} else if test.want == 60 && (used < 60 || used > 60.05) {
			t.Errorf("%s: %.3f s, want the usual 60", test.commands, used)
		}
	}
}

// TestTimeUsed: without time_left a period of Japanese overtime is whole again after each move that ends in it, and
// each move by Fischer's system adds to the time, up to a limit.
func TestTimeUsed(t *testing.T) {
	for _, test := range []struct {
		settings string
		want     []float64 // for the moves
	}{
		{"kgs-time_settings byoyomi 0 1 3", []float64{1, 1, 1, 1, 1}},
		{"kata-time_settings fischer 2 1", []float64{1.07, 1.07, 1.08}}, // 2 s for 27 moves, and then 1.9 s
		{"kata-time_settings fischer-capped 1 30 1 -1", []float64{1, 1, 1}},
	} {
		clock := &ticker{}
		o := quick
		o.Effort, o.Board.Width = 0, 9
		we := &client{oracle.Serve(t, func(in io.Reader, out io.Writer) error {
			return gtp.RunBy(context.Background(), in, out, o, clock.now)
		}), t}
		we.must("%s", test.settings)
		for n, want := range test.want {
			begin := clock.time
			we.must("genmove b")
			we.must("undo")
			if used := clock.time.Sub(begin).Seconds(); used < want-.07 || used > want+.05 {
				t.Errorf("%s: move %d took %.3f s, want %.3f", test.settings, n+1, used, want)
			}
		}
	}
}

// TestTimeSettings: settings that make no sense, and the list of systems.
func TestTimeSettings(t *testing.T) {
	for _, bad := range []string{"time_settings 1 2", "time_settings -1 0 0", "time_settings nan 0 0",
		"time_settings 1 2 1.5", "kgs-time_settings", "kgs-time_settings fischer 10 1", "kgs-time_settings byoyomi 1 2",
		"kata-time_settings fischer 1", "kata-time_settings fischer-capped 10 1 5 -1", "kata-time_settings luck 1",
		"kata-time_settings fischer-capped 10 1 20", "kata-time_settings absolute inf", "time_left b x", "time_left b"} {
		check(t, answers(t, quick, bad, "name"), "? syntax error", "= zobrist")
	}
	check(t, answers(t, quick, "kata-list_time_settings", "known_command kata-time_settings",
		"kata-time_settings absolute 2147483647", "kata-time_settings fischer 1e40 2.5", "time_left w -0.5 0"),
		"= none absolute byoyomi canadian fischer fischer-capped", "= true", "=", "=", "=")
}

// TestByteOrderMark: a file of commands may begin with one.
func TestByteOrderMark(t *testing.T) {
	check(t, answers(t, quick, "\ufeffname", "version"), "= zobrist", "= test")
}
