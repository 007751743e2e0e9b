package chess

import "math/bits"

// A pawnEntry is what the evaluation knows of the pawns and the kings alone. They
// change seldom, so it is kept by their hash: the XOR of the keys of those features
// only.
type pawnEntry struct {
	white, black uint64 // pawns
	kings        [2]Square
	passed       uint64 // passed pawns of both sides
	sum          score  // White's advantage
}

// A pawnTable remembers pawnEntries. Each position that is evaluated has one.
type pawnTable struct {
	hash    uint64 // of the pawns and kings evaluated last
	last    board
	entries [1 << 12]pawnEntry
}

// pawnEntry returns the entry of the pawns and kings on the board. The hash follows
// from that of the board evaluated before, by one XOR for each feature that has
// changed. It only finds the entry: the squares are compared.
func (p *Position) pawnEntry() *pawnEntry {
	t := p.pawnTable
	if t == nil {
		t = new(pawnTable)
		p.pawnTable = t
	}
	b := p.board
	pawns, kings := b.pawns(), b.kings()
	set := pawns | kings
	changed := set ^ t.last.occupied() | set&(b.white^t.last.white|kings^t.last.kings())
	for ; changed != 0; changed &= changed - 1 {
		s := first(changed) & 63
		if set&bit(s) != 0 {
			t.hash ^= p.setting.keys.piece[b.at(s)&15][s]
		}
		t.hash ^= p.setting.keys.piece[t.last.at(s)&15][s]
	}
	t.last.white, t.last.pbq, t.last.nbk, t.last.rqk = b.white&set, pawns, kings, kings
	e := &t.entries[t.hash>>(64-12)]
	white, black := pawns&b.white, pawns&^b.white
	k := [2]Square{first(kings & b.white), first(kings &^ b.white)}
	if e.white != white || e.black != black || e.kings != k {
		e.white, e.black, e.kings = white, black, k
		e.fill(&tuned)
	}
	return e
}

// fill evaluates the pawns and the kings.
func (e *pawnEntry) fill(w *weights) {
	e.passed = 0
	e.sum = e.side(w, White, e.white, e.black) - e.side(w, Black, e.black, e.white)
}

// Sets of squares by side and square.
var (
	pawnFronts [2][64]uint64 // ahead on the files beside: from where pawns may come to attack the square
	pawnAhead  [2][64]uint64 // ahead on the same file
)

// beside returns the squares on the files beside a set.
func beside(set uint64) uint64 { return set<<1&^fileA | set>>1&^fileH }

func derivePawns() {
	for s := range Square(64) {
		white := uint64(fileA) << s << 8 & (uint64(fileA) << (s & 7))
		black := uint64(fileA) << (s & 7) & (bit(s) - 1)
		pawnAhead[White][s], pawnAhead[Black][s] = white, black
		pawnFronts[White][s], pawnFronts[Black][s] = beside(white), beside(black)
	}
}

// side returns the value of one side's pawns and king.
func (e *pawnEntry) side(w *weights, c Color, own, other uint64) (sum score) {
	kings, turn := stance(e.kings[c], e.kings[c.Opponent()])
	square := &w.Square[kings&7]
	guarded, attacked := pawnSpan(own, c), pawnSpan(other, c.Opponent())
	for set := own; set != 0; set &= set - 1 {
		s := first(set) & 63
		rank := facing(c, s).Rank()
		sum += square[0][(facing(c, s)^turn)&63]
		ahead := pawnAhead[c][s]
		files := uint64(fileA)<<(s&7) | beside(uint64(fileA)<<(s&7))
		neighbours := own & files &^ (uint64(fileA) << (s & 7))
		if own&ahead != 0 {
			sum += w.Doubled
		}
		opposed := 0
		if other&ahead != 0 {
			opposed = 1
		}
		held, neighbour := bit(s)&guarded != 0, beside(bit(s))&own != 0
		if held {
			sum += w.Guarded[rank]
		}
		if neighbour {
			sum += w.Beside[rank]
		}
		if forward(bit(s), c)&other != 0 {
			sum += w.Blocked[rank]
		}
		switch {
		case held || neighbour:
		case neighbours == 0:
			sum += w.Isolated[opposed]
		case neighbours&^pawnFronts[c][s] == 0 && forward(bit(s), c)&(attacked|other) != 0:
			sum += w.Backward[opposed]
		}
		if (ahead|pawnFronts[c][s])&other == 0 && own&ahead == 0 {
			sum += w.Passed[rank]
			e.passed |= bit(s)
		}
	}
	king := e.kings[c]
	sum += square[5][(facing(c, king)^turn)&63]
	away := 8
	for set := own; set != 0; set &= set - 1 {
		away = min(away, distance(king, first(set)))
	}
	sum += w.KingPawn * score(away)
	// The pawns on the king's file and beside it, not behind it.
	middle := min(max(king.File(), 1), 6)
	notBehind := ^uint64(0) << (king & 56)
	if c == Black {
		notBehind = ^uint64(0) >> (56 - king&56)
	}
	for file := middle - 1; file <= middle+1; file++ {
		line := uint64(fileA) << file & notBehind
		// By distance from the edge of the board.
		edge := min(file, 7-file)
		sum += w.Shelter[edge][nearest(own&line, c)] + w.Storm[edge][nearest(other&line, c)]
	}
	return sum
}

// nearest returns the rank, as a side sees it, of the pawn of a set that is nearest
// to that side, or 0.
func nearest(set uint64, c Color) int {
	switch {
	case set == 0:
		return 0
	case c == White:
		return bits.TrailingZeros64(set) >> 3
	}
	return 7 - (63-bits.LeadingZeros64(set))>>3
}
