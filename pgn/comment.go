package pgn

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// A Comment is the text of a comment, without its braces and without the
// blanks around it. It may hold commands, such as [%clk 0:01:30], which its
// methods read.
type Comment string

// Command returns the argument of the first command [%name argument].
func (c Comment) Command(name string) (argument string, ok bool) {
	for _, found := range c.commands() {
		if found.name == name {
			return found.argument, true
		}
	}
	return "", false
}

// Plain returns the comment with each command replaced by a single space.
func (c Comment) Plain() string {
	var plain []string
	end := 0
	keep := func(text Comment) {
		if s := strings.TrimSpace(string(text)); s != "" {
			plain = append(plain, s)
		}
	}
	for _, found := range c.commands() {
		keep(c[end:found.from])
		end = found.to
	}
	keep(c[end:])
	return strings.Join(plain, " ")
}

type command struct {
	name, argument string
	from, to       int
}

// commands lists the commands in order.
func (c Comment) commands() (list []command) {
	for i := 0; ; {
		from := strings.Index(string(c[i:]), "[%")
		if from < 0 {
			return list
		}
		from += i
		n := strings.IndexByte(string(c[from:]), ']')
		if n < 0 {
			return list
		}
		i = from + n + 1
		name, argument, _ := strings.Cut(string(c[from+2:i-1]), " ")
		list = append(list, command{name, strings.TrimSpace(argument), from, i})
	}
}

// Clock returns the time left on the mover's clock, from [%clk 1:02:03.4].
func (c Comment) Clock() (time.Duration, bool) { return c.duration("clk") }

// Elapsed returns the time spent on the move, from [%emt 0:00:12].
func (c Comment) Elapsed() (time.Duration, bool) { return c.duration("emt") }

// duration reads hours, minutes and seconds; the first two may be left out.
func (c Comment) duration(name string) (time.Duration, bool) {
	argument, ok := c.Command(name)
	if !ok {
		return 0, false
	}
	fields := strings.Split(argument, ":")
	if len(fields) > 3 {
		return 0, false
	}
	var total float64
	for i, field := range fields {
		last := i == len(fields)-1
		if field == "" || strings.Trim(field, "0123456789.") != "" || !last && strings.Contains(field, ".") {
			return 0, false
		}
		v, err := strconv.ParseFloat(field, 64)
		if err != nil || v > 1e6 {
			return 0, false
		}
		total = total*60 + v
	}
	if total > math.MaxInt64/1e9 {
		return 0, false
	}
	return time.Duration(math.Round(total*1e3)) * time.Millisecond, true
}

// An Eval is an evaluation of the position after the move, from White's side.
type Eval struct {
	Centipawns int // 100 is a pawn; 0 if Mate is not 0
	Mate       int // moves to mate, negative if Black mates; 0 for none
	Depth      int // plies searched, 0 if the comment does not say
}

// Eval returns the evaluation from [%eval 0.25], [%eval -1.5,20] or
// [%eval #-3].
func (c Comment) Eval() (Eval, bool) {
	argument, ok := c.Command("eval")
	if !ok {
		return Eval{}, false
	}
	value, depth, deep := strings.Cut(argument, ",")
	var e Eval
	if deep {
		n, err := strconv.ParseUint(strings.TrimSpace(depth), 10, 16)
		if err != nil {
			return Eval{}, false
		}
		e.Depth = int(n)
	}
	if mate, found := strings.CutPrefix(value, "#"); found {
		n, err := strconv.ParseInt(mate, 10, 32)
		e.Mate = int(n)
		return e, err == nil && n != 0
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || !(math.Abs(v) <= 1e6) {
		return Eval{}, false
	}
	e.Centipawns = int(math.Round(v * 100))
	return e, true
}
