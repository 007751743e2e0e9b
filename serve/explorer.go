package serve

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// A question is what is asked about a position.
type question struct {
	at      spot
	query   index.Query
	moves   int // at most
	top     int // games, −1 for none wanted
	recent  int
	months  bool // history by months
	years   bool
	details bool // speed and mode of games
	player  bool // as /player answers
}

// masters answers GET /masters.
func (s *Server) masters(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery, slices.Concat(positionNames, filterNames,
		[]string{"moves", "topGames", "recentGames", "history"})...)
	if err != nil {
		return err
	}
	q := question{moves: v.number("moves", 12, 300), top: v.number("topGames", 15, 15), recent: -1,
		years: v.flag("history")}
	if v.Has("recentGames") {
		q.recent = v.number("recentGames", 0, 15)
	}
	return s.explore(w, r, v, q)
}

// lichess answers GET /lichess.
func (s *Server) lichess(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery, slices.Concat(positionNames, filterNames,
		[]string{"moves", "topGames", "recentGames", "history", "source"})...)
	if err != nil {
		return err
	}
	return s.explore(w, r, v, question{
		moves: v.number("moves", 12, 300), top: v.number("topGames", 4, 4), recent: v.number("recentGames", 4, 4),
		months: v.flag("history"), details: true,
	})
}

// player answers GET /player with one line: nothing is ever queued here.
func (s *Server) player(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery, slices.Concat(positionNames, filterNames,
		[]string{"moves", "recentGames", "history"})...)
	if err != nil {
		return err
	}
	if v.Get("player") == "" || v.Get("color") == "" {
		return badRequest("player and color are required")
	}
	return s.explore(w, r, v, question{
		moves: v.number("moves", 300, 300), top: -1, recent: v.number("recentGames", 8, 8),
		months: v.flag("history"), details: true, player: true,
	})
}

// explore answers a question.
func (s *Server) explore(w http.ResponseWriter, r *http.Request, v *values, q question) error {
	ctx, cancel := s.timed(r)
	defer cancel()
	var err error
	if q.query.Filter, err = s.filter(ctx, v, q.player); err != nil {
		return err
	}
	if q.at, err = s.position(v); err != nil {
		return err
	}
	answer, err := s.find(ctx, &q)
	if err != nil {
		return err
	}
	if !q.player {
		return writeJSON(w, http.StatusOK, answer)
	}
	text, err := encodeJSON(answer)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	_, _ = w.Write(text)
	return nil
}

// filter returns the games that a query selects, with the player's name as the
// index has it; see [index.ResolvePlayer]. If the player has to exist, an unknown one is an error; otherwise
// no game is selected.
func (s *Server) filter(ctx context.Context, v *values, exists bool) (f index.Filter, err error) {
	f = v.filter()
	if v.Has("rating") && v.Has("ratings") {
		v.fail("give rating or ratings, not both")
	}
	if v.err != nil {
		return f, v.err
	}
	name := v.Get("player")
	if name == "" {
		return f, nil
	}
	err = s.scan(ctx, func() (err error) {
		f.Players, err = index.ResolvePlayer(ctx, s.o.Index.Store, name)
		return err
	})
	var several *index.AmbiguousError
	switch {
	case errors.As(err, &several):
		return f, badRequest("player: %v", err)
	case errors.Is(err, index.ErrNotFound) && exists:
		return f, notFound("no player %q in this index; /players finds names", name)
	case errors.Is(err, index.ErrNotFound):
		f.Players = []string{name}
	case err != nil:
		return f, err
	}
	return f, nil
}

