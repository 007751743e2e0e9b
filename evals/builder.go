package evals

import (
	"context"
	"errors"
	"fmt"
)

// ErrMove is wrapped by the error of [Builder.Add] for a move that is not legal.
var ErrMove = errors.New("evals: a move is not legal")

// A Builder adds evaluations to a store of any game, from an engine, say. They are in the store after Commit, and
// replace others as [Import] says. A Builder belongs to one goroutine at a time.
type Builder[M comparable] struct {
	build  *build
	number uint32
	source string
	t      scratch[M]
	heads  []lineHead
	value  []byte
}

// NewBuilder begins a change of a store, which makes one if there is none. What it adds belongs to the source of that
// name, which may be there already. The error wraps [ErrLocked] during another change, and [ErrGame] if the store is of
// another game. Close it afterwards.
func NewBuilder[M comparable](dir string, g Game, source string, o BuildOptions) (*Builder[M], error) {
	b, err := begin(dir, g, o)
	if err != nil {
		return nil, err
	}
	if err := b.forget(); err != nil {
		return nil, errors.Join(err, b.end())
	}
	s := b.source(source, true)
	return &Builder[M]{build: b, number: uint32(s.Number), source: source}, nil
}

// Add adds an evaluation of a position, which is as before afterwards. Its Source is not used, and its number of
// nodes is rounded to three digits. The error wraps [ErrMove] for a move that is not legal; then the evaluation is
// not added.
func (b *Builder[M]) Add(p Position[M], v Evaluation[M]) error {
	if v.Depth < 0 || v.Depth > MaxDepth || v.Nodes < 0 || len(v.Lines) == 0 || len(v.Lines) > maxLines {
		return fmt.Errorf("evals: impossible evaluation: depth %d, %d nodes, %d lines", v.Depth, v.Nodes, len(v.Lines))
	}
	b.heads = b.heads[:0]
	plies := int64(0)
	for _, l := range v.Lines {
		if len(l.Moves) > maxPlies || l.Mate > MaxMate || l.Mate < -MaxMate {
			return fmt.Errorf("evals: impossible line: %v, %d moves", l.Value, len(l.Moves))
		}
		b.heads = append(b.heads, lineHead{value: l.Value})
		plies += int64(len(l.Moves))
	}
	code, n, bad := b.t.encode(p, v.Lines, b.heads)
	if bad >= 0 {
		return fmt.Errorf("%w: move %d of line %d", ErrMove, b.heads[bad].plies+1, bad+1)
	}
	digits, power := roundNodes(v.Nodes)
	rec := &b.t.rec
	rec.reset()
	rec.heads = append(rec.heads, b.heads...)
	rec.entries = append(rec.entries, entry{source: b.number, depth: int32(v.Depth), digits: uint16(digits),
		power: uint8(power), lines: len(v.Lines), code: code, bits: n})
	b.value = rec.append(b.value[:0])
	c := &b.build.source(b.source, true).Counts
	c.Positions++
	c.Evaluations++
	c.Lines += int64(len(v.Lines))
	c.Plies += plies
	return b.build.add(p.Hash128(), b.value)
}

// Commit makes what was added visible to stores that are opened, or refreshed, afterwards. Nothing can be added
// afterwards. If it fails, its context ends or its process is killed, the store is as it was.
func (b *Builder[M]) Commit(ctx context.Context) error { return b.build.commit(ctx) }

// Close ends the change. Without Commit nothing was added.
func (b *Builder[M]) Close() error { return b.build.end() }
