package index

import (
	"context"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Folded is a [Position] of which several have one hash: its images under the symmetries of the board or, in a view
// of parts, all positions with the same part. A stored move would be another point in each of them. So in a view that
// has [Config].WordBits a visit has a word in place of the move: what the move is in the one image that the hash
// belongs to. The adapter chooses the words; 0 is the end of a game.
//
// An [Adapter] of such positions is a [Replayer] as well.
type Folded interface {
	Position

	// AppendHashes appends the hashes to look up in a view. The visits of all of them count.
	AppendHashes(dst []zobrist.Uint128, v View) []zobrist.Uint128

	// Next calls yield with each move of a view and the hashes to look up after it. Of several moves that
	// symmetry makes equal it takes one. The hashes are valid during the call.
	Next(v View, yield func(move uint32, hashes []zobrist.Uint128))

	// Unfold returns the move of Next that a word stands for, 0 if the game ended. The
	// players are exchanged if the image has the other colours. It reports false if the word
	// stands for no move here.
	Unfold(v View, word uint32) (move uint32, exchanged, ok bool)

	// Words returns the words that Unfold makes this move of.
	Words(v View, move uint32) []uint32

	MoveChecker

	// Occurs reports whether a position is this one, or has its part in a view.
	Occurs(v View, in Position) bool
}

// A Replayer is what an [Adapter] of [Folded] positions implements as well.
type Replayer interface {
	// Replay fills in the hashes and words of a game from its start and its moves. The error wraps
	// [ErrCorrupt] if they cannot be played.
	Replay(g *Game, r *Record) error
}

// folded returns the position as one whose visits in a view have words, nil if they have moves.
func (ix *questions) folded(v View, p Position) Folded {
	if ix.config.wordBits(int(v)) == 0 {
		return nil
	}
	f, _ := p.(Folded)
	return f
}

// unfold adds tallies of words to an answer.
func (a *Answer) unfold(f Folded, v View, words []MoveTally) {
	for _, m := range words {
		move, exchanged, ok := f.Unfold(v, m.Move)
		if exchanged {
			m.Tally = m.Tally.Exchange()
		}
		a.Tally, a.Sample = a.Tally.Add(m.Tally), m.Sample
		i := slices.IndexFunc(a.Moves, func(n MoveTally) bool { return n.Move == move })
		switch {
		case !ok:
			a.Foreign += m.Games
		case move == 0:
			a.Ended, a.EndedSample = a.Ended+m.Games, m.Sample
		case i >= 0:
			a.Moves[i].Tally, a.Moves[i].Sample = a.Moves[i].Tally.Add(m.Tally), m.Sample
		default:
			m.Move = move
			a.Moves = append(a.Moves, m)
		}
	}
}

// findFolded is find for a position whose visits have words.
func findFolded(ctx context.Context, s State, q Query, f Folded, reaches bool) (a Answer, err error) {
	err = s.Lookup(ctx, q, f.AppendHashes(nil, q.View), func(_ int, words []MoveTally) error {
		a.unfold(f, q.View, words)
		return nil
	})
	if err != nil || !reaches {
		return a, err
	}
	var moves []uint32
	var ends []int // of the hashes of each move
	var hashes []zobrist.Uint128
	f.Next(q.View, func(move uint32, after []zobrist.Uint128) {
		hashes = append(hashes, after...)
		moves, ends = append(moves, move), append(ends, len(hashes))
	})
	counts := make([]int64, len(hashes))
	if err := count(ctx, s, q, hashes, counts); err != nil {
		return Answer{}, err
	}
	a.addReaches(moves, sums(counts, ends))
	return a, nil
}
