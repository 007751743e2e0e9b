package engine

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// phases is the greatest phase, of the start position.
const phases = 24

// Evaluate returns an estimate for the side to move, in hundredths of a pawn: 100 is an
// advantage with which to expect 64 %. The weights are tuned on what Stockfish expects
// in games of its own.
func (p *Position) Evaluate() int {
	b := p.see()
	sum := b.assess(p.weights, p.pawnEntry(b))
	phase := b.phase()
	value := (sum.Middle()*phase + sum.End()*(phases-phase)) / phases
	value = value * b.winnable(value) / 64
	if b.turn == black {
		value = -value
	}
	// Without progress the game ends in a draw.
	return value * (200 - min(p.HalfmoveClock(), 100)) / 200
}

// phase returns 24 with all pieces on the board and 0 without any.
func (b board) phase() int {
	n := bits.OnesCount64(b.Knights()|b.Set(bitboard.Bishop)) + 2*bits.OnesCount64(b.Set(bitboard.Rook)) +
		4*bits.OnesCount64(b.Set(bitboard.Queen))
	return min(n, phases)
}

// winnable returns how many 64ths of an advantage count: few if the stronger side
// has no pawns left and not much more than the other, and half for bishops of
// opposite colours.
func (b board) winnable(value int) int {
	strong := white
	if value < 0 {
		strong = black
	}
	own, other := b.Of(strong), b.Of(strong^1)
	if b.Pawns()&own == 0 {
		material := func(side uint64) int {
			return 3*bits.OnesCount64((b.Knights()|b.Set(bitboard.Bishop))&side) +
				5*bits.OnesCount64(b.Set(bitboard.Rook)&side) + 9*bits.OnesCount64(b.Set(bitboard.Queen)&side)
		}
		if material(own)-material(other) <= 3 {
			return 6
		}
		if b.Knights()&own == own&^b.Kings() && bits.OnesCount64(own) == 3 && b.Pawns() == 0 {
			return 2 // two knights
		}
		return 64
	}
	bishops := b.Set(bitboard.Bishop)
	if bits.OnesCount64(bishops&own) == 1 && bits.OnesCount64(bishops&other) == 1 &&
		bits.OnesCount64(bishops&bitboard.Light) == 1 {
		if b.Knights()|b.Straight() == 0 {
			return 32
		}
		return 54
	}
	return 64
}

// Sets of squares for each side, as it sees the board.
var (
	outposts  = [2]uint64{0x0000ffffff000000, 0x000000ffffff0000}
	thirdRank = [2]uint64{0x0000000000ff0000, 0x0000ff0000000000}
	centre    = [2]uint64{0x000000003c3c3c00, 0x003c3c3c00000000}
	past      = [2]uint64{0xffffffffff000000, 0x000000ffffffffff} // squares past the third rank
)

// wings are the files near a king, by its file.
var wings = [8]uint64{
	0x0707070707070707, 0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f, 0x3c3c3c3c3c3c3c3c,
	0x3c3c3c3c3c3c3c3c, 0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0, 0xe0e0e0e0e0e0e0e0,
}

// sameColor returns the squares of the colour of s.
func sameColor(s uint8) uint64 {
	if bitboard.Light>>(s&63)&1 != 0 {
		return bitboard.Light
	}
	return ^bitboard.Light
}

// facing returns a square as a side sees it.
func facing(c uint8, s uint8) uint8 { return s ^ uint8(c&1)*56 }

// stance returns how two kings stand, for Weights.Square, and what mirrors the wing
// of the first one to the files e to h.
func stance(king, other uint8) (kings int, turn uint8) {
	if king&4 == 0 {
		turn = 7
	}
	return int((king^turn)&3 | (king^other)&4), turn
}

// forward moves a set one rank ahead for a side.
func forward(set uint64, c uint8) uint64 {
	if c == white {
		return set << 8
	}
	return set >> 8
}

// A front has the attacks and the king of one side.
type front struct {
	own            uint64
	pawnAttacks    uint64
	reach          [8]uint64 // squares attacked, by type of piece
	all, twice     uint64    // attacked, and attacked by two pieces or more
	king           uint8
	kings          int    // how they stand
	turn           uint8  // what mirrors the own king's wing to the files e to h
	zone           uint64 // around the king
	units, engaged int    // of the attack on the other king, and pieces that take part
}

