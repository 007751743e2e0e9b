package serve

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// A question is what is asked about a position.
type question struct {
	at     spot // without a position if no game of the index can have it
	query  index.Query
	of     words
	moves  int // at most
	top    int // games, −1 for none wanted
	recent int
	months bool // history by months
	years  bool
}

// words says in whose words a question is answered.
type words uint8

const (
	own     words = iota // our own, which leave nothing out
	masters              // the Lichess explorer's, in which each game has a result
	lichess              // likewise, with speed and mode of games
	player               // likewise, about one player
)

// position answers GET /position.
func (s *Server) onePosition(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery)
	if err != nil {
		return err
	}
	q := v.question(300)
	ctx, cancel := s.timed(r)
	defer cancel()
	if q.query.Filter, err = s.filter(ctx, v, v.filter()); err != nil {
		return err
	}
	if q.at, err = s.position(v); err != nil {
		return err
	}
	answer, err := s.find(ctx, &q)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer)
}

// question returns what a request in our own words wants to know about a position.
func (v *values) question(moves int) question {
	q := question{moves: v.number("moves", moves, 300), top: -1, recent: -1, years: v.flag("history")}
	if v.Has("topGames") {
		q.top = v.number("topGames", 0, 15)
	}
	if v.Has("recentGames") {
		q.recent = v.number("recentGames", 0, 15)
	}
	return q
}

// find answers a question about a position.
func (s *Server) find(ctx context.Context, q *question) (*positionJSON, error) {
	j := &positionJSON{Opening: q.at.opening, Moves: []moveJSON{}}
	if q.of == player {
		j.Queue = new(int)
	}
	p := q.at.Position
	if p == nil {
		return j, s.addGames(ctx, q, j, false)
	}
	a, err := s.o.Index.Find(ctx, q.query, p)
	if err != nil {
		return nil, err
	}
	j.White, j.Draws, j.Black, j.Games, j.Ended = a.First, a.Drawn, a.Second, a.Games, a.Ended
	j.AverageRating, j.LastYear, j.Foreign = a.AverageRating(), a.LastYear, a.Foreign
	moves := a.Moves
	if q.of != own {
		moves = slices.DeleteFunc(moves, func(m index.MoveTally) bool { return decided(m.Tally) == 0 })
		slices.SortStableFunc(moves, func(a, b index.MoveTally) int {
			return cmp.Compare(decided(b.Tally), decided(a.Tally))
		})
	}
	played := len(moves) > 0
	moves = moves[:min(len(moves), q.moves)]
	only, err := s.onlyGames(ctx, q, moves)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		one := q.move(m)
		if only[i] != nil {
			one.Game = q.describe(newGame(moves[i].Sample, only[i], ""))
		}
		j.Moves = append(j.Moves, one)
	}
	for _, m := range a.Transpositions {
		move := chess.Move(m.Move)
		j.Transpositions = append(j.Transpositions,
			transpositionJSON{p.UCI(move), p.SAN(move), m.Reaches, openingAfter(p, move)})
	}
	if q.of == player {
		if err := s.addOpponents(ctx, q, j); err != nil {
			return nil, err
		}
	}
	return j, s.addGames(ctx, q, j, played)
}

// decided returns the number of games with a result.
func decided(t index.Tally) int64 { return t.First + t.Drawn + t.Second }

// move describes a move.
func (q *question) move(m index.MoveTally) moveJSON {
	p, move, rating := q.at.Position, chess.Move(m.Move), m.AverageRating()
	return moveJSON{
		UCI: p.UCI(move), SAN: p.SAN(move), AverageRating: &rating, White: m.First, Draws: m.Drawn, Black: m.Second,
		Opening: openingAfter(p, move), Games: m.Games, Reaches: m.Reaches, LastYear: m.LastYear,
	}
}

// games returns the query for the games that are listed. In the explorer's words a game without a winner is drawn, so
// it lists only games with a result.
func (q *question) games() index.Query {
	games := q.query
	if q.of != own && len(games.Filter.Results) == 0 {
		games.Filter.Results = []game.Result{game.FirstWins, game.Draw, game.SecondWins}
	}
	return games
}

// onlyGames returns the games of those moves that one game played, nil for others. It sets the samples of these moves.
// In the explorer's words only games with a result count.
func (s *Server) onlyGames(ctx context.Context, q *question, moves []index.MoveTally) ([]*index.Game, error) {
	list := make([]*index.Game, len(moves))
	var numbers []int64
	one := func(m index.MoveTally) bool { return m.Games == 1 || q.of != own && decided(m.Tally) == 1 }
	for i, m := range moves {
		if !one(m) {
			continue
		}
		if m.Games > 1 {
			found, err := s.o.Index.Index.List(ctx, q.games(), q.at.Hash128(), index.ListOptions{Limit: 1, Move: m.Move})
			if err != nil {
				return nil, err
			}
			moves[i].Sample = found[0].Number
		}
		numbers = append(numbers, moves[i].Sample)
	}
	if len(numbers) == 0 {
		return list, nil
	}
	games, err := s.o.Index.Games(ctx, numbers, false)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if one(m) {
			list[i], games = &games[0], games[1:]
		}
	}
	return list, nil
}

