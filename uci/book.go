package uci

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// A setup is what "position" has said. A book counts an en-passant square that the
// searched position does not have, so the book's is made again from the words.
type setup struct {
	fen   string // "" for the start position
	moves []string
}

// closeBook closes the file that moves are played from, if there is one.
func (e *engine) closeBook() {
	if e.book != nil {
		e.book.Close()
		e.book = nil
	}
}

// seed makes the choice among moves repeatable; 0 makes it another one each time.
func (e *engine) seed(seed uint64) {
	e.random = rand.Uint64
	if seed != 0 {
		e.random = rand.New(rand.NewPCG(seed, 0)).Uint64
	}
}

// openBook obeys the option BookFile.
func (e *engine) openBook(name string) {
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

// playBook answers "go" with a move of the book, if it has one and a move is to be
// played.
func (e *engine) playBook(l goLimits) bool {
	if !e.options.ownBook || e.book == nil || l.infinite || l.pondered || l.mate > 0 || l.moves != nil {
		return false
	}
	p, err := e.bookPosition()
	var answer polyglot.Answer
	if err == nil {
		answer, err = e.book.Find(p)
	}
	if err != nil {
		e.remark("%v; playing without the book", err)
		return false
	}
	for _, wrong := range answer.Illegal {
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

// bookPosition returns the position as the book knows it.
func (e *engine) bookPosition() (*chess.Position, error) {
	o := polyglot.Options()
	o.Chess960 = e.options.chess960
	p, err := chess.New(o)
	if err == nil && e.setup.fen != "" {
		err = p.Set(e.setup.fen)
	}
	if err != nil {
		return nil, err
	}
	for _, text := range e.setup.moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			return nil, err
		}
		p.Make(m)
	}
	return p, nil
}
