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
	j := lineJSON{Text: s.game.TextOf(p), Moves: []stepJSON{}, Legal: []stepJSON{}}
	if len(q.moves) > maxPlay {
		return tooLong(len(q.moves))
	}
	for _, text := range q.moves {
		m, err := readMove(s.game, p, text)
		if err != nil {
			j.Problem = cmp.Or(text, `""`)
			break
		}
		one := stepJSON{Move: games.Move{UCI: nullMove, SAN: "--"}}
		if m != 0 {
			one.Move = s.game.Move(p, m)
		}
		makeMove(s.game, p, m)
		one.Text = s.game.TextOf(p)
		j.Moves = append(j.Moves, one)
	}
	for _, m := range p.AppendMoves(nil) {
		one := stepJSON{Move: s.game.Move(p, m)}
		if !s.game.Many {
			one = step(s.game, p, m)
		}
		j.Legal = append(j.Legal, one)
	}
	j.State = s.game.StateOf(p, len(j.Legal))
	w.Header().Del(stateHeader) // a cache would give it after the index has changed; rules do not depend on the index
	w.Header().Set("Cache-Control", "max-age=3600")
	return writeJSON(w, http.StatusOK, j)
}

// nullMove is a null move of chess in the notation of engines.
const nullMove = "0000"

// readMove reads a move in the notation of engines. In chess it may be a null move out of check, which is 0.
func readMove(g *games.Game, p index.Position, text string) (uint32, error) {
	text = strings.TrimSpace(text)
	if text == nullMove && g.Board != nil && !g.Board(p).InCheck() {
		return 0, nil
	}
	return g.Parse(p, text)
}

// makeMove makes a move, a null move of chess if it is 0.
func makeMove(g *games.Game, p index.Position, move uint32) {
	if move == 0 {
		g.Board(p).MakeNull()
	} else {
		p.Make(move)
	}
}

// step describes a legal move.
func step(g *games.Game, p index.Position, m uint32) stepJSON {
	j := stepJSON{Move: g.Move(p, m)}
	p.Make(m)
	j.Text = g.TextOf(p)
	p.Unmake()
	return j
}
