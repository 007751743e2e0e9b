package gtp

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// reserve is subtracted from the time for every move, for the delay between player and referee. It
// counts as used unless the referee sends the time left.
const reserve = 50 * time.Millisecond

// least is the shortest search.
const least = 10 * time.Millisecond

// clock is the time of both sides, if it is limited. Overtime, after main time, is either Canadian, some moves in
// each period, or Japanese, a number of periods that are used up one by one. Without it each move may add to main time.
type clock struct {
	now     func() time.Time
	limited bool
	told    bool // the kind of time is known, not only the time left
	main    time.Duration
	byoyomi time.Duration // a period of overtime; 0: none
	stones  int           // moves in a period, if it is Canadian
	periods int           // number of them, if they are Japanese

	increment time.Duration // to main time after each move
	most      time.Duration // of main time after that; 0: no limit
	longest   time.Duration // move; 0: no limit

	sides [3]remaining // by colour
}

// remaining is the time that a side has left: main time if stones and periods are 0, or for that number of moves, or
// in the first of that number of periods.
type remaining struct {
	time    time.Duration
	stones  int
	periods int
}

// use sets the clock, both sides at the beginning. A period of no time, or none of them, is no overtime.
func (c *clock) use(next clock) {
	next.now, next.told = c.now, true
	if next.byoyomi == 0 || next.stones == 0 && next.periods == 0 {
		next.byoyomi, next.stones, next.periods = 0, 0, 0
	}
	next.sides[baduk.Black] = remaining{time: next.main}
	next.sides[baduk.White] = remaining{time: next.main}
	*c = next
}

// settings executes "time_settings MAIN BYOYOMI STONES", in seconds. Overtime for no stones means
// no limit.
func (c *clock) settings(args []string) error {
	v, err := times(args, 2)
	if err != nil {
		return err
	}
	stones, err := number(args, 2)
	if err != nil {
		return err
	}
	if v[1] > 0 && stones == 0 {
		c.use(clock{})
		return nil
	}
	c.use(clock{limited: true, main: v[0], byoyomi: v[1], stones: stones})
	return nil
}

// kgsSystems are the systems of "kgs-time_settings", kataSystems all of "kata-time_settings", in KataGo's order.
var (
	kgsSystems  = []string{"none", "absolute", "byoyomi", "canadian"}
	kataSystems = append(kgsSystems[:4:4], "fischer", "fischer-capped")
)

// system executes "kgs-time_settings SYSTEM …" or "kata-time_settings SYSTEM …" by KataGo's docs/GTP_Extensions.md.
func (c *clock) system(known []string, args []string) error {
	if len(args) == 0 {
		return errSyntax
	}
	name, rest := strings.ToLower(args[0]), args[1:]
	if name == "byo-yomi" { // in KataGo's list
		name = "byoyomi"
	}
	if !slices.Contains(known, name) {
		return errSyntax
	}
	switch name {
	case "none":
		c.use(clock{})
		return nil
	case "canadian":
		return c.settings(rest)
	case "fischer-capped":
		return c.capped(rest)
	}
	n := map[string]int{"absolute": 1, "byoyomi": 2, "fischer": 2}[name]
	v, err := times(rest, n)
	if err != nil {
		return err
	}
	next := clock{limited: true, main: v[0]}
	switch name {
	case "byoyomi":
		next.byoyomi = v[1]
		if next.periods, err = number(rest, 2); err != nil {
			return err
		}
	case "fischer":
		next.increment = v[1]
	}
	c.use(next)
	return nil
}

// capped executes "fischer-capped MAIN INCREMENT MOST LONGEST". A limit below 0 is none.
func (c *clock) capped(args []string) error {
	v, err := times(args, 2)
	if err != nil || len(args) < 4 {
		return errSyntax
	}
	next := clock{limited: true, main: v[0], increment: v[1]}
	for i, limit := range []*time.Duration{&next.most, &next.longest} {
		if *limit, err = seconds(args[2+i]); err != nil {
			return err
		}
		*limit = max(*limit, 0)
	}
	if next.most > 0 && next.most < next.main {
		return errSyntax
	}
	c.use(next)
	return nil
}

