package variants

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// Set replaces the position by a FEN, with no moves to take back. It reads what Lichess, Fairy-Stockfish,
// python-chess and others write: pockets in brackets or as a ninth rank, in any order, and none for empty ones;
// checks still to give as "3+3" or given as "+0+0", anywhere after the en-passant square, and none if nobody has
// given any; and castling rights in each of the dialects of [chess.Position.Set]. Where there is no castling, in
// antichess and racing kings, rights are left out. Counters may be missing or "-".
//
// It fails with a [*game.TextError], and leaves p as it was, if the text is malformed or if the game cannot be played
// on from there. There is no limit to the number of pieces but in crazyhouse: 16 of each type, with the pockets and
// both sides together, and promoted pieces as pawns.
func (p *Position) Set(fen string) error {
	_, err := p.read(fenReader{fen: fen})
	return err
}

// SetLenient is Set for what programs and files write. It leaves out rights to castle and an en-passant square that do
// not fit the pieces, pockets and checks of another variant, and counters that are no numbers, and returns the error
// about each, a [*game.TextError]. Without [Options].Chess960, rights that only Chess960 has do not fit: try Set first,
// as for [chess.Position.SetLenient].
//
// Underscores and blanks of Unicode separate fields, too. In a board alone White is to move, with an error about it.
func (p *Position) SetLenient(fen string) (ignored []error, err error) {
	fields := strings.FieldsFunc(fen, func(r rune) bool { return r == '_' || r == '\ufeff' || unicode.IsSpace(r) })
	alone := len(fields) == 1
	if alone {
		fields = append(fields, "w")
	}
	r := fenReader{fen: strings.Join(fields, " "), lenient: true, standard: !p.setting.chess960}
	if ignored, err = p.read(r); alone && err == nil {
		ignored = append(ignored, r.fail("side to move", len(fields[0]), "missing; White is to move"))
	}
	return ignored, err
}

// Reset returns to the start position of the variant, with no moves to take back.
func (p *Position) Reset() {
	if err := p.Set(info[p.setting.rules].start); err != nil {
		panic(err) // the tests read all starts
	}
}

func (p *Position) read(r fenReader) (ignored []error, err error) {
	r.chess960, r.rules = p.setting.chess960, p.setting.rules
	for _, field := range []func() error{r.placement, r.pieces, r.turnField, r.castling, r.enPassant, r.counters} {
		if err := field(); err != nil {
			return nil, err
		}
	}
	p.line = append(p.line[:0], state{board: r.board})
	p.number, p.begun, p.chess960 = max(r.number, 1), r.turn, r.chess960
	var buffer [64]zobrist.Feature
	p.line[0].hash = p.setting.set.Hash128(p.AppendFeatures(buffer[:0])...)
	return r.ignored, nil
}

// A fenReader reads the fields of a FEN in order.
type fenReader struct {
	fen        string
	pos, start int // of the next byte; of the field being read
	board
	number   int
	chess960 bool

	lenient  bool    // an error about castling, en passant, counters or another variant's fields is ignored
	ignored  []error // the errors that were
	standard bool    // only rights of standard chess can be
}

// tolerate returns an error, or keeps it and returns nil if it is ignored.
func (r *fenReader) tolerate(err error) error {
	if r.lenient && err != nil {
		r.ignored = append(r.ignored, err)
		return nil
	}
	return err
}

func (r *fenReader) fail(field string, offset int, format string, args ...any) error {
	reason := field + ": " + fmt.Sprintf(format, args...)
	return &game.TextError{Game: r.rules.String(), Text: strings.Clone(r.fen), Offset: offset, Reason: reason,
		Err: game.ErrPosition}
}

// next returns the next field, empty at the end.
func (r *fenReader) next() string {
	space := func(c byte) bool { return c == ' ' || c-'\t' < 5 }
	for r.pos < len(r.fen) && space(r.fen[r.pos]) {
		r.pos++
	}
	r.start = r.pos
	for r.pos < len(r.fen) && !space(r.fen[r.pos]) {
		r.pos++
	}
	return r.fen[r.start:r.pos]
}

