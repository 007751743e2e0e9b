package evals

import (
	"github.com/zobrist-go/zobrist/game"
)

// A Position is what a store needs of a position of a game with moves M. The positions of the games of this module have
// it.
type Position[M comparable] interface {
	game.Wide

	// AppendMoves appends the legal moves to dst and returns it, in the same order for equal positions.
	AppendMoves(dst []M) []M
	Make(m M)
	Unmake()
}

// A scratch is memory for a look-up or for writing a record.
type scratch[M comparable] struct {
	bytes []byte
	rec   record
	legal []M
	root  []M // the legal moves of the position itself
	moves rangeEncoder
}

// encode returns the code of lines, and sets the plies of their heads. A line ends before a move that is not legal; bad
// is then its number, otherwise −1.
func (t *scratch[M]) encode(p Position[M], lines []Line[M], heads []lineHead) (code []byte, bits, bad int) {
	t.moves.reset()
	bad = -1
	t.root = p.AppendMoves(t.root[:0])
	for i := range lines {
		legal := t.root
		for j, m := range lines[i].Moves {
			if j > 0 {
				t.legal = p.AppendMoves(t.legal[:0])
				legal = t.legal
			}
			number := indexOf(legal, m)
			if number < 0 {
				bad = i
				break
			}
			t.moves.put(uint32(number), uint32(len(legal)))
			p.Make(m)
			heads[i].plies++
		}
		for range heads[i].plies {
			p.Unmake()
		}
	}
	code, bits = t.moves.finish()
	return code, bits, bad
}

// decode returns an evaluation of the record.
func (t *scratch[M]) decode(p Position[M], e *entry) (Evaluation[M], error) {
	heads := t.rec.heads[e.first:][:e.lines]
	plies := 0
	for i := range heads {
		plies += int(heads[i].plies)
	}
	v := Evaluation[M]{Depth: int(e.depth), Nodes: e.nodes(), Lines: make([]Line[M], len(heads)), Source: int(e.source)}
	if plies > 8*e.bits+maxPlies { // a ply may take no bits, if there is one legal move
		return v, errRecord
	}
	moves := make([]M, 0, plies)
	d := newRangeDecoder(e.reader())
	for i := range heads {
		start := len(moves)
		legal := t.root
		made := 0
		for j := range heads[i].plies {
			if j > 0 {
				p.Make(moves[len(moves)-1])
				made++
				t.legal = p.AppendMoves(t.legal[:0])
				legal = t.legal
			}
			if len(legal) == 0 {
				break
			}
			moves = append(moves, legal[d.get(uint32(len(legal)))])
		}
		for range made {
			p.Unmake()
		}
		if len(moves)-start < int(heads[i].plies) {
			return v, errRecord
		}
		v.Lines[i] = Line[M]{heads[i].value, moves[start:len(moves):len(moves)]}
	}
	return v, nil
}

func indexOf[M comparable](list []M, m M) int {
	for i := range list {
		if list[i] == m {
			return i
		}
	}
	return -1
}
