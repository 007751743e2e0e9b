package variants

import (
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Reason says by which rule a game is over, or may be claimed to be.
type Reason uint8

const (
	NoReason Reason = iota
	Checkmate
	VariantEnd // by the rule that makes the variant
	Stalemate
	InsufficientMaterial
	FivefoldRepetition
	FiftyMoves
	ThreefoldRepetition // the player to move may claim a draw
)

// String returns the reason in words.
func (r Reason) String() string {
	return [...]string{"", "checkmate", "variant end", "stalemate", "insufficient material", "fivefold repetition",
		"fifty moves", "threefold repetition"}[r&7]
}

// over reports whether the game is over by the rule that makes the variant, without regard to who can move.
func (b *board) over() bool { over, _ := b.end(); return over }

// end is over, with the winner, or [game.Draw].
func (b *board) end() (over bool, result game.Result) {
	white, black := b.king(chess.White), b.king(chess.Black)
	first, second := false, false // who has won
	switch b.rules {
	case ThreeCheck:
		first, second = b.checks[0] >= toWin, b.checks[1] >= toWin
	case KingOfTheHill:
		first, second = hill&bit(white) != 0, hill&bit(black) != 0
	case Atomic:
		first, second = black == chess.NoSquare, white == chess.NoSquare
	case Horde:
		second = b.sets.White == 0
	case RacingKings:
		first, second = rank8&bit(white) != 0, rank8&bit(black) != 0
		if first && !second && b.turn == chess.Black && b.mayFollow(black) {
			return false, game.Unknown
		}
	}
	switch {
	case first && second:
		return true, game.Draw
	case first:
		return true, game.FirstWins
	case second:
		return true, game.SecondWins
	}
	return false, game.Unknown
}

// mayFollow reports whether Black's king can reach the last rank at once.
func (b *board) mayFollow(k chess.Square) bool {
	for set := bitboard.KingAttacks[k&63] & rank8 &^ b.of(chess.Black); set != 0; set &= set - 1 {
		if b.legal(newMove(k, first(set))) {
			return true
		}
	}
	return false
}

// decide returns how the game ended if the rules of moves decide it.
func (b *board) decide() (game.Result, Reason) {
	var buffer [256]chess.Move
	stuck := len(b.appendLegal(buffer[:0])) == 0
	if stuck && b.inCheck(b.turn) {
		return wins(b.turn.Opponent()), Checkmate
	}
	if over, result := b.end(); over {
		return result, VariantEnd
	}
	switch {
	case !stuck:
		return game.Unknown, NoReason
	case b.rules == Antichess:
		return wins(b.turn), VariantEnd
	}
	return game.Draw, Stalemate
}

func wins(c chess.Color) game.Result {
	if c == chess.White {
		return game.FirstWins
	}
	return game.SecondWins
}

// Result returns how the game ended, as Lichess decides: by mate, by the rule that makes the variant, by stalemate,
// or by a draw if neither side can win ([Position.InsufficientMaterial]), at the fifth occurrence of a position, or
// after fifty moves without a capture or pawn move, except in crazyhouse. At the third occurrence a draw may only be
// claimed: it is [game.Unknown], with the reason of the claim.
func (p *Position) Result() (game.Result, Reason) {
	if result, reason := p.last().decide(); reason != NoReason {
		return result, reason
	}
	if p.InsufficientMaterial() {
		return game.Draw, InsufficientMaterial
	}
	earlier := p.Repetitions()
	switch {
	case earlier >= 4:
		return game.Draw, FivefoldRepetition
	case p.last().clock >= 100 && p.setting.rules != Crazyhouse:
		return game.Draw, FiftyMoves
	case earlier >= 2:
		return game.Unknown, ThreefoldRepetition
	}
	return game.Unknown, NoReason
}

// Score returns 1 or −1 and true if the side to move has won or lost, and 0 and true if the game is drawn or a draw
// may be claimed; see [Position.Result].
func (p *Position) Score() (score int, over bool) {
	result, reason := p.Result()
	switch result {
	case game.FirstWins, game.SecondWins:
		score = -1
		if result == wins(p.Turn()) {
			score = 1
		}
	}
	return score, reason != NoReason
}

// Repetitions returns how often the position occurred before, as far as moves can be taken back: with the same
// pieces, side to move, rights to castle, possible captures en passant, pockets, promoted pieces and checks given.
// It compares positions, not hashes, back to the last move that cannot be undone. In crazyhouse there is none: what
// was captured can be dropped again.
func (p *Position) Repetitions() (n int) {
	now := *p.last()
	limit := int(now.clock)
	if now.rules == Crazyhouse {
		limit = p.Ply()
	}
	now.clock = 0
	for back := 2; back < len(p.line) && back <= limit; back += 2 {
		old := p.line[len(p.line)-1-back].board
		if old.clock = 0; old == now {
			n++
		}
	}
	return n
}

// InsufficientMaterial reports whether Lichess calls a game that goes on a draw because neither side can win: in
// three-check with two bare kings; in atomic chess and antichess with few pieces or blocked pawns; in horde if every
// move of Black leaves White without one. In the other variants a win is always possible.
func (p *Position) InsufficientMaterial() bool {
	switch b := p.last(); b.rules {
	case ThreeCheck:
		return b.sets.Occupied() == b.sets.Kings()
	case Antichess:
		return b.deadAntichess()
	case Atomic:
		return b.fewAtomic() || b.closedAtomic()
	case Horde:
		return b.closedHorde()
	}
	return false
}

// shades returns whether a set has light and dark squares.
func shades(set uint64) (light, dark bool) { return set&bitboard.Light != 0, set&^bitboard.Light != 0 }

// deadAntichess: only bishops and blocked pawns are left, each side's bishops can meet neither the other's nor its
// pawns.
func (b *board) deadAntichess() bool {
	bishops := b.sets.Set(bitboard.Bishop)
	if bishops|b.sets.Pawns() != b.sets.Occupied() {
		return false
	}
	light, dark := shades(bishops & b.sets.White)
	enemyLight, enemyDark := shades(bishops &^ b.sets.White)
	if light == dark || enemyLight == enemyDark || light == enemyLight {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		reach := bitboard.Light // of the other side's bishops
		if (c == chess.White) != enemyLight {
			reach = ^reach
		}
		if b.sets.Pawns()&b.of(c)&reach != 0 {
			return false
		}
	}
	return b.pawnsBlocked()
}

// pawnsBlocked reports whether every pawn stands before another one and has nothing to capture.
func (b *board) pawnsBlocked() bool {
	for pawns := b.sets.Pawns(); pawns != 0; pawns &= pawns - 1 {
		s := first(pawns)
		next := *b
		next.turn = b.at(s).Color()
		if next.turn != b.turn {
			next.ep = 0
		}
		ahead := s + 8
		if next.turn == chess.Black {
			ahead = s - 8
		}
		if b.sets.Pawns()&bit(ahead) == 0 {
			return false
		}
		var buffer [16]chess.Move
		if slices.ContainsFunc(next.appendPawn(buffer[:0], s, b.sets.Occupied()), next.legal) {
			return false
		}
	}
	return true
}

// fewAtomic: too few pieces are left for a mate in atomic chess, or a capture.
func (b *board) fewAtomic() bool {
	all, kings := b.sets.Occupied(), b.sets.Kings()
	men, bishops := bits.OnesCount64(all), b.sets.Set(bitboard.Bishop)
	light, dark := shades(bishops)
	others := all &^ kings
	switch {
	case others&b.sets.White != 0 && others&^b.sets.White != 0:
		return kings|bishops == all && men <= 4 && light && dark
	case kings|b.sets.Knights() == all:
		return men <= 4
	}
	minors := b.sets.Knights() | bishops | b.sets.Set(bitboard.Rook)
	return kings|minors == all && men <= 3
}

// closedAtomic: pawns block each other, and all bishops are one side's and cannot reach the enemy pawns. Kings
// capture nothing.
func (b *board) closedAtomic() bool {
	bishops, pawns := b.sets.Set(bitboard.Bishop), b.sets.Pawns()
	if bishops|pawns|b.sets.Kings() != b.sets.Occupied() {
		return false
	}
	if bishops != 0 {
		light, dark := shades(bishops)
		owner := chess.White
		if bishops&b.sets.White == 0 {
			owner = chess.Black
		}
		if light == dark || bishops&^b.of(owner) != 0 {
			return false
		}
		reach := bitboard.Light
		if dark {
			reach = ^reach
		}
		if pawns&^b.of(owner)&reach != 0 {
			return false
		}
	}
	return b.pawnsBlocked()
}

// closedHorde: White has no move now, and none after any move of Black, who can move the king alone. White's last
// man does not count if it is attacked.
func (b *board) closedHorde() bool {
	white := b.sets.White
	if white == 0 || white&(white-1) == 0 && b.attacked(first(white), chess.Black, b.sets.Occupied()) {
		return false
	}
	var buffer, replies [256]chess.Move
	still := *b
	still.turn, still.ep = chess.White, 0
	if len(still.appendMoves(replies[:0])) > 0 {
		return false
	}
	still.turn, still.ep = chess.Black, b.ep
	for _, m := range still.appendMoves(buffer[:0]) {
		next := still
		next.make(m)
		if m.From() != b.king(chess.Black) || len(next.appendMoves(replies[:0])) > 0 {
			return false
		}
	}
	return true
}
