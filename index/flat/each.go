package flat

import (
	"context"
	"iter"

	"github.com/zobrist-go/zobrist/index"
)

// Each implements [index.State].
func (p *snapshot) Each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return held(p, func(s *state) iter.Seq2[index.Entry, error] { return s.each(ctx, v) })
}

// each returns all positions of a view.
func (s *state) each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		if err := s.check(ctx, v); err != nil {
			yield(index.Entry{}, err)
			return
		}
		m := merger{s: s, t: new(scratch), heads: make(heads, len(s.runs))}
		runOf := func(i int) *run { return s.runs[i].run }
		for first := range 256 {
			err := s.guard(func() error { return m.heads.reset(int(v), byte(first), runOf) })
			for n := 0; err == nil; n++ {
				var k index.Key
				var ok bool
				if n%64 == 0 {
					err = ctx.Err()
				}
				if err == nil {
					err = s.guard(func() (err error) { k, ok, err = m.next(ctx); return err })
				}
				if err != nil || !ok {
					break
				}
				if !yield(index.Entry{Key: k, Moves: m.t.all}, nil) {
					return
				}
			}
			if err != nil {
				yield(index.Entry{}, err)
				return
			}
		}
	}
}

// A merger reads the positions of a segment of all runs.
type merger struct {
	s     *state
	t     *scratch
	heads heads
}

// A head is the next position of a run.
type head struct {
	cursor
	key index.Key
	ok  bool // false at the end
}

// heads are the next positions of several runs.
type heads []head

// reset moves to the first positions of a segment of the runs.
func (h heads) reset(view int, first byte, runOf func(i int) *run) error {
	for i := range h {
		h[i].ok = false
		if err := h[i].reset(runOf(i), view, first); err != nil {
			return err
		}
		if err := h[i].move(); err != nil {
			return err
		}
	}
	return nil
}

// least returns the least key of the positions, and false if there is none.
func (h heads) least() (k index.Key, ok bool) {
	for i := range h {
		if h[i].ok && (!ok || h[i].key.Compare(k) < 0) {
			k, ok = h[i].key, true
		}
	}
	return k, ok
}

func (h *head) move() (err error) {
	h.key, h.ok, err = h.advance()
	return err
}

// next returns the next position; its tallies are in m.t.all. It reports false at the
// end.
func (m *merger) next(ctx context.Context) (k index.Key, ok bool, err error) {
	if k, ok = m.heads.least(); !ok {
		return k, false, nil
	}
	m.t.all = m.t.all[:0]
	for i := range m.heads {
		h := &m.heads[i]
		if !h.ok || h.key != k {
			continue
		}
		if err := h.r.tally(ctx, h.view, h.now, nil, m.t); err != nil {
			return k, false, err
		}
		m.t.add(m.s.runs[i].base)
		if err := h.move(); err != nil {
			return k, false, err
		}
	}
	return k, true, nil
}
