package chess

import "math/bits"

// A score is two values in one word, for the middle game in the high half and for
// the end game in the low half. Scores are added and multiplied as one number.
type score int64

func newScore(middle, end int) score { return score(middle)<<32 + score(end) }

// middle and end are the halves. A negative low half has borrowed from the high one.
func (s score) middle() int { return int((s + 1<<31) >> 32) }
func (s score) end() int    { return int(int32(s)) }

// weights are what the evaluation is made of, in hundredths of a pawn. It is linear
// in them, so that the tuner finds by evaluating how often each counts. The tuner
// writes zweights.go.
type weights struct {
	// Square is the value of a piece on a square, material included: pawn to king, a1 to
	// h8 as White sees it with its king on the files e to h; a board with the king
	// elsewhere is mirrored. The first index is the king's file, e to h, plus 4 if the
	// other king stands on the other wing.
	Square   [8][6][64]score
	Mobility [4][28]score // knight to queen, by squares in reach that no pawn guards

	Doubled            score
	Isolated, Backward [2]score // no other pawn ahead on the file, or one
	Guarded, Beside    [8]score // by a pawn; a pawn; by rank
	Blocked            [8]score // by a pawn of the other side, by rank

	// Passed pawns by rank: any; with the next square empty, and not attacked either;
	// with it guarded; with all squares to the last rank empty and not attacked.
	Passed, PassedFree, PassedSafe, PassedHeld, PassedPath [8]score
	PassedOwn, PassedOther                                 [8]score // past the middle: by the kings' distances
	PassedRook                                             [2]score // an own rook behind, or one of the other side

	Shelter, Storm [4][8]score // the nearest own and other pawn on files near the king, by rank
	KingPawn       score       // distance of the king from its nearest pawn
	Rights         [2]score    // to castle on the king's side, the queen's

	Along, Against         [5][5]score // products of two numbers of pieces, see imbalance
	Near                   [4][8]score // knight to queen: distance from the other king
	BishopPawns            score       // own pawns on squares of the bishop's colour
	BehindPawn             score       // knight or bishop right behind a pawn
	Guardian               [2]score    // distance of a knight, a bishop from its king
	Outpost                [2]score    // knight, bishop: guarded by a pawn and safe from pawns
	RookOpen, RookHalfOpen score

	ByPawn, ByMinor, ByRook [6]score // threats to a piece, by its type
	ByKing                  score    // the king attacks what is not guarded well
	Hanging                 score    // attacked and not guarded
	PushThreat              score    // a pawn can attack a piece by a safe step
	Contested               score    // squares that both sides attack and the other does not hold well
	Space                   score    // squares of the centre behind the front that no pawn guards
	Pinned                  [5]score // a piece, by type, between its king and a piece that aims at it
	QueenPinned             score    // anything between the queen and a bishop or rook that aims at her

	Danger            [40]score // attack on the other king, see attack
	Check             [4]score  // knight to queen: a check can be given safely
	Around            [4]score  // knight to queen: squares around the other king in reach
	Weak              score     // squares beside the other king that it alone guards
	Flank, FlankTwice score     // squares of the other king's wing in reach, of two pieces
	Guard             score     // squares of the own king's wing in reach

	Tempo score // to have the move
}

// phases is the greatest phase: that of the start position.
const phases = 24

// Evaluate returns an estimate for the side to move, in hundredths of a pawn: 100 is an
// advantage with which to expect 64 %. The weights are tuned on what Stockfish expects
// in games of its own.
func (p *Position) Evaluate() int {
	b := p.board
	sum := b.assess(&tuned, p.pawnEntry())
	phase := b.phase()
	value := (sum.middle()*phase + sum.end()*(phases-phase)) / phases
	value = value * b.winnable(value) / 64
	if b.turn == Black {
		value = -value
	}
	// Without progress the game ends in a draw.
	return value * (200 - min(int(p.clock), 100)) / 200
}

// phase returns 24 with all pieces on the board and 0 without any.
func (b *board) phase() int {
	n := bits.OnesCount64(b.knights()|b.set(Bishop)) + 2*bits.OnesCount64(b.set(Rook)) +
		4*bits.OnesCount64(b.set(Queen))
	return min(n, phases)
}

