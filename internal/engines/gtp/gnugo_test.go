package gtp_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// client sends commands to an engine and reads its answers.
type client struct {
	*oracle.Peer
	t testing.TB
}

// ask returns the answer to a command; ok is false for an error.
func (c *client) ask(format string, args ...any) (answer string, ok bool) {
	c.t.Helper()
	c.Send(format, args...)
	var text strings.Builder
	for line := c.Line(); line != ""; line = c.Line() {
		text.WriteString(line + "\n")
	}
	s := text.String()
	return strings.TrimSpace(strings.TrimLeft(s, "=?")), strings.HasPrefix(s, "=")
}

// must is ask, but an error fails the test.
func (c *client) must(format string, args ...any) string {
	c.t.Helper()
	answer, ok := c.ask(format, args...)
	if !ok {
		c.t.Fatalf("%s: %s", fmt.Sprintf(format, args...), answer)
	}
	return answer
}

// gnugo starts Debian's gnugo 3.8 at its weakest; seed makes it repeatable.
func gnugo(t testing.TB, args ...string) *client {
	args = append([]string{"--mode", "gtp", "--level", "1", "--seed", "1", "--never-resign", "--chinese-rules"},
		args...)
	return &client{oracle.Start(t, oracle.Program(t, "gnugo", "gnugo"), args...), t}
}

// ours starts this package's engine behind pipes.
func ours(t testing.TB, o gtp.Options) *client {
	return &client{oracle.Serve(t, func(in io.Reader, out io.Writer) error {
		return gtp.Run(context.Background(), in, out, o)
	}), t}
}

// stones returns the points of a side as an engine lists them, sorted.
func (c *client) stones(side string) []string {
	list := strings.Fields(c.must("list_stones %s", side))
	slices.Sort(list)
	return list
}

// play has us, black or white, play a whole game against them, and returns the
// number of moves. Each accepts every move of the other, and their boards agree
// after every move.
func play(t *testing.T, we, they *client, us string, size int, komi float64) (moves int) {
	for _, c := range []*client{they, we} {
		c.must("boardsize %d", size)
		c.must("clear_board")
		c.must("komi %.1f", komi)
	}
	mover, other, side, next := we, they, "black", "white"
	if us == "white" {
		mover, other = they, we
	}
	for passes := 0; passes < 2; moves++ {
		if moves > 4*size*size {
			t.Fatal("the game does not end")
		}
		m := mover.must("genmove %s", side)
		other.must("play %s %s", side, m)
		if passes++; !strings.EqualFold(m, "pass") {
			passes = 0
		}
		for _, color := range []string{"black", "white"} {
			if a, b := we.stones(color), they.stones(color); !slices.Equal(a, b) {
				t.Fatalf("after %d moves, the last one %s %s: our %s stones %v, gnugo's %v", moves+1, side, m, color, a,
					b)
			}
		}
		mover, other = other, mover
		side, next = next, side
	}
	return moves
}

// TestGnuGo plays whole games against Debian's gnugo at its weakest. The scores
// by area agree at the end; with some thought, a second a game, we win. Nothing
// depends on time.
func TestGnuGo(t *testing.T) {
	for _, game := range []struct {
		size, effort int
		us           string
		ko           baduk.Ko
		rule         string // the same in gnugo's words
		wins         bool
	}{
		{9, 1500, "white", baduk.SimpleKo, "--simple-ko", true},
		{9, 400, "black", baduk.PositionalSuperko, "--positional-superko", false},
		{5, 1000, "black", baduk.SituationalSuperko, "--situational-superko", true},
		{11, 100, "white", baduk.SimpleKo, "--simple-ko", false},
	} {
		t.Run(fmt.Sprintf("size=%d/%s/%v", game.size, game.us, game.ko), func(t *testing.T) {
			t.Parallel()
			if oracle.Short() {
				game.effort, game.wins = 10, false
			}
			if oracle.Short() && game.size > 9 {
				t.Logf("left out by -short: a game on %d×%d", game.size, game.size)
				return
			}
			they := gnugo(t, game.rule)
			we := ours(t, gtp.Options{Board: baduk.Options{Ko: game.ko}, Effort: game.effort, Time: time.Minute,
				NeverResign: true})
			moves := play(t, we, they, game.us, game.size, 6.5)
			our, their := we.must("final_score"), they.must("final_score")
			t.Logf("%d moves, we are %s: %s", moves, game.us, our)
			if game.wins && our[0] != strings.ToUpper(game.us)[0] {
				t.Errorf("lost as %s: %s", game.us, our)
			}
			if our != their {
				t.Errorf("after %d moves our score is %s, gnugo's %s\n%s\nour dead: %s\ntheir dead: %s", moves, our,
					their,
					we.must("showboard"), we.must("final_status_list dead"), they.must("final_status_list dead"))
			}
		})
	}
}

// TestMatch is how strong the player is: games against gnugo with colours in
// turn, komi 7.5, scored by gnugo.
func TestMatch(t *testing.T) {
	oracle.Long(t, "sixty games against gnugo, some ten minutes")
	for _, match := range []struct{ size, level, effort, games, least int }{
		{9, 1, 5000, 20, 14},
		{9, 10, 5000, 20, 5},
		{13, 1, 5000, 10, 6},
	} {
		t.Run(fmt.Sprintf("size=%d/level=%d/effort=%d", match.size, match.level, match.effort), func(t *testing.T) {
			sides := []string{"black", "white"}
			won := [2]int{}
			for n := range match.games {
				us := sides[n%2]
				they := gnugo(t, "--simple-ko", "--level", strconv.Itoa(match.level), "--seed", strconv.Itoa(n+1))
				we := ours(t, gtp.Options{Effort: match.effort, Time: time.Minute, NeverResign: true})
				moves := play(t, we, they, us, match.size, 7.5)
				score := they.must("final_score")
				t.Logf("%d moves, we are %s: %s", moves, us, score)
				if score[0] == strings.ToUpper(us)[0] {
					won[n%2]++
				}
			}
			t.Logf("won %d as Black and %d as White of %d", won[0], won[1], match.games)
			if won[0]+won[1] < match.least {
				t.Errorf("won %d games of %d; %d are expected at the least", won[0]+won[1], match.games, match.least)
			}
		})
	}
}

// TestGnuGoHandicap compares the fixed handicaps of section 4.1.1 of the
// specification, and numbers that are no handicap, with gnugo's.
func TestGnuGoHandicap(t *testing.T) {
	they, we := gnugo(t), ours(t, quick)
	for _, size := range []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18, 19} {
		for n := range 11 {
			they.must("boardsize %d", size)
			we.must("boardsize %d", size)
			a, ok := we.ask("fixed_handicap %d", n)
			b, theirs := they.ask("fixed_handicap %d", n)
			x, y := strings.Fields(a), strings.Fields(b)
			slices.Sort(x)
			slices.Sort(y)
			if ok != theirs || ok && !slices.Equal(x, y) {
				t.Errorf("%d stones on %d×%d: %q, gnugo %q", n, size, size, a, b)
			}
		}
	}
}
