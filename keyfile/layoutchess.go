package keyfile

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// Layouts returns the names that [OpenLayout] knows.
func Layouts() []string { return []string{"781", "769", "castling16", "18x64", "stockfish", "ep64"} }

// Lines of the orders that chess programs use.
const (
	polyglotPieces = "piece 768: black pawn, white pawn, black knight, white knight, black bishop, white bishop, " +
		"black rook, white rook, black queen, white queen, black king, white king / a1..h8"
	stockfishPieces = "piece 768: white, black / pawn, knight, bishop, rook, queen, king / a1..h8"
	fourRights      = "castling 4: white king side, white queen side, black king side, black queen side"
	sixteenSets     = "castling 16: sets of white king side, white queen side, black king side, black queen side"
	files           = "en passant 8: en passant / a..h"
	rankedPieces    = "piece 768: white pawn, white knight, white bishop, white rook, white queen, white king, " +
		"black pawn, black knight, black bishop, black rook, black queen, black king / a8..h1"
	squares = "en passant 64: en passant / a8..h1"
	white   = "turn 1: white to move"
	black   = "turn 1: not white to move"
)

// chessLayouts are the orders that have names.
var chessLayouts = map[string][]string{
	"781":        {polyglotPieces, fourRights, files, white},
	"769":        {polyglotPieces, white},
	"castling16": {polyglotPieces, sixteenSets, files, white},
	"stockfish":  {stockfishPieces, files, sixteenSets, black},
	"ep64":       {rankedPieces, squares, sixteenSets, black},
}

// OpenLayout returns the layout of that name, or of that file, for the features
// of a game. The empty name is the game's own order; the other names are for
// chess:
//
//   - 781: chess's own order, as in the Polyglot format
//   - 769: without castling and en passant
//   - castling16: a key for each of the 16 sets of castling rights
//   - 18x64: kings and rooks that may castle, and pawns that may be taken en
//     passant, are pieces of their own; the outermost rook is taken for the one
//     that may castle, as in orthodox chess
//   - stockfish: the order in which Stockfish draws: white pieces first, en
//     passant, the 16 sets, Black to move
//   - ep64: squares from a8 to h1, a key for each square en passant, used on the
//     third and sixth rank only, the 16 sets, Black to move
func OpenLayout(game *zobrist.Space, name string) (*Layout, error) {
	lines, known := chessLayouts[name]
	switch {
	case name == "":
		return ownLayout(game, game.Name()), nil
	case known:
		l, err := ParseLayout(game, name, strings.Join(lines, "\n"))
		if err != nil {
			return nil, fmt.Errorf("%s is a layout of chess, not of %s: %w", name, game.Name(), err)
		}
		return l, nil
	case name == "18x64":
		return layout18(game)
	}
	l, err := readLayout(game, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: no layout and no file named %q; layouts are %s, or a file",
			ErrLayout, name, strings.Join(Layouts(), ", "))
	}
	return l, err
}

// text18 is the order of 18x64, which no other text describes.
const text18 = "piece 1152: 18x64 with kings and rooks that may castle, and pawns that may be taken en passant\n" +
	white

// layout18 has 18 classes on 64 squares, and the side to move: 1153 keys.
func layout18(game *zobrist.Space) (*Layout, error) {
	if !slices.Equal(ownLines(game), chessLayouts["781"]) {
		return nil, fmt.Errorf("%w: 18x64 is a layout of chess, not of %s", ErrLayout, game.Name())
	}
	piece, turn := game.Group("piece"), game.Group("turn")
	classes := slices.Clone(piece.Rows)
	for _, what := range []string{"pawn en passant", "rook that may castle", "king that may castle"} {
		classes = append(classes, "black "+what, "white "+what)
	}
	b := board18{piece: piece, castling: game.Group("castling"), enPassant: game.Group("en passant"), turn: turn.First}
	for row := range classes {
		for s := range 64 {
			if row < len(piece.Rows) {
				b.when = append(b.when, ifHolds(piece.At(row, s), false))
			} else {
				b.when = append(b.when, condition{})
			}
		}
	}
	b.pawns()
	b.castles()
	b.when = append(b.when, ifHolds(turn.First, false))
	groups := []zobrist.Group{zobrist.Grid("piece", classes, piece.Columns), turn}
	return newLayout(game, "18x64", strings.Split(text18, "\n"), groups, b.when)
}

// Rows of chess's pieces, and those that 18x64 adds to them; Black's, the next
// is White's.
const (
	pawn, rook, king                        = 0, 6, 10
	passingPawn, castlingRook, castlingKing = 12, 14, 16
)

// A board18 is the conditions of the classes on the squares.
type board18 struct {
	piece, castling, enPassant zobrist.Group
	turn                       zobrist.Feature
	when                       []condition
}

// divide lets the piece of a row on a square be of another row if all facts of
// one of the cases are true.
func (b *board18) divide(row, other, square int, cases ...[]fact) {
	own := fact{feature: b.piece.At(row, square)}
	b.when[row*64+square].unless = cases
	for _, facts := range cases {
		c := &b.when[other*64+square]
		c.cases = append(c.cases, append([]fact{own}, facts...))
	}
}

// pawns sets the pawns of the side that has moved apart if the file en passant
// is theirs: Black's on the fifth rank if White is to move.
func (b *board18) pawns() {
	for file := range 8 {
		capture := fact{feature: b.enPassant.At(0, file)}
		b.divide(pawn, passingPawn, 4*8+file, []fact{capture, {b.turn, false}})
		b.divide(pawn+1, passingPawn+1, 3*8+file, []fact{capture, {b.turn, true}})
	}
}

// castles sets kings with a right to castle apart, and the outermost rooks on
// their sides.
func (b *board18) castles() {
	for white := range 2 {
		rights := 2 - 2*white // White's are first
		kingSide := fact{feature: b.castling.At(0, rights)}
		queenSide := fact{feature: b.castling.At(0, rights+1)}
		for s := range 64 {
			b.divide(king+white, castlingKing+white, s, []fact{kingSide}, []fact{queenSide})
		}
		home := 56 * (1 - white)
		for file := range 8 {
			west, east := []fact{queenSide}, []fact{kingSide}
			for other := range 8 {
				absent := fact{b.piece.At(rook+white, home+other), true}
				if other < file {
					west = append(west, absent)
				} else if other > file {
					east = append(east, absent)
				}
			}
			b.divide(rook+white, castlingRook+white, home+file, west, east)
		}
	}
}
