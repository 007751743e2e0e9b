package chess

// cycles finds moves back to earlier positions by their hashes: a table of the
// differences that reversible moves make, addressed by cuckoo hashing, so that each
// is in one of two places (M. N. J. van Kervinck, The design and implementation of
// the Rookie 2.0 chess playing program, 2002; R. Pagh and F. F. Rodler, Cuckoo
// Hashing, 2001).
type cycles struct {
	count int
	keys  [cyclePlaces]uint64
	moves [cyclePlaces]Move // from one square to the other, either way
}

const (
	cyclePlaces = 1 << 13
	cycleMoves  = 3668 // reversible moves: of all pieces but pawns between two squares
)

// newCycles makes the table of keys. It is not complete, and finds less, if keys are
// so alike that there is no room.
func newCycles(keys *table) *cycles {
	c := new(cycles)
	for piece := range Piece(16) {
		t := piece.Type()
		if t < Knight || t > King {
			continue
		}
		for a := range Square(64) {
			for b := a + 1; b < 64; b++ {
				if reach(t, a)&bit(b) != 0 {
					c.insert(keys.piece[piece][a]^keys.piece[piece][b]^keys.turn, newMove(a, b))
				}
			}
		}
	}
	return c
}

// reach returns the squares that a piece attacks on an empty board.
func reach(t PieceType, s Square) uint64 {
	switch t {
	case Knight:
		return knightAttacks[s]
	case Bishop:
		return bishopAttacks(s, 0)
	case Rook:
		return rookAttacks(s, 0)
	case Queen:
		return bishopAttacks(s, 0) | rookAttacks(s, 0)
	}
	return kingAttacks[s]
}

// places returns the two places that a key can have.
func places(key uint64) [2]uint64 { return [2]uint64{key >> 51, key >> 38 & (cyclePlaces - 1)} }

// insert puts a key into its first place. What was there moves to its other place,
// and so on.
func (c *cycles) insert(key uint64, m Move) {
	at := places(key)[0]
	for range 1000 {
		key, c.keys[at] = c.keys[at], key
		m, c.moves[at] = c.moves[at], m
		if m == NoMove {
			c.count++
			return
		}
		if p := places(key); at == p[0] {
			at = p[1]
		} else {
			at = p[0]
		}
	}
}

// find returns the move that makes a difference.
func (c *cycles) find(key uint64) Move {
	for _, at := range places(key) {
		if c.keys[at] == key {
			return c.moves[at]
		}
	}
	return NoMove
}

// Upcoming reports whether the side to move can reach, by one move, a position that
// occurred before, as far as moves can be taken back. The hashes find the position,
// and the boards are compared.
func (p *Position) Upcoming() bool {
	limit := min(int(p.clock), len(p.line)-1)
	if limit < 3 {
		return false
	}
	c := p.setting.cycles()
	for back := 3; back <= limit; back += 2 {
		old := &p.line[len(p.line)-1-back]
		m := c.find(p.hash ^ old.hash)
		if m == NoMove {
			continue
		}
		from, to := m.From(), m.To()
		if p.occupied()&between[from][to] == 0 && p.leads(from, to, old) {
			return true
		}
	}
	return false
}

// leads reports whether the side to move has a piece on one of two squares whose
// move to the other one gives an earlier board.
func (b *board) leads(one, other Square, old *board) bool {
	now, then := b.repeatable(), old.repeatable()
	both := bit(one) | bit(other)
	if piece := b.occupied() & both; piece&b.of(b.turn) == 0 || piece == both {
		return false
	}
	flip := func(set *uint64) {
		if *set&both != 0 {
			*set ^= both
		}
	}
	for _, set := range []*uint64{&now.white, &now.pbq, &now.nbk, &now.rqk} {
		flip(set)
	}
	now.turn ^= 1
	now.ep = 0
	return now == then
}
