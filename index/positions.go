package index

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A PositionTally is a position with what was played in it.
type PositionTally struct {
	Position Position // valid until the next one
	Key
	Ply int // plies before the position in the first of the games, by their numbers, that reaches it
	Answer
}

// Positions returns the positions that at least so many of the games that a filter
// selects contain, each once, with their answers by these games. They come in the
// order in which the games, by their numbers, reach them. Answers are without Reaches
// and Transpositions. Each Move of an answer is legal; other games are Foreign.
//
// It replays all of these games, and looks up each of their positions: about a µs and
// a half for each. It keeps 16 bytes or a little more in memory for each position of
// several games.
func (ix *questions) Positions(ctx context.Context, f Filter, atLeast int64) iter.Seq2[PositionTally, error] {
	return func(yield func(PositionTally, error) bool) {
		s, err := ix.hold()
		if err != nil {
			yield(PositionTally{}, err)
			return
		}
		defer s.Close()
		e := exporter{from: s, q: Query{Filter: f}, atLeast: atLeast, position: ix.adapter.NewPosition(),
			again: make(map[Key]struct{}), here: make(map[Key]struct{})}
		for numbers, err := range chunked(s.Select(ctx, f, 0), exportGames) {
			var games []Game
			if err == nil {
				games, err = s.Games(ctx, numbers, false)
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
	from     *Snapshot
	q        Query
	atLeast  int64
	position Position
	hashes   []zobrist.Uint128
	plies    []int // of hashes in the game
	moves    []uint32
	answers  []Answer
	words    [][]MoveTally    // for [Folded] positions
	again    map[Key]struct{} // positions of several games that came
	here     map[Key]struct{} // positions of this game
	ended    bool
}

// game yields the positions of a game that come for the first time.
func (e *exporter) game(ctx context.Context, g *Game, yield func(PositionTally, error) bool) error {
	p := e.position
	e.hashes, e.plies = e.hashes[:0], e.plies[:0]
	ply, here := 0, e.here
	clear(here)
	err := replay(p, g, func(uint32) {
		key := KeyOf(p.Hash(Positions))
		_, came := e.again[key]
		if _, twice := here[key]; !came && !twice {
			here[key] = struct{}{}
			e.hashes, e.plies = append(e.hashes, p.Hash(Positions)), append(e.plies, ply)
		}
		ply++
	})
	if err != nil {
		return err
	}
	e.answers = slices.Grow(e.answers[:0], len(e.hashes))[:len(e.hashes)]
	clear(e.answers)
	folded := e.from.folded(Positions, p)
	e.words = slices.Grow(e.words[:0], len(e.hashes))[:len(e.hashes)]
	if err := e.from.held.Lookup(ctx, e.q, e.hashes, func(i int, moves []MoveTally) error {
		e.answers[i] = playedAnswer(moves)
		e.words[i] = append(e.words[i][:0], moves...)
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
			e.again[KeyOf(e.hashes[i])] = struct{}{}
		}
		if a.Games == 0 || a.Games < e.atLeast {
			continue
		}
		for ; made < e.plies[i]; made++ {
			p.Make(g.Moves[made])
		}
		if folded != nil {
			a = Answer{}
			a.unfold(folded, Positions, e.words[i])
			slices.SortFunc(a.Moves, compareMoves)
		} else {
			e.moves = p.AppendMoves(e.moves[:0])
			a.dropForeign(e.moves)
		}
		if e.ended = !yield(PositionTally{p, KeyOf(e.hashes[i]), e.plies[i], a}, nil); e.ended {
			return nil
		}
	}
	return nil
}
