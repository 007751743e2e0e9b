package chess

import "sync"

// Sets of squares that depend on squares alone. They are derived once, by
// prepare, which every way to a Position calls.
var (
	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64  // what a pawn of that colour attacks
	between       [64][64]uint64 // squares strictly between two on a line, else none
	line          [64][64]uint64 // the whole line through two squares, else none
)

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank1 = 0xff
	rank8 = rank1 << 56
	ends  = rank1 | rank8
)

var prepared sync.Once

func prepare() { prepared.Do(derive) }

func derive() {
	deriveMagics()
	for s := range Square(64) {
		knightAttacks[s] = steps(s, [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
		kingAttacks[s] = steps(s, [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
		pawnAttacks[White][s] = steps(s, [][2]int{{-1, 1}, {1, 1}})
		pawnAttacks[Black][s] = steps(s, [][2]int{{-1, -1}, {1, -1}})
	}
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
