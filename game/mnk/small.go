package mnk

// small holds sets of cells of a board that fits in a word together with a
// column of border. The bit of a cell is its padded index minus the index of a1.
type small struct {
	first  int       // padded index of a1
	bottom uint64    // cells of the first rank
	upper  uint64    // the highest rank, the third highest, …
	pitch  uint      // from one rank to the next
	inRow  int       // stones that win
	steps  [4]int    // from one stone of a row to the next
	last   int32     // file
	shifts [4][]uint // by which a set is shifted and intersected with itself, by direction
}

func newSmall(o Options, steps [4]int) *small {
	pitch := o.Width + 1
	s := &small{first: pitch + 1, bottom: 1<<o.Width - 1, pitch: uint(pitch),
		inRow: o.InRow, steps: steps, last: int32(o.Width - 1)}
	for rank := range o.Height {
		for file := range o.Width {
			bit := rank*pitch + file
			if (o.Height-rank)%2 == 1 {
				s.upper |= 1 << bit
			}
		}
	}
	for i, step := range steps {
		// The set holds the ends of rows of n stones. A shift by at most n cells
		// leaves the ends of longer rows.
		for n := 1; n < o.InRow; {
			by := min(n, o.InRow-n)
			s.shifts[i] = append(s.shifts[i], uint(by*step))
			n += by
		}
	}
	return s
}

// bit returns the bit of a cell with padded index at.
func (s *small) bit(at int32) uint64 { return 1 << (uint(int(at)-s.first) & 63) }

// wins reports whether stones hold a row of InRow.
func (s *small) wins(stones uint64) bool {
	for i := range s.shifts {
		rows := stones
		for _, by := range s.shifts[i] {
			rows &= rows >> by
		}
		if rows != 0 {
			return true
		}
	}
	return false
}