// find answers a question about a position.
func (s *Server) find(ctx context.Context, q *question) (*positionJSON, error) {
	p := q.at.Position
	a, err := s.o.Index.Find(ctx, q.query, p)
	if err != nil {
		return nil, err
	}
	j := &positionJSON{
		Opening: q.at.opening, White: a.First, Draws: a.Drawn, Black: a.Second,
		Games: a.Games, Ended: a.Ended, AverageRating: a.AverageRating(), LastYear: a.LastYear, Foreign: a.Foreign,
		Moves: make([]moveJSON, 0, min(len(a.Moves), q.moves)),
	}
	only, err := s.onlyGames(ctx, a.Moves[:min(len(a.Moves), q.moves)])
	if err != nil {
		return nil, err
	}
	for i, m := range a.Moves[:min(len(a.Moves), q.moves)] {
		move := chess.Move(m.Move)
		rating := m.AverageRating()
		one := moveJSON{
			UCI: p.UCI(move), SAN: p.SAN(move), AverageRating: &rating, White: m.First, Draws: m.Drawn, Black: m.Second,
			Opening: openingAfter(p, move), Games: m.Games, Reaches: m.Reaches, LastYear: m.LastYear,
		}
		if only[i] != nil {
			g := newGame(m.Sample, only[i], "")
			one.Game = q.describe(g)
		}
		j.Moves = append(j.Moves, one)
	}
	for _, m := range a.Transpositions {
		move := chess.Move(m.Move)
		j.Transpositions = append(j.Transpositions,
			transpositionJSON{p.UCI(move), p.SAN(move), m.Reaches, openingAfter(p, move)})
	}
	if q.player {
		j.Queue = new(int)
		if err := s.addOpponents(ctx, q, j); err != nil {
			return nil, err
		}
	}
	return j, s.addGames(ctx, q, j)
}

// onlyGames returns the games of those moves that one game played, nil for others.
func (s *Server) onlyGames(ctx context.Context, moves []index.MoveTally) ([]*index.Game, error) {
	list := make([]*index.Game, len(moves))
	var numbers []int64
	for _, m := range moves {
		if m.Games == 1 {
			numbers = append(numbers, m.Sample)
		}
	}
	if len(numbers) == 0 {
		return list, nil
	}
	games, err := s.o.Index.Games(ctx, numbers, false)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if m.Games == 1 {
			list[i], games = &games[0], games[1:]
		}
	}
	return list, nil
}

// addGames adds lists of games and the history to an answer.
func (s *Server) addGames(ctx context.Context, q *question, j *positionJSON) (err error) {
	legal := q.at.AppendMoves(nil)
	if q.top >= 0 {
		if j.TopGames, err = s.list(ctx, q, legal, index.ListOptions{Limit: q.top}); err != nil {
			return err
		}
	}
	if q.recent >= 0 {
		if j.RecentGames, err = s.list(ctx, q, legal, index.ListOptions{Limit: q.recent, Recent: true}); err != nil {
			return err
		}
	}
	if !q.months && !q.years {
		return nil
	}
	periods, err := s.o.Index.History(ctx, q.query, q.at.Position)
	if err == nil {
		j.History = history(periods, q.years)
	}
	return err
}

// describe returns a game with the details that belong to the path.
func (q *question) describe(g gameJSON) *gameJSON {
	if g.Month.null = q.details; !q.details {
		g.Speed, g.Mode = "", ""
	}
	return &g
}

// list lists games for the explorer: those that played on, because its clients
// expect a move.
func (s *Server) list(ctx context.Context, q *question, legal []chess.Move, o index.ListOptions) ([]gameJSON, error) {
	list := []gameJSON{}
	limit := o.Limit
	if limit == 0 {
		return list, nil
	}
	var numbers []int64
	var moves []chess.Move
	for { // more than once only if many games end here
		found, err := s.o.Index.Index.List(ctx, q.query, q.at.Hash128(), o)
		if err != nil {
			return nil, err
		}
		numbers, moves = numbers[:0], moves[:0]
		for _, g := range found {
			if m := chess.Move(g.Move); len(numbers) < limit && g.Move < 1<<16 && slices.Contains(legal, m) {
				numbers, moves = append(numbers, g.Number), append(moves, m)
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
		one := newGame(numbers[i], &games[i], q.at.UCI(moves[i]))
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
	games, err := s.o.Index.ListGames(ctx, q.query, q.at.Hash128(), index.ListOptions{Limit: mostOpponents})
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
