package lab

import (
	"context"

	"github.com/zobrist-go/zobrist/game/chess"
)

// SmallEngine is [Engine] with few searches and games.
func SmallEngine() Experiment {
	return engineSizes{rounds: 2, tables: 8, positions: 2, depth: 5, games: 2, longest: 2, nodes: 1024}.experiment()
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
