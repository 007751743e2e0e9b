package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
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
	limited := &io.LimitedReader{R: r, N: largest + 1}
	in := bufio.NewScanner(limited)
	line := 0
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
	for text, ok := next(); ok && text != ""; text, ok = next() {
		name, value, _ := strings.Cut(text, " ")
		var err error
		switch name {
		case "game":
			if value != g.Name {
				return fail("this is a game of %s, not of %s", value, g.Name)
			}
		case "start":
			record.Start, err = g.begin(value)
		case "first":
			record.Players[0] = value
		case "second":
			record.Players[1] = value
		case "date":
			record.Date, err = time.Parse(time.DateOnly, value)
		case "result":
			result, note, _ := strings.Cut(value, " ")
			var ok bool
			if record.Result, ok = game.ParseResult(result); !ok {
				return fail("%q is no result; want 1-0, 0-1, 1/2-1/2 or *", result)
			}
			record.Resigned = note == "resigned"
		default:
			return fail("%q is no line of a header", name)
		}
		if err != nil {
			return fail("%w", err)
		}
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
	if limited.N == 0 {
		return fail("the record is longer than %d MiB", largest>>20)
	}
	return record, nil
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
