package chess

// Tables of sets of squares. derive.go fills them.
var (
	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64  // what a pawn of that colour attacks
	between       [64][64]uint64 // squares strictly between two on a line, otherwise none
	line          [64][64]uint64 // the whole line through two squares, otherwise none
)

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank1 = 0xff
	rank8 = rank1 << 56
	ends  = rank1 | rank8
)

//go:generate go run magicgen.go

// A magic maps the pieces on the lines of a rook or a bishop to an index of
// slides by one multiplication (P. Kannan, Magic Move-Bitboard Generation in
// Computer Chess, 2007): offset + (occ & mask)·factor >> shift. magicgen.go found
// the factors, which are in zmagics.go.
type magic struct {
	mask, factor  uint64
	offset, shift uint32
}

// slides has the attacks of every rook and bishop for every relevant occupation,
// 107 648 words. Its length is a power of two, 1 MiB, so that a masked index needs
// no bounds check.
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
