package chess

import "sync"

var prepared sync.Once

// prepare derives the tables of attacks.go once. New, Parse and Set call it.
func prepare() { prepared.Do(derive) }

func derive() {
	next := uint32(0)
	for s := range Square(64) {
		next = rookMagics[s].derive(s, rookFactors[s], rookLines, next)
	}
	for s := range Square(64) {
		next = bishopMagics[s].derive(s, bishopFactors[s], bishopLines, next)
	}
	for s := range Square(64) {
		knightAttacks[s] = steps(s, [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
		kingAttacks[s] = steps(s, [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
		pawnAttacks[White][s] = steps(s, [][2]int{{-1, 1}, {1, 1}})
		pawnAttacks[Black][s] = steps(s, [][2]int{{-1, -1}, {1, -1}})
	}
	derivePawns()
	for s := range Square(64) {
		for t := range Square(64) {
			for _, dirs := range [][][2]int{rookLines, bishopLines} {
				if s != t && rays(s, 0, dirs)&bit(t) != 0 {
					line[s][t] = rays(s, 0, dirs)&rays(t, 0, dirs) | bit(s) | bit(t)
					between[s][t] = rays(s, bit(t), dirs) & rays(t, bit(s), dirs)
				}
			}
		}
	}
}

var (
	rookLines   = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishopLines = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// steps returns the squares one step from s, each step being files and ranks.
func steps(s Square, moves [][2]int) (set uint64) {
	for _, m := range moves {
		if f, r := s.File()+m[0], s.Rank()+m[1]; uint(f) < 8 && uint(r) < 8 {
			set |= bit(NewSquare(f, r))
		}
	}
	return set
}

// rays returns the squares seen from s along the directions, up to and with
// the first occupied one.
func rays(s Square, occ uint64, directions [][2]int) (set uint64) {
	for _, d := range directions {
		for f, r := s.File()+d[0], s.Rank()+d[1]; uint(f) < 8 && uint(r) < 8; f, r = f+d[0], r+d[1] {
			set |= bit(NewSquare(f, r))
			if occ&bit(NewSquare(f, r)) != 0 {
				break
			}
		}
	}
	return set
}

// derive fills the magic of a square and its part of slides, and returns
// the offset of the next part.
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
