package flat

import (
	"context"
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A rewrite writes one run with the games of others, apart from those that are
// removed. It reads and writes from the beginning to the end. It holds its share of the memory, eight bytes
// a game, and the names.
type rewrite struct {
	base    int64 // number in the index of game 0 of the new run
	inputs  []input
	texts   bool // whether a run has texts
	workers int
	memory  memory
	cells   cellRule
}

// An input is a run to read.
type input struct {
	run     *run
	shift   uint32 // added to numbers of its games
	removed bitmap // of its games; nil for none
}

// A bitmap is a set of games of a run.
type bitmap []uint64

func (b bitmap) has(game uint32) bool { return b != nil && b[game/64]>>(game%64)&1 == 1 }

// add adds a run, whose game 0 has the number base in the index. Runs come in the
// order of their numbers.
func (t *rewrite) add(r *run, base int64, removed bitmap) {
	if len(t.inputs) == 0 {
		t.base = base
	}
	t.inputs = append(t.inputs, input{r, uint32(base - t.base), removed})
	t.texts = t.texts || r.has(textsSection)
}

// write writes the run. After an error there is no file.
func (t *rewrite) write(ctx context.Context, path string, progress func(float64)) (info runInfo, err error) {
	views := t.inputs[0].run.header.views
	w, err := createRun(path, runOptions{views: views, texts: t.texts, words: t.inputs[0].run.words[:views],
		cells: t.cells.within(t.memory)})
	if err != nil {
		return runInfo{}, err
	}
	err = t.guarded(func() error { return t.games(ctx, w, progress) })
	if err == nil {
		err = w.endGames()
	}
	if err == nil {
		workers, each := t.memory.workers(t.workers, 0)
		err = eachSegment(ctx, views+1, workers, progress, func() func(int, byte) error {
			m := joiner{inputs: t.inputs, encoder: newSegmentEncoder(w, each.buffer), heads: make(heads, len(t.inputs))}
			return func(view int, first byte) error {
				return t.guarded(func() error { return m.segment(view, first) })
			}
		})
	}
	if err != nil {
		return runInfo{}, errors.Join(err, w.abort())
	}
	return w.close()
}

func (t *rewrite) guarded(read func() error) error {
	return sorted.Guard(func() []*sorted.File {
		files := make([]*sorted.File, len(t.inputs))
		for i := range t.inputs {
			files[i] = t.inputs[i].run.File
		}
		return files
	}, read)
}

// games writes the games of all runs, and a hole for each number without one.
func (t *rewrite) games(ctx context.Context, w *runWriter, progress func(float64)) error {
	total := uint32(0)
	for _, in := range t.inputs {
		total = in.shift + in.run.header.games
	}
	next := uint32(0)
	for _, in := range t.inputs {
		for ; next < in.shift; next++ {
			if err := w.hole(false); err != nil {
				return err
			}
		}
		copier := newGameCopier(w, in.run)
		for n := range in.run.header.games {
			if n%1024 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				progress(gamesShare * float64(next) / float64(total))
			}
			absent, err := in.run.absent(n)
			if err != nil {
				return err
			}
			if next++; absent || in.removed.has(n) {
				err = w.hole(copier.hasText(n))
			} else {
				err = copier.copy(n, in.removed.has)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// A joiner merges segments. It belongs to one goroutine.
type joiner struct {
	inputs  []input
	encoder *segmentEncoder
	heads   heads
	visits  []visit
}

// segment merges the segments of a view whose keys begin with a byte.
func (m *joiner) segment(view int, first byte) (err error) {
	m.encoder.begin(view, first)
	defer func() { err = errors.Join(err, m.encoder.end()) }() // even if reading a mapped file panics
	if err := m.heads.reset(view, first, func(i int) *run { return m.inputs[i].run }); err != nil {
		return err
	}
	for {
		k, ok := m.heads.least()
		if !ok {
			return m.encoder.w.segment(m.encoder)
		}
		if err := m.position(k); err != nil {
			return err
		}
	}
}

// position writes the position of all cursors that are at a key.
func (m *joiner) position(k index.Key) error {
	total := int64(0)
	for i := range m.heads {
		if h := &m.heads[i]; h.ok && h.key == k {
			n, err := h.count()
			if err != nil {
				return err
			}
			total += n
		}
	}
	if err := m.add(k, total); err != nil {
		return err
	}
	for i := range m.heads {
		if h := &m.heads[i]; h.ok && h.key == k {
			if err := h.move(); err != nil {
				return err
			}
		}
	}
	return nil
}

// add writes a position, which has so many visits.
func (m *joiner) add(k index.Key, total int64) error {
	if total > pieceGames {
		return m.encoder.addPieces(k, func(f func([]visit) error) error { return m.each(k, f) })
	}
	m.visits = m.visits[:0]
	err := m.each(k, func(visits []visit) error { m.visits = append(m.visits, visits...); return nil })
	if err == nil && len(m.visits) > 0 {
		m.encoder.add(k, m.visits)
	}
	return err
}

// each calls f with the visits of a position that are left, as the new run numbers games.
func (m *joiner) each(k index.Key, f func([]visit) error) error {
	for i := range m.heads {
		h, in := &m.heads[i], &m.inputs[i]
		if !h.ok || h.key != k {
			continue
		}
		err := h.each(k, func(visits []visit) error {
			left := visits[:0]
			for _, v := range visits {
				if v.Value.game >= in.run.header.games {
					return h.r.Corrupt(h.segment.offset, h.segment.end()-h.segment.offset,
						fmt.Sprintf("a position names game %d", v.Value.game))
				}
				if !in.removed.has(v.Value.game) {
					v.Value.game += in.shift
					left = append(left, v)
				}
			}
			return f(left)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
