package evals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// A lichessLine is a line of Lichess's file of evaluations. Its texts point into the line, or are copies.
type lichessLine struct {
	fen   []byte
	evals []lichessEval
	lines []lichessPV // of all evaluations
}

type lichessEval struct {
	depth, knodes number
	first, lines  int // in lines
}

type lichessPV struct {
	cp, mate number
	line     []byte
}

// A number is a member of an object that should be a whole number.
type number struct {
	value int64
	state numberState
}

type numberState uint8

const (
	missing numberState = iota // or null
	whole
	odd // not whole, or beyond 2^53, or not a number
)

// A jsonReader reads one line of JSON without allocating: any order of members, members that are not known, and
// members of other types, which count as missing. Of members with one name the last counts.
type jsonReader struct {
	b   []byte
	at  int
	out *lichessLine
}

// maxNesting bounds the depth of values that are passed over.
const maxNesting = 1000

// A jsonError is a fault of a line, with its place.
type jsonError struct {
	at     int
	reason string
}

func (e *jsonError) Error() string { return fmt.Sprintf("byte %d: %s", e.at+1, e.reason) }

func (r *jsonReader) fail(format string, args ...any) error {
	return &jsonError{r.at, fmt.Sprintf(format, args...)}
}

var errCut = errors.New("the line ends within the object")

// read reads a line into out.
func (r *jsonReader) read(line []byte, out *lichessLine) error {
	r.b, r.at, r.out = line, 0, out
	out.fen, out.evals, out.lines = nil, out.evals[:0], out.lines[:0]
	if c := r.peek(); c != '{' {
		return r.fail("not a JSON object")
	}
	err := r.object(func(name []byte) error {
		switch string(name) {
		case "fen":
			out.fen = nil
			if r.peek() == '"' {
				text, err := r.text()
				out.fen = text
				return err
			}
		case "evals":
			out.evals, out.lines = out.evals[:0], out.lines[:0]
			if r.peek() == '[' {
				return r.array(r.eval)
			}
		}
		return r.skip(1)
	})
	if err != nil {
		return err
	}
	if r.peek() != 0 || r.at < len(r.b) {
		return r.fail("text follows the object")
	}
	return nil
}

func (r *jsonReader) eval() error {
	if r.peek() != '{' {
		return r.skip(1)
	}
	e := lichessEval{first: len(r.out.lines)}
	err := r.object(func(name []byte) (err error) {
		switch string(name) {
		case "depth":
			e.depth, err = r.number()
			return err
		case "knodes":
			e.knodes, err = r.number()
			return err
		case "pvs":
			r.out.lines = r.out.lines[:e.first]
			if r.peek() == '[' {
				return r.array(r.pv)
			}
		}
		return r.skip(1)
	})
	e.lines = len(r.out.lines) - e.first
	r.out.evals = append(r.out.evals, e)
	return err
}

func (r *jsonReader) pv() error {
	if r.peek() != '{' {
		return r.skip(1)
	}
	var v lichessPV
	err := r.object(func(name []byte) (err error) {
		switch string(name) {
		case "cp":
			v.cp, err = r.number()
			return err
		case "mate":
			v.mate, err = r.number()
			return err
		case "line":
			v.line = nil
			if r.peek() == '"' {
				v.line, err = r.text()
				return err
			}
		}
		return r.skip(1)
	})
	r.out.lines = append(r.out.lines, v)
	return err
}

