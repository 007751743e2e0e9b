package gtp_test

import (
	"context"
	"fmt"
	"io"
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