// winnable returns how many 64ths of an advantage count: few if the stronger side
// has no pawns left and not much more than the other, and half for bishops of
// opposite colours.
func (b *board) winnable(value int) int {
	strong := White
	if value < 0 {
		strong = Black
	}
	own, other := b.of(strong), b.of(strong.Opponent())
	if b.pawns()&own == 0 {
		material := func(side uint64) int {
			return 3*bits.OnesCount64((b.knights()|b.set(Bishop))&side) + 5*bits.OnesCount64(b.set(Rook)&side) +
				9*bits.OnesCount64(b.set(Queen)&side)
		}
		if material(own)-material(other) <= 3 {
			return 6
		}
		if b.knights()&own == own&^b.kings() && bits.OnesCount64(own) == 3 && b.pawns() == 0 {
			return 2 // two knights
		}
		return 64
	}
	bishops := b.set(Bishop)
	if bits.OnesCount64(bishops&own) == 1 && bits.OnesCount64(bishops&other) == 1 &&
		bits.OnesCount64(bishops&light) == 1 {
		if b.knights()|b.straight() == 0 {
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

// light are the light squares.
const light uint64 = 0x55aa55aa55aa55aa

// sameColor returns the squares of the colour of s.
func sameColor(s Square) uint64 {
	if light>>(s&63)&1 != 0 {
		return light
	}
	return ^light
}

// facing returns a square as a side sees it.
func facing(c Color, s Square) Square { return s ^ Square(c&1)*56 }

// stance returns how two kings stand, for weights.Square, and what mirrors the wing
// of the first one to the files e to h.
func stance(king, other Square) (kings int, turn Square) {
	if king&4 == 0 {
		turn = 7
	}
	return int((king^turn)&3 | (king^other)&4), turn
}

// forward moves a set one rank ahead for a side.
func forward(set uint64, c Color) uint64 {
	if c == White {
		return set << 8
	}
	return set >> 8
}

// A front is what the evaluation knows of one side.
type front struct {
	own            uint64
	pawnAttacks    uint64
	reach          [8]uint64 // squares attacked, by type of piece
	all, twice     uint64    // attacked, and attacked by two pieces or more
	king           Square
	kings          int    // how they stand
	turn           Square // what mirrors the own king's wing to the files e to h
	zone           uint64 // around the king
	units, engaged int    // of the attack on the other king, and pieces that take part
}

// assess returns White's advantage.
func (b *board) assess(w *weights, pawns *pawnEntry) score {
	occ := b.occupied()
	var fronts [2]front
	for c := White; c <= Black; c++ {
		f := &fronts[c]
		f.own = b.of(c)
		f.pawnAttacks = pawnSpan(b.pawns()&f.own, c)
		f.king = pawns.kings[c]
		f.kings, f.turn = stance(f.king, pawns.kings[c.Opponent()])
		f.reach[Pawn], f.reach[King] = f.pawnAttacks, kingAttacks[f.king&63]
		f.all = f.pawnAttacks | f.reach[King]
		f.twice = f.pawnAttacks & f.reach[King]
		f.zone = f.reach[King] | bit(f.king)
		f.zone |= forward(f.zone, c)
	}
	sum := pawns.sum + w.Tempo
	if b.turn == Black {
		sum -= 2 * w.Tempo
	}
	sum += b.imbalance(w)
	sum += b.privileges(w, White) - b.privileges(w, Black)
	sum += b.pieces(w, White, &fronts[0], &fronts[1], occ) - b.pieces(w, Black, &fronts[1], &fronts[0], occ)
	sum += b.relations(w, White, &fronts[0], &fronts[1], occ) - b.relations(w, Black, &fronts[1], &fronts[0], occ)
	sum += b.passed(w, White, pawns, &fronts[0], &fronts[1], occ)
	sum -= b.passed(w, Black, pawns, &fronts[1], &fronts[0], occ)
	return sum
}

// imbalance returns the corrections to the values of pieces for which other pieces are
// on the board: by the products of their numbers (Kaufman 1999; Romstad 2010
// in Stockfish). The second type is not greater than the first, pawn to queen.
func (b *board) imbalance(w *weights) (sum score) {
	var n [2][5]score
	for t := range n[0] {
		set := b.set(Pawn + PieceType(t))
		n[0][t], n[1][t] = score(bits.OnesCount64(set&b.white)), score(bits.OnesCount64(set&^b.white))
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
func (b *board) privileges(w *weights, c Color) (sum score) {
	for set := b.rights & b.of(c); set != 0; set &= set - 1 {
		sum += w.Rights[b.right(first(set))&1]
	}
	return sum
}

// attackUnits is what a piece counts that attacks the other king's surroundings.
var attackUnits = [7]int{Knight: 3, Bishop: 2, Rook: 3, Queen: 4}

// pieces returns the value of one side's knights, bishops, rooks and queens, their
// places and their mobility.
func (b *board) pieces(w *weights, c Color, f, other *front, occ uint64) (sum score) {
	pawns := b.pawns()
	free := ^(f.own & (pawns | b.kings())) &^ other.pawnAttacks
	ownPawns := pawns & f.own
	behind := forward(pawns, c.Opponent())
	for t := Knight; t <= Queen; t++ {
		set := b.set(t) & f.own
		for ; set != 0; set &= set - 1 {
			s := first(set) & 63
			var reach uint64
			switch t {
			case Knight:
				reach = knightAttacks[s]
			case Bishop:
				reach = bishopAttacks(s, occ^b.diagonal()&f.own) // through its own queen
			case Rook:
				reach = rookAttacks(s, occ^b.straight()&f.own)
			default:
				reach = bishopAttacks(s, occ) | rookAttacks(s, occ)
			}
			f.twice |= f.all & reach
			f.all |= reach
			f.reach[t] |= reach
			sum += w.Square[f.kings&7][t-1][(facing(c, s)^f.turn)&63]
			sum += w.Mobility[t-Knight][min(bits.OnesCount64(reach&free), 27)]
			if near := reach & other.zone; near != 0 {
				sum += w.Around[t-Knight] * score(bits.OnesCount64(near))
				f.units += attackUnits[t] + bits.OnesCount64(near&other.reach[King])
				f.engaged++
			}
			sum += w.Near[t-Knight][distance(s, other.king)]
			switch t {
			case Knight, Bishop:
				if t == Bishop {
					sum += w.BishopPawns * score(bits.OnesCount64(ownPawns&sameColor(s)))
				}
				if bit(s)&behind != 0 {
					sum += w.BehindPawn
				}
				sum += w.Guardian[t-Knight] * score(distance(s, f.king))
				if bit(s)&outposts[c]&f.pawnAttacks != 0 && pawnFronts[c][s]&b.pawns()&other.own == 0 {
					sum += w.Outpost[t-Knight]
				}
			case Rook:
				file := uint64(fileA) << (s & 7)
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
func (b *board) relations(w *weights, c Color, f, other *front, occ uint64) (sum score) {
	targets := other.own &^ (b.pawns() | b.kings())
	for set := targets & f.pawnAttacks; set != 0; set &= set - 1 {
		sum += w.ByPawn[b.typeAt(first(set))-1]
	}
	weak := other.own &^ other.pawnAttacks &^ (other.twice &^ f.twice)
	for set := weak & (f.reach[Knight] | f.reach[Bishop]) &^ b.kings(); set != 0; set &= set - 1 {
		sum += w.ByMinor[b.typeAt(first(set))-1]
	}
	for set := weak & f.reach[Rook] &^ b.kings(); set != 0; set &= set - 1 {
		sum += w.ByRook[b.typeAt(first(set))-1]
	}
	if weak&f.reach[King] != 0 {
		sum += w.ByKing
	}
	held := other.pawnAttacks | other.twice&^f.twice
	sum += w.Contested * score(bits.OnesCount64(f.all&other.all&^held))
	sum += w.Hanging * score(bits.OnesCount64(other.own&f.all&^other.all))
	step := forward(b.pawns()&f.own, c) &^ occ
	step |= forward(step&thirdRank[c], c) &^ occ
	step &^= other.pawnAttacks
	step &= f.all | ^other.all
	sum += w.PushThreat * score(bits.OnesCount64(pawnSpan(step, c)&targets&^f.pawnAttacks))
	sum += w.Space * score(bits.OnesCount64(centre[c]&^b.pawns()&^other.pawnAttacks))

	aim := wings[other.king&7] & past[c]
	sum += w.Flank*score(bits.OnesCount64(aim&f.all)) + w.FlankTwice*score(bits.OnesCount64(aim&f.twice))
	sum += w.Guard * score(bits.OnesCount64(wings[f.king&7]&past[c^1]&f.all))
	return sum + b.pins(w, f, other, occ) + b.attack(w, f, other, occ)
}

// pins returns the value of pins against one side: its pieces that stand alone between
// its king and a piece that aims at it, and pieces of either side that stand so before
// its queen.
func (b *board) pins(w *weights, f, other *front, occ uint64) (sum score) {
	lines := bishopAttacks(f.king, 0)&b.diagonal() | rookAttacks(f.king, 0)&b.straight()
	for set := lines & other.own; set != 0; set &= set - 1 {
		if shield := between[f.king&63][first(set)&63] & occ; shield&(shield-1) == 0 && shield&f.own != 0 {
			sum += w.Pinned[b.typeAt(first(shield))-1]
		}
	}
	for queens := b.set(Queen) & f.own; queens != 0; queens &= queens - 1 {
		q := first(queens) & 63
		lines := bishopAttacks(q, 0)&b.set(Bishop) | rookAttacks(q, 0)&b.set(Rook)
		for set := lines & other.own; set != 0; set &= set - 1 {
			if shield := between[q][first(set)&63] & occ; shield != 0 && shield&(shield-1) == 0 {
				sum += w.QueenPinned
			}
		}
	}
	return sum
}

// attack returns the value of an attack on the king: by the pieces that attack its
// surroundings, weak squares there, and checks that can be given safely. Together they
// count more than one by one.
func (b *board) attack(w *weights, f, other *front, occ uint64) (sum score) {
	units := f.units
	unguarded := f.all &^ other.twice & (^other.all | other.reach[King] | other.reach[Queen])
	weak := bits.OnesCount64(unguarded & other.reach[King])
	sum += w.Weak * score(weak)
	units += 2 * weak
	safe := ^f.own & (^other.all | unguarded&f.twice)
	k := other.king
	seen := occ &^ (b.set(Queen) & other.own) // checks through its queen count
	straight, diagonal := rookAttacks(k, seen), bishopAttacks(k, seen)
	if f.reach[Knight]&knightAttacks[k&63]&safe != 0 {
		units += 5
		sum += w.Check[0]
	}
	if f.reach[Bishop]&diagonal&safe != 0 {
		units += 3
		sum += w.Check[1]
	}
	if f.reach[Rook]&straight&safe != 0 {
		units += 6
		sum += w.Check[2]
	}
	if f.reach[Queen]&(straight|diagonal)&safe&^other.reach[Queen] != 0 {
		units += 5
		sum += w.Check[3]
	}
	if b.set(Queen)&f.own == 0 {
		units /= 2
		if f.engaged < 2 {
			return sum
		}
	}
	return sum + w.Danger[min(units, len(w.Danger)-1)]
}

// passed returns what the pieces make of one side's passed pawns.
func (b *board) passed(w *weights, c Color, pawns *pawnEntry, f, other *front, occ uint64) (sum score) {
	for set := pawns.passed & f.own; set != 0; set &= set - 1 {
		s := first(set)
		rank := facing(c, s).Rank()
		next := first(forward(bit(s), c))
		if occ&bit(next) == 0 {
			sum += w.PassedFree[rank]
			if other.all&bit(next) == 0 {
				sum += w.PassedSafe[rank]
			}
		}
		if f.all&bit(next) != 0 {
			sum += w.PassedHeld[rank]
		}
		if pawnAhead[c][s&63]&(occ|other.all) == 0 {
			sum += w.PassedPath[rank]
		}
		if rooks := rookAttacks(s, occ) & pawnAhead[c^1][s&63] & b.set(Rook); rooks != 0 {
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
func distance(a, b Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