// pieceOf returns the piece of a letter, or NoPiece.
func pieceOf(letter byte) chess.Piece {
	t := chess.PieceType(1 + strings.IndexByte("pnbrqk", letter|32))
	switch {
	case t == chess.NoPieceType:
		return chess.NoPiece
	case letter >= 'a':
		return chess.NewPiece(chess.Black, t)
	}
	return chess.NewPiece(chess.White, t)
}

const placement = "placement"

func (r *fenReader) placement() error {
	text := r.next()
	if text == "" {
		return r.fail(placement, 0, "the FEN is empty; it starts with the pieces, rank 8 first")
	}
	file, rank := 0, 7
	for i := 0; i < len(text); i++ {
		c, at := text[i], r.start+i
		s := chess.NewSquare(file, rank)
		switch piece := pieceOf(c); {
		case file == 8 && rank == 0 && (c == '/' || c == '['):
			return r.pockets(text[i:], at)
		case c == '/' && file == 8:
			file, rank = 0, rank-1
		case c == '/':
			return r.fail(placement, at, "rank %d has %d squares, not 8", rank+1, file)
		case c >= '1' && c <= '8' && file+int(c-'0') <= 8:
			file += int(c - '0')
		case c >= '1' && c <= '8' || piece != chess.NoPiece && file == 8:
			return r.fail(placement, at, "rank %d has more than 8 squares", rank+1)
		case piece == chess.NoPiece:
			return r.fail(placement, at, "%q is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares (1 to 8)",
				string(rune(c)))
		default:
			r.put(s, piece)
			file++
			if i+1 == len(text) || text[i+1] != '~' {
				continue
			}
			i++
			if t := piece.Type(); t == chess.Pawn || t == chess.King && r.rules != Antichess {
				return r.fail(placement, at+1, "a promoted %s; remove the ~", t)
			}
			if r.rules == Crazyhouse {
				r.promoted |= bit(s)
			}
		}
	}
	if rank != 0 || file != 8 {
		return r.fail(placement, r.pos, "the board ends after %d squares of rank %d; 8 ranks of 8 squares are needed",
			file, rank+1)
	}
	return nil
}

// pockets reads "[QPn]" or /QPn after the board.
func (r *fenReader) pockets(text string, at int) error {
	const field = "pocket"
	if r.rules != Crazyhouse {
		return r.tolerate(r.fail(field, at, "%s has none; the board ends after 8 ranks", r.rules))
	}
	inside, closed := text[1:], true
	if text[0] == '[' {
		inside, closed = strings.CutSuffix(inside, "]")
	}
	if !closed {
		return r.fail(field, r.pos, "it is not closed; add ]")
	}
	if inside == "-" {
		return nil
	}
	for i := range len(inside) {
		piece := pieceOf(inside[i])
		if piece == chess.NoPiece || piece.Type() == chess.King {
			return r.fail(field, at+1+i, "%q is no piece of a pocket (PNBRQ, pnbrq)", string(rune(inside[i])))
		}
		count := &r.pocket[piece.Color()][piece.Type()]
		if *count++; *count > maxPocket {
			return r.fail(field, at+1+i, "more than %d %ss of %s", maxPocket, piece.Type(), piece.Color())
		}
	}
	return nil
}

