// Package bookinfo counts the entries and positions of an opening book, for `zobrist
// book info`.
package bookinfo

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"sort"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// A Survey counts the contents of a book.
type Survey struct {
	Entries   int64     `json:"entries"`
	Positions int64     `json:"positions"`
	Weights   [17]int64 `json:"weights"`   // entries with weight 0, 1, 2–3, 4–7, … 32768–65535
	Learned   int64     `json:"learned"`   // entries whose learn field is not 0
	Repeated  int64     `json:"repeated"`  // entries with the move of an earlier one of the position
	Misplaced int64     `json:"misplaced"` // entries that Entry.Compare puts before their predecessor

	// A line for White begins with the start position and goes on with book moves
	// of White and any moves of Black, until the book has no move for White.
	OnLines  [2]int64 `json:"onLines"`  // positions on lines for White and for Black
	Isolated int64    `json:"isolated"` // positions on neither
	Reached  int64    `json:"reached"`  // positions if both sides play book moves
	Illegal  int64    `json:"illegal"`  // entries whose move is illegal in a position on a line
	Clashes  []Clash  `json:"clashes"`  // positions on lines that share a key with another, 1,000 at most
}

// A Clash is a position on a line that shares its key with another.
type Clash struct {
	Key string `json:"key"`
	FEN string `json:"fen"` // of the position found later
}

// Inspect reads a book and follows its lines from the start position. It keeps the
// book in memory, about 25 bytes an entry, and takes about 10 µs a position. Lines end
// after 2,000 plies at the latest. The error is a [*polyglot.Error] or, when ctx ends,
// its cause.
func Inspect(ctx context.Context, r io.Reader) (Survey, error) {
	w := walker{ctx: ctx, clashes: make(map[zobrist.Uint128]bool), survey: Survey{Clashes: []Clash{}}}
	if err := w.load(r); err != nil {
		return Survey{}, err
	}
	o := polyglot.Options()
	o.Wide = true
	p, err := chess.New(o)
	if err != nil {
		return Survey{}, err
	}
	w.p, w.high, w.seen = p, make([]uint64, len(w.entries)), make([]uint8, len(w.entries))
	w.book(onWhite)
	w.answers(onBlack)
	w.book(inPlay)
	if ctx.Err() != nil {
		return Survey{}, context.Cause(ctx)
	}
	s := &w.survey
	s.Isolated = s.Positions
	for _, marks := range w.seen {
		s.OnLines[chess.White] += int64(marks & onWhite)
		s.OnLines[chess.Black] += int64(marks & onBlack / onBlack)
		s.Reached += int64(marks & inPlay / inPlay)
		if marks&(onWhite|onBlack) != 0 {
			s.Isolated--
		}
	}
	return *s, nil
}

// Marks of a position: where it was seen.
const (
	onWhite uint8 = 1 << iota
	onBlack
	inPlay
)

// maxMoves is the number of entries that a position may have.
const maxMoves = 1 << 16

// maxLine is the length of the longest line in plies, because lines are followed by
// recursion, and a hostile book may have one without an end.
const maxLine = 2000

// A walker follows the lines of a book.
type walker struct {
	ctx     context.Context
	p       *chess.Position
	entries []polyglot.Entry
	high    []uint64 // high half of the hash of the position, by its first entry
	seen    []uint8  // marks, by the first entry
	moves   []chess.Move
	clashes map[zobrist.Uint128]bool // hashes of positions in the survey
	survey  Survey
}

// load reads the entries and counts them.
func (w *walker) load(r io.Reader) error {
	s := &w.survey
	start := 0 // of the position
	moves := make(map[uint16]bool)
	for e, err := range polyglot.NewReader(r).All() {
		if err != nil {
			return err
		}
		n := len(w.entries)
		if n == 0 || e.Key != w.entries[n-1].Key {
			s.Positions++
			start = n
			clear(moves)
		} else if n-start == maxMoves {
			return &polyglot.Error{Entry: int64(n), Offset: 16 * int64(n), Err: polyglot.ErrCrowded}
		} else if e.Compare(w.entries[n-1]) < 0 {
			s.Misplaced++
		}
		if moves[e.Move] {
			s.Repeated++
		}
		moves[e.Move] = true
		s.Weights[bits.Len16(e.Weight)]++
		if e.Learn != 0 {
			s.Learned++
		}
		w.entries = append(w.entries, e)
		if n%(1<<16) == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
	}
	s.Entries = int64(len(w.entries))
	return nil
}

// book marks the position, if it is in the book and not yet marked, and goes on with
// its moves.
func (w *walker) book(mark uint8) {
	key := w.p.Hash()
	first := sort.Search(len(w.entries), func(i int) bool { return w.entries[i].Key >= key })
	if first == len(w.entries) || w.entries[first].Key != key || w.p.Ply() > maxLine || w.ctx.Err() != nil {
		return
	}
	high := w.p.Hash128().Hi
	isNew := w.seen[first] == 0
	switch {
	case isNew:
		w.high[first] = high
	case w.high[first] != high:
		w.clash()
		return
	case w.seen[first]&mark != 0:
		return
	}
	w.seen[first] |= mark
	for i := first; i < len(w.entries) && w.entries[i].Key == key; i++ {
		m, ok := w.p.FromPolyglot(w.entries[i].Move)
		if !ok {
			if isNew {
				w.survey.Illegal++
			}
			continue
		}
		w.p.Make(m)
		if mark == inPlay {
			w.book(mark)
		} else {
			w.answers(mark)
		}
		w.p.Unmake()
	}
}

// maxClashes is the number of clashes that a survey lists.
const maxClashes = 1000

// clash lists the position, unless it is listed.
func (w *walker) clash() {
	hash := w.p.Hash128()
	if w.clashes[hash] || len(w.clashes) == maxClashes {
		return
	}
	w.clashes[hash] = true
	w.survey.Clashes = append(w.survey.Clashes, Clash{fmt.Sprintf("%016x", hash.Lo), w.p.FEN()})
}

// answers goes on with each legal move of the side whose moves do not matter.
func (w *walker) answers(mark uint8) {
	start := len(w.moves)
	w.moves = w.p.AppendMoves(w.moves)
	for i, end := start, len(w.moves); i < end; i++ {
		w.p.Make(w.moves[i])
		w.book(mark)
		w.p.Unmake()
	}
	w.moves = w.moves[:start]
}
