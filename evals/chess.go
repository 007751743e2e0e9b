package evals

import (
	"math/bits"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
)

// A ChessReader reads positions of chess as files and programs write them. The zero ChessReader is not usable; make one
// with [NewChessReader]. It belongs to one goroutine at a time.
type ChessReader struct {
	pos     *chess.Position
	lenient *chess.Position
}

// NewChessReader returns a reader of positions with the hashes of chess stores.
func NewChessReader() *ChessReader {
	r := &ChessReader{}
	var err error
	if r.pos, err = chess.New(chess.Options{Editor: true, Wide: true}); err == nil {
		r.lenient, err = chess.New(chess.Options{Editor: true, Chess960: true})
	}
	if err != nil {
		panic(err) // the options are right
	}
	return r
}

// Read returns the position of a FEN: of standard chess, Chess960 or a board editor, with any number of pieces.
// Rights to castle without a rook, a square for capture en passant that cannot be, and counters that are no numbers
// are left out; ignored has the error about each. In a board alone the side whose king is in check is to move,
// otherwise White. The position is overwritten by the next call. The error is a [*game.TextError].
func (r *ChessReader) Read(fen string) (p *chess.Position, ignored []error, err error) {
	if r.pos.Set(fen) == nil {
		return r.pos, nil, nil
	}
	if ignored, err = r.lenient.SetLenient(fen); err != nil {
		alone := strings.TrimSpace(fen)
		if strings.ContainsAny(alone, " \t_") || r.lenient.Set(alone+" b") != nil {
			return nil, nil, err
		}
	}
	if err := r.pos.Set(r.lenient.FEN()); err != nil {
		return nil, nil, err
	}
	return r.pos, ignored, nil
}

// fromEditor reports whether a position has pieces that no game can reach.
func fromEditor(p *chess.Position) bool {
	b := p.Bitboard(0)
	all := b.Occupied()
	black := all &^ b.White
	for _, own := range [2]uint64{b.White, black} {
		if bits.OnesCount64(own) > 16 || bits.OnesCount64(own&b.Pawns()) > 8 {
			return true
		}
	}
	if !p.InCheck() {
		return false
	}
	own, them := b.White, black
	if p.Turn() == chess.Black {
		own, them = them, own
	}
	king := uint8(bits.TrailingZeros64(b.Kings() & own))
	return bits.OnesCount64(b.Attackers(king, all)&them) > 2
}

// findUCI returns the number of the legal move that a text in UCI's notation names, or −1. Castling is the king's
// move or king takes rook; the former may also be an ordinary move of the king, which comes first.
func findUCI(_ *chess.Position, legal []chess.Move, text []byte) int {
	if len(text) != 4 && len(text) != 5 {
		return -1
	}
	from, ok := squareOf(text)
	to, ok2 := squareOf(text[2:])
	if !ok || !ok2 {
		return -1
	}
	promotion := chess.NoPieceType
	if len(text) == 5 {
		switch text[4] | 32 {
		case 'n':
			promotion = chess.Knight
		case 'b':
			promotion = chess.Bishop
		case 'r':
			promotion = chess.Rook
		case 'q':
			promotion = chess.Queen
		default:
			return -1
		}
	}
	castling := -1
	for i, m := range legal {
		if m.From() != from {
			continue
		}
		if m.To() == to && m.Promotion() == promotion {
			return i
		}
		if m.IsCastling() && promotion == chess.NoPieceType && kingTo(m) == to {
			castling = i
		}
	}
	return castling
}

// kingTo returns where the king stands after castling.
func kingTo(m chess.Move) chess.Square {
	file := 2
	if m.To() > m.From() {
		file = 6
	}
	return chess.NewSquare(file, m.From().Rank())
}

func squareOf(text []byte) (chess.Square, bool) {
	file, rank := text[0]|32-'a', text[1]-'1'
	return chess.NewSquare(int(file), int(rank)), file < 8 && rank < 8
}
