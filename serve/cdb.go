package serve

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// This file has the interface of chessdb.cn; docs/clients.md lists its clients, and cdbmoves.go has its scores.

// A cdbAnswer is an answer of GET /cdb.php, with a member status or without any. Its members are in chessdb.cn's
// order.
type cdbAnswer struct {
	Status string    `json:"status,omitempty"`
	Moves  []cdbMove `json:"moves,omitempty"`
	Eval   *int      `json:"eval,omitempty"`
	Score  *int      `json:"score,omitempty"`
	Depth  *int      `json:"depth,omitempty"`
	Line   []string  `json:"pv,omitempty"`
	SAN    []string  `json:"pvSAN,omitempty"`
	Move   string    `json:"move,omitempty"`
	Search []cdbName `json:"search_moves,omitempty"`
}

type cdbMove struct {
	cdbName
	Score   cdbScore `json:"score"`
	Rank    int      `json:"rank"`
	Note    string   `json:"note"`
	WinRate string   `json:"winrate,omitempty"`
}

type cdbName struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// A cdbScore is a number, or "??" in quotes.
type cdbScore struct {
	known bool
	value int
}

func (c cdbScore) String() string {
	if !c.known {
		return "??"
	}
	return strconv.Itoa(c.value)
}

func (c cdbScore) MarshalJSON() ([]byte, error) {
	if !c.known {
		return []byte(`"??"`), nil
	}
	return strconv.AppendInt(nil, int64(c.value), 10), nil
}

// text returns the answer as chessdb.cn writes it to clients that do not ask for JSON.
func (a *cdbAnswer) text() string {
	list := make([]string, 0, len(a.Moves)+len(a.Search))
	for _, m := range a.Moves {
		one := fmt.Sprintf("move:%s,score:%s,rank:%d,note:%s", m.UCI, m.Score, m.Rank, m.Note)
		if m.WinRate != "" {
			one += ",winrate:" + m.WinRate
		}
		list = append(list, one)
	}
	for _, m := range a.Search {
		list = append(list, "search:"+m.UCI)
	}
	switch {
	case len(list) > 0:
		return strings.Join(list, "|")
	case a.Eval != nil:
		return fmt.Sprintf("eval:%d", *a.Eval)
	case a.Line != nil:
		return fmt.Sprintf("score:%d,depth:%d,pv:%s", *a.Score, *a.Depth, strings.Join(a.Line, "|"))
	case a.Move != "":
		return "move:" + a.Move
	}
	return a.Status
}

// isOn reports whether a parameter is switched on, as PHP reads it.
func isOn(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "1", "true", "on", "yes":
		return true
	}
	return false
}

// cdb answers GET /cdb.php.
func (s *Server) cdb(w http.ResponseWriter, r *request) error {
	if s.o.Evals == nil {
		return notFound("this server has no evaluations; start it with --evals")
	}
	v := looseQuery(r.URL.RawQuery)
	if v.Get("action") == "" {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	var answer cdbAnswer
	if board := v.Get("board"); board == "" {
		answer.Status = "invalid parameters"
	} else if p := readStrict(board); p == nil {
		answer.Status = "invalid board"
	} else {
		learn := !v.Has("learn") || isOn(v.Get("learn"))
		q := cdbQuery{evals: s.o.Evals, p: p, showAll: isOn(v.Get("showall")), learn: learn, stable: isOn(v.Get("stable"))}
		var err error
		if answer, err = q.answer(v.Get("action")); err != nil {
			return err
		}
	}
	return writeCDB(w, isOn(v.Get("json")), &answer)
}

func writeCDB(w http.ResponseWriter, asJSON bool, a *cdbAnswer) error {
	if asJSON {
		return writeJSON(w, http.StatusOK, a)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte(a.text() + "\x00"))
	return nil
}

// cdbFaults answers as chessdb.cn does if there are too many requests, or if something fails.
func cdbFaults(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		err := h(s, w, r)
		var f failure
		switch is := errors.As(err, &f); {
		case is && (f.status == http.StatusTooManyRequests || f == full):
			return writeCDB(w, isOn(looseQuery(r.URL.RawQuery).Get("json")), &cdbAnswer{Status: "rate limit exceeded"})
		case err != nil && !is && r.Context().Err() == nil:
			s.o.Log.Error("request failed", "path", r.URL.Path, "error", err)
			return failure{http.StatusServiceUnavailable, "unavailable: the evaluations cannot be read; see the server's log"}
		}
		return err
	}
}

// A cdbQuery is a question about a position.
type cdbQuery struct {
	evals                  *evals.Store[chess.Move]
	p                      *chess.Position
	showAll, learn, stable bool
}

