package flat

// A column has a value of each game of a run that is being written. It grows by pieces, so that
// nothing is copied and at most one piece is not full.
type column[T any] struct {
	pieces [][]T
	n      int
}

const columnPiece = 1 << 16

func (c *column[T]) len() int { return c.n }

func (c *column[T]) at(i uint32) T { return c.pieces[i/columnPiece][i%columnPiece] }

func (c *column[T]) add(v T) {
	if c.n%columnPiece == 0 {
		var piece []T // the first one grows, as most runs are small
		if c.n > 0 {
			piece = make([]T, 0, columnPiece)
		}
		c.pieces = append(c.pieces, piece)
	}
	last := &c.pieces[len(c.pieces)-1]
	*last = append(*last, v)
	c.n++
}
