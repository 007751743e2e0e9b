package chessindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// Game returns a game by its number, ready for a [pgn.Writer]: with its comments,
// variations and all tags if the index keeps its text, otherwise with its moves and
// the tags that the index knows. The error wraps [index.ErrNotFound] if there is no
// game of that number.
func (ix *Index) Game(ctx context.Context, number int64) (*pgn.Game, error) {
	stored, err := ix.Index.Game(ctx, number)
	if err != nil {
		return nil, err
	}
	g, err := ix.readGame(&stored)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	g.Number, g.Line, g.Offset = int(number)+1, 0, 0
	return g, nil
}

// Text returns the PGN text of a game by its number: byte for byte as it was read,
// or, if the index does not keep it, as [pgn.Writer] writes it.
func (ix *Index) Text(ctx context.Context, number int64) ([]byte, error) {
	stored, err := ix.Index.Game(ctx, number)
	if err != nil {
		return nil, err
	}
	text, err := ix.text(&stored)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	return text, nil
}

func (ix *Index) text(stored *index.Game) ([]byte, error) {
	if stored.Text != nil {
		return stored.Text, nil
	}
	var b bytes.Buffer
	err := write(pgn.NewWriter(&b), stored)
	return b.Bytes(), err
}

// readGame reads a game from its text, or from its moves if it has none.
func (ix *Index) readGame(stored *index.Game) (*pgn.Game, error) {
	if stored.Text == nil {
		return fromMoves(stored)
	}
	parser, err := ix.parser()
	if err != nil {
		return nil, err
	}
	defer ix.parsers.Put(parser)
	g, err := parser.Game(pgn.NewChunk(stored.Text), 0)
	if err := unreadable(err); err != nil {
		return nil, err
	}
	if !slices.EqualFunc(g.Moves, stored.Moves, func(m pgn.Move, word uint32) bool { return uint32(m.Move) == word }) {
		return nil, errOtherMoves
	}
	return g, nil
}

var errOtherMoves = fmt.Errorf("%w: its text has other moves", index.ErrCorrupt)

// parser returns a parser with the options of the index. Give it back to parsers.
func (ix *Index) parser() (*pgn.Parser, error) {
	if p, _ := ix.parsers.Get().(*pgn.Parser); p != nil {
		return p, nil
	}
	return pgn.NewParser(ix.options)
}

// unreadable returns an error if a kept text could not be read although it once
// was.
func unreadable(err error) error {
	var broken *game.RecordError
	if err == nil || errors.As(err, &broken) && broken.Whole {
		return nil
	}
	return fmt.Errorf("%w: its text cannot be read: %w", index.ErrCorrupt, err)
}

// fromMoves returns a game with what the index knows apart from a text.
func fromMoves(stored *index.Game) (*pgn.Game, error) {
	g := unplayed(stored)
	p, err := g.Start(chess.Options{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", index.ErrCorrupt, err)
	}
	ply := 0
	err = replay(p, stored, func(m chess.Move) {
		if m != chess.NoMove {
			g.Moves[ply].SAN = p.SAN(m)
			ply++
		}
	})
	return g, err
}

// write writes a game without a text. A [pgn.Writer] checks the moves itself, and
// writes them whatever their SAN.
func write(w *pgn.Writer, stored *index.Game) error {
	err := w.Write(unplayed(stored))
	if errors.Is(err, game.ErrMove) {
		err = fmt.Errorf("%w: %w", index.ErrCorrupt, err)
	}
	return err
}

// unplayed returns a game with its tags and with moves that nobody has checked,
// without their SAN.
func unplayed(stored *index.Game) *pgn.Game {
	g := &pgn.Game{Result: stored.Result, Moves: make([]pgn.Move, len(stored.Moves))}
	for i, word := range stored.Moves {
		if g.Moves[i].Move = chess.Move(word); word >= 1<<16 {
			g.Moves[i].Move = chess.NoMove // which is not legal either
		}
	}
	for _, tag := range []game.Tag{
		{Name: "Event", Value: stored.Event}, {Name: "Site", Value: stored.Site},
		{Name: "Date", Value: stored.Date.String()}, {Name: "Round", Value: stored.Round},
		{Name: "White", Value: stored.First}, {Name: "Black", Value: stored.Second},
		{Name: "Result", Value: stored.Result.String()},
		{Name: "WhiteElo", Value: rating(stored.FirstRating)}, {Name: "BlackElo", Value: rating(stored.SecondRating)},
		{Name: "ECO", Value: stored.Opening},
	} {
		if tag.Value != "" {
			g.Tags.Set(tag.Name, tag.Value)
		}
	}
	if stored.Start != "" {
		g.Tags.Set("SetUp", "1")
		g.Tags.Set("FEN", stored.Start)
	}
	return g
}

// replay plays the moves of a game from p, which must be its start. It calls visit in
// each position with the move that follows, [chess.NoMove] at the end. The error
// wraps [index.ErrCorrupt] if a move is not legal.
func replay(p *chess.Position, g *index.Game, visit func(chess.Move)) error {
	var buffer [256]chess.Move
	for ply, word := range g.Moves {
		if !isLegal(p.AppendMoves(buffer[:0]), word) {
			return fmt.Errorf("ply %d: %w: no legal move %#x", ply+1, index.ErrCorrupt, word)
		}
		visit(chess.Move(word))
		p.Make(chess.Move(word))
	}
	visit(chess.NoMove)
	return nil
}

// setStart makes p the start position of a game.
func setStart(p *chess.Position, g *index.Game) error {
	if g.Start == "" {
		p.Reset()
		return nil
	}
	if err := p.Set(g.Start); err != nil {
		return fmt.Errorf("%w: its start: %w", index.ErrCorrupt, err)
	}
	return nil
}

// startOf returns the notation by which an index keeps the start position of a FEN, so
// that games from one position have one start: "" for the usual one, and otherwise the
// FEN that p writes, whose position it changes.
func startOf(p *chess.Position, fen string) (string, error) {
	if fen == "" {
		p.Reset()
		return "", nil
	}
	if err := p.Set(fen); err != nil {
		return "", err
	}
	start := p.FEN()
	if p.Reset(); start == p.FEN() {
		return "", nil
	}
	return start, nil
}

// sameStart reports whether two starts, from [startOf], are one, apart from an en-passant
// square: another rule may have left it out.
func sameStart(a, b string) bool {
	if a == b {
		return true
	}
	const enPassant = 3
	x, y := strings.Fields(a), strings.Fields(b)
	if min(len(x), len(y)) <= enPassant {
		return false
	}
	x[enPassant] = y[enPassant]
	return slices.Equal(x, y)
}

// rating returns a rating as a tag has it.
func rating(r int) string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(r)
}
