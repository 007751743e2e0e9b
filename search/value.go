package search

// A repetition is the value of a position that occurred before on the way to it
// from the root. In a search that proves nothing the root itself does not count.
type repetition uint8

const (
	draws repetition = iota // worth 0, as in chess
	loses                   // lost for the side to move at the root
	wins                    // won for the side to move at the root
)

// toTable converts a value from the root to one from the position, as the table
// keeps it: a win in n plies is counted from the position.
func toTable(value, ply int) int {
	switch {
	case value >= WinBound:
		return value + ply
	case value <= -WinBound:
		return value - ply
	}
	return value
}

// fromTable undoes toTable.
func fromTable(value, ply int) int {
	switch {
	case value >= WinBound:
		return value - ply
	case value <= -WinBound:
		return value + ply
	}
	return value
}

// limits converts bounds of the score to bounds of the value. If a side is sure to
// win, the ply at which it does is not known.
func (w *worker[M, P]) limits(low, high int) (int, int) {
	if w.options.Scoring != WinOrLoss {
		return w.value(low, 0), w.value(high, 0)
	}
	limit := [3]int{-Win, 0, WinBound} // of the low bound, by sign
	return limit[1+sign(low)], -limit[1-sign(high)]
}

// terminal returns the value of a position without moves.
func (w *worker[M, P]) terminal(ply int) int {
	score, _ := w.pos.Score()
	return w.value(score, ply)
}

// value converts the score of a finished game.
func (w *worker[M, P]) value(score, ply int) int {
	switch {
	case w.options.Scoring == Outcome:
		return sign(score)
	case w.options.Scoring == ByMargin:
		return min(max(score, -WinBound+1), WinBound-1)
	case score > 0:
		return Win - ply
	case score < 0:
		return -Win + ply
	}
	return 0
}

// cycle reports whether the position ends the line by repetition or by a rule of
// the game, and its value then. Only hashes are compared: a clash gives a wrong
// value, as one in the table does.
//
// Such a value depends on the moves before, but the table keeps it by the position
// alone (Palay 1985; Kishimoto and Müller 2004). A draw therefore counts as an
// estimate. With loses and wins all values err on the same side, against the root
// or for it, so that the value of the root is a proven bound; see [Searcher.Solve].
func (w *worker[M, P]) cycle(hash uint64, ply int) (r result, over bool) {
	if w.tactical != nil {
		return result{0, true}, w.tactical.Drawn(ply)
	}
	first := 0
	if w.repeated == draws {
		first = 1
	}
	for i := ply - 2; i >= first; i -= 2 {
		if w.path[i] != hash {
			continue
		}
		w.cycled.Store(true)
		if w.repeated == draws {
			return result{0, true}, true
		}
		return result{value: w.against(ply)}, true
	}
	return r, false
}
