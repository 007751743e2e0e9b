package serve

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// The paths in this file give a page the rules, so that it needs none of its own.

// lineJSON is the answer to GET /line.
type lineJSON struct {
	games.Text            // of the first position
	Moves      []stepJSON `json:"moves"` // as far as they are legal
	Problem    string     `json:"problem,omitempty"`
	Legal      []stepJSON `json:"legal"` // in the last position
	Check      bool       `json:"check,omitempty"`
	Ending     string     `json:"ending,omitempty"` // checkmate, stalemate, material or, in draughts, no move
	Chess960   bool       `json:"chess960,omitempty"`
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
	j := lineJSON{Text: textOf(s.game, p), Moves: []stepJSON{}, Legal: []stepJSON{}}
	if s.game == games.Chess {
		j.Chess960 = chessindex.Board(p).Chess960()
	}
	if len(q.moves) > maxPlay {
		return tooLong(len(q.moves))
	}
	for _, text := range q.moves {
		one, err := takeMove(s.game, p, text)
		if err != nil {
			j.Problem = cmp.Or(text, `""`)
			break
		}
		j.Moves = append(j.Moves, one)
	}
	for _, m := range p.AppendMoves(nil) {
		one := stepJSON{Move: s.game.Move(p, m)}
		if s.game != games.Baduk {
			one = step(s.game, p, m)
		}
		j.Legal = append(j.Legal, one)
	}
	if s.game == games.Chess {
		j.Check = chessindex.Board(p).InCheck()
	}
	switch {
	case len(j.Legal) == 0 && j.Check:
		j.Ending = "checkmate"
	case len(j.Legal) == 0 && s.game == games.Chess:
		j.Ending = "stalemate"
	case len(j.Legal) == 0:
		j.Ending = "no move"
	case s.game == games.Chess && chessindex.Board(p).InsufficientMaterial():
		j.Ending = "material"
	}
	w.Header().Del(stateHeader) // a cache would give it after the index has changed; rules do not depend on the index
	w.Header().Set("Cache-Control", "max-age=3600")
	return writeJSON(w, http.StatusOK, j)
}

// nullMove is a null move of chess in the notation of engines.
const nullMove = "0000"

// takeMove makes a move in the notation of engines, or in chess a null move out of check.
func takeMove(g *games.Game, p index.Position, text string) (one stepJSON, err error) {
	text = strings.TrimSpace(text)
	if g == games.Chess && text == nullMove && !chessindex.Board(p).InCheck() {
		chessindex.Board(p).MakeNull()
		return stepJSON{games.Move{UCI: nullMove, SAN: "--"}, textOf(g, p)}, nil
	}
	m, err := g.Parse(p, text)
	if err == nil {
		one = stepJSON{Move: g.Move(p, m)}
		p.Make(m)
		one.Text = textOf(g, p)
	}
	return one, err
}

// step describes a legal move.
func step(g *games.Game, p index.Position, m uint32) stepJSON {
	j := stepJSON{Move: g.Move(p, m)}
	p.Make(m)
	j.Text = textOf(g, p)
	p.Unmake()
	return j
}

// textOf returns the text of a position, of chess with the counters of moves.
func textOf(g *games.Game, p index.Position) games.Text {
	if g == games.Chess {
		return games.Text{FEN: chessindex.Board(p).FEN()}
	}
	return g.Text(p.String())
}
