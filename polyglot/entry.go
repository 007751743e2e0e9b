package polyglot

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// entrySize is the length of an entry in a file, in bytes.
const entrySize = 16

// An Entry is one move of one position.
type Entry struct {
	Key    uint64 // of the position: its hash under [Options]
	Move   uint16 // see [chess.Move.Polyglot] and [chess.Position.FromPolyglot]
	Weight uint16 // how often to play the move, relative to the others of the position
	Learn  uint32 // the note of a program, kept unread
}

// Compare returns a negative number if e comes before f in a book, a positive number
// if it comes after, and 0 if either may come first: keys ascend, then weights
// descend, then moves ascend.
func (e Entry) Compare(f Entry) int {
	if c := cmp.Compare(e.Key, f.Key); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(f.Weight, e.Weight), cmp.Compare(e.Move, f.Move))
}

func (e Entry) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.Key)
	dst = binary.BigEndian.AppendUint16(dst, e.Move)
	dst = binary.BigEndian.AppendUint16(dst, e.Weight)
	return binary.BigEndian.AppendUint32(dst, e.Learn)
}

func decode(b []byte) Entry {
	_ = b[entrySize-1]
	return Entry{
		Key:    binary.BigEndian.Uint64(b),
		Move:   binary.BigEndian.Uint16(b[8:]),
		Weight: binary.BigEndian.Uint16(b[10:]),
		Learn:  binary.BigEndian.Uint32(b[12:]),
	}
}

// Options returns the options under which the hash of a position is its key in books.
func Options() chess.Options {
	return chess.Options{Set: set(), EnPassant: chess.PseudoLegalEnPassant}
}

// Position returns the position of a FEN under [Options]; "" is the start position.
// The error is a [*game.TextError].
func Position(fen string) (*chess.Position, error) {
	if fen == "" {
		return chess.New(Options())
	}
	return chess.Parse(fen, Options())
}

// MoveText returns the move of an entry in UCI's notation, without knowing the position:
// castling is king takes rook, and a word that cannot be a move is in hexadecimal.
func MoveText(word uint16) string {
	if word != 0 && word>>12 <= 4 {
		return chess.Move(word).String()
	}
	return fmt.Sprintf("0x%04x", word)
}

var set = sync.OnceValue(func() zobrist.Set {
	s, err := keyfile.Polyglot().Complete(chess.Space().Len())
	if err != nil {
		panic(err) // not reached: there are 781 keys
	}
	return s
})

// ErrRule is returned for a position made under [chess.LegalEnPassant], the default
// of package chess. Keys of books include an en-passant square even if the capture is
// not legal, and such a position does not keep it.
var ErrRule = errors.New("polyglot: the position may lack an en-passant square")

// keyOf returns the key of a position in books. The position may have any keys, but
// its rule for en-passant squares must be chess.PseudoLegalEnPassant or
// chess.AlwaysEnPassant, otherwise the error wraps [ErrRule]. It takes about 50 ns, and some microseconds
// if the position's hash is canonical or has the history.
func keyOf(p *chess.Position) (uint64, error) {
	rule := p.Options().EnPassant
	if rule == chess.LegalEnPassant {
		return 0, fmt.Errorf("%w; make it with polyglot.Options", ErrRule)
	}
	if o := p.Options(); o.Canonical || o.History != 0 { // its features are others than books know
		board := strings.Join(strings.Fields(p.FEN())[:4], " ") // without counters, which may be too great for a FEN
		plain, err := chess.Parse(board+" 0 1", chess.Options{EnPassant: rule, Chess960: o.Chess960})
		if err != nil {
			return 0, fmt.Errorf("polyglot: %w", err)
		}
		p = plain
	}
	var buffer [40]zobrist.Feature // no position has more features
	held := p.AppendFeatures(buffer[:0])
	key := set().Hash(held...)
	if s := p.EnPassantSquare(); rule == chess.AlwaysEnPassant && s != chess.NoSquare && !attacked(p, s) {
		file, _ := chess.Space().Lookup("en passant " + s.String()[:1])
		key ^= set().Keys[file]
	}
	return key, nil
}

// attacked reports whether a pawn of the side to move stands beside the pawn that
// passed s.
func attacked(p *chess.Position, s chess.Square) bool {
	pawn := chess.NewPiece(p.Turn(), chess.Pawn)
	beside := s ^ 8 // the square of the pawn that has moved
	return s.File() > 0 && p.PieceAt(beside-1) == pawn || s.File() < 7 && p.PieceAt(beside+1) == pawn
}
