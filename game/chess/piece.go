package chess

import "github.com/zobrist-go/zobrist/game"

// Color is the side that a piece belongs to or that is to move.
type Color uint8

const (
	White Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// Side returns [game.FirstSide] for White, and [game.SecondSide] for Black.
func (c Color) Side() game.Side { return game.FirstSide + game.Side(c) }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a piece without its colour. Its three bits are the planes of
// the board that have the piece: see board.
type PieceType uint8

const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// String returns "pawn", "knight", … or "none".
func (t PieceType) String() string {
	return [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king", "none"}[t&7]
}

// Piece is a colour and a type: colour·8 + type. The zero Piece is NoPiece.
type Piece uint8

// NoPiece is the content of an empty square.
const NoPiece Piece = 0

// NewPiece returns the piece of that colour and type.
func NewPiece(c Color, t PieceType) Piece { return Piece(c)<<3 | Piece(t) }

// Color returns the colour of a piece, White for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3) }

// Type returns the type of a piece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// String returns the letter of FEN: "P" for a white pawn, "k" for a black
// king, "." for NoPiece.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

const pieceLetters = ".PNBRQK..pnbrqk."

// Square numbers the squares along the files, then rank by rank: a1 is 0, b1
// is 1, a2 is 8, h8 is 63. See [NewSquare] and [ParseSquare].
type Square uint8

// NoSquare is no square of the board.
const NoSquare Square = 64

// NewSquare returns the square of a file, 0 to 7 for a to h, and a rank, 0
// to 7 for 1 to 8.
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 to 7 for the files a to h.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 to 7 for the ranks 1 to 8.
func (s Square) Rank() int { return int(s >> 3) }

// String returns "a1" to "h8", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare returns the square of that name, "a1" to "h8".
func ParseSquare(name string) (Square, bool) {
	if len(name) != 2 || name[0]-'a' > 7 || name[1]-'1' > 7 {
		return NoSquare, false
	}
	return Square(name[0] - 'a' + (name[1]-'1')<<3), true
}
