package engine

import "github.com/zobrist-go/zobrist/internal/bitboard"

// A Term is a weight of the evaluation by its number in [Weights.Flat], and how much more often it counts
// for White than for Black.
type Term struct {
	Weight int32
	Count  int32
}

// assessBy returns White's advantage by some weights.
func (p *Position) assessBy(w *Weights) Score {
	b := p.see()
	kings := b.Kings()
	e := pawnEntry{white: b.Pawns() & b.White, black: b.Pawns() &^ b.White}
	e.kings = [2]uint8{bitboard.First(kings & b.White), bitboard.First(kings &^ b.White)}
	e.fill(w)
	return b.assess(w, &e)
}

// Phase returns what the middle game counts, of 24.
func (p *Position) Phase() int { return p.see().phase() }

// AppendTerms appends the weights that count in a position. The evaluation is linear
// in them: six at a time are set to powers of 1024 and read off the sum.
func (p *Position) AppendTerms(dst []Term) []Term {
	b := p.see()
	w := new(Weights)
	list := w.Flat()
	const block = len(w.Square[0]) * len(w.Square[0][0])
	kings := [2]uint8{bitboard.First(b.Kings() & b.White), bitboard.First(b.Kings() &^ b.White)}
	own, _ := stance(kings[0], kings[1])
	other, _ := stance(kings[1], kings[0])
	for i := 0; i < len(list); i += 6 {
		if k := i / block; k < len(w.Square) && k != own && k != other {
			continue // squares for kings elsewhere; 6 divides a block
		}
		part := list[i:min(i+6, len(list))]
		for k := range part {
			if k < 3 {
				part[k] = NewScore(0, 1<<(10*k))
			} else {
				part[k] = NewScore(1<<(10*(k-3)), 0)
			}
		}
		s := p.assessBy(w)
		for k, half := range []int{s.End(), s.Middle()} {
			for j := range 3 {
				digit := (half+512)&1023 - 512
				half = (half - digit) >> 10
				if digit != 0 {
					dst = append(dst, Term{int32(i + 3*k + j), int32(digit)})
				}
			}
		}
		clear(part)
	}
	return dst
}
