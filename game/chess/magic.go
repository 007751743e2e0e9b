package chess

// A magic maps the pieces on the lines of a rook or a bishop to a place in
// slides, by one multiplication (P. Kannan, Magic Move-Bitboard Generation
// in Computer Chess, 2007): the place is offset + (occ & mask)·factor >> shift.
// Their factors in zmagics.go were found by magicgen.go.
type magic struct {
	mask, factor  uint64
	offset, shift uint32
}

// slides has the attacks of every rook and bishop for every occupation that
// matters: 107 648 words used, 1 MiB with the rest that makes its length a
// power of two, so that a masked index needs no check.
var (
	slides       [1 << 17]uint64
	rookMagics   [64]magic
	bishopMagics [64]magic
)

func rookAttacks(s Square, occ uint64) uint64 {
	m := &rookMagics[s&63]
	return slides[((occ&m.mask)*m.factor>>(m.shift&63)+uint64(m.offset))&(1<<17-1)]
}

func bishopAttacks(s Square, occ uint64) uint64 {
	m := &bishopMagics[s&63]
	return slides[((occ&m.mask)*m.factor>>(m.shift&63)+uint64(m.offset))&(1<<17-1)]
}

func deriveMagics() {
	next := uint32(0)
	for s := range Square(64) {
		next = rookMagics[s].derive(s, rookFactors[s], rookLines, next)
	}
	for s := range Square(64) {
		next = bishopMagics[s].derive(s, bishopFactors[s], bishopLines, next)
	}
}

// derive fills the magic of a square and its part of slides, and returns
// where the next part starts.
func (m *magic) derive(s Square, factor uint64, directions [][2]int, offset uint32) uint32 {
	m.mask, m.shift = relevant(s, directions)
	m.factor, m.offset = factor, offset
	for occ, done := uint64(0), false; !done; {
		slides[uint64(offset)+occ*factor>>m.shift] = rays(s, occ, directions)
		occ = (occ - m.mask) & m.mask // the next subset of mask
		done = occ == 0
	}
	return offset + 1<<(64-m.shift)
}

// relevant returns the squares whose occupation decides what a slider on s
// attacks, the last square of each ray not being one, and 64 minus their
// number.
func relevant(s Square, directions [][2]int) (mask uint64, shift uint32) {
	shift = 64
	for _, d := range directions {
		ray := rays(s, 0, [][2]int{d})
		for f, r := s.File()+d[0], s.Rank()+d[1]; ; f, r = f+d[0], r+d[1] {
			if nf, nr := f+d[0], r+d[1]; uint(nf) > 7 || uint(nr) > 7 {
				if uint(f) < 8 && uint(r) < 8 {
					ray &^= bit(NewSquare(f, r))
				}
				break
			}
		}
		mask |= ray
	}
	for m := mask; m != 0; m &= m - 1 {
		shift--
	}
	return mask, shift
}