// assess returns White's advantage.
func (b board) assess(w *Weights, pawns *pawnEntry) Score {
	occ := b.Occupied()
	var fronts [2]front
	for c := white; c <= black; c++ {
		f := &fronts[c]
		f.own = b.Of(c)
		f.pawnAttacks = bitboard.PawnSpan(b.Pawns()&f.own, c)
		f.king = pawns.kings[c]
		f.kings, f.turn = stance(f.king, pawns.kings[c^1])
		f.reach[bitboard.Pawn], f.reach[bitboard.King] = f.pawnAttacks, bitboard.KingAttacks[f.king&63]
		f.all = f.pawnAttacks | f.reach[bitboard.King]
		f.twice = f.pawnAttacks & f.reach[bitboard.King]
		f.zone = f.reach[bitboard.King] | bitboard.Bit(f.king)
		f.zone |= forward(f.zone, c)
	}
	sum := pawns.sum + w.Tempo
	if b.turn == black {
		sum -= 2 * w.Tempo
	}
	sum += b.imbalance(w)
	sum += b.privileges(w, white) - b.privileges(w, black)
	sum += b.pieces(w, white, &fronts[0], &fronts[1], occ) - b.pieces(w, black, &fronts[1], &fronts[0], occ)
	sum += b.relations(w, white, &fronts[0], &fronts[1], occ) - b.relations(w, black, &fronts[1], &fronts[0], occ)
	sum += b.passed(w, white, pawns, &fronts[0], &fronts[1], occ)
	sum -= b.passed(w, black, pawns, &fronts[1], &fronts[0], occ)
	return sum
}

// imbalance returns the corrections to the values of pieces for which other pieces are
// on the board: by the products of their numbers (Kaufman 1999; Romstad 2010
// in Stockfish). The second type is not greater than the first, pawn to queen.
func (b board) imbalance(w *Weights) (sum Score) {
	var n [2][5]Score
	for t := range n[0] {
		set := b.Set(bitboard.Pawn + uint8(t))
		n[0][t], n[1][t] = Score(bits.OnesCount64(set&b.White)), Score(bits.OnesCount64(set&^b.White))
	}
	if n[0] == n[1] {
		return 0
	}
	for i := range n[0] {
		for j := range i + 1 {
			sum += w.Along[i][j] * (n[0][i]*n[0][j] - n[1][i]*n[1][j])
			sum += w.Against[i][j] * (n[0][i]*n[1][j] - n[1][i]*n[0][j])
		}
	}
	return sum
}

// privileges returns the value of one side's rights to castle.
func (b board) privileges(w *Weights, c uint8) (sum Score) {
	king := bitboard.First(b.Kings() & b.Of(c))
	for set := b.Rights & b.Of(c); set != 0; set &= set - 1 {
		sum += w.Rights[(bitboard.First(set)-king)>>7]
	}
	return sum
}

// attackUnits is what a piece counts that attacks the other king's surroundings.
var attackUnits = [7]int{bitboard.Knight: 3, bitboard.Bishop: 2, bitboard.Rook: 3, bitboard.Queen: 4}

