package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// A question is a parsed request about one position.
type question struct {
	game   games.Game
	at     spot // without a position if no game of the index can have it
	query  index.Query
	format format
	moves  int  // at most
	top    int  // games with the highest ratings, at most; −1: no list
	recent int  // latest games, at most; −1: no list
	months bool // history by months
	years  bool // history by years
}

// A format is how a path reads requests and writes answers.
type format uint8

const (
	ownFormat     format = iota // our own, which has all games
	mastersFormat               // the Lichess explorer's, in which each game has a result
	lichessFormat               // likewise, with speed and mode of games
	playerFormat                // likewise, about one player
)

// readPosition reads the query of GET /position.
func readPosition(v *values) question {
	q := v.question(300)
	q.at = v.position()
	if _, parted := v.s.game.(games.Parted); parted {
		v.view(&q.query, q.at.Position)
	}
	return q
}

// onePosition answers GET /position.
func (s *Server) onePosition(w http.ResponseWriter, r *request, q question) error {
	answer, err := s.find(r.ctx, r.held, &q)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer)
}

// question reads what a request of our own interface wants to know about positions, and in which games.
func (v *values) question(moves int) question {
	q := question{game: v.s.game, moves: v.number("moves", moves, 300), top: -1, recent: -1, years: v.flag("history")}
	if v.Has("topGames") {
		q.top = v.number("topGames", 0, 15)
	}
	if v.Has("recentGames") {
		q.recent = v.number("recentGames", 0, 15)
	}
	q.query.Filter = v.filter()
	return q
}

// find answers a question about a position.
func (s *Server) find(ctx context.Context, held *index.Snapshot, q *question) (*positionJSON, error) {
	j := &positionJSON{Answer: games.Answer{OpeningLine: q.at.line, Moves: []games.AnswerMove{}}}
	if q.format == playerFormat {
		j.Queue = new(int)
	}
	p := q.at.Position
	if p == nil {
		return j, addGames(ctx, held, q, j, false)
	}
	a, err := held.Find(ctx, q.query, p)
	if err != nil {
		return nil, err
	}
	if q.format != ownFormat {
		a.Moves = slices.DeleteFunc(a.Moves, func(m index.MoveTally) bool { return decided(m.Tally) == 0 })
		slices.SortStableFunc(a.Moves, func(a, b index.MoveTally) int {
			return cmp.Compare(decided(b.Tally), decided(a.Tally))
		})
	}
	played := len(a.Moves) > 0 || a.Ended == 0 // other games without a legal move are foreign
	a.Moves = a.Moves[:min(len(a.Moves), q.moves)]
	j.Answer = games.NewAnswer(q.game, p, q.query.View, q.at.line, a)
	if err := j.AddGames(ctx, q.game, held, a.Moves); err != nil {
		return nil, err
	}
	if q.format != ownFormat {
		if err := q.explore(ctx, held, j.Moves, a.Moves); err != nil {
			return nil, err
		}
	} else if s.o.Evals != nil {
		if j.Evaluation, err = games.Evaluate(s.o.Evals, chessindex.Board(p)); err != nil {
			return nil, err
		}
	}
	return j, addGames(ctx, held, q, j, played)
}

// decided returns the number of games with a result.
func decided(t index.Tally) int64 { return t.First + t.Drawn + t.Second }

// explore writes moves as the explorer does: in the games of one player with the mean rating of the opponents, and
// otherwise without the performance. In its words only games with a result count.
func (q *question) explore(ctx context.Context, held *index.Snapshot, moves []games.AnswerMove,
	from []index.MoveTally) error {
	for i, m := range from {
		one := &moves[i]
		if side := q.query.Filter.Side; q.format == playerFormat {
			one.Rating = nil
			one.Opponents, one.Performance = new(m.SideRating(side.Opponent())), new(games.Performance(m.Tally, side))
		} else {
			one.Performance = nil
		}
		if one.Game == nil && decided(m.Tally) == 1 {
			found, err := held.List(ctx, q.games(), q.at.Position, index.ListOptions{Limit: 1, Move: m.Move})
			if err != nil {
				return err
			}
			if len(found) == 0 {
				return fmt.Errorf("%w: a move has a game with a result, and none is listed", index.ErrCorrupt)
			}
			one.Game = new(games.NewPlayed(q.game, found[0].Number, &found[0].Game))
		}
		if one.Game != nil {
			q.describe(one.Game)
		}
	}
	return nil
}

