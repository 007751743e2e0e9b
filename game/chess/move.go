package chess

// A Move is what one side plays, in 16 bits:
//
//	bits  0–5   square the piece goes to
//	bits  6–11  square it comes from
//	bits 12–14  0, or 1 to 4 for promotion to knight, bishop, rook or queen,
//	            or 5 for castling, or 6 for capture en passant; in variants 7 for a
//	            drop, with the type of the piece in bits 6–11
//	bit  15     1 for promotion to king, in variants
//
// A castling move goes from the king's square to the square of the castling rook,
// in standard chess as in Chess960. The zero Move is NoMove.
type Move uint16

// NoMove is no move: from a1 to a1.
const NoMove Move = 0

const (
	castling  Move = 5 << 12
	enPassant Move = 6 << 12
	drop      Move = 7 << 12 // in package variants
	crowned   Move = 8 << 12 // likewise
)

func newMove(from, to Square) Move { return Move(from)<<6 | Move(to) }

// From returns the square that the moved piece leaves.
func (m Move) From() Square { return Square(m>>6) & 63 }

// To returns the square that the moved piece reaches; for a castling move,
// the square of the rook.
func (m Move) To() Square { return Square(m) & 63 }

// Promotion returns what a pawn is promoted to, or NoPieceType.
func (m Move) Promotion() PieceType {
	switch c := m >> 12; {
	case c-1 < 4:
		return PieceType(c + 1)
	case c == crowned>>12:
		return King
	}
	return NoPieceType
}

// Drop returns the type of a piece that comes from a pocket, as in crazyhouse, or NoPieceType.
func (m Move) Drop() PieceType {
	if m>>12 == drop>>12 {
		return PieceType(m.From())
	}
	return NoPieceType
}

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m>>12 == 5 }

// IsEnPassant reports whether the move is a capture en passant.
func (m Move) IsEnPassant() bool { return m>>12 == 6 }

// Polyglot returns the word that Polyglot books write for the move; see
// [Position.FromPolyglot].
func (m Move) Polyglot() uint16 {
	if m >= castling {
		m &= 1<<12 - 1
	}
	return uint16(m)
}

// String returns the move in UCI's notation for Chess960, in which castling
// is king takes rook: "e2e4", "e7e8q", "e1h1"; a drop is "N@f3". See [Position.UCI] for the
// notation of standard chess.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	if t := m.Drop(); t != NoPieceType {
		return NewPiece(White, t).String() + "@" + m.To().String()
	}
	return writeUCI(m.From(), m.To(), m.Promotion())
}
