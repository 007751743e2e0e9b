package uci

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// A setup has the words of the last "position". A book counts an en-passant square that the
// searched position may not have, so the book's position is made anew from them.
type setup struct {
	fen   string // "" for the start position
	moves []string
}

// closeBook closes the file of the book, if there is one.
func (e *session) closeBook() {
	if e.book != nil {
		e.book.Close()
		e.book = nil
	}
}

// seed makes the choice among moves repeatable; with 0 it differs each time.
func (e *session) seed(seed uint64) {
	e.random = rand.Uint64
	if seed != 0 {
		e.random = rand.New(rand.NewPCG(seed, 0)).Uint64
	}
}

// openBook sets the option BookFile.
func (e *session) openBook(name string) {
	e.closeBook()
	if name == "" || name == "<empty>" {
		return
	}
	file, err := polyglot.Open(name)
	if err != nil {
		e.remark("%v; playing without a book", err)
		return
	}
	e.book = file
}

// playBook answers "go" with a move of the book, if it has one and "go" is for a move.
func (e *session) playBook(l goLimits) bool {
	if e.refused || !e.isChess() || !e.options.ownBook || e.book == nil || !l.forMove() {
		return false
	}
	o := polyglot.Options()
	o.Chess960 = e.options.chess960
	p, _, err := e.setup.position(o)
	var answer polyglot.Answer
	if err == nil {
		answer, err = e.book.Find(p)
	}
	if err != nil {
		e.remark("%v; playing without the book", err)
		return false
	}
	for i, wrong := range answer.Illegal {
		if i == 10 {
			e.remark("%d more moves of the book are not legal here", len(answer.Illegal)-i)
			break
		}
		e.remark("the book's move %v is not legal here", chess.Move(wrong.Move))
	}
	move, ok := answer.Choose(e.random())
	if !ok {
		return false
	}
	e.remark("a move of the book, of %d", len(answer.Moves))
	e.printf("bestmove %s\n", p.UCI(move))
	return true
}

// position makes the position of chess, as play does.
func (s setup) position(o chess.Options) (p *chess.Position, ignored []error, err error) {
	if p, err = chess.New(o); err == nil {
		ignored, err = s.play(p)
	}
	return p, ignored, err
}

// play makes p, which is at the start, the position, and returns the parts of the FEN that it ignores. The move 0000
// passes.
func (s setup) play(p board) (ignored []error, err error) {
	if s.fen != "" {
		if len(strings.Fields(s.fen)) < 2 {
			return nil, fmt.Errorf("invalid fen %q: no side to move", s.fen)
		}
		if ignored, err = p.SetLenient(s.fen); err != nil {
			return nil, err
		}
	}
	for _, text := range s.moves {
		if text == "0000" && !p.InCheck() {
			p.MakeNull()
			continue
		}
		m, err := p.ParseUCI(strings.ToLower(text))
		if err != nil {
			return ignored, err
		}
		p.Make(m)
	}
	return ignored, nil
}
