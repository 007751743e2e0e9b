package serve

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// The paths in this file give a page the rules, so that it needs none of its own.

// lineJSON is the answer to GET /line.
type lineJSON struct {
	games.Text             // of the first position
	Moves       []stepJSON `json:"moves"` // as far as they are legal
	Problem     string     `json:"problem,omitempty"`
	Legal       []stepJSON `json:"legal"` // in the last position
	games.State            // of the last position
}

// A stepJSON is a move with the position after it. In Go, which has hundreds of legal moves, these have no position.
type stepJSON struct {
	games.Move
	games.Text
}

// A lineQuery is the query of GET /line.
type lineQuery struct {
	from  string   // text of a position
	moves []string // in the notation of engines
}

func readLine(v *values) lineQuery {
	q := lineQuery{from: cmp.Or(v.Get("fen"), v.Get("position"))}
	if play := v.Get("play"); play != "" {
		q.moves = strings.Split(play, ",")
	}
	return q
}

// line answers GET /line: the positions of a line, and the legal moves at its end. An illegal move ends the line.
func (s *Server) line(w http.ResponseWriter, _ *request, q lineQuery) error {
	at, err := s.locate(q.from, "")
	if err != nil {
		return err
	}
	p := at.Position
	j := lineJSON{Text: s.game.About().Text(p.String()), Moves: []stepJSON{}, Legal: []stepJSON{}}
	if len(q.moves) > maxPlay {
		return tooLong(len(q.moves))
	}
	for _, text := range q.moves {
		m, err := s.game.Parse(p, text)
		if err != nil {
			j.Problem = cmp.Or(text, `""`)
			break
		}
		one := stepJSON{Move: games.Move{UCI: games.NullMove, SAN: "--"}}
		if m != 0 {
			one.Move = games.NewMove(s.game, p, m)
		}
		games.Make(s.game, p, m)
		one.Text = s.game.About().Text(p.String())
		j.Moves = append(j.Moves, one)
	}
	for _, m := range p.AppendMoves(nil) {
		one := stepJSON{Move: games.NewMove(s.game, p, m)}
		if !s.game.About().Many {
			one = step(s.game, p, m)
		}
		j.Legal = append(j.Legal, one)
	}
	j.State = games.StateOf(s.game, p, len(j.Legal))
	w.Header().Del(stateHeader) // a cache would give it after the index has changed; rules do not depend on the index
	w.Header().Set("Cache-Control", "max-age=3600")
	return writeJSON(w, http.StatusOK, j)
}

// step describes a legal move.
func step(g games.Game, p index.Position, m uint32) stepJSON {
	j := stepJSON{Move: games.NewMove(g, p, m)}
	p.Make(m)
	j.Text = g.About().Text(p.String())
	p.Unmake()
	return j
}
