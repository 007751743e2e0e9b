package serve

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// Limits on a preparation.
const (
	preparePlies     = 20
	mostPreparePlies = 40
	mostPrepared     = 400    // positions, those that most of the player's games have
	listedPrepared   = 50     // moves of each list
	leastMet         = 2      // games of the player in a position that is looked at
	mostPassed       = 20_000 // positions of one game of the player that are passed on the way to others
	leastUnmet       = 0.5    // games in which a reply that was never met is expected: rounded, at least one

	// priorGames is the weight, in games, of a general score beside the score of a move in few games: (0.36/0.11)².
	// Results of games of masters in one position have a standard deviation of 0.36, and the scores of the moves there
	// one of 0.05 to 0.07 besides chance. One player's scores are taken to differ by 0.11, because the lists should
	// rather have a move too many.
	priorGames = 10

	// sameGames is the part of the games with one move on a line that have the other move, too, if the two count as
	// one: at most one game in five left the line between them.
	sameGames = 0.8
)

// preparedJSON is the answer to GET /prepare.
type preparedJSON struct {
	Player    []string       `json:"player"` // names in the index
	Color     string         `json:"color"`
	Plies     int            `json:"plies"`
	Games     int64          `json:"games"` // of the player, in the position
	Score     *float64       `json:"score"`
	Others    *float64       `json:"others"` // score of the same side in the games of others
	Positions int            `json:"positions"`
	More      bool           `json:"more"` // positions were left out
	Moves     []preparedMove `json:"moves"`
	Unmet     []preparedMove `json:"unmet"`
}

// A preparedMove is a move of the player, or a reply that the player has never met. Scores are of the player's side.
type preparedMove struct {
	Play []string `json:"play"` // the moves before it, after the position of the request
	Line []string `json:"line"` // likewise, as people write them
	games.Move
	Opening  *games.Opening `json:"opening"`
	Games    float64        `json:"games"` // with the move; of a reply the number that is expected
	Of       int64          `json:"of"`    // in the position
	Score    *float64       `json:"score"` // of the player with the move; null: none
	Others   scoredJSON     `json:"others"`
	Expected *float64       `json:"expected"`        // what others score in the position; null: nobody else has it
	Lost     float64        `json:"lost"`            // points, in all these games
	Value    *games.Worth   `json:"value,omitempty"` // of the position after the move, if a store of evaluations has it
}

// scoredJSON is a number of games with a result, and the score in them; null: none.
type scoredJSON struct {
	Games int64    `json:"games"`
	Score *float64 `json:"score"`
}

// points are the points that a side made in games with a result.
type points struct {
	won   float64
	games int64
}

func pointsOf(t index.Tally, side game.Side) points {
	won := t.First
	if side == game.SecondSide {
		won = t.Second
	}
	return points{float64(won) + float64(t.Drawn)/2, decided(t)}
}

func (p points) minus(q points) points { return points{p.won - q.won, p.games - q.games} }

// score returns the points of a game, nil without games.
func (p points) score() *float64 {
	if p.games <= 0 {
		return nil
	}
	return new(p.won / float64(p.games))
}

// towards returns the score of these games and of priorGames others that score s.
func (p points) towards(s float64) float64 {
	return (p.won + priorGames*s) / (float64(p.games) + priorGames)
}

// A prepareQuery is the query of GET /prepare.
type prepareQuery struct {
	own, all index.Filter // the player's games with the color, and everyone's games
	color    string
	plies    int
	at       spot
}

func readPrepare(v *values) (q prepareQuery) {
	v.need("player", "color")
	q.color, q.plies = v.Get("color"), v.within("plies", preparePlies, 1, mostPreparePlies)
	q.own = v.conditions()
	if v.err != nil {
		return q
	}
	q.all = q.own
	q.all.Side = game.NoSide
	var err error
	q.own.Players, err = v.s.playerNames(v.r, "player", v.Get("player"))
	if errors.Is(err, index.ErrNotFound) {
		err = notFound("no player %q; /players finds names by their beginning", brief(v.Get("player")))
	}
	v.keep(err)
	q.at = v.position()
	return q
}

