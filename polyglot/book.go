package polyglot

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
	"sort"
	"sync"

	"github.com/zobrist-go/zobrist/game/chess"
)

// A Book is an open book for look-ups. It is safe for concurrent use. It holds nothing
// in memory, so that a book of any size opens at once.
type Book struct {
	r      io.ReaderAt
	n      int64
	closer io.Closer
}

// Open opens the book in a file. The error wraps [ErrEmpty] or [ErrTruncated] if
// the file has no entries or its size is not a multiple of 16 bytes. The order of the
// entries is checked as far as they are read; see [Reader].
func Open(name string) (*Book, error) {
	info, err := os.Stat(name) // first, as opening a named pipe may block
	if err != nil {
		return nil, fmt.Errorf("polyglot: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("polyglot: %s is not a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("polyglot: %w", err)
	}
	var b *Book
	if info, err = f.Stat(); err == nil {
		b, err = NewBook(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%w in %s", err, name)
	}
	b.closer = f
	return b, nil
}

// NewBook returns the book in the first size bytes of r. It returns the errors of
// [Open].
func NewBook(r io.ReaderAt, size int64) (*Book, error) {
	switch n := size / entrySize; {
	case size%entrySize != 0:
		return nil, failed(n, ErrTruncated)
	case n == 0:
		return nil, failed(0, ErrEmpty)
	default:
		return &Book{r: r, n: n}, nil
	}
}

// Close closes the file that [Open] opened; it does nothing to a book of [NewBook]. It
// may be called during a look-up, which then succeeds or fails. This and later look-ups
// fail with an [*Error] that wraps [os.ErrClosed], and a second Close with an error that
// wraps it.
func (b *Book) Close() error {
	if b.closer == nil {
		return nil
	}
	return b.closer.Close()
}

// Len returns the number of entries.
func (b *Book) Len() int64 { return b.n }

// Reader returns a reader of the whole book.
func (b *Book) Reader() *Reader {
	return NewReader(io.NewSectionReader(b.r, 0, b.n*entrySize))
}

// Lookup appends the entries of a key to dst, in the order of the book. The error
// is an [*Error]: a read error, or entries out of order.
func (b *Book) Lookup(key uint64, dst []Entry) ([]Entry, error) {
	_, dst, err := b.lookup(key, dst)
	return dst, err
}

// block is the number of entries that are read at once, 4 KiB.
const block = 256

var blocks = sync.Pool{New: func() any { return new([block * entrySize]byte) }}

// lookup also returns the number of the first entry of the key.
func (b *Book) lookup(key uint64, dst []Entry) (int64, []Entry, error) {
	buf := blocks.Get().(*[block * entrySize]byte)
	defer blocks.Put(buf)
	s := search{book: b, raw: buf[:], high: b.n, last: ^uint64(0)}
	if err := s.find(key); err != nil {
		return 0, dst, err
	}
	// The entries from number low on have the key, as many as there are.
	start := len(dst)
	for at := s.low; at < b.n; at++ {
		if at >= s.to {
			if err := s.read(at, min(at+block, b.n)); err != nil {
				return 0, dst, err
			}
		}
		e := decode(s.raw[(at-s.from)*entrySize:])
		if e.Key != key {
			break
		}
		if len(dst)-start == maxMoves {
			return 0, dst, failed(at, ErrCrowded)
		}
		dst = append(dst, e)
	}
	return s.low, dst, nil
}

// A search narrows the range of the first entry of a key.
type search struct {
	book        *Book
	raw         []byte
	from, to    int64  // entries in raw
	low, high   int64  // the first entry with the key or a higher key is in low to high
	first, last uint64 // no key in that range is below first or above last
}

// find sets low to the number of the first entry with the key or a higher key. It
// reads the block that has the entry if keys are evenly spread, as hashes are. One
// step in four halves the range, for keys that are not.
func (s *search) find(key uint64) error {
	for step := 1; s.low < s.high; step++ {
		n := s.high - s.low
		at := s.low + n/2
		if step%4 != 0 && n > block {
			at = s.low + share(n, key-s.first, s.last-s.first)
		}
		from := min(max(at-block/2, s.low), max(s.high-block, s.low))
		if err := s.read(from, min(from+block, s.high)); err != nil {
			return err
		}
		count := int(s.to - s.from)
		low, high := s.key(0), s.key(count-1)
		if low < s.first || high < low || high > s.last {
			return failed(s.from, ErrOrder)
		}
		switch {
		case key <= low:
			s.high, s.last = s.from, low
		case key > high:
			s.low, s.first = s.to, high
		default:
			s.low = s.from + int64(sort.Search(count, func(i int) bool { return s.key(i) >= key }))
			return nil
		}
	}
	return nil
}

// share returns n·part/whole, for part ≤ whole.
func share(n int64, part, whole uint64) int64 {
	if part >= whole {
		return n
	}
	high, low := bits.Mul64(uint64(n), part)
	quotient, _ := bits.Div64(high, low, whole)
	return int64(quotient)
}

// read fills raw.
func (s *search) read(from, to int64) error {
	s.from, s.to = from, to
	n, err := s.book.r.ReadAt(s.raw[:(to-from)*entrySize], from*entrySize)
	if n == int((to-from)*entrySize) {
		return nil
	}
	if err == io.EOF {
		err = ErrTruncated // since it was opened
	}
	return failed(from+int64(n)/entrySize, err)
}

func (s *search) key(i int) uint64 { return decodeKey(s.raw[i*entrySize:]) }

func decodeKey(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

// A Move is a legal move of a book.
type Move struct {
	Move   chess.Move
	Weight uint16
	Learn  uint32
}

// An Answer is the result of [Book.Find].
type Answer struct {
	Key     uint64  // of the position in books
	Moves   []Move  // legal moves, in the order of the book
	Illegal []Entry // from another position with the same key, or a broken book
}

// Find looks up a position. The position may have any keys, but its rule for en-passant
// squares must be chess.PseudoLegalEnPassant or chess.AlwaysEnPassant, otherwise the
// error wraps [ErrRule]. Castling is king takes rook or, as in some books, the king's
// move. It also returns the errors of [Book.Lookup].
func (b *Book) Find(p *chess.Position) (Answer, error) {
	_, a, err := b.find(p, nil)
	return a, err
}

// find also returns the number of the first entry, and uses a buffer.
func (b *Book) find(p *chess.Position, buffer []Entry) (int64, Answer, error) {
	key, err := keyOf(p)
	if err != nil {
		return 0, Answer{}, err
	}
	at, entries, err := b.lookup(key, buffer)
	a := Answer{Key: key}
	for _, e := range entries {
		if m, ok := p.FromPolyglot(e.Move); ok {
			a.Moves = append(a.Moves, Move{m, e.Weight, e.Learn})
		} else {
			a.Illegal = append(a.Illegal, e)
		}
	}
	return at, a, err
}

// Choose returns a legal move for a random number: the probability of a move is
// proportional to its weight. It reports false if no weight is above 0.
func (a Answer) Choose(random uint64) (chess.Move, bool) {
	total := uint64(0)
	for _, m := range a.Moves {
		total += uint64(m.Weight)
	}
	rest, _ := bits.Mul64(random, total)
	for _, m := range a.Moves {
		if rest < uint64(m.Weight) {
			return m.Move, true
		}
		rest -= uint64(m.Weight)
	}
	return chess.NoMove, false
}
