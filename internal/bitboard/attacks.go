package bitboard

// Tables of sets of squares. Prepare fills them.
var (
	KnightAttacks [64]uint64
	KingAttacks   [64]uint64
	RookRays      [64]uint64 // by a rook on an empty board
	BishopRays    [64]uint64
	PawnAttacks   [2][64]uint64  // by a pawn, by its colour
	Between       [64][64]uint64 // squares strictly between two on a line, otherwise none
	Line          [64][64]uint64 // the whole line through two squares, otherwise none
)

// Files and ranks.
const (
	FileA = 0x0101010101010101
	FileH = FileA << 7
	Rank1 = 0xff
	Rank8 = Rank1 << 56
)

// Light are the light squares.
const Light uint64 = 0x55aa55aa55aa55aa

//go:generate go run magicgen.go

// A magic maps the pieces on the lines of a rook or a bishop to an index of its
// part of slides by one multiplication (P. Kannan, Magic Move-Bitboard Generation
// in Computer Chess, 2007): (occ & mask)·factor >> shift. magicgen.go found the
// factors, which are in zmagics.go.
type magic struct {
	mask, factor, shift uint64
	part                *[partLen]uint64 // overlaps the parts after it
}

// partLen is the length of the longest part, for a rook in a corner.
const partLen = 1 << 12

// slides has the attacks of every rook and bishop for every relevant occupation,
// 107 648 words. After them there is room, so that an index masked by partLen − 1
// needs no bounds check in any part.
var (
	slides       [107_648 + partLen]uint64
	rookMagics   [64]magic
	bishopMagics [64]magic
)

// RookAttacks returns the squares that a rook attacks if occ are the occupied squares.
func RookAttacks(s uint8, occ uint64) uint64 {
	m := &rookMagics[s&63]
	return m.part[(occ&m.mask)*m.factor>>(m.shift&63)&(partLen-1)]
}

// BishopAttacks returns the squares that a bishop attacks if occ are the occupied squares.
func BishopAttacks(s uint8, occ uint64) uint64 {
	m := &bishopMagics[s&63]
	return m.part[(occ&m.mask)*m.factor>>(m.shift&63)&(partLen-1)]
}
