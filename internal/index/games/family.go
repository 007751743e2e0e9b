package games

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// A chessFamily is chess or a variant of it: a game with FENs, and with moves in SAN and in the notation of UCI. A type
// that embeds it has the methods that are the same in all of them, and adds Space and Open.
type chessFamily struct {
	Description
	names  []string                        // of the variants that an index holds, some of allNames
	board  func(index.Position) ChessBoard // of a position of the index
	parser func() (*pgn.Parser, error)     // of its games
}

// A ChessBoard is a position of chess or of a variant of it. Moves that are made in it are made in the position of an
// index that it belongs to.
type ChessBoard interface {
	Turn() chess.Color
	InCheck() bool
	FullmoveNumber() int
	Make(chess.Move)
	MakeNull()
	UCI(chess.Move) string
	SAN(chess.Move) string
	ParseUCI(string) (chess.Move, error)
	ParseSAN(string) (chess.Move, error)
}

// allNames are the names of chess and its variants in lower case, as lichess.org and engines write them.
var allNames = sync.OnceValue(func() []string {
	names := append([]string{"giveaway", "suicide", "losers"}, standardNames...)
	for _, v := range variants.Variants() {
		names = append(names, namesOf(v)...)
	}
	return names
})

// VariantNames returns a name of chess and of each variant, as lichess.org writes it.
func VariantNames() []string {
	names := []string{"standard"}
	for _, v := range variants.Variants() {
		names = append(names, v.String())
	}
	return names
}

// standardNames are the names in chess.
var standardNames = []string{"", "standard", "chess", "chess960", "fromposition", "from position"}

// Holds implements [Variety].
func (f *chessFamily) Holds(variant string) (holds, known bool) {
	variant = strings.ToLower(variant)
	return slices.Contains(f.names, variant), slices.Contains(allNames(), variant)
}

// Split implements [Game]. It distinguishes a FEN from a list of moves by the first word: a FEN begins with a board,
// whose ranks are separated by slashes, and a move has none. The result 1/2-1/2 has one too, but is not a board.
func (*chessFamily) Split(text string) (fen, moves string) {
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

// Moves implements [Game].
func (f *chessFamily) Moves(p index.Position, text string) iter.Seq2[uint32, error] {
	return func(yield func(uint32, error) bool) {
		for m, err := range ChessMoves(f.board(p), text) {
			if !yield(uint32(m), err) {
				return
			}
		}
	}
}

// Parse implements [Game].
func (f *chessFamily) Parse(p index.Position, move string) (uint32, error) {
	if strings.TrimSpace(move) == NullMove && !f.board(p).InCheck() {
		return 0, nil
	}
	m, err := f.board(p).ParseUCI(strings.ToLower(strings.TrimSpace(move)))
	return uint32(m), err
}

// Pass implements [Passer].
func (f *chessFamily) Pass(p index.Position) { f.board(p).MakeNull() }

// Notation implements [Game].
func (f *chessFamily) Notation(p index.Position, move uint32) (engine, usual string) {
	board := f.board(p)
	return board.UCI(chess.Move(move)), board.SAN(chess.Move(move))
}

// Turn implements [Game].
func (f *chessFamily) Turn(p index.Position) game.Side {
	return f.board(p).Turn().Side()
}

// ChessMoves reads a line of moves as people type them: in SAN, also with the piece in lower case or a blank after
// it, or as squares. A result is passed over, and so is a number, unless it stands alone and is not the number of the
// next move; the first may be any. Each move must be made in p before the next is read. An error ends them.
func ChessMoves(p ChessBoard, text string) iter.Seq2[chess.Move, error] {
	return func(yield func(chess.Move, error) bool) {
		shift, read := 0, false // of the text's numbers, which may begin anywhere
		for _, word := range chessWords(text) {
			number, move := cutNumber(word)
			if slices.Contains([]string{"*", "1-0", "0-1", drawn}, word) || number == "" && move == "" {
				continue
			}
			if move == "" {
				n, err := strconv.Atoi(number)
				if !read {
					shift = n - p.FullmoveNumber()
				}
				if read = true; err != nil || n != shift+p.FullmoveNumber() {
					yield(chess.NoMove, &game.TextError{Game: "chess", Text: word, Reason: "not the number of the next move",
						Err: game.ErrMove})
					return
				}
				continue
			}
			m, err := chessMove(p, move)
			if read = true; !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// chessWords returns the words of a line of moves. The letter of a piece with a blank after it, in N f3, is part of the
// next word.
func chessWords(moves string) (words []string) {
	piece := ""
	for word := range strings.FieldsFuncSeq(moves, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		piece += word
		if _, move := cutNumber(piece); len(move) != 1 || !strings.ContainsAny(move, "KQRBN") {
			words, piece = append(words, piece), ""
		}
	}
	if piece != "" {
		words = append(words, piece)
	}
	return words
}

// cutNumber divides a word into the number of a move, with its full stops, and the move, as in 12.e4, 12...e5 and 12e4.
// Castling with zeros is a move.
func cutNumber(word string) (number, move string) {
	if strings.HasPrefix(word, "0-0") || strings.HasPrefix(word, "0–0") || strings.Trim(word, "0") == "" {
		return "", strings.ReplaceAll(word, "–", "-")
	}
	move = strings.TrimLeft(word, "0123456789")
	return word[:len(word)-len(move)], strings.TrimLeft(move, ".…")
}

// chessMove reads a move.
func chessMove(p ChessBoard, text string) (chess.Move, error) {
	m, err := p.ParseSAN(text)
	if err == nil {
		return m, nil
	}
	squares := strings.ToLower(strings.ReplaceAll(text, "-", ""))
	if m, other := p.ParseUCI(squares); other == nil {
		return m, nil
	}
	if first := text[:1]; strings.ContainsAny(first, "nbrqkNBRQK") {
		if m, other := p.ParseSAN(strings.ToUpper(first) + strings.ToLower(text[1:])); other == nil {
			return m, nil
		}
	}
	return m, err
}
