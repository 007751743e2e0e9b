package evals

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// FuzzLichess compares the reader of lines with encoding/json, and reads each line to its end.
func FuzzLichess(f *testing.F) {
	for _, seed := range []string{
		`{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -","evals":[{"pvs":[{"cp":12,"line":"e2e4 e7e5"}],"knodes":1,"depth":20}]}`,
		`{"evals":[{"depth":1e1,"pvs":[null,{"mate":-3,"line":"e\u0032e4"}]}],"fen":"8/8"}`,
		`{"fen":"x","fen":7,"evals":[[]]} `, `{"a":{"b":[1,2,{"c":"\n"}]}}`, `{"fen":"\ud800"}`, `{`, `{"evals":[{"pvs":[{"cp":0.0}]}]}`,
	} {
		f.Add([]byte(seed))
	}
	r := newRecorder(keep{positions: true}, 0, 0, func(Problem) {})
	var in jsonReader
	var out lichessLine
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.TrimSpace(line)
		err := in.read(line, &out)
		var want struct {
			FEN   json.RawMessage
			Evals json.RawMessage
		}
		valid := json.Valid(line) && len(line) > 0 && line[0] == '{'
		if valid != (err == nil) && !strings.Contains(errText(err), "nested") {
			t.Fatalf("%q: %v, and encoding/json says %v", line, err, valid)
		}
		if err == nil && !bytes.Contains(line, []byte(`\`)) && bytes.Count(line, []byte(`"fen"`)) == 1 {
			var text string
			if json.Unmarshal(line, &want) == nil && json.Unmarshal(want.FEN, &text) == nil && out.fen != nil &&
				strings.ToValidUTF8(string(out.fen), "\ufffd") != text && !strings.Contains(text, "\ufffd") {
				t.Fatalf("%q: fen %q, want %q", line, out.fen, text)
			}
		}
		if hash, value, ok := r.lichess(line, &in, &out); ok {
			var rec record
			if err := rec.add(value); err != nil || len(rec.entries) == 0 {
				t.Fatalf("%q: record %x of %v: %v", line, value, hash, err)
			}
			if again := rec.append(nil); !bytes.Equal(again, value) {
				t.Fatalf("%q: %x is written again as %x", line, value, again)
			}
		}
	})
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzRecord reads any bytes as a record, and decodes its moves in a position: nothing panics, and a record that is read is
// written and read again the same.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add([]byte{0x95, 0x12, 0x34, 0x56, 0x78}, []byte{0x80, 0xff})
	f.Add([]byte{0x30, 0, 0, 0, 0, 0, 0, 0, 0, 1}, []byte{0x20})
	p, err := chess.New(chess.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var s scratch[chess.Move]
		for _, bytes := range [][]byte{a, b} {
			if err := s.rec.add(bytes); err != nil {
				if !errors.Is(err, errRecord) {
					t.Fatal(err)
				}
				return
			}
		}
		s.rec.order()
		before := p.FEN()
		s.root = p.AppendMoves(s.root[:0])
		for i := range s.rec.entries {
			if _, err := s.decode(p, &s.rec.entries[i]); err != nil && !errors.Is(err, errRecord) {
				t.Fatal(err)
			}
		}
		if p.FEN() != before {
			t.Fatalf("%s became %s", before, p.FEN())
		}
		written := s.rec.append(nil)
		var again record
		if err := again.add(written); err != nil {
			t.Fatalf("%x: %v", written, err)
		}
		if twice := again.append(nil); !bytes.Equal(twice, written) {
			t.Fatalf("%x was written again as %x", written, twice)
		}
		_ = unpackChess(newBitReader(a))
	})
}