// left executes "time_left COLOR SECONDS STONES". If overtime is Japanese the third argument is the number of periods
// left, as KGS sends it. More time than a period has is main time.
func (c *clock) left(args []string) error {
	side, err := color(args, 0)
	if err != nil || len(args) < 2 {
		return errSyntax
	}
	t, err := seconds(args[1]) // some referees count below 0
	if err != nil {
		return errSyntax
	}
	n := 0
	if len(args) > 2 {
		if n, err = number(args, 2); err != nil {
			return err
		}
	}
	r := remaining{time: t}
	switch {
	case c.told && (c.byoyomi == 0 || t > c.byoyomi): // main time
	case c.periods > 0:
		r.periods = n
	default:
		r.stones = n
	}
	c.limited = true
	c.sides[side] = r
	return nil
}

// times returns the first n arguments as times that are not negative.
func times(args []string, n int) ([]time.Duration, error) {
	if len(args) < n {
		return nil, errSyntax
	}
	v := make([]time.Duration, n)
	for i := range v {
		t, err := seconds(args[i])
		if err != nil || t < 0 {
			return nil, errSyntax
		}
		v[i] = t
	}
	return v, nil
}

// seconds reads a number of seconds, perhaps with a fraction. More than a century is a century.
func seconds(text string) (time.Duration, error) {
	const century = 100 * 366 * 24 * 60 * 60
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, errSyntax
	}
	return time.Duration(min(max(v, -century), century) * float64(time.Second)), nil
}

// overtime returns the time at the beginning of overtime.
func (c *clock) overtime() remaining { return remaining{c.byoyomi, c.stones, c.periods} }

// start returns the time for a move of a side, usual if there is no limit, and a function to call
// after the move. The function subtracts the time used, for referees that do not send time_left.
func (c *clock) start(side baduk.Color, p *baduk.Position, usual time.Duration) (time.Duration, func()) {
	begin := c.now()
	if !c.limited {
		return usual, func() {}
	}
	r := &c.sides[side]
	if r.main() && r.time <= 0 && c.byoyomi > 0 {
		*r = c.overtime()
	}
	share := r.time
	switch {
	case r.periods > 0: // a move that ends within the period leaves it whole
	case r.stones > 0:
		share /= time.Duration(r.stones)
	case c.byoyomi > 0: // main time may be used up: a move may always take as long as in overtime
		share = max(share/time.Duration(max(5, toCome(p)/2)), c.byoyomi/time.Duration(max(1, c.stones)))
	default:
		share = min(share, share/time.Duration(max(10, toCome(p)))+c.increment)
	}
	if c.longest > 0 {
		share = min(share, c.longest)
	}
	return max(share-reserve, least), func() { c.charge(r, c.now().Sub(begin)+reserve) }
}

// main reports whether the time is main time.
func (r *remaining) main() bool { return r.stones == 0 && r.periods == 0 }

// charge subtracts the time that a move took.
func (c *clock) charge(r *remaining, used time.Duration) {
	r.time -= used
	if r.main() && r.time <= 0 && c.byoyomi > 0 { // main time has run into overtime
		late := r.time
		*r = c.overtime()
		r.time += late
	}
	switch {
	case r.periods > 0: // each period that went by is lost, and the next move has a whole one
		for r.time < 0 && r.periods > 1 {
			r.time += c.byoyomi
			r.periods--
		}
		r.time = c.byoyomi
	case r.stones > 0:
		if r.stones--; r.stones == 0 { // a full period was played: the next one begins
			r.time = 0
		}
	default:
		if r.time += c.increment; c.most > 0 {
			r.time = min(r.time, c.most)
		}
	}
}

// toCome estimates how many moves a side has left: a third of the points in a whole game.
func toCome(p *baduk.Position) int {
	o := p.Options()
	return o.Width*o.Height/3 - p.Ply()/2
}
