package audit

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

// The features of chess in the order of its space: 64 for each piece, black before
// white, pawn to king; four rights to castle, eight files of a capture en passant,
// and White to move. TestChess compares them with the space.
const (
	chessCastling  = 768 // white king side, white queen side, black king side, black queen side
	chessEnPassant = 772
	chessTurn      = 780
	chessFeatures  = 781
)

// A chessPiece is twice the kind of a piece, and 1 if it is white.
type chessPiece = int

const (
	chessPawn, chessRook, chessKing = 0, 3, 5
	chessBlack, chessWhite          = 0, 1
)

// isChess reports whether a space is the one of chess.
func isChess(space *zobrist.Space) bool {
	return space.Name() == "chess" && space.Len() == chessFeatures && slices.EqualFunc(space.Groups(),
		[]string{"piece", "castling", "en passant", "turn"},
		func(g zobrist.Group, name string) bool { return g.Name == name })
}

// ChessOccurs reports whether some legal position of chess has the feature: all
// but pawns on the end ranks, 749 of 781.
func ChessOccurs(f zobrist.Feature) bool {
	if f >= chessCastling {
		return f < chessFeatures
	}
	kind, square := f/128, f%64
	return kind != chessPawn || square >= 8 && square < 56
}

// ChessDiffer reports whether a set of features of chess can be the difference of
// two legal positions, as far as the set alone shows:
//
//   - no pawn on an end rank;
//   - two features a square at most, one for either position;
//   - a king in two places or none, for each colour;
//   - two files of a capture en passant at most, each with squares for the
//     pawn's two steps in one of the positions;
//   - if a right to castle is among them, its king and rook are at home in one
//     of the positions.
func ChessDiffer(set []zobrist.Feature) bool {
	var d difference
	for _, f := range set {
		if !ChessOccurs(f) || !d.add(f) {
			return false
		}
	}
	return d.kings[0] != 1 && d.kings[1] != 1 && d.passants() && d.castles()
}

// A difference is a set of features, by square.
type difference struct {
	count  [64]uint8  // features of each square
	pieces [12]uint64 // by f/64
	kings  [2]int     // black, white
	rights uint8      // bit i: right i
	files  uint8      // bit i: file i
}

// add reports false if the square or the kings are full.
func (d *difference) add(f zobrist.Feature) bool {
	switch {
	case f == chessTurn:
		return true
	case f >= chessEnPassant:
		d.files |= 1 << (f - chessEnPassant)
		return true
	case f >= chessCastling:
		d.rights |= 1 << (f - chessCastling)
		return true
	}
	p, s := chessPiece(f/64), int(f%64)
	d.pieces[p] |= 1 << s
	if p/2 == chessKing {
		d.kings[p%2]++
	}
	d.count[s]++
	return d.count[s] <= 2 && d.kings[p%2] <= 2
}

// holds reports whether one position can have the piece on the square: either it is in the
// difference, or both positions may have it.
func (d *difference) holds(p chessPiece, s int) bool {
	return d.count[s] == 0 || d.pieces[p]>>s&1 == 1
}

// castles reports whether a position can have each right that differs.
func (d *difference) castles() bool {
	for i := range 4 {
		if d.rights>>i&1 == 0 {
			continue
		}
		color, home := chessWhite, 0
		if i >= 2 {
			color, home = chessBlack, 56
		}
		if !d.holds(2*chessKing+color, home+4) || !d.holds(2*chessRook+color, home+7*(1-i%2)) {
			return false
		}
	}
	return true
}

// passants reports whether the files that differ can belong to two positions.
func (d *difference) passants() bool {
	many := 0
	for file := range 8 {
		if d.files>>file&1 == 0 {
			continue
		}
		many++
		if !d.doubleStep(chessWhite, file) && !d.doubleStep(chessBlack, file) {
			return false
		}
	}
	return many <= 2
}

// doubleStep reports whether one position can have a pawn that has just come
// two squares along the file: the squares behind it are empty there.
func (d *difference) doubleStep(color chessPiece, file int) bool {
	from, over, to := file+8, file+16, file+24
	if color == chessBlack {
		from, over, to = file+48, file+40, file+32
	}
	return d.count[from] < 2 && d.count[over] < 2 && d.holds(2*chessPawn+color, to)
}
