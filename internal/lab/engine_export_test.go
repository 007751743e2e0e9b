package lab

import (
	"context"
	"errors"
	"slices"

	"github.com/zobrist-go/zobrist/game/chess"
)

// SmallEngine is [Engine] with few searches and games.
func SmallEngine() Experiment {
	return engineSizes{rounds: 2, tables: 8, positions: 2, depth: 4, games: 2, longest: 2, nodes: 1024}.experiment()
}

// EngineWithoutMatches is SmallEngine without its last two laws.
func EngineWithoutMatches() Experiment {
	e := SmallEngine()
	e.laws, e.judge = e.laws[:3], nil
	return e
}

// PairScores is a sequence of pairs under test.
type PairScores struct{ s pairScores }

func (p *PairScores) Append(score float64) { p.s.sample = append(p.s.sample, score) }
func (p *PairScores) Outcome() string      { return p.s.outcome() }

var (
	EloOf       = eloOf
	EqualShares = equalShares
)

// DuelMoves returns the moves of a game of an engine with a function and tags against one
// with random keys and whole hashes.
func DuelMoves(ctx context.Context, kind, tag int) []chess.Move {
	r, err := duelPair(ctx, Options{}, contender{kind, tag, 1024, roomy}, contender{0, wholeTag, 1024, roomy}, 0, 0)
	if err != nil {
		panic(err)
	}
	return r.moves[0]
}

// TwistedMatch plays so many games of twisted tabulation against random keys with a
// crowded table, without an early end, and returns the difference in Elo with its
// interval at 95 % and the outcome of the sequential test at the end.
func TwistedMatch(ctx context.Context, o Options, games int) (elo, low, high float64, outcome string, err error) {
	all := engineSizes{nodes: 2048}.listMatches()
	i := slices.IndexFunc(all, func(m engineMatch) bool { return m.tests == crowdedTable && m.a.String() == "twisted" })
	scores, errs := make(sample, games/2), make([]error, games/2)
	err = parallel(ctx, len(scores), func(_ *scratch, k int) {
		var r pairResult
		r, errs[k] = duelPair(ctx, o, all[i].a, all[i].b, uint64(i), uint64(k))
		scores[k] = (r.scores[0] + r.scores[1]) / 2
	})
	s := pairScores{sample: scores}
	elo, low, high, _ = s.elo()
	return elo, low, high, s.outcome(), errors.Join(append(errs, err)...)
}
