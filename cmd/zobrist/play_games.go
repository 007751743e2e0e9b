package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/search"
)

// prepare gives a game its notation, its drawing and its records. done releases
// what it holds.
func prepare(g any, o play.Options) (done func(), err error) {
	done = func() {}
	switch g := g.(type) {
	case *play.Game[chess.Move, *engine.Position]:
		prepareChess(g)
	case *play.Game[chess.Move, *variants.Position]:
		prepareVariant(g)
	case *play.Game[checkers.Move, *checkers.Position]:
		prepareCheckers(g)
	case *play.Game[baduk.Move, *baduk.Position]:
		return prepareBaduk(g, o)
	case *play.Game[hex.Move, *hex.Position]:
		g.Sides = [2]string{"red", "blue"}
		g.Draw = drawHex
	case *play.Game[mnk.Move, *mnk.Position]:
		g.Sides = [2]string{"x", "o"}
	case *play.Game[qubic.Move, *qubic.Position]:
		g.Sides = [2]string{"x", "o"}
		g.Draw = drawQubic
	}
	return done, nil
}

func prepareChess(g *play.Game[chess.Move, *engine.Position]) {
	g.Name, g.Sides = "chess", [2]string{"white", "black"}
	g.Turn = func(p *engine.Position) game.Side { return p.Turn().Side() }
	g.MoveText = func(p *engine.Position, m chess.Move) string { return p.SAN(m) }
	g.ParseMove = func(p *engine.Position, text string) (chess.Move, error) {
		if m, err := p.ParseUCI(text); err == nil {
			return m, nil
		}
		m, err := p.ParseSAN(text)
		if bad, ok := err.(*game.TextError); ok { // the board is on the screen
			bad.Reason = strings.TrimSuffix(bad.Reason, ", in "+p.FEN())
		}
		return m, err
	}
	g.Draw = drawChess
	g.Ending = func(p *engine.Position) string {
		_, why := p.Result()
		return why.String()
	}
	g.Write, g.Read = writePGN, readPGN
}

func prepareVariant(g *play.Game[chess.Move, *variants.Position]) {
	g.Sides = [2]string{"white", "black"}
	g.Turn = func(p *variants.Position) game.Side { return p.Turn().Side() }
	g.Draw = func(p *variants.Position) []play.Board {
		b := drawSquares(p.PieceAt)
		b.Below = belowVariant(p)
		return []play.Board{b}
	}
	g.Ending = func(p *variants.Position) string {
		_, why := p.Result()
		return why.String()
	}
}

// belowVariant says what a board of a variant does not show: pockets, and checks given.
func belowVariant(p *variants.Position) string {
	switch p.Variant() {
	case variants.Crazyhouse:
		pockets := [2]string{}
		for c := range pockets {
			for t := chess.Queen; t >= chess.Pawn; t-- {
				letter := chess.NewPiece(chess.Color(c), t).String()
				pockets[c] += strings.Repeat(letter, p.Pocket(chess.Color(c), t))
			}
		}
		return fmt.Sprintf("in hand: white [%s], black [%s]", pockets[0], pockets[1])
	case variants.ThreeCheck:
		return fmt.Sprintf("checks given: white %d, black %d", p.ChecksGiven(chess.White), p.ChecksGiven(chess.Black))
	}
	return ""
}

// drawChess draws the board from White's side: capitals are White's.
func drawChess(p *engine.Position) []play.Board { return []play.Board{drawSquares(p.PieceAt)} }

func drawSquares(at func(chess.Square) chess.Piece) play.Board {
	b := play.Board{Columns: strings.Split("abcdefgh", "")}
	for rank := 7; rank >= 0; rank-- {
		row := make([]play.Cell, 8)
		for file := range row {
			if piece := at(chess.NewSquare(file, rank)); piece != chess.NoPiece {
				row[file] = play.Cell{Text: piece.String(), Side: piece.Color().Side()}
			}
		}
		b.Rows, b.Cells = append(b.Rows, strconv.Itoa(rank+1)), append(b.Cells, row)
	}
	return b
}

func prepareCheckers(g *play.Game[checkers.Move, *checkers.Position]) {
	g.Name, g.Sides = "checkers", [2]string{"black", "white"}
	g.Turn = func(p *checkers.Position) game.Side { return p.Turn().Side() }
	g.Draw = drawCheckers
	g.Write, g.Read = writePDN, readPDN
}

