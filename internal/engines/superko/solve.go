package superko

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
)

// MaxPoints is the greatest number of points of a board.
const MaxPoints = 30

// Options say how much a proof may take. The zero value means a table of 64 MiB and
// no limit.
type Options struct {
	Bytes int64  // of the table, with room for 4 entries at least; 0: 64 MiB
	Nodes uint64 // positions visited, at most

	// Progress, if not nil, is called at most ten times a second with the number of
	// nodes so far, on the goroutine that called Solve.
	Progress func(nodes uint64)
}

// A Solution is a position's value as far as it is proven.
type Solution struct {
	// Low and High are bounds of the score that best play reaches, for the side to
	// move in half points, as [baduk.Position.Score] counts it.
	Low, High int

	// Move reaches Low, if HasMove is true. It is false, and Move is 0, if Low was
	// known without a search.
	Move    baduk.Move
	HasMove bool

	Nodes    uint64 // positions visited
	Probes   uint64 // of the table
	Hits     uint64 // proofs found there that hold
	Rejected uint64 // proofs found there that the boards before do not allow

	// Steps are the proofs, in order.
	Steps []Step
}

// Solved reports whether the value is known.
func (s Solution) Solved() bool { return s.Low == s.High }

// A Step is a proof that the side to move gets Score half points at least, if Reached is
// true, or that it does not.
type Step struct {
	Score   int
	Reached bool
	Nodes   uint64
}

// Check returns nil if positions of the game of at can be solved. The error wraps
// [game.ErrOptions].
func Check(at *baduk.Position) error {
	o := at.Options()
	switch points := o.Width * o.Height; {
	case points > MaxPoints:
		return fmt.Errorf("superko: %w: %d points; at most %d", game.ErrOptions, points, MaxPoints)
	case o.Ko != baduk.PositionalSuperko && o.Ko != baduk.SituationalSuperko:
		return fmt.Errorf("superko: %w: %v ko; give positional or situational", game.ErrOptions, o.Ko)
	case o.Suicide:
		return fmt.Errorf("superko: %w: suicide is allowed", game.ErrOptions)
	}
	return nil
}

// Solve proves the value of a position that [Check] allows. The boards before the
// position count as the rule says. Solve halves the range of the value until it is
// proven; if a limit is reached or ctx ends it returns the bounds that are proven,
// with no error. It does the same if a line, with the boards before, grows to 512 boards.
//
// at is not changed, and nobody else may use it meanwhile. The error wraps
// [game.ErrOptions] if Check fails, the game is over, there are more than 255 boards
// before, or there is no memory for the table.
func Solve(ctx context.Context, at *baduk.Position, o Options) (Solution, error) {
	rules := at.Options()
	if err := Check(at); err != nil {
		return Solution{}, err
	}
	if at.Over() {
		return Solution{}, fmt.Errorf("superko: %w: the game is over", game.ErrOptions)
	}
	if o.Bytes == 0 {
		o.Bytes = 64 << 20
	}
	t, err := newTable(o.Bytes, rules.Width*rules.Height)
	if err != nil {
		return Solution{}, err
	}
	defer t.region.Free()
	p := &prover{
		board: newBoard(rules.Width, rules.Height), table: t, situational: rules.Ko == baduk.SituationalSuperko,
		limit: o.Nodes, progress: o.Progress,
	}
	root, err := p.begin(at)
	if err != nil {
		return Solution{}, err
	}
	if ctx.Err() != nil { // AfterFunc would stop the proof a little later
		p.stop.Store(true)
	}
	defer context.AfterFunc(ctx, func() { p.stop.Store(true) })()
	return p.solve(at, root), nil
}

// begin makes the boards before a position the line and returns its state.
func (p *prover) begin(at *baduk.Position) (root state, err error) {
	for turn, points := range at.Boards() {
		var s stones
		for i, c := range points {
			if c != baduk.Empty {
				s[c-baduk.Black] |= 1 << i
			}
		}
		root = state{stones: s, side: uint8(turn - baduk.Black)}
		least, _ := p.canonical(s)
		p.line = append(p.line, past{s, p.forbids(root.side), markOf(least, s.count())})
	}
	if len(p.line) > maxLine/2 {
		return root, fmt.Errorf("superko: %w: %d boards before the position; at most %d", game.ErrOptions,
			len(p.line)-1, maxLine/2-1)
	}
	p.line = p.line[:len(p.line)-1]
	root.passed = at.Passes() == 1
	return root, nil
}

// solve finds the value by halving its range.
func (p *prover) solve(at *baduk.Position, root state) Solution {
	komi, sign := at.Options().Komi, 1 // komi of the other side
	if root.side == 1 {
		komi, sign = -komi, -1
	}
	var result Solution
	result.Low, result.High = at.Bounds()
	for low, high := (result.Low+komi)/2, (result.High+komi)/2; low < high; { // points without komi
		goal := (low + high + 1) >> 1
		blacks := goal
		if root.side == 1 {
			blacks = 1 - goal
		}
		before := p.nodes
		reached, known, move := p.reaches(root, blacks)
		if !known {
			break
		}
		if reached {
			low, result.Low = goal, 2*goal-komi
			if result.HasMove = move != noMove; result.HasMove {
				result.Move = baduk.Move(move)
			} else if root.passed && sign*p.area(root.stones) >= goal {
				result.Move, result.HasMove = baduk.Pass, true // ends the game
			} else {
				result.Move = 0
			}
		} else {
			high, result.High = goal-1, 2*(goal-1)-komi
		}
		result.Steps = append(result.Steps, Step{2*goal - komi, reached, p.nodes - before})
	}
	result.Nodes, result.Probes, result.Hits, result.Rejected = p.nodes, p.probes, p.hits, p.rejected
	return result
}
