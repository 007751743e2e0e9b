package games

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// Chess is chess and Chess960.
var Chess = &Game{
	Name: "chess", Records: "PGN", Type: "application/x-chess-pgn", Ending: ".pgn", Sides: [2]string{"white", "black"},
	FEN: true, Rules: chessindex.Rules(), Views: viewNames(chess.PawnView, chess.MaterialView),
	Form:  `a FEN looks like "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`,
	Line:  `"e4 e5 Nf3" or "e2e4 e7e5 g1f3"`,
	Space: func(string) (*zobrist.Space, error) { return chess.Space(), nil },
	Open:  openChess,
	Split: splitChess, CutEPD: chess.CutEPD,
	Set:  func(p index.Position, fen string) error { return SetChess(chessindex.Board(p), fen) },
	Play: playChess, Follow: followPGN,
	Parse: func(p index.Position, move string) (uint32, error) {
		m, err := chessindex.Board(p).ParseUCI(strings.ToLower(move))
		return uint32(m), err
	},
	Turn: func(p index.Position) game.Side { return chessindex.Board(p).Turn().Side() },
	Notation: func(p index.Position, move uint32) (engine, usual string) {
		board := chessindex.Board(p)
		return board.UCI(chess.Move(move)), board.SAN(chess.Move(move))
	},
	Opening: func(p index.Position) *Opening {
		if o, ok := eco.Find(chessindex.Board(p)); ok {
			return (*Opening)(&o)
		}
		return nil
	},
	Signature: func(p index.Position, view string) string {
		if view == chess.PawnView.String() {
			return pawnText(chessindex.Board(p))
		}
		return materialText(chessindex.Board(p))
	},
	Draw: index.Position.String, Board: chessindex.Board, State: chessState,
	Variants: map[string]bool{
		"": true, "standard": true, "chess": true, "chess960": true, "fromposition": true,
		"antichess": false, "atomic": false, "crazyhouse": false, "horde": false, "kingofthehill": false,
		"racingkings": false, "threecheck": false, "3check": false, "giveaway": false, "suicide": false, "losers": false,
	},
	Begin: `a tag such as [Event "?"] or with a move`,
}

// chessState returns what the rules of chess say of a position; see [Game.State].
func chessState(p index.Position, legal int) State {
	board := chessindex.Board(p)
	s := State{Check: board.InCheck(), Chess960: board.Chess960()}
	switch {
	case legal == 0 && s.Check:
		s.Ending = "checkmate"
	case legal == 0:
		s.Ending = "stalemate"
	case board.InsufficientMaterial():
		s.Ending = "material"
	}
	return s
}

func openChess(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	own := chessindex.Options{Set: o.Set, EnPassant: chess.EnPassant(max(0, slices.Index(chessindex.Rules(), o.Rules))),
		Views: viewsOf(o.Views, chess.PawnView, chess.MaterialView)}
	return chessindex.Open(ctx, s, own)
}

// splitChess distinguishes a FEN from a list of moves by the first word: a FEN
// begins with a board, whose ranks are separated by slashes, and a move has none.
// The result 1/2-1/2 has one too, but is not a board.
func splitChess(text string) (fen, moves string) {
	text = strings.TrimSpace(CutTag(text))
	first, _, _ := strings.Cut(text, " ")
	switch {
	case text == "startpos":
		return "", ""
	case strings.Contains(first, "/") && first != drawn:
		return text, ""
	}
	return "", text
}

// drawn is the result of a drawn game at the end of a list of moves.
const drawn = "1/2-1/2"

// playChess plays moves in SAN or UCI notation; see [PlayChess].
func playChess(p index.Position, moves string, visit func(move string) error) error {
	for _, word := range ChessWords(moves) {
		board := chessindex.Board(p)
		ply := board.Ply()
		if err := PlayChess(board, word); err != nil {
			return err
		}
		if board.Ply() > ply && visit != nil {
			if err := visit(word); err != nil {
				return err
			}
		}
	}
	return nil
}