// games returns the query for the games that are listed. In the explorer's words a game without a winner is drawn, so
// it lists only games with a result.
func (q *question) games() index.Query {
	query := q.query
	if q.format != ownFormat && len(query.Filter.Results) == 0 {
		query.Filter.Results = []game.Result{game.FirstWins, game.Draw, game.SecondWins}
	}
	return query
}

// addGames adds lists of games and the history to an answer. The games are those that played on if there are any.
func addGames(ctx context.Context, held *index.Snapshot, q *question, j *positionJSON, played bool) (err error) {
	if q.top >= 0 {
		j.TopGames, err = listGames(ctx, held, q, played, index.ListOptions{Limit: q.top})
	}
	if q.recent >= 0 && err == nil {
		j.RecentGames, err = listGames(ctx, held, q, played, index.ListOptions{Limit: q.recent, Recent: true})
	}
	if err != nil {
		return err
	}
	if !q.months && !q.years {
		return nil
	}
	var periods []index.Period
	if q.at.Position != nil {
		periods, err = held.History(ctx, q.query, q.at.Position)
	}
	if err == nil {
		j.History = q.history(periods)
	}
	return err
}

// describe writes a game as the explorer does.
func (q *question) describe(g *games.Played) {
	if q.format == ownFormat {
		return
	}
	g.ID = fmt.Sprintf("%08s", g.ID) // ids of lichess.org have eight characters, which its app checks
	if q.format == mastersFormat {
		g.Speed, g.Mode = "", ""
		return
	}
	g.Speed, g.Mode = cmp.Or(g.Speed, index.Classical.String()), cmp.Or(g.Mode, index.Rated.String())
	switch {
	case len(g.Month) > 0:
	case q.format == lichessFormat:
		g.Month = json.RawMessage("null")
	default: // /player must have text
		g.Month = games.MonthText(index.Date{Year: g.Year})
	}
}

// listGames lists games that played on, because the explorer's clients expect a move, or if there are none, games that
// ended here.
func listGames(ctx context.Context, held *index.Snapshot, q *question, played bool, o index.ListOptions) (
	[]games.Played, error) {
	list := []games.Played{}
	limit := o.Limit
	if limit == 0 || q.at.Position == nil {
		return list, nil
	}
	var listed []index.FoundGame
	for whole := false; !whole; o.Limit *= 4 { // more than once only if many games end here
		var err error
		if listed, err = held.List(ctx, q.games(), q.at.Position, o); err != nil {
			return nil, err
		}
		whole = len(listed) < o.Limit || o.Limit >= 64*limit
		listed = slices.DeleteFunc(listed, func(g index.FoundGame) bool { return g.Move == 0 && played })
		whole = whole || len(listed) >= limit
	}
	for _, g := range listed[:min(limit, len(listed))] {
		one := games.NewPlayed(q.game, g.Number, &g.Game).At(q.game, q.at.Position, g.Move)
		q.describe(&one)
		list = append(list, one)
	}
	return list, nil
}

// history returns tallies by month or by year. The explorer leaves out games without the month, or the year.
func (q *question) history(periods []index.Period) []games.Period {
	if q.years {
		periods = index.Years(periods)
	}
	list := []games.Period{}
	for _, p := range periods {
		if q.format == ownFormat || p.Month > 0 || q.years && p.Year > 0 {
			list = append(list, games.NewPeriod(q.game, p))
		}
	}
	return list
}
