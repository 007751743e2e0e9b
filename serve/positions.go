package serve

import (
	"bufio"
	"bytes"
	"cmp"
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
	var item struct {
		ID    json.RawMessage `json:"id"`
		FEN   string          `json:"fen"`
		Text  string          `json:"position"`
		Play  string          `json:"play"`
		Moves string          `json:"moves"`
		PGN   string          `json:"pgn"`
		PDN   string          `json:"pdn"`
		SGF   string          `json:"sgf"`
	}
	var err error
	switch line[0] {
	case '{':
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err = d.Decode(&item); err != nil {
			err = badRequest("%v", err)
		} else if _, err = d.Token(); err != io.EOF {
			err = badRequest("text after the JSON value")
		} else {
			err = nil
		}
	case '"':
		if err = json.Unmarshal(line, &item.FEN); err != nil {
			err = badRequest("%v", err)
		}
	default:
		item.FEN = strings.TrimSpace(string(line))
	}
	item.ID = bytes.ToValidUTF8(item.ID, []byte("\uFFFD")) // as in all other strings of JSON
	text, record := cmp.Or(item.FEN, item.Text), ""
	if text == "startpos" {
		text = ""
	}
	follower, _ := s.game.(games.Follower)
	for name, value := range map[string]string{"pgn": item.PGN, "pdn": item.PDN, "sgf": item.SGF} {
		switch {
		case value == "" || err != nil:
		case name == s.game.About().Member() && s.game.About().Record:
			err = badRequest("%s: give the record as \"position\"", name)
		case name != s.game.About().Member() || follower == nil:
			err = badRequest("%s: positions of %s are not given by such records", name, s.game.About().Name)
		case text+item.Play+item.Moves != "":
			err = badRequest("%s is a whole game: the other members have no effect", name)
		default:
			record = value
		}
	}
	switch {
	case err != nil:
	case item.Play != "" && item.Moves != "":
		err = badRequest("play and moves: give one of them")
	case record != "":
		q.at, err = s.after("", func(p index.Position, visit func()) error { return follower.Follow(p, record, visit) })
	case item.Moves != "":
		q.at, err = s.after(text, func(p index.Position, visit func()) error {
			return games.Play(s.game, p, item.Moves, func() error { visit(); return r.Context().Err() })
		})
	default:
		q.at, err = s.locate(text, item.Play)
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