// addGames adds lists of games and the history to an answer. The games are those that played on if there are any.
func (s *Server) addGames(ctx context.Context, q *question, j *positionJSON, played bool) (err error) {
	if q.top >= 0 {
		if j.TopGames, err = s.list(ctx, q, played, index.ListOptions{Limit: q.top}); err != nil {
			return err
		}
	}
	if q.recent >= 0 {
		if j.RecentGames, err = s.list(ctx, q, played, index.ListOptions{Limit: q.recent, Recent: true}); err != nil {
			return err
		}
	}
	if !q.months && !q.years {
		return nil
	}
	var periods []index.Period
	if q.at.Position != nil {
		periods, err = s.o.Index.History(ctx, q.query, q.at.Position)
	}
	if err == nil {
		j.History = history(periods, q.years)
	}
	return err
}

// describe returns a game in the words of the question.
func (q *question) describe(g gameJSON) *gameJSON {
	if q.of != lichess && q.of != player {
		g.Speed, g.Mode = "", ""
		return &g
	}
	g.Speed, g.Mode = cmp.Or(g.Speed, index.Classical.String()), cmp.Or(g.Mode, index.Rated.String())
	switch {
	case len(g.Month) > 0:
	case q.of == lichess:
		g.Month = rawJSON("null")
	default: // /player has to have text
		g.Month = quoted(index.Date{Year: g.Year}.ISO())
	}
	return &g
}

// list lists games that played on, because the explorer's clients expect a move, or if there are none, games that
// ended here.
func (s *Server) list(ctx context.Context, q *question, played bool, o index.ListOptions) ([]gameJSON, error) {
	list := []gameJSON{}
	limit := o.Limit
	if limit == 0 || q.at.Position == nil {
		return list, nil
	}
	var numbers []int64
	var moves []uint32
	for { // more than once only if many games end here
		found, err := s.o.Index.Index.List(ctx, q.games(), q.at.Hash128(), o)
		if err != nil {
			return nil, err
		}
		numbers, moves = numbers[:0], moves[:0]
		for _, g := range found {
			if _, legal := legalMove(q.at.Position, g.Move); len(numbers) < limit && (legal || !played && g.Move == 0) {
				numbers, moves = append(numbers, g.Number), append(moves, g.Move)
			}
		}
		if len(numbers) == limit || len(found) < o.Limit || o.Limit >= 64*limit {
			break
		}
		o.Limit *= 4
	}
	if len(numbers) == 0 {
		return list, nil
	}
	games, err := s.o.Index.Games(ctx, numbers, false)
	if err != nil {
		return nil, err
	}
	for i := range games {
		uci := ""
		if moves[i] != 0 {
			uci = q.at.UCI(chess.Move(moves[i]))
		}
		one := newGame(numbers[i], &games[i], uci)
		one.UCI = &uci // clients expect it
		list = append(list, *q.describe(one))
	}
	return list, nil
}

// history returns tallies by month or by year. Games without the month, or the
// year, are left out, as the explorer does.
func history(periods []index.Period, years bool) any {
	if years {
		list := []yearJSON{}
		for _, p := range index.Years(periods) {
			if p.Year == 0 {
				continue
			}
			list = append(list, yearJSON{p.Year, p.First, p.Drawn, p.Second})
		}
		return list
	}
	list := []monthJSON{}
	for _, p := range periods {
		if p.Month > 0 {
			month := index.Date{Year: p.Year, Month: p.Month}.ISO()
			list = append(list, monthJSON{month, p.First, p.Drawn, p.Second})
		}
	}
	return list
}

// mostOpponents is the number of a player's games in a position that are averaged,
// best rated first.
const mostOpponents = 20_000

// addOpponents adds to each move the mean rating of the opponents and the player's
// performance against them: that mean plus 400·log10(s/(1−s)) for a score of s,
// within 800 points.
func (s *Server) addOpponents(ctx context.Context, q *question, j *positionJSON) error {
	var games []index.FoundGame
	err := s.scan(ctx, func() (err error) {
		games, err = s.o.Index.ListGames(ctx, q.query, q.at.Hash128(), index.ListOptions{Limit: mostOpponents})
		return err
	})
	if err != nil {
		return err
	}
	type sum struct {
		rated, ratings, decided int
		points                  float64
	}
	sums := make(map[string]*sum)
	for _, g := range games {
		m, ok := legalMove(q.at.Position, g.Move)
		if !ok {
			continue
		}
		t := sums[q.at.UCI(m)]
		if t == nil {
			t = new(sum)
			sums[q.at.UCI(m)] = t
		}
		rating, win := g.SecondRating, game.FirstWins
		if q.query.Filter.Side == game.SecondSide {
			rating, win = g.FirstRating, game.SecondWins
		}
		if rating > 0 {
			t.rated, t.ratings = t.rated+1, t.ratings+rating
		}
		switch g.Result {
		case game.Unknown:
			continue
		case game.Draw:
			t.points += .5
		case win:
			t.points++
		}
		t.decided++
	}
	for i := range j.Moves {
		m := &j.Moves[i]
		m.AverageRating, m.Opponents, m.Performance = nil, new(int), new(int)
		t := sums[m.UCI]
		if t == nil || t.rated == 0 {
			continue
		}
		*m.Opponents = (t.ratings + t.rated/2) / t.rated
		*m.Performance = *m.Opponents
		if t.decided > 0 {
			share := t.points / float64(t.decided)
			gain := 400 * math.Log10(share/(1-share))
			*m.Performance += int(math.Round(max(-800, min(800, gain))))
		}
	}
	return nil
}
