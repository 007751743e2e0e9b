package serve

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// This file has the cloud evaluations of lichess.org; docs/clients.md lists its clients.

// cloudJSON is the answer to GET /api/cloud-eval. The order of its members is lichess.org's.
type cloudJSON struct {
	FEN    string      `json:"fen"`
	KNodes int64       `json:"knodes"` // thousands
	Depth  int         `json:"depth"`
	Lines  []cloudLine `json:"pvs"`
}

// cloudLine is a line of play. Castling is king takes rook.
type cloudLine struct {
	Moves string `json:"moves"`
	CP    *int32 `json:"cp,omitempty"`
	Mate  *int32 `json:"mate,omitempty"`
}

// cloudError is the answer of status 404. Clients read it.
type cloudError struct {
	Error string `json:"error"`
}

// cloudEval answers GET /api/cloud-eval. Like lichess.org it has no other error than 404.
func (s *Server) cloudEval(w http.ResponseWriter, r *request) error {
	no := func(text string) error { return writeJSON(w, http.StatusNotFound, cloudError{text}) }
	if s.o.Evals == nil {
		return no("This server has no evaluations; start it with --evals")
	}
	v := looseQuery(r.URL.RawQuery)
	asked := strings.TrimSpace(strings.ReplaceAll(v.Get("fen"), "_", " "))
	if asked == "" {
		return no("Missing FEN")
	}
	const unknown = "No evaluation of this position"
	if here, known := games.Holds(games.Chess, v.Get("variant")); known && !here {
		return no(unknown)
	}
	p, ok := readLoose(asked)
	if !ok {
		return no(unknown)
	}
	lines, err := strconv.Atoi(v.Get("multiPv"))
	if err != nil || lines < 1 {
		lines = 1
	}
	all, err := s.o.Evals.FindAll(p)
	if err != nil {
		return err
	}
	e := cloudAnswer(all, min(lines, len(p.AppendMoves(nil))))
	if e == nil {
		return no(unknown)
	}
	j := cloudJSON{FEN: asked, KNodes: (e.Nodes + 500) / 1000, Depth: e.Depth}
	for i := range e.Lines {
		l := &e.Lines[i]
		words := make([]string, len(l.Moves))
		for k, m := range l.Moves {
			words[k] = m.String()
		}
		one := cloudLine{Moves: strings.Join(words, " ")}
		if one.CP = &l.Score; l.Mate != 0 {
			one.CP, one.Mate = nil, &l.Mate
		}
		j.Lines = append(j.Lines, one)
	}
	return writeJSON(w, http.StatusOK, j)
}

// cloudAnswer returns the deepest evaluation with so many lines, cut to these, or else the one with the most. A line
// without moves is of no use to clients: evaluations without any other line come last. It returns nil if there is
// none. The evaluations are the deepest first.
func cloudAnswer(all []evals.Evaluation[chess.Move], lines int) *evals.Evaluation[chess.Move] {
	var most, bare *evals.Evaluation[chess.Move]
	for i := range all {
		e := &all[i]
		usable := make([]evals.Line[chess.Move], 0, len(e.Lines))
		for _, l := range e.Lines {
			if len(l.Moves) > 0 {
				usable = append(usable, l)
			}
		}
		switch {
		case len(usable) == 0 && bare == nil:
			bare = e
		case len(usable) == 0:
		case len(usable) >= lines:
			e.Lines = usable[:max(lines, 1)]
			return e
		default:
			e.Lines = usable
			if most == nil || len(usable) > len(most.Lines) {
				most = e
			}
		}
	}
	if most == nil {
		return bare
	}
	return most
}

// looseQuery returns the first value of each parameter that can be read.
func looseQuery(raw string) url.Values {
	v, _ := url.ParseQuery(strings.ReplaceAll(raw, ";", "%3B"))
	return v
}

// readLoose reads a FEN as lichess.org does: with fields missing, and with castling rights, en-passant squares and
// counters that do not fit left out. If it does not say whose turn it is, it is the turn of a king in check,
// otherwise White's.
func readLoose(fen string) (*chess.Position, bool) {
	fields := cleanFEN(strings.Fields(fen))
	if len(fields) == 0 {
		return nil, false
	}
	sides := []string{fields[1]}
	if fields[1] == "" {
		sides = []string{"w", "b"}
	}
	r := evals.NewChessReader()
	for _, side := range sides {
		fields[1] = side
		if p, _, err := r.Read(strings.Join(fields, " ")); err == nil {
			return p, true
		}
	}
	return nil, false
}

// cleanFEN returns the six fields of a FEN. What no program can mean by a field is left out; the side to move is ""
// if it is not known.
func cleanFEN(fields []string) []string {
	if len(fields) == 0 {
		return nil
	}
	field := func(i int, missing string, fits func(string) bool) string {
		if i < len(fields) && fits(fields[i]) {
			return fields[i]
		}
		return missing
	}
	rights := func(text string) bool { return text != "" && strings.Trim(text, "KQkqABCDEFGHabcdefgh") == "" }
	square := func(text string) bool {
		return len(text) == 2 && text[0] >= 'a' && text[0] <= 'h' && (text[1] == '3' || text[1] == '6')
	}
	counter := func(text string) bool {
		n, err := strconv.Atoi(text)
		return err == nil && n >= 0 && n < 10_000 && text[0] != '+'
	}
	return []string{fields[0],
		field(1, "", func(text string) bool { return text == "w" || text == "b" }),
		field(2, "-", rights), field(3, "-", square), field(4, "0", counter), field(5, "1", counter)}
}
