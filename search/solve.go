package search

import (
	"context"
	"fmt"
)

// Solve searches without estimates until the value of Root is proven,
// or ctx or a limit ends it, and returns the bounds proven so far. Limits.Lines and
// s.Moves must be zero, and s.Report is not called.
//
// If play can repeat, the position is searched twice: once with every repetition
// lost for the side to move at the root, and once with every repetition won. The
// first search proves what that side can get without any repetition, whether the
// rules forbid repetitions or call them draws. The second proves the same for the
// opponent. The value may be anything between.
//
// In a [Tactical] game repetitions are draws, and the value is often just that.
// Solve first lists all positions that can be reached, if there are no more than
// a million, and values them backwards from the ends of the game. The value is
// then exact, except that draws by long play without progress are left out, and that
// the moves before Root do not count: no position has occurred before.
//
// Each limit applies to the two searches and to the list separately: Solve may take
// three times as long.
//
// Both searches count every doubt against one side, so under [game.ColorSymmetry]
// they do not use that a position is worth as much as one with the colours exchanged.
//
// Solve clears the table, if there is one, before it begins.
func (s *Searcher[M, P]) Solve(ctx context.Context, limits Limits) (Proof[M], error) {
	if s.Lines > 1 || s.Moves != nil {
		return Proof[M]{}, fmt.Errorf("%w: to solve a position takes all moves and one line", ErrOptions)
	}
	result := Proof[M]{Low: -Win, High: Win}
	if s.options.Scoring == Outcome {
		result.Low, result.High = -1, 1
	}
	if b, ok := any(s.Root).(Solvable[M]); ok { // bounds without a search
		w := worker[M, P]{shared: &shared{options: s.options}}
		result.Low, result.High = w.limits(b.Bounds())
	}
	if _, ok := any(s.Root).(Tactical[M]); ok && s.options.Scoring != ByMargin {
		if listed, err := solveListed(ctx, s.Root.Clone(), limits); listed.Solved() || err != nil {
			if s.options.Scoring == Outcome {
				listed.Low, listed.High = sign(listed.Low), sign(listed.High)
			}
			return listed, err
		}
	}
	return s.bound(ctx, limits, result)
}

// bound searches once or twice for the bounds of the value, within the bounds of result.
func (s *Searcher[M, P]) bound(ctx context.Context, limits Limits, result Proof[M]) (Proof[M], error) {
	pass := func(r repetition) (Info[M], bool, error) {
		if s.options.Table != nil {
			s.options.Table.Clear()
		}
		sh := &shared{options: s.options, limit: limits.Nodes, exact: true}
		sh.repeated = r
		info, err := s.run(ctx, limits, sh)
		result.Nodes += info.Nodes
		result.Depth = max(result.Depth, info.Depth)
		return info, sh.cycled.Load(), err
	}
	bounded := s.options.Scoring != WinOrLoss // the value of a pass is a bound at any depth
	info, cycled, err := pass(loses)
	if err != nil || info.Depth == 0 {
		return result, err
	}
	result.Line = info.Line
	switch {
	case info.Proven || bounded:
		result.Low = max(result.Low, info.Value)
	case !cycled: // neither side wins within the depth, unless by this value
		result.Low, result.High = max(result.Low, -Win+info.Depth+1), min(result.High, Win-info.Depth-1)
		if info.Value >= WinBound {
			result.Low = info.Value
		} else if info.Value <= -WinBound {
			result.High = info.Value
		}
		return result, nil
	default:
		return result, nil
	}
	if info.Proven && !cycled {
		result.High = info.Value
		return result, nil
	}
	if bounded && result.Solved() {
		return result, nil
	}
	info, _, err = pass(wins)
	if err == nil && info.Depth > 0 && (info.Proven || bounded) {
		result.High = min(result.High, info.Value)
	}
	return result, err
}