// pieces checks what pieces there are.
func (r *fenReader) pieces() error {
	lowest := uint64(0) // pawns may stand there
	if r.rules == Horde {
		lowest = rank1 & r.sets.White
	}
	if bad := r.sets.Pawns() & ends &^ lowest; bad != 0 {
		return r.fail(placement, 0, "a %s pawn on %s; it cannot stand there", r.at(first(bad)).Color(), first(bad))
	}
	if r.rules == RacingKings && r.sets.Pawns() != 0 {
		return r.fail(placement, 0, "a pawn on %s; racing kings has none", first(r.sets.Pawns()))
	}
	for t := chess.Pawn; r.rules == Crazyhouse && t <= chess.Queen; t++ {
		of := r.sets.Set(uint8(t)) &^ r.promoted
		if t == chess.Pawn {
			of |= r.promoted
		}
		if n := bits.OnesCount64(of) + int(r.pocket[0][t]) + int(r.pocket[1][t]); n > maxPocket {
			return r.fail(placement, 0, "%d %ss with those in pockets and, as pawns, promoted pieces; %d is the limit",
				n, t, maxPocket)
		}
	}
	return nil
}

// kings checks the number of kings when the side to move is known: one that was exploded was that side's.
func (r *fenReader) kings() error {
	for c := chess.White; c <= chess.Black; c++ {
		low, high := 1, 1
		switch {
		case r.rules == Antichess:
			low, high = 0, 64
		case r.rules == Horde && c == chess.White:
			low, high = 0, 0
		case r.rules == Atomic && c == r.turn:
			low = 0
		}
		switch n := bits.OnesCount64(r.sets.Kings() & r.of(c)); {
		case n > high && high == 0:
			return r.fail(placement, 0, "a white king; the horde has none")
		case n < low || n > high:
			return r.fail(placement, 0, "%d %s kings; there is one", n, c)
		}
	}
	return nil
}

func (r *fenReader) turnField() error {
	const field = "side to move"
	switch text := r.next(); text {
	case "w", "W":
		r.turn = chess.White
	case "b", "B":
		r.turn = chess.Black
	case "":
		return r.fail(field, r.start, "missing; add w or b after the placement")
	default:
		return r.fail(field, r.start, "%.40q; write w or b", text)
	}
	if err := r.kings(); err != nil {
		return err
	}
	them := r.turn.Opponent()
	switch {
	case r.king(r.turn) == chess.NoSquare: // exploded
	case r.inCheck(them):
		return r.fail(field, r.start, "the %s king, not to move, is in check; is it %s's turn?", them, them)
	case r.rules == RacingKings && r.inCheck(r.turn):
		return r.fail(field, r.start, "the %s king is in check; nobody gives check in racing kings", r.turn)
	}
	return nil
}

func (r *fenReader) castling() error {
	text := r.next()
	if text == "-" {
		return nil
	}
	for i, letter := range text {
		if err := r.tolerate(r.right(letter, r.start+i)); err != nil {
			return err
		}
	}
	return nil
}

// right adds the right to castle that a letter names.
func (r *fenReader) right(letter rune, at int) error {
	const field = "castling"
	c := chess.Color(letter >> 5 & 1)
	upper := letter &^ 32
	if upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H') {
		return r.fail(field, at, "%q; write some of KQkq, or letters of files, or -", letter)
	}
	if r.rules == Antichess || r.rules == RacingKings {
		return nil
	}
	k := r.king(c)
	if k == chess.NoSquare || homeRank(c)&^(fileA|fileH)&bit(k) == 0 {
		return r.fail(field, at, "%q, but no %s king is where it could castle; remove it", letter, c)
	}
	rook := chess.NewSquare(int(upper-'A'), int(c)*7)
	if upper == 'K' || upper == 'Q' {
		rook = r.outermost(c, upper == 'K')
	}
	if rook == chess.NoSquare || r.at(rook) != chess.NewPiece(c, chess.Rook) {
		return r.fail(field, at, "%q, but the %s king on %s has no rook there; remove it", letter, c, k)
	}
	only960 := k.File() != 4 || bit(rook)&corners == 0
	switch {
	case r.promoted&bit(rook) != 0:
		return r.fail(field, at, "%q, but the rook on %s was a pawn and cannot castle; remove it", letter, rook)
	case r.standard && only960:
		return r.fail(field, at, "%q, but in standard chess a king castles from e%d with a rook on the a- or h-file; "+
			"set Chess960 or remove it", letter, k.Rank()+1)
	}
	for others := r.sets.Rights & r.of(c); others != 0; others &= others - 1 {
		if o := first(others); (o > k) == (rook > k) {
			return r.fail(field, at, "%q, but %s castles on that side with the rook on %s; keep one", letter, c, o)
		}
	}
	r.sets.Rights |= bit(rook)
	r.chess960 = r.chess960 || only960
	return nil
}

