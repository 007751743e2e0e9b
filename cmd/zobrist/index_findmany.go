package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/internal/system/lines"
)

// A line is one question of many.
type line struct {
	number  int                        // in standard input, from 1
	text    string                     // of a position
	moves   string                     // from there on
	record  string                     // in place of both
	extra   map[string]json.RawMessage // to come back with the answer
	err     error
	ignored []string // in a FEN
}

// manyAtOnce is the number of lines that are looked up together.
const manyAtOnce = 256

// findMany answers the lines of standard input, each by a line of JSON that has its number, but for blank lines and
// comments.
func (a *app) findMany(ctx context.Context, f *findFlags, ix *gameIndex, q index.Query) error {
	in := lines.New(a.In, bufio.MaxScanTokenSize)
	out := bufio.NewWriterSize(a.Text, 1<<16)
	p, err := ix.Position("")
	if err != nil {
		return err
	}
	start := p.String()
	var asked []line
	answer := func() error {
		defer func() { asked = asked[:0] }()
		if f.counts {
			return f.countLines(ctx, out, ix, q, p, asked)
		}
		for _, l := range asked {
			if err := f.answerLine(ctx, out, ix, q, p, l); err != nil {
				return err
			}
		}
		return nil
	}
	n := 0
	for in.Scan() {
		n++
		if in.TooLong() {
			asked = append(asked, line{number: n, err: fmt.Errorf("line %d: longer than %d bytes", n, bufio.MaxScanTokenSize)})
		} else if text := bytes.TrimSpace(bytes.TrimPrefix(in.Bytes(), []byte("\ufeff"))); !unasked(string(text)) {
			l := readLine(text, start, ix.game)
			l.number = n
			asked = append(asked, l)
		}
		if len(asked) == manyAtOnce {
			if err := answer(); err != nil {
				return f.explain(err)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if err := answer(); err != nil {
		return f.explain(err)
	}
	if err := in.Err(); err != nil {
		_ = out.Flush()
		return lineError(n+1, err)
	}
	return out.Flush()
}

// readLine reads a FEN, an EPD, "startpos" or a JSON object with one of them, with moves, or with a record.
func readLine(text []byte, start string, g games.Game) (l line) {
	about := g.About()
	epd, lenient := g.(games.Lenient)
	if text[0] != '{' {
		var operations string
		if l.text = games.CutTag(string(text)); lenient {
			l.text, operations = epd.CutEPD(l.text)
		}
		if operations != "" {
			var value json.RawMessage
			value, l.err = jsontext.Marshal(operations)
			l.extra = map[string]json.RawMessage{"epd": value} // as they were written
		}
	} else if l.err = json.Unmarshal(text, &l.extra); l.err == nil {
		name := "fen"
		if !about.FEN {
			name = "position"
		}
		if fen, ok := l.extra["fen"]; ok && !about.FEN && l.extra[name] == nil {
			l.extra[name] = fen // as the server takes it
			delete(l.extra, "fen")
		}
		_, placed := l.extra[name]
		members, names := map[string]*string{name: &l.text, "moves": &l.moves}, fmt.Sprintf(`%q or "moves"`, name)
		if _, ok := g.(games.Follower); ok {
			members[about.Member()], names = &l.record, fmt.Sprintf(`%q, "moves" or %q`, name, about.Member())
		}
		n, wrong := 0, ""
		for member, to := range members {
			if text, ok := l.extra[member]; ok && (member == name || text[0] == '"') {
				n++ // other values of moves and records have no meaning here
				l.err = cmp.Or(l.err, json.Unmarshal(text, to))
				delete(l.extra, member)
			} else if ok {
				wrong = max(wrong, member)
			}
		}
		switch {
		case n == 0 && wrong != "":
			l.err = fmt.Errorf("%q is not a string", wrong)
		case n == 0:
			l.err = fmt.Errorf("the object has no member %s", names)
		case l.record != "" && n > 1:
			l.err = fmt.Errorf("%q is a whole game: %q and \"moves\" have no effect", about.Member(), name)
		case !placed:
			l.text = start
		}
	}
	if l.err == nil && l.text == "" {
		l.err = errors.New("the position is empty")
	}
	if l.text == "startpos" {
		l.text = start
	}
	if l.err == nil && about.FEN {
		l.text, l.ignored = lenientFEN(l.text)
	}
	return l
}

// placeLine makes p the position of the line, if there is no error yet, and chooses its part.
func (f *findFlags) placeLine(l *line, g games.Game, p index.Position) (at place) {
	at.position = p
	add := at.add(g)
	switch {
	case l.err != nil:
		return at
	case l.record != "":
		l.err = g.(games.Follower).Follow(p, l.record, func() { _ = add() })
	default:
		if l.err = p.Set(l.text); l.err == nil {
			at.line = games.NewOpeningLine(g, p)
			l.err = games.Play(g, p, l.moves, add)
		}
	}
	if l.err == nil && (l.record != "" || l.moves != "") {
		l.text = p.String()
	}
	if parted, ok := g.(games.Parted); ok && l.err == nil && f.by != "" {
		l.err = parted.Part(p, f.corner)
	}
	return at
}

// answerLine writes a whole answer.
func (f *findFlags) answerLine(ctx context.Context, out *bufio.Writer, ix *gameIndex, q index.Query,
	p index.Position, l line) error {
	at := f.placeLine(&l, ix.game, p)
	if l.err != nil {
		return writeLine(out, ix.game, nil, l)
	}
	found, err := f.find(ctx, ix, q, at)
	if err != nil {
		return err
	}
	object, err := jsontext.Marshal(found)
	if err != nil {
		return err
	}
	return writeLine(out, ix.game, object, l)
}

// countLines writes the numbers of games of some lines, which are looked up at once.
func (f *findFlags) countLines(ctx context.Context, out *bufio.Writer, ix *gameIndex, q index.Query,
	p index.Position, lines []line) error {
	counts, err := ix.CountEach(ctx, q, func(yield func(index.Position) bool) {
		for i := range lines {
			if f.placeLine(&lines[i], ix.game, p); lines[i].err == nil && !yield(p) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	next := 0
	for _, l := range lines {
		var object []byte
		if l.err == nil {
			var err error
			if object, err = jsontext.Marshal(countJSON{ix.game.About().Text(l.text), counts[next]}); err != nil {
				return err
			}
			next++
		}
		if err := writeLine(out, ix.game, object, l); err != nil {
			return err
		}
	}
	return nil
}

// countJSON is a position with the number of its games.
type countJSON struct {
	games.Text
	Games int64 `json:"games"`
}

// answerNames are the names of the members of an answer. A caller's members of these
// names do not come back, because they could be taken for ours.
var answerNames = []string{
	"line", "fen", "position", "error", "opening", "openingPly", "games", "white", "draws", "black", "averageRating",
	"averageRank", "lastYear", "ended", "moves", "transpositions", "foreign", "evaluation", "ignored",
}

// writeLine writes an object, or the error of the line, with what has to come back.
func writeLine(out *bufio.Writer, g games.Game, object []byte, l line) (err error) {
	if l.err != nil {
		object, err = jsontext.Marshal(struct {
			games.Text
			Error string `json:"error"`
		}{g.About().Text(l.text), l.err.Error()})
		if err != nil {
			return err
		}
	}
	if len(l.extra) > 0 {
		extra := maps.Clone(l.extra)
		maps.DeleteFunc(extra, func(name string, _ json.RawMessage) bool { return slices.Contains(answerNames, name) })
		if object, err = addMembers(object, extra); err != nil {
			return err
		}
	}
	if len(l.ignored) > 0 {
		value, err := jsontext.Marshal(l.ignored)
		if err != nil {
			return err
		}
		if object, err = addMembers(object, map[string]json.RawMessage{"ignored": value}); err != nil {
			return err
		}
	}
	object = fmt.Appendf(nil, `{"line":%d,%s`, l.number, bytes.TrimSpace(object)[1:])
	if _, err := out.Write(object); err != nil {
		return err
	}
	return out.WriteByte('\n')
}