func (q *cdbQuery) answer(action string) (a cdbAnswer, err error) {
	var moves []knownMove
	switch action {
	case "queryall", "queryscore", "querypv", "query", "querybest", "querysearch", "querylearn":
		if moves, err = knownMoves(q.evals, q.p, true); err != nil {
			return a, err
		}
	default: // queue and store, which do nothing here, and unknown ones
		return a, nil
	}
	switch action {
	case "queryall", "queryscore", "querypv":
		if a.Status = q.unknown(moves, action == "queryall" && q.showAll); a.Status == "" {
			err = q.describe(action, &a, moves)
		}
	case "querylearn":
		q.choose(action, &a, moves, -75)
	default:
		q.choose(action, &a, moves, -50)
	}
	return a, err
}

// unknown returns the status of a position without known moves, "" if there is something to answer.
func (q *cdbQuery) unknown(moves []knownMove, showAll bool) string {
	switch {
	case len(q.p.AppendMoves(nil)) == 0 && q.p.InCheck():
		return "checkmate"
	case len(q.p.AppendMoves(nil)) == 0:
		return "stalemate"
	case len(moves) == 0 && !showAll:
		return "unknown"
	}
	return ""
}

// describe answers queryall, queryscore and querypv.
func (q *cdbQuery) describe(action string, a *cdbAnswer, moves []knownMove) error {
	a.Status = "ok"
	switch action {
	case "queryall":
		a.Moves = q.list(moves)
	case "queryscore":
		a.Eval = &moves[0].score
	case "querypv":
		line, err := moves[0].play(q.evals, q.p)
		if err != nil {
			return err
		}
		a.Score, a.Depth = &moves[0].score, &moves[0].depth
		for _, m := range line {
			a.Line, a.SAN = append(a.Line, q.p.UCI(m)), append(a.SAN, q.p.SAN(m))
			q.p.Make(m)
		}
		for range line {
			q.p.Unmake()
		}
	}
	return nil
}

// list returns the moves of queryall, the best first.
func (q *cdbQuery) list(moves []knownMove) (list []cdbMove) {
	shown := make(map[chess.Move]bool)
	for i := range moves {
		m := &moves[i]
		rank := rankOf(m.score, moves[0].score)
		if i > 0 && rank < 2 && !q.learn {
			continue
		}
		shown[m.Move] = true
		one := cdbMove{cdbName: cdbName{m.uci, q.p.SAN(m.Move)}, Score: cdbScore{true, m.score}, Rank: rank,
			Note: fmt.Sprintf("%c (%02d-%02d)", "?*!"[rank], m.replies, m.good)}
		if m.score > -10_000 && m.score < 10_000 {
			one.WinRate = fmt.Sprintf("%.2f", 100/(1+math.Exp(-float64(m.score)/330)))
		}
		list = append(list, one)
	}
	if !q.showAll && q.learn {
		return list
	}
	for _, m := range q.p.AppendMoves(nil) {
		if !shown[m] {
			list = append(list, cdbMove{cdbName: cdbName{q.p.UCI(m), q.p.SAN(m)}, Note: "? (??-??)"})
		}
	}
	return list
}

// choose answers the actions that want a move to play, if the best score is not less than least.
func (q *cdbQuery) choose(action string, a *cdbAnswer, moves []knownMove, least int) {
	if len(moves) == 0 || moves[0].score < least {
		a.Status = "nobestmove"
		return
	}
	best := moves[0].score
	limit := goodScore(best)
	if action == "querybest" {
		limit = bestScore(best)
	}
	n := 1 // querylearn may have none that is good
	for n < len(moves) && float64(moves[n].score) >= limit {
		n++
	}
	a.Status = "ok"
	switch {
	case action == "querysearch":
		for _, m := range moves[:n] {
			a.Search = append(a.Search, cdbName{m.uci, q.p.SAN(m.Move)})
		}
	case q.stable:
		a.Move = moves[0].uci
	default:
		a.Move = moves[rand.N(n)].uci
	}
}

// readStrict reads a board of chessdb.cn: a FEN whose fields may be apart by underscores or plus signs, of a position
// that a game can have. It returns nil for any other.
func readStrict(board string) *chess.Position {
	fields := strings.FieldsFunc(board, func(r rune) bool { return strings.ContainsRune(" \t_+", r) })
	if len(fields) < 2 || fields[1] != "w" && fields[1] != "b" {
		return nil
	}
	p, _, err := evals.NewChessReader().Read(strings.Join(cleanFEN(fields), " "))
	if err != nil || !reachable(p) {
		return nil
	}
	return p
}