// drawCheckers draws b and w for men, B and W for kings, and the numbers of the
// empty squares; square 1 is in the first row.
func drawCheckers(p *checkers.Position) []play.Board {
	b := play.Board{Rows: make([]string, 8), Columns: nil}
	for row := range 8 {
		cells := make([]play.Cell, 8)
		for i := range cells {
			cells[i].Text = " "
		}
		for i := range 4 {
			cells[2*i+1-row%2].Text = strconv.Itoa(4*row + i + 1)
		}
		b.Cells = append(b.Cells, cells)
	}
	pieces := p.Space().Group("piece")
	for _, f := range p.AppendFeatures(nil) {
		class, place, ok := pieces.Cell(f)
		if !ok {
			continue
		}
		row := place / 4
		cell := &b.Cells[row][2*(place%4)+1-row%2]
		color, kind, _ := strings.Cut(pieces.Rows[class], " ")
		cell.Text, cell.Side = color[:1], game.FirstSide
		if color == "white" {
			cell.Side = game.SecondSide
		}
		if kind == "king" {
			cell.Text = strings.ToUpper(cell.Text)
		}
	}
	return []play.Board{b}
}

// prepareBaduk has the player of package gtp choose the moves.
func prepareBaduk(g *play.Game[baduk.Move, *baduk.Position], o play.Options) (done func(), err error) {
	player, err := gtp.NewPlayer(gtp.Options{Hash: o.Bytes, Threads: o.Threads})
	if err != nil {
		return nil, err
	}
	g.Sides = [2]string{"black", "white"}
	g.Turn = func(p *baduk.Position) game.Side { return game.Side(p.Turn()) }
	g.Scoring = search.ByMargin
	g.Draw = drawBaduk
	g.Ending = badukResult
	g.Think = func(ctx context.Context, p *baduk.Position, l search.Limits) (baduk.Move, string, error) {
		m, won, games := player.Choose(ctx, p, l)
		if games == 0 {
			return m, "", nil
		}
		return m, fmt.Sprintf("won %.0f%% of %d games", 100*won, games), nil
	}
	g.Write = writeSGF
	g.Read = readSGF(g.Start.Options())
	return player.Close, nil
}

// badukResult writes the result by area as records do: "B+3.5".
func badukResult(p *baduk.Position) string {
	score, over := p.Score()
	if p.Turn() == baduk.White {
		score = -score
	}
	switch {
	case !over:
		return ""
	case score > 0:
		return fmt.Sprintf("B+%.1f", float64(score)/2)
	case score < 0:
		return fmt.Sprintf("W+%.1f", float64(-score)/2)
	}
	return "0"
}

func drawBaduk(p *baduk.Position) []play.Board {
	var b play.Board
	o := p.Options()
	for c := range o.Width {
		b.Columns = append(b.Columns, strings.TrimRight(p.MoveString(baduk.Move(c)), "0123456789"))
	}
	for r := o.Height - 1; r >= 0; r-- {
		row := make([]play.Cell, o.Width)
		for c := range row {
			stone := p.Stone(baduk.Move(r*o.Width + c))
			row[c] = play.Cell{Text: [...]string{"", "X", "O"}[stone], Side: game.Side(stone)}
		}
		b.Rows, b.Cells = append(b.Rows, strconv.Itoa(r+1)), append(b.Cells, row)
	}
	return []play.Board{b}
}

func drawHex(p *hex.Position) []play.Board {
	n := p.Options().Size
	b := play.Board{Slant: true}
	for i := range n {
		b.Columns = append(b.Columns, strings.TrimRight(p.MoveString(hex.Move(i)), "1"))
		b.Rows = append(b.Rows, strconv.Itoa(i+1))
		row := make([]play.Cell, n)
		for j := range row {
			stone := p.Stone(hex.Move(i*n + j))
			row[j] = play.Cell{Text: [...]string{"", "r", "b"}[stone], Side: stone}
		}
		b.Cells = append(b.Cells, row)
	}
	b.Below = "red connects the upper side with the lower one, blue the left side with the right one"
	return []play.Board{b}
}

// drawQubic draws the four levels; a cell is named by column, row and level.
func drawQubic(p *qubic.Position) []play.Board {
	const side = 4
	boards := make([]play.Board, side)
	for level := range boards {
		b := &boards[level]
		b.Title = fmt.Sprintf("level %d", level+1)
		for i := range side {
			b.Columns = append(b.Columns, strconv.Itoa(i+1))
			b.Rows = append(b.Rows, strconv.Itoa(side-i))
			row := make([]play.Cell, side)
			for j := range row {
				stone := p.Stone(qubic.Move(side*side*level + side*(side-1-i) + j))
				row[j] = play.Cell{Text: [...]string{"", "X", "O"}[stone], Side: stone}
			}
			b.Cells = append(b.Cells, row)
		}
	}
	return boards
}