func (r *fenReader) enPassant() error { return r.tolerate(r.passed()) }

// passed sets the square of the field for en passant.
func (r *fenReader) passed() error {
	const field = "en passant"
	text := r.next()
	if text == "" || text == "-" {
		return nil
	}
	s, ok := chess.ParseSquare(text)
	if !ok {
		return r.fail(field, r.start, "%.40q is not a square; write one such as e3, or -", text)
	}
	rank := 5 // counted from 0: behind a pawn of Black
	if r.turn == chess.Black {
		rank = 2
	}
	them := r.turn.Opponent()
	switch {
	case s.Rank() != rank:
		return r.fail(field, r.start, "%s with %s to move; the square is on rank %d, or write -", s, r.turn, rank+1)
	case r.at(s^8) != chess.NewPiece(them, chess.Pawn):
		return r.fail(field, r.start, "%s, but no %s pawn on %s has just moved two squares; write -", s, them, s^8)
	case r.at(s) != chess.NoPiece || r.at(s^24) != chess.NoPiece:
		return r.fail(field, r.start, "%s, but a piece stands in the way of the pawn on %s; write -", s, s^8)
	}
	r.ep = s
	return nil
}

// counters reads the halfmove clock and the move number, and in three-check the checks among them.
func (r *fenReader) counters() error {
	numbers, seen, checks := [2]int{0, 1}, 0, false
	for text := r.next(); text != ""; text = r.next() {
		switch n, err := strconv.ParseUint(text, 10, 16); {
		case strings.Contains(text, "+") && (r.rules == ThreeCheck || r.lenient):
			err := r.checksField(text, checks)
			checks = checks || err == nil
			if err = r.tolerate(err); err != nil {
				return err
			}
			continue
		case seen == len(numbers):
			if err := r.tolerate(r.fail("move number", r.start, "%.40q follows it; a FEN ends there", text)); err != nil {
				return err
			}
			continue
		case err == nil:
			numbers[seen] = int(n)
		case text != "-":
			if err := r.tolerate(r.fail([]string{"halfmove clock", "move number"}[seen], r.start,
				"%.40q; write a number from 0 to 65535, or leave it out", text)); err != nil {
				return err
			}
		}
		seen++
	}
	r.clock, r.number = uint32(numbers[0]), numbers[1]
	r.keepEnPassant() // now that it is known whether the game is over
	return nil
}

// checksField reads checks to give, 3+3, or given, +0+0. If both are there, they must agree.
func (r *fenReader) checksField(text string, again bool) error {
	const field = "checks"
	if r.rules != ThreeCheck {
		return r.fail(field, r.start, "%s counts none; leave them out", r.rules)
	}
	rest, given := strings.CutPrefix(text, "+")
	white, black, ok := strings.Cut(rest, "+")
	var counts [2]uint8
	for c, number := range [2]string{white, black} {
		if !ok || len(number) != 1 || number[0]-'0' > toWin {
			return r.fail(field, r.start, "%.40q; write the checks still to give as 3+3, or those given as +0+0", text)
		}
		if counts[c] = number[0] - '0'; !given {
			counts[c] = toWin - counts[c]
		}
	}
	switch {
	case again && counts != r.checks:
		return r.fail(field, r.start, "%.40q says something else than the field before; keep one", text)
	case counts == [2]uint8{toWin, toWin} || counts[r.turn&1] == toWin:
		return r.fail(field, r.start, "%.40q, but %s is to move although it has won; is it %s's turn?", text, r.turn,
			r.turn.Opponent())
	}
	r.checks = counts
	return nil
}
