package legal

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// The features of chess in the order of [chess.Space]: 64 for each piece,
// black before white, pawn to king; four rights to castle, eight files of a
// capture en passant, and White to move.
const (
	castling  = 768 // white king side, white queen side, black king side, black queen side
	enPassant = 772
	turn      = 780
	features  = 781
)

// pieceOf returns the piece and the square of a feature below castling.
func pieceOf(f zobrist.Feature) (chess.Piece, chess.Square) {
	color := chess.Black
	if f/64%2 == 1 {
		color = chess.White
	}
	return chess.NewPiece(color, chess.PieceType(f/128+1)), chess.Square(f % 64)
}

// featureOf returns the feature of a piece on a square.
func featureOf(p chess.Piece, s chess.Square) zobrist.Feature {
	return zobrist.Feature((2*int(p.Type())-1-int(p.Color()))*64 + int(s))
}

// Occurs reports whether some legal position of chess has the feature: all
// but pawns on the end ranks, 749 of 781.
func Occurs(f zobrist.Feature) bool {
	if f >= castling {
		return f < features
	}
	p, s := pieceOf(f)
	return p.Type() != chess.Pawn || s >= 8 && s < 56
}

// Differ reports whether a set of features of chess can be the difference of
// two legal positions, as far as the set alone shows:
//
//   - no pawn on an end rank;
//   - two features a square at most, one for either position;
//   - a king in two places or none, for each colour;
//   - two files of a capture en passant at most, each with squares for the
//     pawn's two steps in one of the positions;
//   - if a right to castle is among them, its king and rook are at home in one
//     of the positions.
func Differ(set []zobrist.Feature) bool {
	var d difference
	for _, f := range set {
		if !Occurs(f) || !d.add(f) {
			return false
		}
	}
	return d.kings[0] != 1 && d.kings[1] != 1 && d.passants() && d.castles()
}

// A difference is a set of features, by square.
type difference struct {
	count  [64]uint8 // features of each square
	pieces [16]uint64
	kings  [2]int
	rights uint8 // bit i: right i
	files  uint8 // bit i: file i
}

// add reports false if the square or the kings are full.
func (d *difference) add(f zobrist.Feature) bool {
	switch {
	case f == turn:
		return true
	case f >= enPassant:
		d.files |= 1 << (f - enPassant)
		return true
	case f >= castling:
		d.rights |= 1 << (f - castling)
		return true
	}
	p, s := pieceOf(f)
	d.pieces[p] |= 1 << s
	if p.Type() == chess.King {
		d.kings[p.Color()]++
	}
	d.count[s]++
	return d.count[s] <= 2 && d.kings[p.Color()] <= 2
}

// holds reports whether one position can have the piece on the square: either it is in the
// difference, or both positions may have it.
func (d *difference) holds(p chess.Piece, s chess.Square) bool {
	return d.count[s] == 0 || d.pieces[p]>>s&1 == 1
}

// castles reports whether a position can have each right that differs.
func (d *difference) castles() bool {
	for i := range 4 {
		if d.rights>>i&1 == 0 {
			continue
		}
		color, rank := chess.White, 0
		if i >= 2 {
			color, rank = chess.Black, 7
		}
		rook := chess.NewSquare(7*(1-i%2), rank)
		if !d.holds(chess.NewPiece(color, chess.King), chess.NewSquare(4, rank)) ||
			!d.holds(chess.NewPiece(color, chess.Rook), rook) {
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
		if !d.doubleStep(chess.White, file) && !d.doubleStep(chess.Black, file) {
			return false
		}
	}
	return many <= 2
}

// doubleStep reports whether one position can have a pawn that has just come
// two squares along the file: the squares behind it are empty there.
func (d *difference) doubleStep(c chess.Color, file int) bool {
	from, over, to := 1, 2, 3
	if c == chess.Black {
		from, over, to = 6, 5, 4
	}
	return d.count[chess.NewSquare(file, from)] < 2 && d.count[chess.NewSquare(file, over)] < 2 &&
		d.holds(chess.NewPiece(c, chess.Pawn), chess.NewSquare(file, to))
}
