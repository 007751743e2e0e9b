package play

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game"
)

// plain is the first line of a plain record, and its version.
const plain = "zobrist game 1"

// largest is the length of the longest plain record in bytes.
const largest = 4 << 20

// writePlain writes a record as a plain list: a header of lines "name value", an
// empty line, and a move a line.
func (g *Game[M, P]) writePlain(w io.Writer, r *Record[M, P]) error {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s %s\n", name, strings.Join(strings.Fields(value), " "))
		}
	}
	b.WriteString(plain + "\n")
	line("moves", strconv.Itoa(len(r.Moves))) // first, so that a record that is cut off is known as such
	line("game", g.Name)
	line("start", positionText(r.Start))
	line("first", r.Players[0])
	line("second", r.Players[1])
	if !r.Date.IsZero() {
		line("date", r.Date.Format(time.DateOnly))
	}
	result := r.Result.String()
	if r.Resigned {
		result += " resigned"
	}
	line("result", result)
	b.WriteString("\n")
	p := r.Start.Clone()
	for _, m := range r.Moves {
		b.WriteString(g.MoveText(p, m) + "\n")
		p.Make(m)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// readPlain reads what writePlain writes.
func (g *Game[M, P]) readPlain(r io.Reader) (*Record[M, P], error) {
	record := &Record[M, P]{Start: g.Start}
	text, err := io.ReadAll(io.LimitReader(r, largest+1))
	if err != nil {
		return nil, err
	}
	in := bufio.NewScanner(bytes.NewReader(text))
	line, moves := 0, -1 // number of moves that the header says, -1 before it is read
	next := func() (string, bool) {
		line++
		ok := in.Scan()
		return strings.TrimSpace(in.Text()), ok
	}
	fail := func(format string, args ...any) (*Record[M, P], error) {
		return nil, fmt.Errorf("line %d: %w", line, fmt.Errorf(format, args...))
	}
	if first, _ := next(); first != plain {
		return fail("a record begins with the line %q", plain)
	}
	for {
		text, ok := next()
		switch {
		case ok:
		case in.Err() != nil:
			return fail("%w", in.Err())
		default:
			return fail("the record is cut off in its header; get the file again")
		}
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, " ")
		if err := g.readHeader(record, &moves, name, value); err != nil {
			return fail("%w", err)
		}
	}
	if moves < 0 {
		return fail("the header lacks the line \"moves N\", N being the number of moves; add it")
	}
	p := record.Start.Clone()
	for text, ok := next(); ok; text, ok = next() {
		if text == "" {
			continue
		}
		m, err := g.legal(p, text)
		if err != nil {
			return fail("move %d, %.40q: %w", len(record.Moves)+1, text, err)
		}
		record.Moves = append(record.Moves, m)
		p.Make(m)
	}
	if err := in.Err(); err != nil {
		return fail("%w", err)
	}
	switch n := len(record.Moves); {
	case len(text) > largest:
		return fail("the record is longer than %d MiB", largest>>20)
	case n < moves || text[len(text)-1] != '\n':
		return fail("the record is cut off: it should have %d moves and end with a line feed; get the file again, "+
			"or correct its line moves", moves)
	case n > moves:
		return fail("the record has more moves than the %d that its line moves says; correct that", moves)
	}
	return record, nil
}

// readHeader reads a line of the header of a record: name and value. moves becomes the number of moves that it says.
func (g *Game[M, P]) readHeader(r *Record[M, P], moves *int, name, value string) (err error) {
	switch name {
	case "moves":
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil {
			return fmt.Errorf("%q is no number of moves", value)
		}
		*moves = int(n)
	case "game":
		if value != g.Name {
			return fmt.Errorf("this is a game of %s, not of %s", value, g.Name)
		}
	case "start":
		r.Start, err = g.begin(value)
	case "first":
		r.Players[0] = value
	case "second":
		r.Players[1] = value
	case "date":
		r.Date, err = time.Parse(time.DateOnly, value)
	case "result":
		result, note, _ := strings.Cut(value, " ")
		var ok bool
		if r.Result, ok = game.ParseResult(result); !ok {
			return fmt.Errorf("%q is no result; want 1-0, 0-1, 1/2-1/2 or *", result)
		}
		r.Resigned = note == "resigned"
	default:
		return fmt.Errorf("%q is no line of a header", name)
	}
	return err
}

// begin returns the position of a text.
func (g *Game[M, P]) begin(text string) (P, error) {
	if text == positionText(g.Start) {
		return g.Start, nil
	}
	p := g.Start.Clone()
	s, ok := any(p).(interface{ Set(string) error })
	if !ok {
		return p, errors.New("this game always begins at the same position")
	}
	return p, s.Set(text)
}
