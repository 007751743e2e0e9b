// Package san takes moves in standard algebraic notation apart, for the rules of chess and of its variants. It knows
// no position.
package san

import "math/bits"

// The types of pieces, as package chess numbers them.
const (
	Pawn uint8 = 1 + iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// The squares of file a and of rank 1.
const (
	fileA uint64 = 0x0101010101010101
	rank1 uint64 = 0xff
)

// A Kind is a kind of move.
type Kind uint8

const (
	Move     Kind = iota // from square to square
	KingSide             // castling
	QueenSide
	Drop // of a piece from a pocket
)

// A Text is a move taken apart, in 8 bytes. The zero Text is to be filled in by [Cut].
type Text struct {
	Kind      Kind
	Piece     uint8
	To        uint8
	Promotion uint8 // 0 for none
	Files     uint8 // set of the files that the piece may come from: all if the text names none
	Ranks     uint8 // likewise
	Named     bool  // it names the piece
	Capture   bool  // it has an x
}

// all is the set of all files or ranks.
const all uint8 = 0xff

// From returns the squares that the text leaves possible.
func (t *Text) From() uint64 {
	set := uint64(t.Files) * fileA
	if t.Ranks != all {
		set &= rank1 << (8 * bits.TrailingZeros8(t.Ranks))
	}
	return set
}

// Castles reports whether a text is castling.
func (t *Text) Castles() bool { return t.Kind == KingSide || t.Kind == QueenSide }

// Squares reports whether a text is the squares from and to, and names no piece.
func (t *Text) Squares() bool {
	return t.Kind == Move && !t.Named && bits.OnesCount64(t.From()) == 1
}

// typeOf returns the type of a piece by its letter, 0 if it is none.
func typeOf(letter byte) uint8 {
	switch letter {
	case 'P':
		return Pawn
	case 'N':
		return Knight
	case 'B':
		return Bishop
	case 'R':
		return Rook
	case 'Q':
		return Queen
	case 'K':
		return King
	}
	return 0
}

// Cut takes a text apart, and reports whether it is SAN at all, in the forms that [chess.Position.ParseSAN] reads and
// in variants: drops, and promotions to king.
func Cut[T string | []byte](t *Text, s T) bool {
	n := len(s)
	for n > 0 && (s[n-1] == '+' || s[n-1] == '#' || s[n-1] == '!' || s[n-1] == '?') {
		n--
	}
	if n > 4 && s[n-1] == '.' && string(s[n-4:n]) == "e.p." {
		n -= 4
	} else if n > 4 && s[n-1] == 'p' && s[n-2] == 'e' {
		n -= 2
	}
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	if n < 2 {
		return false
	}
	if s[0] == 'O' || s[0] == '0' || s[0] == 'o' {
		return cutCastling(s[:n], t)
	}
	if c := s[n-1]; c > '9' || c == ')' {
		if c == ')' {
			n--
			c = s[n-1]
		}
		if t.Promotion = typeOf(c &^ 32); t.Promotion < Knight {
			return false
		}
		n--
		if n > 0 && (s[n-1] == '=' || s[n-1] == '(' || s[n-1] == '/') {
			n--
		}
		if n < 2 {
			return false
		}
	}
	file, rank := s[n-2]-'a', s[n-1]-'1'
	if file > 7 || rank > 7 {
		return false
	}
	t.To = rank<<3 | file
	t.Files, t.Ranks, t.Piece = all, all, Pawn
	i := 0
	if piece := typeOf(s[0]); piece != 0 {
		t.Piece, t.Named, i = piece, true, 1
	}
	if i < n-2 && (s[i] == '@' || n == 4 && s[1] == '@') {
		return cutDrop(s[:n], t)
	}
	for ; i < n-2; i++ {
		switch c := s[i]; {
		case c-'a' < 8:
			t.Files &= 1 << (c - 'a')
		case c-'1' < 8:
			t.Ranks &= 1 << (c - '1')
		case c == 'x' || c == ':':
			t.Capture = true
		case c != '-':
			return false
		}
	}
	return true
}

// cutDrop reads N@f3, and P@e4 or @e4 of a pawn; the letter may be small.
func cutDrop[T string | []byte](s T, t *Text) bool {
	if len(s) == len("N@f3") {
		t.Piece = typeOf(s[0] &^ 32)
	}
	t.Kind = Drop
	return len(s) <= len("N@f3") && t.Promotion == 0 && t.Piece != 0 && t.Piece != King
}

// cutCastling reads O-O and O-O-O, with letters or zeros and the hyphens or not.
func cutCastling[T string | []byte](s T, t *Text) bool {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == 'O' || c == '0' || c == 'o':
			n++
		case c != '-' || i == 0 || i == len(s)-1 || s[i-1] == '-':
			return false
		}
	}
	if t.Kind = KingSide; n == 3 {
		t.Kind = QueenSide
	}
	return n == 2 || n == 3
}