// pieces returns the value of one side's knights, bishops, rooks and queens, their
// places and their mobility.
func (b board) pieces(w *Weights, c uint8, f, other *front, occ uint64) (sum Score) {
	pawns := b.Pawns()
	free := ^(f.own & (pawns | b.Kings())) &^ other.pawnAttacks
	ownPawns := pawns & f.own
	behind := forward(pawns, c^1)
	for t := uint8(bitboard.Knight); t <= bitboard.Queen; t++ {
		set := b.Set(t) & f.own
		for ; set != 0; set &= set - 1 {
			s := bitboard.First(set) & 63
			var reach uint64
			switch t {
			case bitboard.Knight:
				reach = bitboard.KnightAttacks[s]
			case bitboard.Bishop:
				reach = bitboard.BishopAttacks(s, occ^b.Diagonal()&f.own) // through its own queen
			case bitboard.Rook:
				reach = bitboard.RookAttacks(s, occ^b.Straight()&f.own)
			default:
				reach = bitboard.BishopAttacks(s, occ) | bitboard.RookAttacks(s, occ)
			}
			f.twice |= f.all & reach
			f.all |= reach
			f.reach[t] |= reach
			sum += w.Square[f.kings&7][t-1][(facing(c, s)^f.turn)&63]
			sum += w.Mobility[t-bitboard.Knight][min(bits.OnesCount64(reach&free), 27)]
			if near := reach & other.zone; near != 0 {
				sum += w.Around[t-bitboard.Knight] * Score(bits.OnesCount64(near))
				f.units += attackUnits[t] + bits.OnesCount64(near&other.reach[bitboard.King])
				f.engaged++
			}
			sum += w.Near[t-bitboard.Knight][distance(s, other.king)]
			switch t {
			case bitboard.Knight, bitboard.Bishop:
				if t == bitboard.Bishop {
					sum += w.BishopPawns * Score(bits.OnesCount64(ownPawns&sameColor(s)))
				}
				if bitboard.Bit(s)&behind != 0 {
					sum += w.BehindPawn
				}
				sum += w.Guardian[t-bitboard.Knight] * Score(distance(s, f.king))
				if bitboard.Bit(s)&outposts[c]&f.pawnAttacks != 0 && pawnFronts[c][s]&b.Pawns()&other.own == 0 {
					sum += w.Outpost[t-bitboard.Knight]
				}
			case bitboard.Rook:
				file := uint64(bitboard.FileA) << (s & 7)
				if pawns&f.own&file == 0 {
					if pawns&file == 0 {
						sum += w.RookOpen
					} else {
						sum += w.RookHalfOpen
					}
				}
			}
		}
	}
	return sum
}

// relations returns the value of one side's threats and of its attack on the other
// king.
func (b board) relations(w *Weights, c uint8, f, other *front, occ uint64) (sum Score) {
	targets := other.own &^ (b.Pawns() | b.Kings())
	for set := targets & f.pawnAttacks; set != 0; set &= set - 1 {
		sum += w.ByPawn[b.TypeAt(bitboard.First(set))-1]
	}
	weak := other.own &^ other.pawnAttacks &^ (other.twice &^ f.twice)
	for set := weak & (f.reach[bitboard.Knight] | f.reach[bitboard.Bishop]) &^ b.Kings(); set != 0; set &= set - 1 {
		sum += w.ByMinor[b.TypeAt(bitboard.First(set))-1]
	}
	for set := weak & f.reach[bitboard.Rook] &^ b.Kings(); set != 0; set &= set - 1 {
		sum += w.ByRook[b.TypeAt(bitboard.First(set))-1]
	}
	if weak&f.reach[bitboard.King] != 0 {
		sum += w.ByKing
	}
	held := other.pawnAttacks | other.twice&^f.twice
	sum += w.Contested * Score(bits.OnesCount64(f.all&other.all&^held))
	sum += w.Hanging * Score(bits.OnesCount64(other.own&f.all&^other.all))
	step := forward(b.Pawns()&f.own, c) &^ occ
	step |= forward(step&thirdRank[c], c) &^ occ
	step &^= other.pawnAttacks
	step &= f.all | ^other.all
	sum += w.PushThreat * Score(bits.OnesCount64(bitboard.PawnSpan(step, c)&targets&^f.pawnAttacks))
	sum += w.Space * Score(bits.OnesCount64(centre[c]&^b.Pawns()&^other.pawnAttacks))

	aim := wings[other.king&7] & past[c]
	sum += w.Flank*Score(bits.OnesCount64(aim&f.all)) + w.FlankTwice*Score(bits.OnesCount64(aim&f.twice))
	sum += w.Guard * Score(bits.OnesCount64(wings[f.king&7]&past[c^1]&f.all))
	return sum + b.pins(w, f, other, occ) + b.attack(w, f, other, occ)
}

