package games

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// Chess is chess and Chess960.
var Chess Game = &chessGame{chessFamily{
	Description: Description{
		Name: chessindex.Name, Title: "standard chess and Chess960", Records: "PGN", Type: "application/x-chess-pgn",
		Ending: ".pgn", Sides: [2]string{"white", "black"}, FEN: true, UCI: true,
		Rules: chessindex.Rules(), Views: viewNames(chess.PawnView, chess.MaterialView),
		Form:  `a FEN looks like "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`,
		Line:  `"e4 e5 Nf3" or "e2e4 e7e5 g1f3"`,
		Begin: `a tag such as [Event "?"] or with a move`,
	},
	names:  standardNames,
	board:  func(p index.Position) ChessBoard { return chessindex.Board(p) },
	parser: func() (*pgn.Parser, error) { return pgn.NewParser(chess.Options{}) },
}}

// chessGame is chess as a [Game].
type chessGame struct{ chessFamily }

// Space implements [Game].
func (*chessGame) Space() *zobrist.Space { return chess.Space() }

// Open implements [Game].
func (*chessGame) Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	return chessindex.Open(ctx, s, chessindex.Options{
		Set: o.Set, EnPassant: chess.EnPassant(max(0, slices.Index(chessindex.Rules(), o.Rules))),
		Views: viewsOf(o.Views, chess.PawnView, chess.MaterialView),
	})
}

// Set implements [Lenient].
func (*chessGame) Set(p index.Position, fen string) error { return SetChess(chessindex.Board(p), fen) }

// CutEPD implements [Lenient].
func (*chessGame) CutEPD(line string) (fen, operations string) { return chess.CutEPD(line) }

// Board implements [Boarder].
func (*chessGame) Board(p index.Position) *chess.Position { return chessindex.Board(p) }

// Opening implements [Namer].
func (*chessGame) Opening(p index.Position) *Opening {
	if o, ok := eco.Find(chessindex.Board(p)); ok {
		return (*Opening)(&o)
	}
	return nil
}

// State implements [Judge].
func (*chessGame) State(p index.Position, legal int) State {
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

// Signature implements [Viewer].
func (*chessGame) Signature(p index.Position, view string) string {
	if view == chess.PawnView.String() {
		return pawnText(chessindex.Board(p))
	}
	return materialText(chessindex.Board(p))
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
	if strings.Count(board, "/") == 8 { // pockets as a ninth rank
		board = board[:strings.LastIndexByte(board, '/')]
	}
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
