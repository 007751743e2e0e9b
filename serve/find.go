package serve

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	moves  int // at most
	top    int // games, −1 for none wanted
	recent int
	months bool // history by months
	years  bool
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
	j := &positionJSON{Opening: q.at.opening, Moves: []moveJSON{}}
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
	j.White, j.Black = games.Colors(q.game, a.First, a.Second)
	j.Draws, j.Games, j.Ended = a.Drawn, a.Games, a.Ended
	j.AverageRating, j.LastYear, j.Foreign = a.AverageRating(), a.LastYear, a.Foreign
	j.AverageRank = games.Rank(q.game, j.AverageRating)
	moves := a.Moves
	if q.format != ownFormat {
		moves = slices.DeleteFunc(moves, func(m index.MoveTally) bool { return decided(m.Tally) == 0 })
		slices.SortStableFunc(moves, func(a, b index.MoveTally) int {
			return cmp.Compare(decided(b.Tally), decided(a.Tally))
		})
	}
	played := len(moves) > 0 || a.Ended == 0 // other games without a legal move are foreign
	moves = moves[:min(len(moves), q.moves)]
	only, err := onlyGames(ctx, held, q, moves)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		one := q.move(m)
		if only[i] != nil {
			one.Game = q.describe(newGame(q.game, moves[i].Sample, only[i]))
		}
		j.Moves = append(j.Moves, one)
	}
	for _, m := range a.Transpositions {
		j.Transpositions = append(j.Transpositions,
			transpositionJSON{games.NewMove(q.game, p, m.Move), m.Reaches, games.OpeningAfter(q.game, p, m.Move)})
	}
	if s.o.Evals != nil && q.format == ownFormat {
		if j.Evaluation, err = games.Evaluate(s.o.Evals, chessindex.Board(p)); err != nil {
			return nil, err
		}
	}
	return j, addGames(ctx, held, q, j, played)
}

// decided returns the number of games with a result.
func decided(t index.Tally) int64 { return t.First + t.Drawn + t.Second }

// move describes a move: with the mean rating of the players who made it, or in the games of one player with the
// opponents'.
func (q *question) move(m index.MoveTally) moveJSON {
	one := moveJSON{
		Move: games.NewMove(q.game, q.at.Position, m.Move), Opening: games.OpeningAfter(q.game, q.at.Position, m.Move),
		Draws: m.Drawn, Games: m.Games, Reaches: m.Reaches, LastYear: m.LastYear,
	}
	one.White, one.Black = games.Colors(q.game, m.First, m.Second)
	if parted, ok := q.game.(games.Parted); ok {
		for _, other := range parted.Symmetric(q.at.Position, q.query.View, m.Move) {
			_, move := q.game.Notation(q.at.Position, other)
			one.Symmetric = append(one.Symmetric, move)
		}
	}
	if side := q.query.Filter.Side; q.format == playerFormat {
		one.Opponents, one.Performance = new(m.SideRating(side.Opponent())), new(performance(m.Tally, side))
	} else {
		turn := games.Mover(q.game, q.at.Position, m.Move)
		one.AverageRating = new(m.SideRating(turn))
		if q.format == ownFormat {
			one.Performance = new(performance(m.Tally, turn))
		}
		one.AverageRank = games.Rank(q.game, *one.AverageRating)
	}
	return one
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

// onlyGames returns the games of those moves that one game played, nil for others. It sets the samples of these moves.
// In the explorer's words only games with a result count.
func onlyGames(ctx context.Context, held *index.Snapshot, q *question, moves []index.MoveTally) ([]*index.Game, error) {
	list := make([]*index.Game, len(moves))
	var places []int
	var numbers []int64
	for i, m := range moves {
		switch {
		case m.Games == 1:
			places, numbers = append(places, i), append(numbers, m.Sample)
		case q.format != ownFormat && decided(m.Tally) == 1:
			found, err := held.List(ctx, q.games(), q.at.Position, index.ListOptions{Limit: 1, Move: m.Move})
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, fmt.Errorf("%w: a move has a game with a result, and none is listed", index.ErrCorrupt)
			}
			moves[i].Sample, list[i] = found[0].Number, &found[0].Game
		}
	}
	if len(numbers) == 0 {
		return list, nil
	}
	found, err := held.Games(ctx, numbers, false)
	if err != nil {
		return nil, err
	}
	for n, i := range places {
		list[i] = &found[n]
	}
	return list, nil
}

