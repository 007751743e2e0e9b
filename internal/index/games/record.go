package games

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// Follow implements [Follower].
func (g *chessGame) Follow(p index.Position, text string, visit func()) error {
	return g.follow(p, text, func(fen string) error { return SetChess(chessindex.Board(p), fen) }, visit)
}

// follow is Follow with a function that sets the start up.
func (f *chessFamily) follow(p index.Position, text string, set func(fen string) error, visit func()) error {
	parser, err := f.parser()
	if err != nil {
		return err
	}
	chunk, err := pgn.NewScanner(strings.NewReader(text)).Next()
	if err == io.EOF {
		return errors.New("the text has no game in PGN")
	} else if err != nil {
		return fmt.Errorf("no game in the PGN: %w", err)
	}
	defer chunk.Release()
	if chunk.Len() > 1 {
		return fmt.Errorf("%d games in the PGN, and a position comes from one", chunk.Len())
	}
	var m pgn.Mainline
	var broken *game.RecordError
	if err := parser.Mainline(chunk, 0, &m); err != nil && !(errors.As(err, &broken) && broken.Whole) {
		return err
	}
	if err := set(m.FEN()); err != nil {
		return err
	}
	for _, move := range m.Moves {
		p.Make(uint32(move))
		if visit != nil {
			visit()
		}
	}
	return nil
}
