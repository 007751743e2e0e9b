package index

import (
	"fmt"
	"slices"
)

// An aggregator turns sorted visits into entries of the sections Positions and
// Postings.
type aggregator struct {
	games     int     // appended to this build
	dropped   dropped // of these
	facts     []facts // of the others
	first     uint32  // number in the index of the first of the others
	positions runWriter
	postings  runWriter
	records   int64 // so far
	visits    int64

	record record
	list   []posting
	buffer []byte // for the keys of postings
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

// position writes the record of one position. It may change the visits.
func (a *aggregator) position(visits []visit) error {
	if err := a.check(visits); err != nil {
		return err
	}
	if visits = a.dropped.remove(visits); len(visits) == 0 {
		return nil
	}
	a.records++
	a.visits += int64(len(visits))
	k := makeKey(visits[0].lo, visits[0].hi)
	w := &a.positions
	w.key(k[:])
	if len(visits) == 1 {
		w.arena = appendSingle(w.arena, a.first+visits[0].game, visits[0].move)
		return w.end()
	}
	tallied := len(visits) > maxLoose
	if tallied {
		if err := a.post(k, visits); err != nil {
			return err
		}
	}
	a.sort(visits)
	a.record = a.record[:0]
	for i, p := range a.list {
		if i == 0 || p.move() != a.list[i-1].move() {
			a.record = append(a.record, a.record.grow())
			a.record[len(a.record)-1].move = p.move()
		}
		g := &a.record[len(a.record)-1]
		if tallied {
			g.tally.count(a.facts[p.game()-a.first])
		} else {
			g.loose = append(g.loose, p.game())
		}
	}
	w.arena = appendRecord(w.arena, a.record)
	return w.end()
}

// check checks that the visits of one position are of different games of this
// build: they may come from a temporary file that another process left.
func (a *aggregator) check(visits []visit) error {
	for i, v := range visits {
		if int64(v.game) >= int64(a.games) || i > 0 && v.game <= visits[i-1].game {
			return fmt.Errorf("%w: a visit of game %d; run the build again, the index is as it was", ErrDamaged, v.game)
		}
	}
	return nil
}

// sort puts visits into a.list, with the numbers of games in the index, sorted by
// move, then by game.
func (a *aggregator) sort(visits []visit) {
	a.list = a.list[:0]
	for _, v := range visits {
		a.list = append(a.list, newPosting(a.first+v.game, v.move))
	}
	slices.Sort(a.list)
}

// post lists the games of a popular position.
func (a *aggregator) post(k key, visits []visit) error {
	w := &a.postings
	for visits := range slices.Chunk(visits, postingSize) {
		a.sort(visits)
		a.buffer = appendPostingKey(a.buffer[:0], k, a.first+visits[0].game)
		w.key(a.buffer)
		w.arena = appendPostings(w.arena, a.list)
		if err := w.end(); err != nil {
			return err
		}
	}
	return nil
}