// prepare answers GET /prepare: what a player does with one color in the positions that most of the player's games
// have, which of these moves lose points, and which replies the player has never met.
func (s *Server) prepare(w http.ResponseWriter, r *request, q prepareQuery) error {
	p := preparation{
		game: s.game, held: r.held, passing: s.limits.Time / 3,
		own: index.Query{Filter: q.own}, all: index.Query{Filter: q.all}, side: q.own.Side, plies: q.plies,
		j: &preparedJSON{Player: q.own.Players, Color: q.color, Plies: q.plies},
	}
	if err := p.run(r.ctx, q.at.Position); err != nil {
		return err
	}
	p.j.Moves, p.j.Unmet = best(p.j.Moves), best(p.j.Unmet)
	for _, list := range [][]preparedMove{p.j.Moves, p.j.Unmet} {
		if err := s.addValues(q.at.Position, list); err != nil {
			return err
		}
	}
	return writeJSON(w, http.StatusOK, p.j)
}

// A preparation looks at the positions of a player's games, the most frequent first.
type preparation struct {
	game     games.Game
	held     *index.Snapshot
	passing  time.Duration // for positions of a single game
	own, all index.Query
	side     game.Side // of the player
	plies    int
	level    float64 // what the player scores more than others, in the first position
	j        *preparedJSON
}

// A branch is a position to look at: the moves that lead there, and the number of the player's games that have it, by
// whatever order of moves, or 1 if that is not known.
type branch struct {
	moves []uint32
	games int64
}

type branches []branch

func (b branches) Len() int      { return len(b) }
func (b branches) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b branches) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(b[j].games, b[i].games), len(b[i].moves)-len(b[j].moves)) < 0
}
func (b *branches) Push(x any) { *b = append(*b, x.(branch)) }
func (b *branches) Pop() any {
	last := (*b)[len(*b)-1]
	*b = (*b)[:len(*b)-1]
	return last
}

// An onward is a move to a position, and its number of games as in [branch].
type onward struct {
	move  uint32
	games int64
}

// A looked is a position that was looked at, or passed.
type looked struct {
	depth int // moves to it, as few as are known
	next  []onward
}

// run looks at the positions that fewer than p.plies moves lead to from a position. It passes positions that one game
// of the player has, because games may come to one position by different orders of moves.
func (p *preparation) run(ctx context.Context, at index.Position) error {
	p.j.Moves, p.j.Unmet = []preparedMove{}, []preparedMove{}
	_, folded := at.(index.Folded) // whose moves depend on how the position lies
	seen := make(map[zobrist.Uint128]*looked)
	passed, end := 0, time.Now().Add(p.passing)
	for next := (&branches{{}}); next.Len() > 0 && !p.j.More; {
		b := heap.Pop(next).(branch)
		for _, m := range b.moves {
			at.Make(m)
		}
		depth, hash := len(b.moves), at.Hash(index.Positions)
		here, err := seen[hash], error(nil)
		switch {
		case here != nil && (folded || here.depth <= depth):
			here = nil
		case here != nil: // fewer moves lead to it than was known
			here.depth = depth
		case b.games < leastMet && depth > 0 && (passed == mostPassed || time.Now().After(end)),
			b.games >= leastMet && p.j.Positions == mostPrepared:
			p.j.More = true
		case b.games < leastMet && depth > 0:
			passed++
			if here, b.games, err = p.pass(ctx, at, depth); b.games >= leastMet {
				heap.Push(next, b)
				here = nil
			}
		default:
			here, err = p.look(ctx, at, b)
		}
		for range b.moves {
			at.Unmake()
		}
		if err != nil {
			return err
		}
		if here == nil {
			continue
		}
		seen[hash] = here
		for _, s := range here.next {
			if depth+1 < p.plies {
				heap.Push(next, branch{append(slices.Clip(b.moves), s.move), s.games})
			}
		}
	}
	return nil
}

// pass returns the moves of a position that may be of a single game of the player, and the number of games.
func (p *preparation) pass(ctx context.Context, at index.Position, depth int) (here *looked, games int64, err error) {
	own, err := p.held.Played(ctx, p.own, at)
	here = &looked{depth: depth}
	for _, m := range own.Moves {
		here.next = append(here.next, onward{m.Move, 1})
	}
	return here, own.Games, err
}

