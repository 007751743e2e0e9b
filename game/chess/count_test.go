package chess_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// Perft of depth 1 counts castling by masks of the home rank. AppendMoves finds it by the squares between king and
// rook, as in Chess960: for every set of pieces between them and every place of an enemy piece both must agree.
func TestCountCastling(t *testing.T) {
	kinds := "qrbnp"
	if testing.Short() {
		kinds = "rn"
	}
	castled := 0
	for between := range 1 << 5 {
		rank := []byte("R...K..R")
		for i, square := range []int{1, 2, 3, 5, 6} {
			if between>>i&1 != 0 {
				rank[square] = 'N'
			}
		}
		for _, kind := range kinds {
			for place := range 64 {
				board := []byte(strings.Repeat(".", 4) + "k" + strings.Repeat(".", 51) + string(rank))
				if board[place] != '.' || kind == 'p' && (place < 8 || place >= 56) {
					continue
				}
				board[place] = byte(kind)
				for _, rights := range []string{"KQ", "K", "Q"} {
					castled += sameCount(t, fenOf(board, false)+" w "+rights+" - 0 1")
					sameCount(t, fenOf(board, true)+" b "+strings.ToLower(rights)+" - 0 1")
				}
			}
		}
	}
	if castled == 0 {
		t.Error("no position has castling")
	}
}

// sameCount compares the two counts of a position, if it is legal, and returns the number of castling moves.
func sameCount(t *testing.T, fen string) (castling int) {
	p, err := chess.Parse(fen, chess.Options{})
	if err != nil { // the side that has moved is in check
		return 0
	}
	moves := p.AppendMoves(nil)
	if n := p.Perft(1); n != uint64(len(moves)) {
		t.Errorf("%s: counted %d, listed %d", fen, n, len(moves))
	}
	for _, m := range moves {
		if strings.HasPrefix(p.SAN(m), "O-O") {
			castling++
		}
	}
	return castling
}

// fenOf returns the placement of a board from a8 to h1, or of the same one with colours and sides exchanged.
func fenOf(board []byte, exchanged bool) string {
	var rows []string
	for r := range 8 {
		row := string(board[8*r : 8*r+8])
		if exchanged {
			row = strings.Map(func(c rune) rune {
				if c != '.' {
					c ^= 0x20
				}
				return c
			}, string(board[56-8*r:64-8*r]))
		}
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}
