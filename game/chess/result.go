package chess

import (
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

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

// Result returns how the game ended by the FIDE Laws of Chess (2023):
// checkmate and stalemate (5.1, 5.2), dead positions as far as
// [Position.InsufficientMaterial] knows them, the fifth occurrence of a
// position and seventy-five moves (9.6). If a draw may only be claimed, at the
// third occurrence or after fifty moves (9.2, 9.3), it is [game.Unknown], with
// the reason of the claim.
func (p *Position) Result() (game.Result, Reason) {
	if p.countMoves() == 0 {
		switch {
		case !p.InCheck():
			return game.Draw, Stalemate
		case p.turn == White:
			return game.SecondWins, Checkmate
		}
		return game.FirstWins, Checkmate
	}
	if p.InsufficientMaterial() {
		return game.Draw, InsufficientMaterial
	}
	earlier := p.Repetitions()
	switch {
	case earlier >= 4:
		return game.Draw, FivefoldRepetition
	case p.clock >= 150:
		return game.Draw, SeventyFiveMoves
	case earlier >= 2:
		return game.Unknown, ThreefoldRepetition
	case p.clock >= 100:
		return game.Unknown, FiftyMoves
	}
	return game.Unknown, NoReason
}

// Repetitions returns how often the position occurred before, as far as moves can
// be taken back: with the same pieces, side to move, rights to castle and possible
// captures en passant. It compares positions, not hashes, back to the last capture
// or pawn move.
func (p *Position) Repetitions() int { return p.repetitions(len(p.line)) }

// repetitions counts the repetitions of the last board of the line, up to a limit.
func (p *Position) repetitions(limit int) (n int) {
	for back := p.earlier(2); back > 0 && n < limit; back = p.earlier(back + 2) {
		n++
	}
	return n
}

// Repeats reports whether a search that began so many plies ago may count the position as a draw: it occurred
// before since the first move of the search, or twice before, as [Position.Repetitions] counts. A position of
// the game that occurs a second time is none: the player who wins can go another way from there.
func (p *Position) Repeats(plies int) bool {
	back := p.earlier(2)
	return back > 0 && (back < plies || p.earlier(back+2) > 0)
}

// earlier returns how many plies ago the position occurred last, at least so many and an even number, or 0 if it
// did not.
func (p *Position) earlier(least int) int {
	last := &p.line[len(p.line)-1]
	now := last.repeatable()
	for back := least; back < len(p.line) && back <= int(last.clock); back += 2 {
		if old := &p.line[len(p.line)-1-back]; old.sets.PBQ == now.sets.PBQ && old.repeatable() == now {
			return back
		}
	}
	return 0
}

// repeatable is what must be equal for a position to count as the same.
type repeatable struct {
	sets bitboard.Board
	turn Color
	ep   Square
}

func (b *board) repeatable() repeatable {
	r := repeatable{b.sets, b.turn, b.ep}
	if b.ep != 0 {
		if _, legal := b.enPassantPawns(); !legal {
			r.ep = 0
		}
	}
	return r
}

// InsufficientMaterial reports whether the pieces cannot give mate by any sequence
// of legal moves: king against king, with one knight or bishop more, or with any
// number of bishops that all stand on squares of one colour.
func (p *Position) InsufficientMaterial() bool {
	if p.pawns()|p.straight() != 0 {
		return false
	}
	knights, bishops := p.knights(), p.diagonal()
	if knights != 0 {
		return bishops == 0 && knights&(knights-1) == 0
	}
	return bishops&bitboard.Light == 0 || bishops&^bitboard.Light == 0
}

// Score returns −1 and true if the side to move is mated, and 0 and true if the
// game is drawn or a draw may be claimed; see [Position.Result].
func (p *Position) Score() (score int, over bool) {
	result, reason := p.Result()
	if reason == Checkmate {
		score = -1
	}
	return score, result != game.Unknown || reason != NoReason
}
