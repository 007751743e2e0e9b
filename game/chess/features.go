package chess

import (
	"sync"

	"github.com/zobrist-go/zobrist"
)

// The features are numbered as the Polyglot book format numbers its keys:
// black pawn, white pawn, black knight, …, white king, each on a1 to h8;
// castling; the file of a capture en passant; White to move.
const (
	castleFeature    zobrist.Feature = 768
	enPassantFeature zobrist.Feature = 772
	turnFeature      zobrist.Feature = 780
	features                         = 781

	maxFeatures = 42 // that hold at once: 32 pieces, 4 rights, en passant, turn, 2 of history
)

var space = sync.OnceValue(func() *zobrist.Space {
	var pieces []string
	for t := Pawn; t <= King; t++ {
		pieces = append(pieces, "black "+t.String(), "white "+t.String())
	}
	return zobrist.MustSpace("chess",
		zobrist.Grid("piece", pieces, zobrist.Squares(8, 8)),
		zobrist.Flags("castling", "white king side", "white queen side", "black king side", "black queen side"),
		zobrist.OneOf("en passant", "en passant", "a", "b", "c", "d", "e", "f", "g", "h"),
		zobrist.Flags("turn", "white to move"))
})

// Space returns the 781 features of a chess position, numbered as the keys of
// the Polyglot book format are: pieces on squares, rights to castle, the file
// of a capture en passant, White to move.
func Space() *zobrist.Space { return space() }

// feature returns the feature of a piece on a square.
func feature(p Piece, s Square) zobrist.Feature {
	return zobrist.Feature((2*(int(p.Type())-1)+1-int(p.Color()))*64 + int(s))
}

// A table holds keys in the order in which make uses them. Its sizes make bounds
// checks unnecessary. Rows of piece without a piece are zero.
type table struct {
	piece  [16][64]uint64
	castle [4]uint64
	ep     [64]uint64 // by square: ranks 3 and 6
	turn   uint64
	inner  bool // inner castling rooks have features of their own; see [board.inner]
}

// newTable returns the table of keys under an en-passant rule. Polyglot's does not tell castling rooks apart.
func newTable(keys zobrist.Keys, rule EnPassant) *table {
	t := &table{inner: rule != PseudoLegalEnPassant}
	for c := White; c <= Black; c++ {
		for p := Pawn; p <= King; p++ {
			at := feature(NewPiece(c, p), 0)
			copy(t.piece[NewPiece(c, p)][:], keys[at:at+64])
		}
	}
	copy(t.castle[:], keys[castleFeature:])
	for _, rank := range []int{2, 5} {
		copy(t.ep[rank*8:], keys[enPassantFeature:enPassantFeature+8])
	}
	t.turn = keys[turnFeature]
	return t
}

// corners are the squares of the castling rooks in standard chess.
const corners = 0x8100000000000081

// inner returns the castling rooks of Chess960 that have another rook of their side farther from the king on the home
// rank. A castling flag alone does not determine which of the two may castle. The inner rook has the feature of a
// pawn on its square, where no pawn can stand.
func (b *board) inner() (set uint64) {
	for rooks := b.sets.Rights &^ corners; rooks != 0; rooks &= rooks - 1 {
		r := first(rooks)
		c := Color(r >> 5 & 1)
		if b.outermost(c, r > b.king(c)) != r {
			set |= bit(r)
		}
	}
	return set
}

// innerKeys returns the XOR of the keys that inner castling rooks exchange.
func (b *board) innerKeys(keys *table) (d uint64) {
	if !keys.inner {
		return 0
	}
	for set := b.inner(); set != 0; set &= set - 1 {
		s := first(set) & 63
		c := b.at(s).Color()
		d ^= keys.piece[NewPiece(c, Rook)&15][s] ^ keys.piece[NewPiece(c, Pawn)&15][s]
	}
	return d
}

// appendFeatures appends the features that hold.
func (p *Position) appendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	b := p.board
	inner := uint64(0)
	if p.setting.keys.inner {
		inner = b.inner()
	}
	for set := b.occupied(); set != 0; set &= set - 1 {
		s := first(set)
		piece := b.at(s)
		if inner&bit(s) != 0 {
			piece = NewPiece(piece.Color(), Pawn)
		}
		dst = append(dst, feature(piece, s))
	}
	for set := b.sets.Rights; set != 0; set &= set - 1 {
		dst = append(dst, castleFeature+zobrist.Feature(b.right(first(set))))
	}
	if b.ep != 0 {
		dst = append(dst, enPassantFeature+zobrist.Feature(b.ep&7))
	}
	if b.turn == White {
		dst = append(dst, turnFeature)
	}
	return dst
}

// changeBy returns the XOR of the keys of the features in which b and the board
// after the move m differ. Most moves change two squares and the turn.
func (b *board) changeBy(m Move, after *board, keys *table) uint64 {
	unusual := uint64(m>>12) | uint64(b.ep|after.ep) | (b.sets.Rights ^ after.sets.Rights) | b.sets.Rights&^corners
	if unusual != 0 {
		return change(b, after, keys)
	}
	from, to := m.From()&63, m.To()&63
	side := Piece(b.turn&1) << 3
	moved, taken := (side|Piece(b.typeAt(from)))&15, (side^8|Piece(b.typeAt(to)))&15 // 0 or 8 without a piece
	return keys.turn ^ keys.piece[moved][from] ^ keys.piece[moved][to] ^ keys.piece[taken][to]
}

// change returns the XOR of the keys of the features in which two boards
// differ, one move apart.
func change(old, new *board, keys *table) (d uint64) {
	squares := old.sets.Changed(&new.sets)
	for ; squares != 0; squares &= squares - 1 {
		s := first(squares) & 63
		d ^= keys.piece[old.at(s)&15][s] ^ keys.piece[new.at(s)&15][s]
	}
	for lost := old.sets.Rights ^ new.sets.Rights; lost != 0; lost &= lost - 1 {
		d ^= keys.castle[old.right(first(lost))&3]
	}
	if old.sets.Rights&^corners != 0 {
		d ^= old.innerKeys(keys) ^ new.innerKeys(keys)
	}
	return d ^ keys.ep[old.ep&63] ^ keys.ep[new.ep&63] ^ keys.turn
}