// peek returns the next byte that is not blank, 0 at the end.
func (r *jsonReader) peek() byte {
	for r.at < len(r.b) {
		switch c := r.b[r.at]; c {
		case ' ', '\t', '\r', '\n':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// next reads what peek returns.
func (r *jsonReader) next() byte {
	c := r.peek()
	if r.at < len(r.b) {
		r.at++
	}
	return c
}

// unexpected is the error for the next byte.
func (r *jsonReader) unexpected(wanted string) error {
	if r.peek(); r.at >= len(r.b) {
		return &jsonError{r.at, errCut.Error()}
	}
	return r.fail("%s is missing before %.20q", wanted, r.b[r.at:])
}

// object reads an object, and calls member before each of its values.
func (r *jsonReader) object(member func(name []byte) error) error {
	r.next()
	if r.peek() == '}' {
		r.at++
		return nil
	}
	for {
		if r.peek() != '"' {
			return r.unexpected("a name")
		}
		name, err := r.text()
		if err != nil {
			return err
		}
		if r.peek() != ':' {
			return r.unexpected("a colon")
		}
		r.at++
		if err := member(name); err != nil {
			return err
		}
		switch r.peek() {
		case ',':
			r.at++
		case '}':
			r.at++
			return nil
		default:
			return r.unexpected("a comma")
		}
	}
}

// array reads an array, and calls element before each of its values.
func (r *jsonReader) array(element func() error) error {
	r.next()
	if r.peek() == ']' {
		r.at++
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		switch r.peek() {
		case ',':
			r.at++
		case ']':
			r.at++
			return nil
		default:
			return r.unexpected("a comma")
		}
	}
}

// text reads a string.
func (r *jsonReader) text() ([]byte, error) {
	start := r.at
	escaped := false
	for i := start + 1; i < len(r.b); i++ {
		switch c := r.b[i]; {
		case c == '"':
			raw := r.b[start : i+1]
			if r.at = i + 1; !escaped {
				return raw[1 : len(raw)-1], nil
			}
			var s string
			if err := json.Unmarshal(raw, &s); err != nil {
				return nil, &jsonError{start, "a string has an escape that is none"}
			}
			return []byte(s), nil
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			return nil, &jsonError{i, "a control character in a string"}
		}
	}
	return nil, &jsonError{len(r.b), errCut.Error()}
}

// number reads a number, or passes over another value.
func (r *jsonReader) number() (number, error) {
	c := r.peek()
	if c != '-' && (c < '0' || c > '9') {
		start := r.at
		err := r.skip(1)
		if bytes.Equal(r.b[start:r.at], []byte("null")) {
			return number{}, err
		}
		return number{state: odd}, err
	}
	start := r.at
	if err := r.literal(); err != nil {
		return number{}, err
	}
	text := r.b[start:r.at]
	n, negative := int64(0), text[0] == '-'
	digits := text
	if negative {
		digits = text[1:]
	}
	if len(digits) > 15 {
		return oddNumber(text), nil
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return oddNumber(text), nil
		}
		n = 10*n + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return number{n, whole}, nil
}

// oddNumber reads 1e3 and 12.0.
func oddNumber(text []byte) number {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return number{state: odd}
	}
	return number{int64(f), whole}
}

// literal reads a number as JSON writes it.
func (r *jsonReader) literal() error {
	digits := func() bool {
		start := r.at
		for r.at < len(r.b) && r.b[r.at]-'0' < 10 {
			r.at++
		}
		return r.at > start
	}
	if r.b[r.at] == '-' {
		r.at++
	}
	zero := r.at < len(r.b) && r.b[r.at] == '0'
	start := r.at
	if !digits() || zero && r.at > start+1 {
		return r.fail("not a number")
	}
	if r.at < len(r.b) && r.b[r.at] == '.' {
		if r.at++; !digits() {
			return r.fail("not a number")
		}
	}
	if r.at < len(r.b) && r.b[r.at]|32 == 'e' {
		if r.at++; r.at < len(r.b) && (r.b[r.at] == '+' || r.b[r.at] == '-') {
			r.at++
		}
		if !digits() {
			return r.fail("not a number")
		}
	}
	return nil
}

// skip passes over a value.
func (r *jsonReader) skip(depth int) error {
	if depth > maxNesting {
		return r.fail("values are nested too deeply")
	}
	switch c := r.peek(); {
	case c == '{':
		return r.object(func([]byte) error { return r.skip(depth + 1) })
	case c == '[':
		return r.array(func() error { return r.skip(depth + 1) })
	case c == '"':
		_, err := r.text()
		return err
	case c == '-' || c-'0' < 10:
		return r.literal()
	}
	for _, word := range []string{"null", "true", "false"} {
		if bytes.HasPrefix(r.b[r.at:], []byte(word)) {
			r.at += len(word)
			return nil
		}
	}
	return r.unexpected("a value")
}
