package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/internal/system/lines"
)

// longestLine is the largest length of a line of a batch, in bytes.
const longestLine = 1 << 16

// readPositions reads the query of POST /positions.
func readPositions(v *values) question { return v.question(12) }

// positions answers POST /positions: one answer for each line, in the order of the lines. Answers are sent as soon as
// they are known.
func (s *Server) positions(w http.ResponseWriter, r *request, q question) error {
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := bufio.NewWriterSize(w, 1<<16)
	in := lines.New(bytes.NewReader(r.body), longestLine)
	n := 0
	for in.Scan() {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 && !in.TooLong() {
			continue
		}
		if n++; n > s.limits.Batch {
			return endBatch(out, n, "bad request: too many lines in one request")
		}
		if err := s.ending.Err(); err != nil {
			return endBatch(out, n, "unavailable: the server is stopping")
		}
		var text []byte
		var err error
		if in.TooLong() {
			text, err = jsontext.Line(lineError{Line: n, Error: fmt.Sprintf("bad request: the line exceeds %d bytes",
				longestLine)})
		} else {
			text, err = s.one(r, q, n, line)
		}
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return nil // the client is gone
		}
	}
	return out.Flush()
}

// endBatch ends a batch with an answer that gives the reason.
func endBatch(out *bufio.Writer, line int, text string) error {
	end, err := jsontext.Line(lineError{Line: line, Error: text})
	if err != nil {
		return err
	}
	_, _ = out.Write(end)
	_ = out.Flush()
	return nil
}

type lineError struct {
	Line  int             `json:"line"`
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
}

// one answers one line of a batch.
func (s *Server) one(r *request, q question, n int, line []byte) ([]byte, error) {
	item, err := readItem(line)
	if err == nil {
		q.at, err = s.place(r.Context(), &item)
	}
	var f failure
	if errors.As(err, &f) {
		return jsontext.Line(lineError{n, item.ID, f.text})
	}
	if err != nil {
		return nil, err
	}
	answer, err := s.find(r.Context(), r.held, &q)
	if err != nil {
		return nil, err
	}
	answer.Number, answer.ID = &n, item.ID
	return jsontext.Line(answer)
}

// A batchItem is a line of a batch: a position and moves from there, or a game as a record.
type batchItem struct {
	ID    json.RawMessage `json:"id"`
	FEN   string          `json:"fen"`
	Text  string          `json:"position"`
	Play  string          `json:"play"`  // moves in the notation of engines
	Moves string          `json:"moves"` // moves in any notation
	PGN   string          `json:"pgn"`
	PDN   string          `json:"pdn"`
	SGF   string          `json:"sgf"`
}

// readItem reads a line: an object, or the text of a position, perhaps in quotes. FEN has the position, "" for the
// start.
func readItem(line []byte) (item batchItem, err error) {
	switch line[0] {
	case '{':
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err = d.Decode(&item); err != nil {
			break
		}
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("text after the JSON value")
		}
	case '"':
		err = json.Unmarshal(line, &item.FEN)
	default:
		item.FEN = strings.TrimSpace(string(line))
	}
	if err != nil {
		err = badRequest("%v", err)
	}
	item.ID = bytes.ToValidUTF8(item.ID, []byte("\uFFFD")) // as in all other strings of JSON
	if item.FEN = cmp.Or(item.FEN, item.Text); item.FEN == "startpos" {
		item.FEN = ""
	}
	return item, err
}

// record returns the record of an item, "" if it has none. Records of other games are errors.
func (item *batchItem) record(g games.Game) (record string, err error) {
	_, follows := g.(games.Follower)
	for _, m := range []struct{ name, text string }{{"pgn", item.PGN}, {"pdn", item.PDN}, {"sgf", item.SGF}} {
		switch own := m.name == g.About().Member(); {
		case m.text == "":
		case own && g.About().Record:
			return "", badRequest("%s: give the record as \"position\"", m.name)
		case !own || !follows:
			return "", badRequest("%s: positions of %s are not given by such records", m.name, g.About().Name)
		case item.FEN+item.Play+item.Moves != "":
			return "", badRequest("%s is a whole game: the other members have no effect", m.name)
		default:
			record = m.text
		}
	}
	return record, nil
}

// place returns the position of an item.
func (s *Server) place(ctx context.Context, item *batchItem) (spot, error) {
	record, err := item.record(s.game)
	switch {
	case err != nil:
		return spot{}, err
	case item.Play != "" && item.Moves != "":
		return spot{}, badRequest("play and moves: give one of them")
	case record != "":
		return s.after("", func(p index.Position, visit func()) error {
			return s.game.(games.Follower).Follow(p, record, visit)
		})
	case item.Moves != "":
		return s.after(item.FEN, func(p index.Position, visit func()) error {
			return games.Play(s.game, p, item.Moves, func() error { visit(); return ctx.Err() })
		})
	}
	return s.locate(item.FEN, item.Play)
}
