package superko

import "math/bits"

// A set is a set of points: bit row·width + column, from the lower left corner, as
// a [baduk.Move] counts them.
type set = uint32

// stones are the points of Black and of White, side 0 and side 1.
type stones [2]set

// pack returns the stones in the low bits of a word.
func (s stones) pack() uint64 { return uint64(s[0]) | uint64(s[1])<<MaxPoints }

// count returns the number of stones.
func (s stones) count() int { return bits.OnesCount32(s[0] | s[1]) }

// A board has the points of a board, their neighbours and their symmetries.
type board struct {
	width, height, points int

	all         set // all points
	left, right set // all but the first column, all but the last one
	beside      [MaxPoints]set
	images      []symmetry // the first is the identity
}

// A symmetry has the image of each set of eight successive points.
type symmetry [(MaxPoints + 7) / 8][256]set

func newBoard(width, height int) *board {
	b := &board{width: width, height: height, points: width * height, all: 1<<(width*height) - 1}
	for c := range b.points {
		if c%width > 0 {
			b.left |= 1 << c
		}
		if c%width < width-1 {
			b.right |= 1 << c
		}
	}
	for c := range b.points {
		b.beside[c] = b.around(1 << c)
	}
	b.findImages()
	return b
}

// around returns the points beside a set, and perhaps some of the set itself.
func (b *board) around(s set) set {
	return (s&b.right<<1 | s&b.left>>1 | s<<b.width | s>>b.width) & b.all
}

// component returns the component of a set that has the points of seed.
func (b *board) component(seed, s set) set {
	for {
		more := (seed | b.around(seed)) & s
		if more == seed {
			return seed
		}
		seed = more
	}
}

// components appends the components of a set.
func (b *board) components(dst []set, s set) []set {
	for s != 0 {
		part := b.component(s&-s, s)
		dst = append(dst, part)
		s &^= part
	}
	return dst
}

// play returns the stones after side plays on the point c; ok is false if that is
// suicide.
func (b *board) play(s stones, side uint8, c int) (next stones, ok bool) {
	point := set(1) << c
	own, other := s[side]|point, s[side^1]
	for near := b.beside[c] & other; near != 0; {
		chain := b.component(near&-near, other)
		if b.around(chain)&^(own|other) == 0 {
			other &^= chain
		}
		near &^= chain
	}
	if b.beside[c]&^(own|other) == 0 && b.around(b.component(point, own))&^(own|other) == 0 {
		return s, false
	}
	next[side], next[side^1] = own, other
	return next, true
}

// area returns Black's points less White's if the game ends.
func (b *board) area(s stones) int {
	n := bits.OnesCount32(s[0]) - bits.OnesCount32(s[1])
	for rest := b.all &^ (s[0] | s[1]); rest != 0; {
		region := b.component(rest&-rest, rest)
		rest &^= region
		switch edge := b.around(region); {
		case edge&s[1] == 0 && edge&s[0] != 0:
			n += bits.OnesCount32(region)
		case edge&s[0] == 0 && edge&s[1] != 0:
			n -= bits.OnesCount32(region)
		}
	}
	return n
}

// held returns a number of points that a side keeps even if it always passes, which
// no rule forbids: the chains that cannot be captured then (Benson 1976), and their
// eyes of one point. [baduk.Position.Bounds] has the same.
func (b *board) held(s stones, side int) int {
	var chainBuffer, regionBuffer, liberties [MaxPoints]set
	regions := b.components(regionBuffer[:0], b.all&^s[side])
	if len(regions) < 2 {
		return 0
	}
	chains := b.components(chainBuffer[:0], s[side])
	empty := b.all &^ (s[0] | s[1])
	for i, chain := range chains {
		liberties[i] = b.around(chain)
	}
	for changed := true; changed; {
		changed = false
		for i, chain := range chains {
			vital := 0
			for _, region := range regions {
				if region != 0 && region&empty&^liberties[i] == 0 {
					vital++
				}
			}
			if chain == 0 || vital >= 2 {
				continue
			}
			chains[i], changed = 0, true
			for j, region := range regions {
				if region&liberties[i] != 0 {
					regions[j] = 0
				}
			}
		}
	}
	n := 0
	for _, chain := range chains {
		n += bits.OnesCount32(chain)
	}
	for _, region := range regions {
		if n > 0 && region&empty != 0 && region&(region-1) == 0 {
			n++
		}
	}
	return n
}

// findImages makes the tables of the 8 symmetries, 4 of an oblong board.
func (b *board) findImages() {
	for n := range 8 {
		if n >= 4 && b.width != b.height {
			break
		}
		var table symmetry
		for c := range b.points {
			x, y := c%b.width, c/b.width
			if n&1 != 0 {
				x = b.width - 1 - x
			}
			if n&2 != 0 {
				y = b.height - 1 - y
			}
			if n&4 != 0 {
				x, y = y, x
			}
			for part := range 256 {
				if part>>(c&7)&1 != 0 {
					table[c>>3][part] |= 1 << (y*b.width + x)
				}
			}
		}
		b.images = append(b.images, table)
	}
}

// image returns the stones under a symmetry.
func (b *board) image(n int, s stones) (image stones) {
	table := &b.images[n]
	for i := 0; 8*i < b.points; i++ {
		image[0] |= table[i][s[0]>>(8*i)&255]
		image[1] |= table[i][s[1]>>(8*i)&255]
	}
	return image
}

// canonical returns the image of the stones with the least word, and a symmetry
// that leads to it.
func (b *board) canonical(s stones) (least uint64, symmetry int) {
	least = s.pack()
	for n := 1; n < len(b.images); n++ {
		if word := b.image(n, s).pack(); word < least {
			least, symmetry = word, n
		}
	}
	return least, symmetry
}
