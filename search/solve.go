package search

import (
	"context"
	"fmt"
)

// A Solution is what is proven about a position.
type Solution[M comparable] struct {
	// Low and High enclose the value for the side to move: a win, a loss or a
	// draw as in [Info].Value, a margin or an [Outcome]. They are equal where
	// the position is solved.
	Low, High int

	// Line is a line of play that both sides can be content with, as far as
	// the search followed it.
	Line []M

	Depth int    // plies of the last iteration
	Nodes uint64 // positions visited
}

// Solved reports whether the value is known.
func (s Solution[M]) Solved() bool { return s.Low == s.High }

// Solve searches without estimates until the value of Root is proven,
// or ctx or a limit ends it, and returns what is proven then. Limits.Lines and
// s.Moves must be zero, and s.Report is not called.
//
// Where play can repeat, the position is searched twice: once with every
// repetition lost for the side to move at the root, once won. The first proves
// that it can get so much without ever repeating, so that neither a rule
// against repetition nor one that calls it a draw takes that away; the second
// proves the same for the opponent. What lies between is left open.
//
// In a [Drawish] game repetition draws, and what lies between is often just
// that. There all positions that can be reached are listed first, if there are
// no more than [MaxListed], and valued backwards from the ends; the value is
// then exact, but for draws by long play without progress, which are left out.
//
// The table, where there is one, is cleared first.
func (s *Searcher[M, P]) Solve(ctx context.Context, limits Limits) (Solution[M], error) {
	if limits.Lines > 1 || s.Moves != nil {
		return Solution[M]{}, fmt.Errorf("%w: to solve a position takes all moves and one line", ErrOptions)
	}
	result := Solution[M]{Low: -Win, High: Win}
	if s.options.Margin == Outcome {
		result.Low, result.High = -1, 1
	}
	if b, ok := any(s.Root).(Bounded); ok { // what shows before any search
		w := worker[M, P]{shared: &shared{options: s.options}}
		result.Low, result.High = w.limits(b.Bounds())
	}
	if _, ok := any(s.Root).(Drawish); ok && s.options.Margin != ByMargin {
		if listed, err := solveListed(ctx, s.Root.Clone(), limits); listed.Solved() || err != nil {
			if s.options.Margin == Outcome {
				listed.Low, listed.High = sign(listed.Low), sign(listed.High)
			}
			return listed, err
		}
	}
	pass := func(r Repetition) (Info[M], bool, error) {
		if s.options.Table != nil {
			s.options.Table.Clear()
		}
		sh := &shared{options: s.options, limit: limits.Nodes, exact: true}
		sh.options.Repetition = r
		info, err := s.run(ctx, limits, sh)
		result.Nodes += info.Nodes
		result.Depth = max(result.Depth, info.Depth)
		return info, sh.cycled.Load(), err
	}
	bound := s.options.Margin != WinOrLoss // any value of a pass is a bound
	info, cycled, err := pass(RepetitionLoses)
	if err != nil || info.Depth == 0 {
		return result, err
	}
	result.Line = info.Line
	switch {
	case info.Proven || bound:
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
	if bound && result.Solved() {
		return result, nil
	}
	info, _, err = pass(RepetitionWins)
	if err == nil && info.Depth > 0 && (info.Proven || bound) {
		result.High = min(result.High, info.Value)
	}
	return result, err
}
