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
	Square   [6][64]score // of a piece, material included: pawn to king, a1 to h8 as White sees it
	Mobility [4][28]score // knight to queen, by squares in reach that no pawn guards

	Doubled                score
	Isolated, Backward     [2]score    // no other pawn ahead on the file, or one
	Connected              [8]score    // pawns that a pawn guards or stands beside, by rank
	Passed                 [8]score    // passed pawns by rank
	PassedFree, PassedSafe [8]score    // the next square is empty, or not attacked
	PassedOwn, PassedOther [8]score    // distance of the kings from the next square, if past the middle
	Shelter, Storm         [4][8]score // the nearest own and other pawn on files near the king, by rank

	KingPawn score    // distance of the king from its nearest pawn
	Rights   [2]score // to castle on the king's side, the queen's

	BishopPair              score
	BishopPawns             score    // own pawns on squares of the bishop's colour
	WithPawns               [4]score // knight to queen: own pawns
	BehindPawn              score    // knight or bishop right behind a pawn
	Guardian                [2]score // distance of a knight, a bishop from its king
	RookOpen, RookHalfOpen  score
	Outpost                 [2]score  // knight, bishop: guarded by a pawn and safe from pawns
	ByPawn, ByMinor, ByRook [6]score  // threats to a piece, by its type
	ByKing                  score     // the king attacks what is not guarded well
	Hanging                 score     // attacked and not guarded
	Contested               score     // squares that both sides attack and the other does not hold well
	PushThreat              score     // a pawn can attack a piece by a safe step
	Danger                  [40]score // attack on the other king, see danger
	Space                   score     // squares of the centre behind the front that no pawn guards
	Tempo                   score     // to be on move
}

// phases is what pieces count towards the middle game: 24 in all at the start.
const phases = 24

// Evaluate returns an estimate for the side to move, in hundredths of a pawn: 100
// is the advantage with which masters score 64 %. The weights are tuned on their
// games.
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
	n := bits.OnesCount64(b.knights()|b.set(Bishop)) + 2*bits.OnesCount64(b.set(Rook)) + 4*bits.OnesCount64(b.set(Queen))
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
)

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
	sum += b.privileges(w, White) - b.privileges(w, Black)
	sum += b.pieces(w, White, &fronts[0], &fronts[1], occ) - b.pieces(w, Black, &fronts[1], &fronts[0], occ)
	sum += b.relations(w, White, &fronts[0], &fronts[1], occ) - b.relations(w, Black, &fronts[1], &fronts[0], occ)
	sum += b.passed(w, White, pawns, &fronts[0], &fronts[1], occ) - b.passed(w, Black, pawns, &fronts[1], &fronts[0], occ)
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
	count := score(bits.OnesCount64(ownPawns))
	behind := forward(pawns, c.Opponent())
	for t := Knight; t <= Queen; t++ {
		set := b.set(t) & f.own
		if t == Bishop && set&(set-1) != 0 {
			sum += w.BishopPair
		}
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
			sum += w.Square[t-1][facing(c, s)&63] + w.Mobility[t-Knight][min(bits.OnesCount64(reach&free), 27)]
			if near := reach & other.zone; near != 0 {
				f.units += attackUnits[t] + bits.OnesCount64(near&other.reach[King])
				f.engaged++
			}
			sum += w.WithPawns[t-Knight] * count
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

	if b.set(Queen)&f.own == 0 && f.engaged < 2 {
		return sum
	}
	return sum + w.Danger[b.danger(f, other, occ)]
}

// danger measures an attack on the king: by the pieces that attack its
// surroundings, weak squares there, and checks that can be given safely.
func (b *board) danger(f, other *front, occ uint64) int {
	units := f.units
	unguarded := f.all &^ other.twice & (^other.all | other.reach[King] | other.reach[Queen])
	units += 2 * bits.OnesCount64(unguarded&other.reach[King])
	safe := ^f.own & (^other.all | unguarded&f.twice)
	k := other.king
	straight, diagonal := rookAttacks(k, occ&^(b.set(Queen)&other.own)), bishopAttacks(k, occ&^(b.set(Queen)&other.own))
	if f.reach[Knight]&knightAttacks[k&63]&safe != 0 {
		units += 5
	}
	if f.reach[Bishop]&diagonal&safe != 0 {
		units += 3
	}
	if f.reach[Rook]&straight&safe != 0 {
		units += 6
	}
	if f.reach[Queen]&(straight|diagonal)&safe&^other.reach[Queen] != 0 {
		units += 5
	}
	if b.set(Queen)&f.own == 0 {
		units /= 2
	}
	return min(units, len(weights{}.Danger)-1)
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