// addGames adds lists of games and the history to an answer. The games are those that played on if there are any.
func addGames(ctx context.Context, held *index.Snapshot, q *question, j *positionJSON, played bool) (err error) {
	if q.top >= 0 {
		if j.TopGames, err = listGames(ctx, held, q, played, index.ListOptions{Limit: q.top}); err != nil {
			return err
		}
	}
	if q.recent >= 0 {
		if j.RecentGames, err = listGames(ctx, held, q, played, index.ListOptions{Limit: q.recent, Recent: true}); err != nil {
			return err
		}
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

// describe returns a game in the format of the question.
func (q *question) describe(g gameJSON) *gameJSON {
	if q.format != ownFormat { // ids of lichess.org have eight characters, which its app checks
		g.ID = fmt.Sprintf("%08s", g.ID)
	}
	if q.format != lichessFormat && q.format != playerFormat {
		g.Speed, g.Mode = "", ""
		return &g
	}
	g.Speed, g.Mode = cmp.Or(g.Speed, index.Classical.String()), cmp.Or(g.Mode, index.Rated.String())
	switch {
	case len(g.Month) > 0:
	case q.format == lichessFormat:
		g.Month = rawJSON("null")
	default: // /player must have text
		g.Month = quoted(index.Date{Year: g.Year}.ISO())
	}
	return &g
}

// listGames lists games that played on, because the explorer's clients expect a move, or if there are none, games that
// ended here.
func listGames(ctx context.Context, held *index.Snapshot, q *question, played bool, o index.ListOptions) ([]gameJSON,
	error) {
	list := []gameJSON{}
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
	for i := range listed[:min(limit, len(listed))] {
		g := &listed[i]
		one := newGame(q.game, g.Number, &g.Game)
		move := games.NewMove(q.game, q.at.Position, g.Move)
		if one.Move = move.Move; q.game.About().UCI {
			one.UCI = &move.UCI // clients expect it
		}
		list = append(list, *q.describe(one))
	}
	return list, nil
}

// history returns tallies by month or by year. Games without the month, or the
// year, are left out, as the explorer does.
func (q *question) history(periods []index.Period) any {
	if q.years {
		list := []yearJSON{}
		for _, p := range index.Years(periods) {
			if p.Year == 0 {
				continue
			}
			white, black := games.Colors(q.game, p.First, p.Second)
			list = append(list, yearJSON{p.Year, white, p.Drawn, black})
		}
		return list
	}
	list := []monthJSON{}
	for _, p := range periods {
		if p.Month > 0 {
			month := index.Date{Year: p.Year, Month: p.Month}.ISO()
			white, black := games.Colors(q.game, p.First, p.Second)
			list = append(list, monthJSON{month, white, p.Drawn, black})
		}
	}
	return list
}

// fideGain is how many points a score in percent, of 50 and more, is worth above the opponents' rating: table 8.1.1 of
// FIDE's rating regulations.
var fideGain = [...]float64{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
	193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
	677, 800,
}

// performance returns the rating at which a side scores as in these games against the other side's mean rating, between
// FIDE's percentages in proportion, as the Lichess explorer computes it. It is 0 if no rating is known.
func performance(t index.Tally, side game.Side) int {
	sum, n := t.SideRatings(side.Opponent())
	if n == 0 {
		return 0
	}
	opponents, won, lost := float64(sum)/float64(n), t.First, t.Second
	if side == game.SecondSide {
		won, lost = lost, won
	}
	if decided(t) == 0 {
		return int(math.Round(opponents))
	}
	sign := 1.0
	if won < lost {
		won, lost, sign = lost, won, -1
	}
	percent := 100 * (float64(won) + float64(t.Drawn)/2) / float64(won+lost+t.Drawn)
	whole := min(int(percent), 99)
	gain, next := fideGain[whole-50], fideGain[whole-49]
	return int(math.Round(opponents + sign*(gain+(next-gain)*(percent-float64(whole)))))
}
