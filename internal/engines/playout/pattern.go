package playout

import "sync"

// shapes are patterns of 3×3 points, row by row, with a good move in the middle
// near the last move (figures 2 to 5 of Gelly et al. 2006): X and O are the two
// sides, a point is empty, # off the board, x anything on the board but X, o
// anything on it but O, ? anything. They hold for either side and in all eight
// orientations.
var shapes = [...]string{
	"XOX" + "..." + "???", // hane
	"XO." + "..." + "?.?",
	"XO?" + "X.." + "x.?",
	".O." + "X.." + "...", // diagonal attachment
	"XO?" + "O.o" + "?o?", // cut
	"XO?" + "O.X" + "???",
	"?X?" + "O.O" + "ooo",
	"OX?" + "o.O" + "???",
	"X.?" + "O.?" + "###", // at the edge
	"OX?" + "X.O" + "###",
	"?X?" + "x.O" + "###",
	"?XO" + "x.x" + "###",
	"?OX" + "X.O" + "###",
}

// contents are the meanings of a letter of a shape: bit c is set if it allows content c: empty,
// black, white, border.
var contents = map[byte]uint8{'.': 1, 'X': 2, 'O': 4, '#': 8, 'x': 1 | 4, 'o': 1 | 2, '?': 15}

// shape returns the contents of the eight points around i as an index of
// patterns, two bits each, row by row.
func (b *Board) shape(i int16) uint16 {
	s := &b.stones
	return uint16(s[i-stride-1]) | uint16(s[i-stride])<<2 | uint16(s[i-stride+1])<<4 |
		uint16(s[i-1])<<6 | uint16(s[i+1])<<8 |
		uint16(s[i+stride-1])<<10 | uint16(s[i+stride])<<12 | uint16(s[i+stride+1])<<14
}

// patterns says for each surrounding whether it fits one of the shapes.
var patterns = sync.OnceValue(func() *[1 << 16]bool {
	var table [1 << 16]bool
	for _, shape := range shapes {
		var grid [9]uint8
		for i := range grid {
			grid[i] = contents[shape[i]]
		}
		for n := range 16 {
			mark(&table, &grid, 0, 0, 0)
			switch {
			case n == 7:
				for i, c := range grid { // black and white are exchanged
					grid[i] = c&^6 | c<<1&4 | c>>1&2
				}
			case n%4 == 3: // mirror
				grid = [9]uint8{grid[2], grid[1], grid[0], grid[5], grid[4], grid[3], grid[8], grid[7], grid[6]}
			}
			grid = [9]uint8{grid[6], grid[3], grid[0], grid[7], grid[4], grid[1], grid[8], grid[5], grid[2]}
		}
	}
	return &table
})

// mark sets all indices that a grid of contents allows; index has the points before i.
func mark(table *[1 << 16]bool, grid *[9]uint8, i, bit int, index uint16) {
	switch {
	case i == 4:
		mark(table, grid, 5, bit, index)
	case i == 9:
		table[index] = true
	default:
		for c := range uint16(4) {
			if grid[i]>>c&1 == 1 {
				mark(table, grid, i+1, bit+2, index|c<<bit)
			}
		}
	}
}
