package baduk

// stars returns the points of the largest fixed handicap in the order of section
// 4.1.1 of the specification of GTP: four corners, the middles of the left and right
// sides, of the lower and upper ones, and the centre. Sides are on the fourth line, on
// boards below 12 on the third.
func (o Options) stars() []Move {
	w, h := o.Width, o.Height
	if w < 7 || h < 7 {
		return nil
	}
	line := func(n int) (low, middle, high int) {
		edge := 3
		if n < 12 {
			edge = 2
		}
		return edge, n / 2, n - 1 - edge
	}
	left, column, right := line(w)
	low, row, high := line(h)
	at := func(c, r int) Move { return Move(r*w + c) }
	points := []Move{at(left, low), at(right, high), at(left, high), at(right, low)}
	if w%2 == 0 || h%2 == 0 || w == 7 || h == 7 {
		return points
	}
	return append(points, at(left, row), at(right, row), at(column, low), at(column, high), at(column, row))
}

// Handicap returns the points of a fixed handicap of n stones by section 4.1.1 of the Go
// Text Protocol, or nil if the board has none. The centre comes last, for odd numbers
// from five. Width and Height must be set.
func (o Options) Handicap(n int) []Move {
	points := o.stars()
	if n < 2 || n > len(points) {
		return nil
	}
	if n >= 5 && n%2 == 1 {
		return append(points[:n-1:n-1], points[8])
	}
	return points[:n]
}
