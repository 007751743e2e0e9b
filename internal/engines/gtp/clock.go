package gtp

import (
	"strconv"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// reserve is subtracted from the time for every move, for the delay between player and referee. It
// counts as used unless the referee sends the time left.
const reserve = 50 * time.Millisecond

// least is the shortest search.
const least = 10 * time.Millisecond

// clock is the time of both sides, if it is limited.
type clock struct {
	now     func() time.Time
	limited bool
	main    time.Duration
	byoyomi time.Duration // for stones moves, after main
	stones  int
	sides   [3]remaining // by colour
}

// remaining is the time of one side for that number of moves, or for all if stones is 0.
type remaining struct {
	time   time.Duration
	stones int
}

// settings executes "time_settings MAIN BYOYOMI STONES", in seconds. Overtime for no stones means
// no limit.
func (c *clock) settings(args []string) error {
	var v [3]int
	for i := range v {
		n, err := number(args, i)
		if err != nil {
			return err
		}
		v[i] = n
	}
	*c = clock{now: c.now, limited: v[1] == 0 || v[2] > 0, main: seconds(v[0]), byoyomi: seconds(v[1]), stones: v[2]}
	if v[1] == 0 {
		c.stones = 0
	}
	c.sides[baduk.Black] = remaining{time: c.main}
	c.sides[baduk.White] = remaining{time: c.main}
	return nil
}

// kgsSettings executes "kgs-time_settings SYSTEM …". A Japanese period is one move of overtime.
func (c *clock) kgsSettings(args []string) error {
	if len(args) == 0 {
		return errSyntax
	}
	switch rest := args[1:]; args[0] {
	case "none":
		*c = clock{now: c.now}
		return nil
	case "absolute":
		if len(rest) == 0 {
			return errSyntax
		}
		return c.settings([]string{rest[0], "0", "0"})
	case "byoyomi":
		if len(rest) < 2 {
			return errSyntax
		}
		return c.settings([]string{rest[0], rest[1], "1"})
	case "canadian":
		return c.settings(rest)
	}
	return errSyntax
}

// left executes "time_left COLOR SECONDS STONES".
func (c *clock) left(args []string) error {
	side, err := color(args, 0)
	if err != nil || len(args) < 2 {
		return errSyntax
	}
	t, err := strconv.ParseInt(args[1], 10, 32) // some referees count below 0
	if err != nil {
		return errSyntax
	}
	stones := 0
	if len(args) > 2 {
		if stones, err = number(args, 2); err != nil {
			return err
		}
	}
	c.limited = true
	c.sides[side] = remaining{seconds(int(t)), stones}
	return nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// start returns the time for a move of a side, usual if there is no limit, and a function to call
// after the move. The function subtracts the time used, for referees that do not send time_left.
func (c *clock) start(side baduk.Color, p *baduk.Position, usual time.Duration) (time.Duration, func()) {
	begin := c.now()
	if !c.limited {
		return usual, func() {}
	}
	r := &c.sides[side]
	if r.stones == 0 && r.time <= 0 && c.stones > 0 {
		*r = remaining{c.byoyomi, c.stones}
	}
	share := r.time
	switch {
	case r.stones > 0:
		share /= time.Duration(r.stones)
	case c.stones > 0: // main time may be used up: a move may always take as long as in overtime
		share = max(share/time.Duration(max(5, toCome(p)/2)), c.byoyomi/time.Duration(c.stones))
	default:
		share /= time.Duration(max(10, toCome(p)))
	}
	budget := max(share-reserve, least)
	return budget, func() {
		r.time -= c.now().Sub(begin) + reserve
		if r.stones == 0 && r.time <= 0 && c.stones > 0 { // main time has run into overtime
			*r = remaining{c.byoyomi + r.time, c.stones}
		}
		if r.stones > 0 {
			if r.stones--; r.stones == 0 { // a full period was played: the next one begins
				r.time = 0
			}
		}
	}
}

// toCome estimates how many moves a side has left: a third of the points in a whole game.
func toCome(p *baduk.Position) int {
	o := p.Options()
	return o.Width*o.Height/3 - p.Ply()/2
}
