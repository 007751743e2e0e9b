package uci

import (
	"context"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// mateMore is how many plies deeper than the mate the selective search may look for it, because it reduces moves.
const mateMore = 4

// mate looks for a mate in l.mate moves at full width, which the selective search may have missed. It says so if there
// is none. found is false then, and if ctx or the number of nodes ends the search.
func (e *session) mate(ctx context.Context, l goLimits, root board, nodes uint64,
) (info search.Info[chess.Move], found bool) {
	plies := 2*l.mate - 1
	p, ok := root.(*engine.Position)
	if !ok || ctx.Err() != nil || l.depth > 0 && l.depth < plies || l.nodes > 0 && l.nodes <= nodes {
		return info, false
	}
	// Without the evaluation the search leaves nothing out, and entries of other searches must not enter.
	table, err := tt.New(tt.Options{Bytes: mateBytes})
	if err != nil {
		e.remark("%v", err)
		return info, false
	}
	s, err := search.New(newMating(p), search.Options{Table: table, Threads: e.options.threads})
	if err != nil {
		e.remark("%v", err)
		return info, false
	}
	s.Moves = l.moves
	limits := search.Limits{Depth: plies}
	if l.nodes > 0 {
		limits.Nodes = l.nodes - nodes
	}
	info, err = s.Search(ctx, limits)
	switch {
	case err != nil:
		return info, false
	case info.Value >= search.Win-plies:
		return info, true
	case info.Proven || info.Depth == plies:
		e.remark("no mate in %d", l.mate)
	}
	return info, false
}

// A mating position is one of a search for a mate: a draw by the third occurrence, by fifty moves or for
// lack of material ends the game after the root.
type mating struct {
	*chess.Position
	judge *engine.Position // the same position; its other methods are not for the search
	root  int              // plies before the search
}

func newMating(p *engine.Position) mating { return mating{p.Position, p, p.Ply()} }

func (p mating) Clone() mating {
	c := p.judge.Clone()
	return mating{c.Position, c, p.root}
}

func (p mating) AppendMoves(dst []chess.Move) []chess.Move {
	if p.Ply() > p.root && p.judge.Drawn(0) {
		return dst
	}
	return p.Position.AppendMoves(dst)
}

// mateBytes is the size of the table of such a search.
const mateBytes = 32 << 20
