package chess

import (
	"unsafe"

	"github.com/zobrist-go/zobrist"
)

// PerftBare is Perft by makeBare.
func PerftBare(p *Position, depth int) uint64 {
	b := *p.board
	return perftBare(&b, depth, p.setting)
}

func perftBare(b *board, depth int, s *setting) uint64 {
	if depth == 1 {
		return uint64(b.countMoves())
	}
	var (
		buffer [256]Move
		next   board
	)
	total := uint64(0)
	for _, m := range b.appendMoves(buffer[:0]) {
		b.makeBare(&next, m, s)
		total += perftBare(&next, depth-1, s)
	}
	return total
}

// makeBare is make without the lines that keep the hash, to measure what they
// cost; castling, promotion and capture en passant, which are rare, keep theirs.
func (b *board) makeBare(n *board, m Move, s *setting) {
	from, to := m.From()&63, m.To()&63
	f, t := uint64(1)<<from, uint64(1)<<to
	us := b.turn & 1
	white, pbq, nbk, rqk := b.white, b.pbq, b.nbk, b.rqk
	p0, p1, p2 := pbq>>from&1, nbk>>from&1, rqk>>from&1
	moved := p0 | p1<<1 | p2<<2

	rights := b.rights
	if rights != 0 {
		lost := rights & (f | t)
		if moved == uint64(King) {
			lost |= rights & homeRank(us)
		}
		rights ^= lost
	}
	n.rights = rights
	n.turn = us ^ 1
	n.ep = 0
	if m&(7<<12) == castling {
		n.white, n.pbq, n.nbk, n.rqk = white, pbq, nbk, rqk
		n.clock = b.clock + 1
		n.castle(from, to, us, s.keys)
		return
	}

	clock := b.clock + 1
	if (pbq|nbk|rqk)&t != 0 {
		clock = 0
	}
	ft := ^(f | t)
	n.white = white&ft | t&(uint64(us)-1)
	n.pbq = pbq&ft | p0<<to
	n.nbk = nbk&ft | p1<<to
	n.rqk = rqk&ft | p2<<to
	if moved == uint64(Pawn) {
		clock = 0
		switch {
		case m >= 1<<12:
			n.special(m, us, s.keys)
		case from^to == 16:
			n.ep = (from + to) / 2
			n.keepEnPassant(s.enPassant)
		}
	}
	n.clock = clock
}

// LeastImage is the canonical hash of a position with ordinary ones, computed from
// its features.
func LeastImage(p *Position) uint64 {
	var buffer, image [maxFeatures]zobrist.Feature
	held := p.appendFeatures(buffer[:0])
	least := p.hash
	for i := uint8(1); i < 4 && (i < mirrored || p.rights == 0); i++ {
		least = min(least, p.setting.set.Hash(apply(i, append(image[:0], held...), 0)...))
	}
	return least
}

// A Term is a weight of the evaluation by number, and how much more often it counts
// for White than for Black.
type Term struct {
	Weight int32
	Count  int32
}

// Score is score.
type Score = score

// A Weights is a set of weights of the evaluation.
type Weights = weights

// Tuned are the weights in use.
func Tuned() *Weights { return &tuned }

// NewScore makes a score.
func NewScore(middle, end int) score { return newScore(middle, end) }

// Flat returns the weights as a list of scores.
func Flat(w *Weights) []score {
	return unsafe.Slice((*score)(unsafe.Pointer(w)), unsafe.Sizeof(*w)/unsafe.Sizeof(score(0)))
}

// Halves returns the two values of a score.
func Halves(s score) (middle, end int) { return s.middle(), s.end() }

// Phase returns what the middle game counts, of 24.
func (p *Position) Phase() int { return p.phase() }

// AppendTerms appends the weights that count in a position. The evaluation is linear
// in them: six at a time are set to powers of 1024 and read off the sum.
func (p *Position) AppendTerms(dst []Term) []Term {
	b := p.board
	sum := func(w *weights) score {
		e := pawnEntry{white: b.pawns() & b.white, black: b.pawns() &^ b.white}
		e.kings = [2]Square{b.king(White), b.king(Black)}
		e.fill(w)
		return b.assess(w, &e)
	}
	w := new(weights)
	list := Flat(w)
	const block = len(w.Square[0]) * len(w.Square[0][0])
	white, _ := stance(b.king(White), b.king(Black))
	black, _ := stance(b.king(Black), b.king(White))
	for i := 0; i < len(list); i += 6 {
		if k := i / block; k < len(w.Square) && k != white && k != black {
			continue // squares for kings elsewhere; 6 divides a block
		}
		part := list[i:min(i+6, len(list))]
		for k := range part {
			if k < 3 {
				part[k] = newScore(0, 1<<(10*k))
			} else {
				part[k] = newScore(1<<(10*(k-3)), 0)
			}
		}
		s := sum(w)
		for k, half := range []int{s.end(), s.middle()} {
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
