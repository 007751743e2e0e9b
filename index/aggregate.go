package index

import (
	"cmp"
	"fmt"
	"slices"
)

// An aggregator turns sorted visits into entries of the sections Positions and
// Postings.
type aggregator struct {
	facts     []facts // of the games of this build
	first     uint32  // number of the first of them
	positions runWriter
	postings  runWriter
	records   int64

	record record
	places map[uint32]int // of the moves in the record, if there are more than maxScan
	list   []posting
	key    []byte
}

// add adds sorted visits. Those of one position come in one call.
func (a *aggregator) add(visits []visit) error {
	for len(visits) > 0 {
		n := 1
		for n < len(visits) && visits[n].lo == visits[0].lo && visits[n].hi == visits[0].hi {
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
	k := makeKey(visits[0].lo, visits[0].hi)
	w := &a.positions
	w.key(k[:])
	if len(visits) == 1 {
		w.arena = appendSingle(w.arena, visits[0].game, visits[0].move)
		return w.end()
	}
	a.record = a.record[:0]
	a.places = nil // clearing it would cost as much as the largest record each time
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
	slices.SortFunc(a.record, func(x, y group) int { return cmp.Compare(x.move, y.move) })
	w.arena = appendRecord(w.arena, a.record)
	return w.end()
}

// check checks that the visits of one position are of different games of this
// build: they may come from a temporary file that another process left.
func (a *aggregator) check(visits []visit) error {
	for i, v := range visits {
		if n := v.game - a.first; int64(n) >= int64(len(a.facts)) || i > 0 && v.game <= visits[i-1].game {
			return fmt.Errorf("%w: a visit of game %d; run the build again, the index is as it was", ErrDamaged, v.game)
		}
	}
	return nil
}

// maxScan is the number of moves up to which a record is searched one by one. In
// real games a position has a few moves, but nothing bounds their number: moves
// are the caller's, and forged positions that share a key share a record.
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
		a.key = appendPostingKey(a.key[:0], k, visits[0].game)
		w.key(a.key)
		w.arena = appendPostings(w.arena, a.list)
		if err := w.end(); err != nil {
			return err
		}
		visits = visits[n:]
	}
	return nil
}
