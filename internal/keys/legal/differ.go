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
