package layout

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
)

func appendAll(dst []zobrist.Feature, p *facts) []zobrist.Feature { return append(dst, p.all...) }

var space769 = sync.OnceValue(func() *zobrist.Space {
	g := groups()
	return zobrist.MustSpace("chess, 769 keys", g.piece, g.turn)
})

func append769(dst []zobrist.Feature, p *facts) []zobrist.Feature {
	dst = p.appendPieces(dst)
	if p.white {
		dst = append(dst, 768)
	}
	return dst
}

func (p *facts) appendPieces(dst []zobrist.Feature) []zobrist.Feature {
	for s, row := range p.piece {
		if row >= 0 {
			dst = append(dst, zobrist.Feature(int(row)*64+s))
		}
	}
	return dst
}

// space793 has a feature for each set of castling rights, the empty one
// included: 768 + 16 + 8 + 1.
var space793 = sync.OnceValue(func() *zobrist.Space {
	g := groups()
	sets := make([]string, 16)
	for i := range sets {
		sets[i] = rightsText(i)
	}
	return zobrist.MustSpace("chess, castling as 16 keys", g.piece, zobrist.OneOf("castling", "castling", sets...), g.enPassant, g.turn)
})

// rightsText writes a set of rights as FEN does.
func rightsText(set int) string {
	if set == 0 {
		return "-"
	}
	var b strings.Builder
	for i, c := range "KQkq" {
		if set>>i&1 == 1 {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func append793(dst []zobrist.Feature, p *facts) []zobrist.Feature {
	dst = append(p.appendPieces(dst), zobrist.Feature(768+p.rights))
	if p.file >= 0 {
		dst = append(dst, zobrist.Feature(784+p.file))
	}
	if p.white {
		dst = append(dst, 792)
	}
	return dst
}

// Rows of chess.Space's pieces, and those that space18 adds.
const (
	blackPawn, whitePawn = 0, 1
	blackRook, whiteRook = 6, 7
	blackKing, whiteKing = 10, 11

	enPassantPawn = 12 // + 1 for White's
	castlingRook  = 14
	castlingKing  = 16
)

// space18 has 18 classes on 64 squares, and the side to move: 1153.
var space18 = sync.OnceValue(func() *zobrist.Space {
	g := groups()
	classes := append([]string(nil), g.piece.Rows...)
	for _, what := range []string{"pawn en passant", "rook that may castle", "king that may castle"} {
		classes = append(classes, "black "+what, "white "+what)
	}
	return zobrist.MustSpace("chess, 18 pieces", zobrist.Grid("piece", classes, zobrist.Squares(8, 8)), g.turn)
})

func append18(dst []zobrist.Feature, p *facts) []zobrist.Feature {
	board := p.piece
	if p.file >= 0 {
		rank, white := 4, 0 // White captures a black pawn on the fifth rank
		if !p.white {
			rank, white = 3, 1
		}
		if s := 8*rank + p.file; board[s] == int8(blackPawn+white) {
			board[s] = int8(enPassantPawn + white)
		}
	}
	for right := range 4 {
		if p.rights>>right&1 == 1 {
			p.mark(&board, right)
		}
	}
	for s, row := range board {
		if row >= 0 {
			dst = append(dst, zobrist.Feature(int(row)*64+s))
		}
	}
	if p.white {
		dst = append(dst, 18*64)
	}
	return dst
}

// mark turns the king and the outermost rook of a right into the pieces that
// may castle.
func (p *facts) mark(board *[64]int8, right int) {
	rank, white := 0, 1
	if right >= 2 {
		rank, white = 7, 0
	}
	first, step := 8*rank, 1
	if right%2 == 0 { // king side: from the h-file inwards
		first, step = 8*rank+7, -1
	}
	for i := range 8 {
		if s := first + i*step; p.piece[s] == int8(blackRook+white) {
			board[s] = int8(castlingRook + white)
			break
		}
	}
	for s := 8 * rank; s < 8*rank+8; s++ {
		if p.piece[s] == int8(blackKing+white) {
			board[s] = int8(castlingKing + white)
		}
	}
}

// overlapped reads key i at byte i of n+7 random bytes, least significant
// first.
func overlapped(n int, src rand.Source) zobrist.Keys {
	bytes := make([]byte, 0, n+15)
	for len(bytes) < n+7 {
		bytes = binary.LittleEndian.AppendUint64(bytes, src.Uint64())
	}
	keys := make(zobrist.Keys, n)
	for i := range keys {
		keys[i] = binary.LittleEndian.Uint64(bytes[i:])
	}
	return keys
}

// rotated rotates the key of a piece left by the number of the square, a1
// being 0; what is not a piece has a key of its own.
func rotated(n int, src rand.Source) zobrist.Keys {
	keys := make(zobrist.Keys, 0, n)
	for range groups().piece.Rows {
		k := src.Uint64()
		for s := range 64 {
			keys = append(keys, bits.RotateLeft64(k, s))
		}
	}
	return append(keys, zobrist.NewKeys(n-len(keys), src)...)
}
