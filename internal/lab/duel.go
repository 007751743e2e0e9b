package lab

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// A contender is one of the two engines of a duel.
type contender struct {
	kind  int // among engineKinds
	tag   int
	nodes uint64 // a move

	address int // bits, of the table
}

// A player is a contender with the hash function and the table of two games.
type player struct {
	contender
	p      *spy
	table  *tt.Table
	hashes uint64
}

func newPlayer(c contender, src rand.Source) (*player, error) {
	e := engineKinds()[c.kind].draw(src)
	p, err := engine.Start(e.options())
	if err != nil {
		return nil, err
	}
	pl := &player{contender: c}
	pl.p = e.spy(p, tagMask(c.tag, c.address), func(uint64, uint64) { pl.hashes++ })
	pl.table, err = tt.New(tt.Options{Bytes: tableBytes(c.address)})
	return pl, err
}

// The end of a game: a draw after duelPlies plies, or if a draw may be claimed; a win if both
// engines have seen duelDecided hundredths of a pawn for the same side at duelAgreeing plies
// running.
const (
	duelPlies    = 240
	duelDecided  = 1000
	duelAgreeing = 4
)

// playGame plays a game from the position after some moves, and returns what White scored:
// 0, ½ or 1, and the moves. Nothing is left of earlier games, neither in the table nor in
// the searcher's history of good moves: equal engines play the same game with the colours
// exchanged, and so share every pair of games.
func playGame(ctx context.Context, white, black *player, opening []chess.Move) (score float64, moves []chess.Move,
	err error) {
	players := [2]*player{white, black}
	var searchers [2]*search.Searcher[chess.Move, *spy]
	for i, pl := range players {
		pl.p.Reset()
		pl.table.Clear()
		for _, m := range opening {
			pl.p.Make(m)
		}
		if searchers[i], err = search.New(pl.p, search.Options{Table: pl.table}); err != nil {
			return 0, nil, err
		}
	}
	agreed := 0
	for range duelPlies {
		result, reason := white.p.Result()
		switch {
		case result == game.FirstWins:
			return 1, moves, nil
		case result == game.SecondWins:
			return 0, moves, nil
		case reason != chess.NoReason:
			return .5, moves, nil
		}
		turn := white.p.Turn()
		info, err := searchers[turn].Search(ctx, search.Limits{Nodes: players[turn].nodes})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return 0, moves, err
		}
		value := info.Value
		if turn == chess.Black {
			value = -value
		}
		switch {
		case value >= duelDecided && agreed >= 0:
			agreed++
		case value <= -duelDecided && agreed <= 0:
			agreed--
		default:
			agreed = 0
		}
		if agreed == duelAgreeing {
			return 1, moves, nil
		}
		if agreed == -duelAgreeing {
			return 0, moves, nil
		}
		moves = append(moves, info.Line[0])
		for _, each := range players {
			each.p.Make(info.Line[0])
		}
	}
	return .5, moves, nil
}

// opening plays random moves to a position that a short search calls level.
func opening(ctx context.Context, r *rand.Rand) ([]chess.Move, error) {
	const plies, depth, level = 7, 4, 60
	p, err := engine.Start(chess.Options{})
	if err != nil {
		return nil, err
	}
	for {
		var moves []chess.Move
		p.Reset()
		for range plies {
			legal := p.AppendMoves(nil)
			if len(legal) == 0 {
				break
			}
			moves = append(moves, legal[r.IntN(len(legal))])
			p.Make(moves[len(moves)-1])
		}
		if len(moves) < plies || len(p.AppendMoves(nil)) == 0 {
			continue
		}
		s, err := search.New(p, search.Options{})
		if err != nil {
			return nil, err
		}
		info, err := s.Search(ctx, search.Limits{Depth: depth})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if max(info.Value, -info.Value) <= level {
			return moves, nil
		}
	}
}

// duelPair plays an opening twice, with colours exchanged and the same two functions, and
// returns both games.
func duelPair(ctx context.Context, o Options, a, b contender, match, pair uint64) (r pairResult, err error) {
	moves, err := opening(ctx, o.rand(158, pair)) // every match has the same openings
	if err != nil {
		return r, err
	}
	x, err := newPlayer(a, o.source(159, match, 2*pair))
	if err != nil {
		return r, err
	}
	defer x.table.Close()
	y, err := newPlayer(b, o.source(159, match, 2*pair+1))
	if err != nil {
		return r, err
	}
	defer y.table.Close()
	if r.scores[0], r.moves[0], err = playGame(ctx, x, y, moves); err != nil {
		return r, err
	}
	r.scores[1], r.moves[1], err = playGame(ctx, y, x, moves)
	r.scores[1] = 1 - r.scores[1]
	r.hashes = x.hashes + y.hashes
	return r, err
}

// A pairResult is two games from one opening.
type pairResult struct {
	scores [2]float64 // of the first contender
	moves  [2][]chess.Move
	hashes uint64 // that both engines read
}

// A sequence of pairs is tested after each batch for two alternatives, eloStep better and
// eloStep worse, against no difference, by the generalized sequential probability ratio
// test (M. Van den Bergh, The Generalized Sequential Probability Ratio Test, 2020; A. Wald,
// 1945). sequentialAlpha is the chance of accepting a difference, of either sign, that does
// not exist, and sequentialBeta the chance of accepting none if there is one of eloStep.
const (
	eloStep         = 40
	sequentialAlpha = .01
	sequentialBeta  = .01
	sequentialBatch = 10 // pairs
)

// expectedScore is the score of a player who is elo points better.
func expectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// eloOf is the inverse of expectedScore, with infinities at 0 and 1.
func eloOf(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// pairScores are the mean scores of pairs of games.
type pairScores struct{ sample }

// spread returns the variance of a pair's score. It counts one pair more of each of the
// scores ¼, ½ and ¾, so that a short run of equal pairs has some.
func (s pairScores) spread() float64 {
	all := append(sample{.25, .5, .75}, s.sample...)
	return all.variance()
}

// ratio returns the logarithm of the likelihood ratio of a difference in Elo and of none.
func (s pairScores) ratio(elo float64) float64 {
	none, some := .5, expectedScore(elo)
	return float64(len(s.sample)) * (some - none) * (2*s.mean() - none - some) / (2 * s.spread())
}

// The outcomes of a sequential test.
const (
	noDifference = "no difference"
	better       = "better"
	worse        = "worse"
	undecided    = "undecided"
)

// outcome tests the pairs so far.
func (s pairScores) outcome() string {
	upper := math.Log((1 - sequentialBeta) / (sequentialAlpha / 2))
	lower := math.Log(sequentialBeta / (1 - sequentialAlpha/2))
	up, down := s.ratio(eloStep), s.ratio(-eloStep)
	switch {
	case up >= upper:
		return better
	case down >= upper:
		return worse
	case up <= lower && down <= lower:
		return noDifference
	}
	return undecided
}

// elo returns the estimate and its interval at 95 %, as if the number of pairs had been
// fixed, and the least difference that this number of pairs shows with power 80 %.
func (s pairScores) elo() (estimate, low, high, shown float64) {
	se := math.Sqrt(s.spread() / float64(len(s.sample)))
	at := func(score float64) float64 { return eloOf(min(max(score, .001), .999)) }
	return at(s.mean()), at(s.mean() - 1.96*se), at(s.mean() + 1.96*se), at(.5 + 2.8*se)
}