// ChessWords returns the words of a line of moves, each for [PlayChess]. The letter of a piece with a blank after it,
// in N f3, is part of the next word.
func ChessWords(moves string) (words []string) {
	piece := ""
	for word := range strings.FieldsSeq(moves) {
		if piece += word; len(cutNumber(piece)) != 1 || !strings.ContainsAny(cutNumber(piece), "KQRBN") {
			words, piece = append(words, piece), ""
		}
	}
	if piece != "" {
		words = append(words, piece)
	}
	return words
}

// cutNumber returns a word without the number of a move before it, as in 12.e4 and 12...e5.
func cutNumber(word string) string {
	number := strings.TrimLeft(word, "0123456789")
	if move := strings.TrimLeft(number, ".…"); move != number {
		return move
	}
	return word
}

// PlayChess plays one word of a line of moves: a move, perhaps after its number, a
// number alone, or a result.
func PlayChess(p *chess.Position, word string) error {
	move := cutNumber(word)
	if strings.Trim(word, "0123456789") == "" && strings.Trim(word, "0") != "" {
		return nil // a number alone; 00 and 000 are castling
	}
	if move == "" || slices.Contains([]string{"*", "1-0", "0-1", drawn}, move) {
		return nil
	}
	m, err := p.ParseSAN(move)
	if err != nil {
		var uciErr error
		if m, uciErr = p.ParseUCI(move); uciErr != nil {
			return err
		}
	}
	p.Make(m)
	return nil
}

// SetChess makes p the position of a FEN as other programs send it, the start position for "". See [CutTag]. Fields
// may have underscores between them. If they are missing, White is to move, there is no en-passant square, and kings
// and rooks on their squares of the start position may castle. Rights to castle and an en-passant square that do not
// fit the pieces are ignored, and so are counters that are no numbers, operations of EPD, and parts of other variants:
// marks of promoted pieces, pockets and counts of checks.
func SetChess(p *chess.Position, fen string) error {
	if complete(fen) && p.Set(fen) == nil {
		return nil
	}
	fields := strings.FieldsFunc(CutTag(fen), func(r rune) bool { return r == '_' || unicode.IsSpace(r) })
	if len(fields) == 0 {
		p.Reset()
		return nil
	}
	board, _, _ := strings.Cut(strings.ReplaceAll(fields[0], "~", ""), "[")
	field := func(i int, missing string) string {
		if i < len(fields) {
			return fields[i]
		}
		return missing
	}
	counters := ""
	if len(fields) > 5 && isCounter(fields[4]) && isCounter(fields[5]) {
		counters = " " + fields[4] + " " + fields[5]
	}
	write := func(square string) string {
		return strings.Join([]string{board, field(1, "w"), field(2, "KQkq"), square}, " ") + counters
	}
	full := write(strings.ToLower(field(3, "-")))
	if len(fields) > 2 && (p.Set(full) == nil || p.Set(write("-")) == nil) { // with the rights of Chess960
		return nil
	}
	_, err := p.SetLenient(full)
	if err != nil && tooMuch(board) {
		return ErrMaterial
	}
	return err
}

// complete reports whether a text has the six fields of a FEN, with single blanks between them, so that nothing is
// added to what it says or left out.
func complete(fen string) bool {
	board, counters := strings.IndexByte(fen, ' '), strings.LastIndexByte(fen, ' ')
	if strings.Count(fen, " ") != 5 || strings.ContainsAny(fen[:board], "~[") {
		return false
	}
	clock := strings.LastIndexByte(fen[:counters], ' ')
	return isCounter(fen[clock+1:counters]) && isCounter(fen[counters+1:])
}

// isCounter reports whether a field of a FEN is a number that a position may have. Others are ignored.
func isCounter(field string) bool {
	n, err := strconv.Atoi(field)
	return err == nil && n >= 0 && n < 1000
}

// ErrMaterial is the error of a position of chess that no game can reach.
var ErrMaterial = errors.New("a side has more than 8 pawns or 16 pieces")

// tooMuch reports whether a side has its king and more than 8 pawns or 16 pieces.
func tooMuch(board string) bool {
	count := func(pieces string) (n int) {
		for _, piece := range pieces {
			n += strings.Count(board, string(piece))
		}
		return n
	}
	return strings.Count(board, "/") == 7 && count("K") == 1 && count("k") == 1 &&
		(count("P") > 8 || count("p") > 8 || count("PNBRQK") > 16 || count("pnbrqk") > 16)
}
