package mnk

import "math/bits"

// A pairing strategy (Hales and Jewett 1963): if each window that a side can still
// fill has two empty cells of its own, the other side can always reply in the second
// cell of a pair. It then gets a stone in each of these windows, so the first side
// never completes one, whoever is to move. Windows may share a pair if all of them
// contain both of its cells, as overlapping windows of a rank do.

// lines are the rows of at least InRow cells, each as its windows from one end to the
// other. Bits are numbered as in [Position.bits].
type lines [][]uint64

// newLines returns the rows of a board. It is not nil if there are none: nil lines mean
// that pairs are not looked for.
func newLines(o Options, word []uint64) lines {
	all := lines{}
	inside := func(file, rank int) bool { return file >= 0 && file < o.Width && rank >= 0 && rank < o.Height }
	for cell := range word {
		for _, step := range [4][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}} {
			file, rank := cell%o.Width, cell/o.Width
			if inside(file-step[0], rank-step[1]) {
				continue // not the first cell of its row
			}
			var row, windows []uint64
			for ; inside(file, rank); file, rank = file+step[0], rank+step[1] {
				row = append(row, word[rank*o.Width+file])
				if len(row) >= o.InRow {
					window := uint64(0)
					for _, bit := range row[len(row)-o.InRow:] {
						window |= bit
					}
					windows = append(windows, window)
				}
			}
			if windows != nil {
				all = append(all, windows)
			}
		}
	}
	return all
}

// A pairing gives two cells to each group of windows, by augmenting paths.
type pairing struct {
	groups  [32]group
	owner   [64]uint8 // group of a taken cell
	taken   uint64
	reached uint64 // groups that the present search has come to, a bit each
}

// A group is neighbouring windows of a row and the empty cells that all of them share.
type group struct {
	windows []uint64
	cells   uint64
}

func newGroup(windows []uint64, free uint64) group {
	for _, w := range windows {
		free &= w
	}
	return group{windows, free}
}

// paired reports whether a pairing of the defender keeps the other side from completing
// a window. If it is false, there may be one nevertheless, since not all groups are
// tried. Then needed are the cells worth trying as one more stone of the defender: no
// other helps if a window has one cell left, and otherwise hardly any other.
//
// The groups are as large as they can be at first, since each takes two cells. If one
// gets no cells, the largest of those that compete with it is split, as the halves
// have more cells to choose from.
func (l lines) paired(defender, free uint64) (ok bool, needed uint64) {
	var p pairing
	n, most := 0, bits.OnesCount64(free)/2
	for _, row := range l {
		common := uint64(0)
		for i, w := range row {
			if w&defender != 0 {
				continue // not between windows of a group: it would be part of their union
			}
			w &= free
			if w&(w-1) == 0 { // one cell cannot be paired
				return false, w
			}
			if shared := common & w; shared&(shared-1) != 0 {
				g := &p.groups[n-1]
				g.windows, g.cells, common = g.windows[:len(g.windows)+1], shared, shared
				continue
			}
			if n == most {
				return false, free
			}
			p.groups[n], common = group{row[i : i+1], w}, w
			n++
		}
	}
	for i := 0; i < n; i++ {
		for got := 0; got < 2; {
			p.reached = 0
			if p.take(uint8(i)) {
				got++
				continue
			}
			large := bits.TrailingZeros64(p.reached)
			for r := p.reached; r != 0; r &= r - 1 {
				if g := bits.TrailingZeros64(r); len(p.groups[g].windows) > len(p.groups[large].windows) {
					large = g
				}
			}
			windows := p.groups[large].windows
			half := len(windows) / 2
			if half == 0 || n == most {
				return false, p.competing() & free
			}
			p.groups[large], p.groups[n] = newGroup(windows[:half], free), newGroup(windows[half:], free)
			n++
		}
	}
	return true, 0
}

// take gives one more cell to a group. If it fails, the reached groups have too few
// cells between them.
func (p *pairing) take(group uint8) bool {
	p.reached |= 1 << group
	cells := p.groups[group].cells
	if untaken := cells &^ p.taken; untaken != 0 {
		i := bits.TrailingZeros64(untaken)
		p.taken |= 1 << i
		p.owner[i] = group
		return true
	}
	for ; cells != 0; cells &= cells - 1 {
		i := bits.TrailingZeros64(cells)
		if other := p.owner[i]; p.reached>>other&1 == 0 && p.take(other) {
			p.owner[i] = group
			return true
		}
	}
	return false
}

// competing returns the cells of the windows of the reached groups.
func (p *pairing) competing() (cells uint64) {
	for r := p.reached; r != 0; r &= r - 1 {
		for _, w := range p.groups[bits.TrailingZeros64(r)].windows {
			cells |= w
		}
	}
	return cells
}

// pairedFirst reports whether the defender, to move, can place a stone and has a pairing
// then, or has one already.
func (l lines) pairedFirst(defender, free uint64) bool {
	ok, needed := l.paired(defender, free)
	for ; needed != 0 && !ok; needed &= needed - 1 {
		stone := needed & -needed
		ok, _ = l.paired(defender|stone, free&^stone)
	}
	return ok
}
