package chessindex

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// A PositionTally is a position with what was played in it.
type PositionTally struct {
	Position *chess.Position // valid until the next one
	index.Key
	Ply int // plies before the position in the first of the games, by their numbers, that reaches it
	index.Answer
}

// Positions returns the positions that at least so many of the games that a filter
// selects contain, each once, with their answers by these games. They come in the
// order in which the games, by their numbers, reach them. Answers are without Reaches
// and Transpositions. Each Move of an answer is legal; other games are Foreign.
//
// It replays all of these games, and looks up each of their positions: about a µs and
// a half for each. It keeps 16 bytes or a little more in memory for each position of
// several games.
func (ix *Index) Positions(ctx context.Context, f index.Filter, atLeast int64) iter.Seq2[PositionTally, error] {
	return func(yield func(PositionTally, error) bool) {
		ix, err := ix.Snapshot()
		if err != nil {
			yield(PositionTally{}, err)
			return
		}
		defer ix.Close()
		e := exporter{ix: ix, q: index.Query{Filter: f}, atLeast: atLeast,
			position: ix.start.Clone(), again: make(map[index.Key]struct{}), here: make(map[index.Key]struct{})}
		for numbers, err := range chunked(ix.Select(ctx, f, 0), exportGames) {
			var games []index.Game
			if err == nil {
				games, err = ix.Games(ctx, numbers, false)
			}
			for i := range games {
				if err != nil {
					break
				}
				if err = e.game(ctx, &games[i], yield); err != nil {
					err = fmt.Errorf("game %d: %w", numbers[i], err)
				}
				if e.ended {
					return
				}
			}
			if err != nil {
				yield(PositionTally{}, err)
				return
			}
		}
	}
}

// An exporter goes through the positions of games.
type exporter struct {
	ix       *Index
	q        index.Query
	atLeast  int64
	position *chess.Position
	hashes   []zobrist.Uint128
	plies    []int // of hashes in the game
	moves    []chess.Move
	answers  []index.Answer
	again    map[index.Key]struct{} // positions of several games that came
	here     map[index.Key]struct{} // positions of this game
	ended    bool
}

// game yields the positions of a game that come for the first time.
func (e *exporter) game(ctx context.Context, g *index.Game, yield func(PositionTally, error) bool) error {
	p := e.position
	if err := setStart(p, g); err != nil {
		return err
	}
	e.hashes, e.plies = e.hashes[:0], e.plies[:0]
	ply, here := 0, e.here
	clear(here)
	err := replay(p, g, func(chess.Move) {
		key := index.KeyOf(p.Hash128())
		_, came := e.again[key]
		if _, twice := here[key]; !came && !twice {
			here[key] = struct{}{}
			e.hashes, e.plies = append(e.hashes, p.Hash128()), append(e.plies, ply)
		}
		ply++
	})
	if err != nil {
		return err
	}
	e.answers = slices.Grow(e.answers[:0], len(e.hashes))[:len(e.hashes)]
	clear(e.answers)
	if err := e.ix.Lookup(ctx, e.q, e.hashes, func(i int, moves []index.MoveTally) error {
		e.answers[i] = index.NewAnswer(moves)
		return nil
	}); err != nil {
		return err
	}
	for range g.Moves {
		p.Unmake()
	}
	made := 0
	for i, a := range e.answers {
		if a.Games > 1 {
			e.again[index.KeyOf(e.hashes[i])] = struct{}{}
		}
		if a.Games == 0 || a.Games < e.atLeast {
			continue
		}
		for ; made < e.plies[i]; made++ {
			p.Make(chess.Move(g.Moves[made]))
		}
		e.moves = p.AppendMoves(e.moves[:0])
		a.Moves = slices.DeleteFunc(a.Moves, func(m index.MoveTally) bool {
			if isLegal(e.moves, m.Move) {
				return false
			}
			a.Foreign += m.Games
			return true
		})
		if e.ended = !yield(PositionTally{p, index.KeyOf(e.hashes[i]), e.plies[i], a}, nil); e.ended {
			return nil
		}
	}
	return nil
}