// pins returns the value of pins against one side: its pieces that stand alone between
// its king and a piece that aims at it, and pieces of either side that stand so before
// its queen.
func (b board) pins(w *Weights, f, other *front, occ uint64) (sum Score) {
	lines := bitboard.BishopAttacks(f.king, 0)&b.Diagonal() | bitboard.RookAttacks(f.king, 0)&b.Straight()
	for set := lines & other.own; set != 0; set &= set - 1 {
		if shield := bitboard.Between[f.king&63][bitboard.First(set)&63] & occ; shield&(shield-1) == 0 && shield&f.own != 0 {
			sum += w.Pinned[b.TypeAt(bitboard.First(shield))-1]
		}
	}
	for queens := b.Set(bitboard.Queen) & f.own; queens != 0; queens &= queens - 1 {
		q := bitboard.First(queens) & 63
		lines := bitboard.BishopAttacks(q, 0)&b.Set(bitboard.Bishop) | bitboard.RookAttacks(q, 0)&b.Set(bitboard.Rook)
		for set := lines & other.own; set != 0; set &= set - 1 {
			if shield := bitboard.Between[q][bitboard.First(set)&63] & occ; shield != 0 && shield&(shield-1) == 0 {
				sum += w.QueenPinned
			}
		}
	}
	return sum
}

// attack returns the value of an attack on the king: by the pieces that attack its
// surroundings, weak squares there, and checks that can be given safely. Together they
// count more than one by one.
func (b board) attack(w *Weights, f, other *front, occ uint64) (sum Score) {
	units := f.units
	unguarded := f.all &^ other.twice & (^other.all | other.reach[bitboard.King] | other.reach[bitboard.Queen])
	weak := bits.OnesCount64(unguarded & other.reach[bitboard.King])
	sum += w.Weak * Score(weak)
	units += 2 * weak
	safe := ^f.own & (^other.all | unguarded&f.twice)
	k := other.king
	seen := occ &^ (b.Set(bitboard.Queen) & other.own) // checks through its queen count
	straight, diagonal := bitboard.RookAttacks(k, seen), bitboard.BishopAttacks(k, seen)
	if f.reach[bitboard.Knight]&bitboard.KnightAttacks[k&63]&safe != 0 {
		units += 5
		sum += w.Check[0]
	}
	if f.reach[bitboard.Bishop]&diagonal&safe != 0 {
		units += 3
		sum += w.Check[1]
	}
	if f.reach[bitboard.Rook]&straight&safe != 0 {
		units += 6
		sum += w.Check[2]
	}
	if f.reach[bitboard.Queen]&(straight|diagonal)&safe&^other.reach[bitboard.Queen] != 0 {
		units += 5
		sum += w.Check[3]
	}
	if b.Set(bitboard.Queen)&f.own == 0 {
		units /= 2
		if f.engaged < 2 {
			return sum
		}
	}
	return sum + w.Danger[min(units, len(w.Danger)-1)]
}

// passed returns what the pieces make of one side's passed pawns.
func (b board) passed(w *Weights, c uint8, pawns *pawnEntry, f, other *front, occ uint64) (sum Score) {
	for set := pawns.passed & f.own; set != 0; set &= set - 1 {
		s := bitboard.First(set)
		rank := facing(c, s) >> 3
		next := bitboard.First(forward(bitboard.Bit(s), c))
		if occ&bitboard.Bit(next) == 0 {
			sum += w.PassedFree[rank]
			if other.all&bitboard.Bit(next) == 0 {
				sum += w.PassedSafe[rank]
			}
		}
		if f.all&bitboard.Bit(next) != 0 {
			sum += w.PassedHeld[rank]
		}
		if pawnAhead[c][s&63]&(occ|other.all) == 0 {
			sum += w.PassedPath[rank]
		}
		if rooks := bitboard.RookAttacks(s, occ) & pawnAhead[c^1][s&63] & b.Set(bitboard.Rook); rooks != 0 {
			if rooks&f.own != 0 {
				sum += w.PassedRook[0]
			} else {
				sum += w.PassedRook[1]
			}
		}
		if rank >= 3 {
			sum += w.PassedOwn[distance(f.king, next)] + w.PassedOther[distance(other.king, next)]
		}
	}
	return sum
}

// distance is the number of king's moves between two squares.
func distance(a, b uint8) int {
	file, rank := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return max(file, -file, rank, -rank)
}
