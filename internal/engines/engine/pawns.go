package engine

import (
	"math/bits"
	"sync"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// A pawnEntry is the evaluation of the pawns and the kings alone. They change seldom,
// so it is kept in a table.
type pawnEntry struct {
	white, black uint64 // pawns
	kings        [2]uint8
	passed       uint64 // passed pawns of both sides
	sum          Score  // White's advantage
}

// A pawnTable remembers pawnEntries.
type pawnTable [1 << 12]pawnEntry

// pawnEntry returns the entry of the pawns and kings on the board. The hash only finds it: the squares are
// compared.
func (p *Position) pawnEntry(b board) *pawnEntry {
	if p.pawns == nil {
		p.pawns = new(pawnTable)
	}
	pawns, kings := b.Pawns(), b.Kings()
	own := (pawns | kings) & b.White
	// Any odd numbers without a pattern would do.
	hash := (pawns*0x9e3779b97f4a7c15 ^ own*0xd1b54a32d192ed03 ^ kings*0x8cb92ba72f3d8dd7) * 0xaef17502108ef2d9
	e := &p.pawns[hash>>(64-12)]
	k := [2]uint8{bitboard.First(kings & b.White), bitboard.First(kings &^ b.White)}
	if e.white != pawns&b.White || e.black != pawns&^b.White || e.kings != k {
		e.white, e.black, e.kings = pawns&b.White, pawns&^b.White, k
		e.fill(p.weights)
	}
	return e
}

// fill evaluates the pawns and the kings.
func (e *pawnEntry) fill(w *Weights) {
	e.passed = 0
	e.sum = e.side(w, white, e.white, e.black) - e.side(w, black, e.black, e.white)
}

// Sets of squares by side and square.
var (
	pawnFronts [2][64]uint64 // ahead on the files beside: from where pawns may come to attack the square
	pawnAhead  [2][64]uint64 // ahead on the same file
)

// beside returns the squares on the files beside a set.
func beside(set uint64) uint64 { return set<<1&^bitboard.FileA | set>>1&^bitboard.FileH }

// derivePawns fills them.
var derivePawns = sync.OnceFunc(func() {
	for s := range uint8(64) {
		file := uint64(bitboard.FileA) << (s & 7)
		pawnAhead[white][s], pawnAhead[black][s] = uint64(bitboard.FileA)<<s<<8&file, file&(bitboard.Bit(s)-1)
		pawnFronts[white][s], pawnFronts[black][s] = beside(pawnAhead[white][s]), beside(pawnAhead[black][s])
	}
})

// side returns the value of one side's pawns and king.
func (e *pawnEntry) side(w *Weights, c uint8, own, other uint64) (sum Score) {
	kings, turn := stance(e.kings[c], e.kings[c^1])
	square := &w.Square[kings&7]
	guarded, attacked := bitboard.PawnSpan(own, c), bitboard.PawnSpan(other, c^1)
	for set := own; set != 0; set &= set - 1 {
		s := bitboard.First(set) & 63
		rank := facing(c, s) >> 3
		sum += square[0][(facing(c, s)^turn)&63]
		ahead := pawnAhead[c][s]
		files := uint64(bitboard.FileA)<<(s&7) | beside(uint64(bitboard.FileA)<<(s&7))
		neighbours := own & files &^ (uint64(bitboard.FileA) << (s & 7))
		if own&ahead != 0 {
			sum += w.Doubled
		}
		opposed := 0
		if other&ahead != 0 {
			opposed = 1
		}
		held, neighbour := bitboard.Bit(s)&guarded != 0, beside(bitboard.Bit(s))&own != 0
		if held {
			sum += w.Guarded[rank]
		}
		if neighbour {
			sum += w.Beside[rank]
		}
		if forward(bitboard.Bit(s), c)&other != 0 {
			sum += w.Blocked[rank]
		}
		switch {
		case held || neighbour:
		case neighbours == 0:
			sum += w.Isolated[opposed]
		case neighbours&^pawnFronts[c][s] == 0 && forward(bitboard.Bit(s), c)&(attacked|other) != 0:
			sum += w.Backward[opposed]
		}
		if (ahead|pawnFronts[c][s])&other == 0 && own&ahead == 0 {
			sum += w.Passed[rank]
			e.passed |= bitboard.Bit(s)
		}
	}
	king := e.kings[c]
	sum += square[5][(facing(c, king)^turn)&63]
	away := 8
	for set := own; set != 0; set &= set - 1 {
		away = min(away, distance(king, bitboard.First(set)))
	}
	sum += w.KingPawn * Score(away)
	// The pawns on the king's file and beside it, not behind it.
	middle := min(max(int(king&7), 1), 6)
	notBehind := ^uint64(0) << (king & 56)
	if c == black {
		notBehind = ^uint64(0) >> (56 - king&56)
	}
	for file := middle - 1; file <= middle+1; file++ {
		line := uint64(bitboard.FileA) << file & notBehind
		// By distance from the edge of the board.
		edge := min(file, 7-file)
		sum += w.Shelter[edge][nearest(own&line, c)] + w.Storm[edge][nearest(other&line, c)]
	}
	return sum
}

// nearest returns the rank, as a side sees it, of the pawn of a set that is nearest
// to that side, or 0.
func nearest(set uint64, c uint8) int {
	switch {
	case set == 0:
		return 0
	case c == white:
		return bits.TrailingZeros64(set) >> 3
	}
	return 7 - (63-bits.LeadingZeros64(set))>>3
}
