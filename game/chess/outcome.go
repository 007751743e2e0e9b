package chess

// Outcome is the result of a game.
type Outcome uint8

const (
	Unfinished Outcome = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns "*", "1-0", "0-1" or "1/2-1/2", as PGN writes results.
func (o Outcome) String() string {
	return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[o&3]
}

// Reason says by which rule a game is over, or may be claimed to be.
type Reason uint8

const (
	NoReason Reason = iota
	Checkmate
	Stalemate
	InsufficientMaterial
	FivefoldRepetition
	SeventyFiveMoves
	ThreefoldRepetition // the player to move may claim a draw
	FiftyMoves          // the player to move may claim a draw
)

// String returns the reason in words.
func (r Reason) String() string {
	return [...]string{"", "checkmate", "stalemate", "insufficient material", "fivefold repetition",
		"seventy-five moves", "threefold repetition", "fifty moves"}[r&7]
}

// Outcome returns the result of the game by the FIDE Laws of Chess (2023):
// checkmate and stalemate (5.1, 5.2), dead positions as far as
// [Position.InsufficientMaterial] knows them, the fifth occurrence of a
// position and seventy-five moves (9.6). Where a draw may only be claimed, at
// the third occurrence or after fifty moves (9.2, 9.3), the outcome is
// Unfinished, with the reason that the claim would have.
func (p *Position) Outcome() (Outcome, Reason) {
	if p.countMoves() == 0 {
		switch {
		case !p.InCheck():
			return Draw, Stalemate
		case p.turn == White:
			return BlackWins, Checkmate
		}
		return WhiteWins, Checkmate
	}
	if p.InsufficientMaterial() {
		return Draw, InsufficientMaterial
	}
	earlier := p.Repetitions()
	switch {
	case earlier >= 4:
		return Draw, FivefoldRepetition
	case p.clock >= 150:
		return Draw, SeventyFiveMoves
	case earlier >= 2:
		return Unfinished, ThreefoldRepetition
	case p.clock >= 100:
		return Unfinished, FiftyMoves
	}
	return Unfinished, NoReason
}

// Repetitions returns how many times the position occurred before, among the
// moves that can be taken back: with the same pieces, side to move, rights to
// castle and possible captures en passant. It compares the positions
// themselves, back to the last capture or pawn move, and no hash.
func (p *Position) Repetitions() int {
	n := 0
	now := p.repeatable()
	for back := 2; back < len(p.line) && back <= int(p.clock); back += 2 {
		if old := &p.line[len(p.line)-1-back]; old.pbq == now.pbq && old.repeatable() == now {
			n++
		}
	}
	return n
}

// repeatable is what must be equal for a position to count as the same.
type repeatable struct {
	white, pbq, nbk, rqk, rights uint64
	turn                         Color
	ep                           Square
}

func (b *board) repeatable() repeatable {
	r := repeatable{b.white, b.pbq, b.nbk, b.rqk, b.rights, b.turn, b.ep}
	if b.ep != 0 {
		if _, legal := b.enPassantPawns(); !legal {
			r.ep = 0
		}
	}
	return r
}

// InsufficientMaterial reports whether no sequence of legal moves can give
// mate for want of pieces: king against king, with one knight or bishop more,
// or with any number of bishops that all stand on squares of one colour.
func (p *Position) InsufficientMaterial() bool {
	if p.pawns()|p.straight() != 0 {
		return false
	}
	const light = 0x55aa55aa55aa55aa
	knights, bishops := p.knights(), p.diagonal()
	if knights != 0 {
		return bishops == 0 && knights&(knights-1) == 0
	}
	return bishops&light == 0 || bishops&^light == 0
}

// Result is [Position.Outcome] as search wants it: whether the game is over,
// draws that may only be claimed counting as over, and the score for the side
// to move, −1 when it is mated and otherwise 0.
func (p *Position) Result() (score int, over bool) {
	outcome, reason := p.Outcome()
	if reason == Checkmate {
		score = -1
	}
	return score, outcome != Unfinished || reason != NoReason
}
