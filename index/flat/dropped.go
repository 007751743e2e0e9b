package flat

import "sort"

// dropped is the games of a build that were dropped after they were appended: runs
// of games, numbered as they were appended, in ascending order. Commit leaves them
// out and closes the gaps.
type dropped []gap

type gap struct {
	From, To uint32 // games From ≤ i < To
	Before   uint32 // games dropped before From
}

// count returns the number of games.
func (d dropped) count() uint32 {
	if len(d) == 0 {
		return 0
	}
	last := d[len(d)-1]
	return last.Before + last.To - last.From
}

// add adds the games from up to to, which follow all others.
func (d *dropped) add(from, to int) {
	if from < to {
		*d = append(*d, gap{uint32(from), uint32(to), d.count()})
	}
}

// number returns the number of game i without the dropped ones. It reports false if
// i was dropped.
func (d dropped) number(i uint32) (uint32, bool) {
	k := sort.Search(len(d), func(k int) bool { return d[k].From > i })
	if k == 0 {
		return i, true
	}
	g := d[k-1]
	return i - g.Before - (g.To - g.From), i >= g.To
}

// remove removes the visits of dropped games, and numbers the others without them.
func (d dropped) remove(visits []visit) []visit {
	if len(d) == 0 {
		return visits
	}
	left := visits[:0]
	for _, v := range visits {
		var ok bool
		if v.Value.game, ok = d.number(v.Value.game); ok {
			left = append(left, v)
		}
	}
	return left
}

// valid reports whether the gaps are in order, within n games.
func (d dropped) valid(n int) bool {
	for i, g := range d {
		if g.From >= g.To || int64(g.To) > int64(n) || g.Before != d[:i].count() || i > 0 && g.From < d[i-1].To {
			return false
		}
	}
	return true
}
