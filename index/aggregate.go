package index

import (
	"fmt"
	"slices"
)

// An aggregator turns sorted visits into entries of two tables.
type aggregator struct {
	facts     []facts // of the games of this build
	first     uint32  // number of the first of them
	positions runWriter
	postings  runWriter
	records   int64

	record record
	places map[uint32]int // of moves in the record, where it has more than maxScan
	list   []posting
}

// add takes sorted visits, all there are of each key among them.
func (a *aggregator) add(visits []visit) error {
	for len(visits) > 0 {
		n := 1
		for n < len(visits) && visits[n].high == visits[0].high && visits[n].low == visits[0].low {
			n++
		}
		if err := a.position(visits[:n]); err != nil {
			return err
		}
		visits = visits[n:]
	}
	return nil
}

// position writes the record of one position.
func (a *aggregator) position(visits []visit) error {
	if err := a.check(visits); err != nil {
		return err
	}
	a.records++
	k := makeKey(visits[0].high, visits[0].low)
	w := &a.positions
	w.key(k[:])
	if len(visits) == 1 {
		w.arena = appendSingle(w.arena, visits[0].game, visits[0].move)
		return w.end()
	}
	a.record = a.record[:0]
	a.places = nil // to clear what a forged position filled would take as long each time
	if len(visits) <= maxLoose {
		for _, v := range visits {
			g := a.group(v.move)
			g.loose = append(g.loose, v.game)
		}
	} else {
		for _, v := range visits {
			a.group(v.move).tally.count(a.facts[v.game-a.first])
		}
		if err := a.post(k, visits); err != nil {
			return err
		}
	}
	slices.SortFunc(a.record, func(x, y group) int { return compare(x.move, y.move) })
	w.arena = appendRecord(w.arena, a.record)
	return w.end()
}

// check looks whether visits of one position are of different games of this
// build: they may come from a temporary file that another process left.
func (a *aggregator) check(visits []visit) error {
	for i, v := range visits {
		if n := v.game - a.first; int64(n) >= int64(len(a.facts)) || i > 0 && v.game <= visits[i-1].game {
			return fmt.Errorf("%w: a visit of game %d; run the build again, the index is as it was", ErrDamaged, v.game)
		}
	}
	return nil
}

// maxScan is the number of moves up to which those of a record are looked
// through. Positions of real games have a few; no rule bounds the number here,
// for moves are the caller's, and forged positions that share a key share a
// record.
const maxScan = 32

// group returns the group of a move in the record under construction.
func (a *aggregator) group(move uint32) *group {
	if len(a.record) > maxScan {
		if i, ok := a.places[move]; ok {
			return &a.record[i]
		}
	} else {
		for i := range a.record {
			if a.record[i].move == move {
				return &a.record[i]
			}
		}
	}
	g := a.record.grow()
	g.move = move
	a.record = append(a.record, g)
	last := len(a.record) - 1
	switch {
	case last == maxScan:
		a.places = make(map[uint32]int, 4*maxScan)
		for i := range a.record {
			a.places[a.record[i].move] = i
		}
	case last > maxScan:
		a.places[move] = last
	}
	return &a.record[last]
}

// post lists the games of a popular position.
func (a *aggregator) post(k Key, visits []visit) error {
	w := &a.postings
	for len(visits) > 0 {
		n := min(len(visits), postingSize)
		a.list = a.list[:0]
		for _, v := range visits[:n] {
			a.list = append(a.list, posting{v.game, v.move})
		}
		w.key(nil)
		w.arena = appendPostingKey(w.arena, k, visits[0].game)
		w.middle = len(w.arena)
		w.arena = appendPostings(w.arena, a.list)
		if err := w.end(); err != nil {
			return err
		}
		visits = visits[n:]
	}
	return nil
}

// A runWriter collects entries in one piece of memory and writes them in
// batches: key, then append the value to arena, then end.
type runWriter struct {
	run           Run
	arena         []byte
	entries       []Entry
	start, middle int
}

func (w *runWriter) key(k []byte) {
	w.start = len(w.arena)
	w.arena = append(w.arena, k...)
	w.middle = len(w.arena)
}

func (w *runWriter) end() error {
	w.entries = append(w.entries, Entry{w.arena[w.start:w.middle:w.middle], w.arena[w.middle:len(w.arena):len(w.arena)]})
	if len(w.arena) < 1<<17 {
		return nil
	}
	return w.flush()
}

func (w *runWriter) flush() error {
	err := w.run.Append(w.entries)
	w.arena, w.entries = w.arena[:0], w.entries[:0]
	return err
}

// close writes what is left and ends the run.
func (w *runWriter) close() error {
	err := w.flush()
	if e := w.run.Close(); err == nil {
		err = e
	}
	return err
}
