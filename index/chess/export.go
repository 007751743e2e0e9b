package chessindex

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// exportGames is the number of games that are read at once: as many as a few blocks
// of texts hold.
const exportGames = 256

// Export writes the games that a filter selects as PGN, in the order of their
// numbers, and returns how many they are. A game comes byte for byte as it was read
// if the index keeps its text, otherwise as [pgn.Writer] writes it. If a whole file was
// added and no game was left out, the same bytes come out, but for a line end at
// their end. An error of w ends it.
func (ix *Index) Export(ctx context.Context, w io.Writer, f index.Filter) (games int64, err error) {
	if ix, err = ix.Snapshot(); err != nil {
		return 0, err
	}
	defer ix.Close()
	type part struct {
		text  []byte
		games int
	}
	err = ordered(ctx, chunked(ix.Select(ctx, f, 0), exportGames), 0,
		func(ctx context.Context, numbers []int64) (part, error) {
			text, err := ix.texts(ctx, numbers)
			return part{text, len(numbers)}, err
		},
		func(p part) error {
			games += int64(p.games)
			_, err := w.Write(p.text)
			return err
		})
	return games, err
}

// ExportGames writes games by their numbers, in the given order, as [Index.Export]
// does.
func (ix *Index) ExportGames(ctx context.Context, w io.Writer, numbers []int64) error {
	ix, err := ix.Snapshot()
	if err != nil {
		return err
	}
	defer ix.Close()
	for len(numbers) > 0 {
		n := min(len(numbers), exportGames)
		text, err := ix.texts(ctx, numbers[:n])
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		numbers = numbers[n:]
	}
	return nil
}

// texts returns the texts of games one after the other, each with a line end.
func (ix *Index) texts(ctx context.Context, numbers []int64) ([]byte, error) {
	games, err := ix.Games(ctx, numbers, true)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := pgn.NewWriter(&b)
	for i := range games {
		if text := games[i].Text; text != nil {
			b.Write(text)
			if !bytes.HasSuffix(text, []byte("\n")) {
				b.WriteString("\n\n")
			}
			continue
		}
		if err := write(w, &games[i]); err != nil {
			return nil, fmt.Errorf("game %d: %w", numbers[i], err)
		}
	}
	return b.Bytes(), nil
}