// look compares the player's moves, or the replies to them, with everyone's.
func (p *preparation) look(ctx context.Context, at index.Position, b branch) (here *looked, err error) {
	own, err := p.held.Find(ctx, p.own, at)
	if err != nil {
		return nil, err
	}
	all, err := p.held.Find(ctx, p.all, at)
	if err != nil {
		return nil, err
	}
	here = &looked{depth: len(b.moves)}
	p.j.Positions++
	mine := pointsOf(own.Tally, p.side)
	others := pointsOf(all.Tally, p.side).minus(mine)
	if len(b.moves) == 0 {
		p.j.Games, p.j.Score, p.j.Others = own.Games, mine.score(), others.score()
		if p.j.Score != nil && p.j.Others != nil {
			p.level = *p.j.Score - *p.j.Others
		}
	}
	expected, turn := others.score(), p.game.Turn(at) == p.side
	folded, _ := at.(index.Folded)
	for _, m := range all.Moves {
		if folded != nil && !folded.Playable(m.Move) {
			continue // a setup within games of Go, which nobody plays
		}
		var met index.MoveTally
		if i := slices.IndexFunc(own.Moves, func(o index.MoveTally) bool { return o.Move == m.Move }); i >= 0 {
			met = own.Moves[i]
		}
		made := pointsOf(met.Tally, p.side)
		rest := pointsOf(m.Tally, p.side).minus(made)
		one := preparedMove{Of: own.Games, Expected: expected, Games: float64(met.Games),
			Score: made.score(), Others: scoredJSON{rest.games, rest.score()}}
		unmet := met.Games == 0 && !turn && !reached(own, m.Move)
		if unmet {
			one.Games = float64(own.Games) * float64(m.Games) / float64(all.Games-own.Games)
		}
		if expected != nil {
			made.won -= p.level * float64(made.games)
			one.Lost = one.Games * (*expected - made.towards(rest.towards(*expected)))
			if one.Score != nil && *one.Score >= *expected {
				one.Lost = min(one.Lost, 0) // no loss: the player only scores more still in general
			}
		}
		switch {
		case met.Games > 0 && turn:
			p.j.Moves = append(p.j.Moves, p.describe(one, at, b.moves, m.Move))
		case unmet && one.Games >= leastUnmet:
			p.j.Unmet = append(p.j.Unmet, p.describe(one, at, b.moves, m.Move))
		}
		if met.Games > 0 {
			here.next = append(here.next, onward{m.Move, met.Reaches})
		}
	}
	return here, nil
}

// reached reports whether games have the position after a move by another order of moves.
func reached(a index.Answer, move uint32) bool {
	return slices.ContainsFunc(a.Transpositions, func(t index.MoveTally) bool { return t.Move == move })
}

// describe writes a move after others in words.
func (p *preparation) describe(one preparedMove, at index.Position, before []uint32, move uint32) preparedMove {
	one.Move, one.Opening = games.NewMove(p.game, at, move), games.OpeningAfter(p.game, at, move)
	for range before {
		at.Unmake()
	}
	one.Play, one.Line = make([]string, len(before)), make([]string, len(before))
	for i, m := range before {
		j := games.NewMove(p.game, at, m)
		one.Play[i], one.Line[i] = cmp.Or(j.UCI, j.Move), cmp.Or(j.SAN, j.Move)
		at.Make(m)
	}
	return one
}

// addValues adds the values of the positions after moves.
func (s *Server) addValues(at index.Position, list []preparedMove) error {
	if s.o.Evals == nil {
		return nil
	}
	for i := range list {
		m := &list[i]
		for _, text := range append(slices.Clip(m.Play), m.UCI) {
			move, err := s.game.Parse(at, text)
			if err != nil {
				return err
			}
			at.Make(move)
		}
		var err error
		m.Value, err = games.ValueOf(s.o.Evals, chessindex.Board(at))
		for range len(m.Play) + 1 {
			at.Unmake()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// best returns the moves of a list that lose most points. Games that lose points go through many moves, so of those
// on one line whose games are mostly the same it has the one that loses most.
func best(list []preparedMove) []preparedMove {
	slices.SortStableFunc(list, func(a, b preparedMove) int {
		return cmp.Or(cmp.Compare(max(b.Lost, 0), max(a.Lost, 0)), cmp.Compare(b.Games, a.Games))
	})
	path := func(m preparedMove) string {
		return strings.Join(m.Play, ",") + "," + cmp.Or(m.UCI, m.Move.Move) + ","
	}
	shown := []preparedMove{}
	for _, m := range list {
		same := func(o preparedMove) bool {
			a, b := path(m), path(o)
			return (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) &&
				min(m.Games, o.Games) > sameGames*max(m.Games, o.Games)
		}
		if len(shown) < listedPrepared && !slices.ContainsFunc(shown, same) {
			shown = append(shown, m)
		}
	}
	return shown
}
