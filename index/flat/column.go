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
	i := c.n / columnPiece
	if i == len(c.pieces) {
		var piece []T // the first one grows, as most runs are small
		if c.n > 0 {
			piece = make([]T, 0, columnPiece)
		}
		c.pieces = append(c.pieces, piece)
	}
	c.pieces[i] = append(c.pieces[i], v)
	c.n++
}
