package polyglot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
)

// A MergeRule decides about positions that several books have.
type MergeRule uint8

const (
	// AddWeights adds the weights of a move, as polyglot merge-book does. If a sum
	// exceeds 65,535, of which that program loses the high bits, all weights of the
	// position are scaled down; a weight above 0 stays at least 1. Learn comes from
	// the first book that has the move.
	AddWeights MergeRule = iota

	// FirstWins takes each position as a whole from the first book that has it.
	FirstWins
)

// String returns "add weights" or "first wins".
func (r MergeRule) String() string {
	if r > FirstWins {
		return "rule " + strconv.Itoa(int(r))
	}
	return [...]string{"add weights", "first wins"}[r]
}

// MergeStats count the input and output of [Merge].
type MergeStats struct {
	Read      []int64 `json:"read"`      // entries of each book
	Shared    int64   `json:"shared"`    // positions that several books have
	Positions int64   `json:"positions"` // in the new book
	Entries   int64   `json:"entries"`   // in the new book
}

// Merge writes a book with the positions of all books. A single book is brought into the
// order of [Entry.Compare], whatever the rule. Merge reads the books in parallel and keeps
// one position of each in memory. A book whose keys do not ascend is sorted in memory, 32
// bytes an entry, if its reader is an [io.Seeker]; otherwise the error wraps [ErrOrder]. An
// error of a book is an [*Error]. When ctx ends its cause is returned.
func Merge(ctx context.Context, w io.Writer, rule MergeRule, books ...io.Reader) (MergeStats, error) {
	if len(books) == 1 {
		rule = FirstWins // keeps moves that the book has twice
	}
	m := merger{rule: rule, out: NewWriter(w), merged: MergeStats{Read: make([]int64, len(books))}}
	for i, r := range books {
		r, err := ordered(r)
		if err != nil {
			return m.merged, inBook(i, err)
		}
		m.books = append(m.books, source{Reader: NewReader(r)})
		if err := m.next(i); err != nil {
			return m.merged, err
		}
	}
	for {
		if m.merged.Positions%(1<<10) == 0 && ctx.Err() != nil {
			return m.merged, context.Cause(ctx)
		}
		if done, err := m.position(); err != nil {
			return m.merged, err
		} else if done {
			return m.merged, m.out.Flush()
		}
	}
}

type merger struct {
	rule   MergeRule
	books  []source
	out    *Writer
	moves  []candidate
	group  []Entry
	merged MergeStats
}

// A source is a book and its current position, none after its end.
type source struct {
	*Reader
	now []Entry
}

// next reads the next position of a book.
func (m *merger) next(i int) (err error) {
	b := &m.books[i]
	b.now, err = b.position(b.now)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return inBook(i, err)
	}
	m.merged.Read[i] += int64(len(b.now))
	return nil
}

// inBook adds the number of the book to an error.
func inBook(i int, err error) error {
	var place *Error
	if errors.As(err, &place) {
		place.Book = i + 1
	}
	return err
}

// ordered returns a reader of the same book with ascending keys. It returns r itself if
// they ascend or r cannot be read again.
func ordered(r io.Reader) (io.Reader, error) {
	s, ok := r.(io.Seeker)
	if !ok {
		return r, nil
	}
	start, err := s.Seek(0, io.SeekCurrent)
	if err != nil { // a pipe
		return r, nil
	}
	check := NewReader(r)
	for err == nil {
		_, err = check.next()
	}
	if err := seekTo(s, start); err != nil {
		return nil, err
	}
	if !errors.Is(err, ErrOrder) {
		return r, nil // other errors occur again at their places
	}
	book, err := io.ReadAll(r)
	switch n := int64(len(book) / entrySize); {
	case err != nil:
		return nil, failed(n, err)
	case !slices.Contains(book, 0): // a text: books have small weights and empty learn fields
		return r, seekTo(s, start)
	case len(book)%entrySize != 0:
		return nil, failed(n, ErrTruncated)
	}
	var entries []Entry
	for b := range slices.Chunk(book, entrySize) {
		entries = append(entries, decode(b))
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Key, b.Key) })
	book = book[:0]
	for _, e := range entries {
		book = e.append(book)
	}
	return bytes.NewReader(book), nil
}

func seekTo(s io.Seeker, offset int64) error {
	if _, err := s.Seek(offset, io.SeekStart); err != nil {
		return failed(0, err)
	}
	return nil
}

// position writes the position with the lowest key; done is true if there is none.
func (m *merger) position() (done bool, err error) {
	first, sharing := -1, 0
	for i := range m.books {
		switch now := m.books[i].now; {
		case len(now) == 0:
		case first < 0 || now[0].Key < m.books[first].now[0].Key:
			first, sharing = i, 1
		case now[0].Key == m.books[first].now[0].Key:
			sharing++
		}
	}
	if first < 0 {
		return true, nil
	}
	key := m.books[first].now[0].Key
	if sharing > 1 {
		m.merged.Shared++
	}
	if m.group = m.group[:0]; m.rule == FirstWins {
		m.group = append(m.group, m.books[first].now...)
	} else {
		m.add(key)
	}
	for i := first; i < len(m.books); i++ {
		if now := m.books[i].now; len(now) > 0 && now[0].Key == key {
			if err := m.next(i); err != nil {
				return false, err
			}
		}
	}
	m.merged.Positions++
	m.merged.Entries += int64(len(m.group))
	for _, e := range m.group {
		if err := m.out.Write(e); err != nil {
			return false, err
		}
	}
	return false, nil
}

// add adds the weights that the books have for the position.
func (m *merger) add(key uint64) {
	m.moves = m.moves[:0]
	at := make(map[uint16]int)
	for _, b := range m.books {
		if len(b.now) == 0 || b.now[0].Key != key {
			continue
		}
		for _, e := range b.now {
			i, ok := at[e.Move]
			if !ok {
				i = len(m.moves)
				at[e.Move] = i
				m.moves = append(m.moves, candidate{move: e.Move, learn: e.Learn})
			}
			m.moves[i].points += uint64(e.Weight)
		}
	}
	m.group = appendFitted(m.group, key, m.moves)
}
