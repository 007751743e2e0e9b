package polyglot

import (
	"slices"
	"strconv"
)

// Weights choose how the weight of a move is computed from its games. A move that
// scored nothing is always left out.
type Weights uint8

const (
	// ByScore is Polyglot's weight: 2 for each game won and 1 for each game drawn by
	// the side that plays the move. A game without a result counts as drawn.
	ByScore Weights = iota

	// ByMean is the mean score of the move, in 65535ths of a win, after adding
	// MakeOptions.Prior games with the mean score of the position, so that few games
	// do not count for much. It is for programs that always play the first move.
	ByMean

	// Uniform gives all moves the weight 1.
	Uniform
)

// String returns "score", "mean" or "uniform".
func (w Weights) String() string {
	if w > Uniform {
		return "weights " + strconv.Itoa(int(w))
	}
	return [...]string{"score", "mean", "uniform"}[w]
}

// A candidate is a move that was played in a position.
type candidate struct {
	move          uint16
	games, points uint64 // a win is 2 points
	learn         uint32
}

// weigh appends the entries of the moves to keep to dst.
func (o *MakeOptions) weigh(dst []Entry, key uint64, moves []candidate) []Entry {
	games, points := 0.0, 0.0 // of the position; for ByMean
	if o.Weights == ByMean {
		for _, m := range moves {
			games, points = games+float64(m.games), points+float64(m.points)
		}
	}
	start := len(dst)
	kept := moves[:0]
	for _, m := range moves {
		if m.points == 0 || m.games < uint64(o.MinGames) || 50*float64(m.points) < o.MinScore*float64(m.games) {
			continue
		}
		switch o.Weights {
		case ByMean:
			n := float64(o.Prior)
			mean := (float64(m.points)/2 + n*points/(2*games)) / (float64(m.games) + n)
			m.points = max(uint64(mean*maxWeight+0.5), 1)
		case Uniform:
			m.points = 1
		}
		kept = append(kept, m)
	}
	dst = appendFitted(dst, key, kept)
	slices.SortFunc(dst[start:], Entry.Compare)
	return dst
}

const maxWeight = 1<<16 - 1

// appendFitted appends entries with the points as weights. If one exceeds 65,535,
// all weights of the position are multiplied by the same number, so that the
// greatest is 65,535, and rounded; a weight above 0 stays at least 1.
func appendFitted(dst []Entry, key uint64, moves []candidate) []Entry {
	most := uint64(0)
	for _, m := range moves {
		most = max(most, m.points)
	}
	for _, m := range moves {
		weight := m.points
		if most > maxWeight && weight > 0 {
			weight = max(uint64(float64(weight)*maxWeight/float64(most)+0.5), 1)
		}
		dst = append(dst, Entry{Key: key, Move: m.move, Weight: uint16(weight), Learn: m.learn})
	}
	return dst
}
