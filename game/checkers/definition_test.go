package checkers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// grid is a board of 8 by 8 cells holding b, w, B, W (kings) or 0: the rules
// written down a second time, square by square, to compare with.
type grid [8][8]byte

func cellOf(square int) (row, column int) {
	row = (square - 1) / 4
	return row, 2*((square-1)%4) + 1 - row%2
}

func squareOf(row, column int) int { return 4*row + column/2 + 1 }

func inside(row, column int) bool { return row >= 0 && row < 8 && column >= 0 && column < 8 }

// moves returns the legal moves as text.
func (g *grid) moves(white bool) []string {
	own, enemy := "bB", "wW"
	if white {
		own, enemy = enemy, own
	}
	var steps, jumps []string
	var jump func(row, column int, piece byte, path string, taken [][2]int)
	jump = func(row, column int, piece byte, path string, taken [][2]int) {
		more := false
		for _, d := range directions(piece) {
			r, c := row+d[0], column+d[1]
			r2, c2 := r+d[0], c+d[1]
			if !inside(r2, c2) || g[r2][c2] != 0 || g[r][c] == 0 || !strings.ContainsRune(enemy, rune(g[r][c])) ||
				slices.Contains(taken, [2]int{r, c}) {
				continue
			}
			more = true
			jump(r2, c2, piece, path+"x"+strconv.Itoa(squareOf(r2, c2)), append(slices.Clone(taken), [2]int{r, c}))
		}
		if !more && len(taken) > 0 {
			jumps = append(jumps, path)
		}
	}
	for square := 1; square <= 32; square++ {
		row, column := cellOf(square)
		piece := g[row][column]
		if piece == 0 || !strings.ContainsRune(own, rune(piece)) {
			continue
		}
		for _, d := range directions(piece) {
			if r, c := row+d[0], column+d[1]; inside(r, c) && g[r][c] == 0 {
				steps = append(steps, fmt.Sprintf("%d-%d", square, squareOf(r, c)))
			}
		}
		g[row][column] = 0 // the piece may come back to where it started
		jump(row, column, piece, strconv.Itoa(square), nil)
		g[row][column] = piece
	}
	if len(jumps) > 0 {
		return jumps
	}
	return steps
}

func directions(piece byte) [][2]int {
	switch piece {
	case 'b':
		return [][2]int{{1, -1}, {1, 1}}
	case 'w':
		return [][2]int{{-1, -1}, {-1, 1}}
	}
	return [][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}
}

// Random positions, many of them with kings and captures in all directions,
// have the moves that the rules give square by square, and moving leads to the
// board it should.
func TestDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	p := gamekit.Must(checkers.New(checkers.Options{}))
	longest := 0
	for range 20000 {
		var g grid
		var sides [2][]string
		for _, square := range rng.Perm(32)[:2+rng.IntN(16)] {
			square++
			row, column := cellOf(square)
			side, king := rng.IntN(2), rng.IntN(3) == 0 || row == 0 || row == 7
			g[row][column] = "bwBW"[side]
			text := strconv.Itoa(square)
			if king {
				g[row][column] = "BW"[side]
				text = "K" + text
			}
			sides[side] = append(sides[side], text)
		}
		if len(sides[0]) > 12 || len(sides[1]) > 12 {
			continue
		}
		white := rng.IntN(2) == 1
		fen := map[bool]string{false: "B", true: "W"}[white] + ":W" + strings.Join(sides[1], ",") +
			":B" + strings.Join(sides[0], ",")
		if err := p.Set(fen); err != nil {
			t.Fatal(err)
		}
		want := g.moves(white)
		slices.Sort(want)
		moves := p.AppendMoves(nil)
		var got []string
		for _, m := range moves {
			got = append(got, m.String())
			longest = max(longest, m.Captures())
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: moves %v, want %v", fen, got, want)
		}
		for _, m := range moves {
			p.Make(m)
			if text := after(g, m); text != p.String() {
				t.Fatalf("%s: after %v %v, want %s", fen, m, p, text)
			}
			p.Unmake()
		}
	}
	if longest < 5 {
		t.Errorf("the longest capture met is of %d pieces; look at more positions", longest)
	}
}

// after returns the FEN of the board after a move.
func after(g grid, m checkers.Move) string {
	var squares []checkers.Square
	squares = m.AppendSquares(squares)
	row, column := cellOf(int(squares[0]))
	piece := g[row][column]
	for _, s := range squares[1:] {
		r, c := cellOf(int(s))
		g[row][column] = 0
		if m.Captures() > 0 {
			g[(row+r)/2][(column+c)/2] = 0
		}
		row, column = r, c
	}
	turn := "W"
	switch {
	case piece == 'b' && row == 7:
		piece = 'B'
	case piece == 'w' && row == 0:
		piece = 'W'
	}
	if piece == 'w' || piece == 'W' {
		turn = "B"
	}
	g[row][column] = piece
	var sides [2][]string
	for square := 1; square <= 32; square++ {
		r, c := cellOf(square)
		switch g[r][c] {
		case 'b':
			sides[0] = append(sides[0], strconv.Itoa(square))
		case 'B':
			sides[0] = append(sides[0], "K"+strconv.Itoa(square))
		case 'w':
			sides[1] = append(sides[1], strconv.Itoa(square))
		case 'W':
			sides[1] = append(sides[1], "K"+strconv.Itoa(square))
		}
	}
	return turn + ":W" + strings.Join(sides[1], ",") + ":B" + strings.Join(sides[0], ",")
}
