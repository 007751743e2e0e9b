package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist/index/internal/ordered"
)

// exportGames is the number of games that are read at once: as many as a few blocks
// of texts hold.
const exportGames = 256

// Export writes the games that a filter selects as records, in the order of their
// numbers, and returns how many they are. A game comes byte for byte as it was read
// if the index keeps its text, otherwise as [Adapter] writes it. A line end comes between
// two games that did not follow each other, if the first has none at its end, and at the end.
// If whole files were added, no game was left out, and the filter selects all games, the same
// bytes come out, except for byte order marks of other files than the first. An error of w ends it.
func (ix *questions) Export(ctx context.Context, w io.Writer, f Filter) (games int64, err error) {
	s, err := ix.hold()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	m, err := s.Manifest(ctx)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return 0, err
	}
	j := joiner{w: w, sources: m.Sources}
	err = ordered.Do(ctx, chunked(s.Select(ctx, f, 0), exportGames), 0,
		func(ctx context.Context, numbers []int64) ([]gameText, error) { return s.texts(ctx, numbers) },
		func(list []gameText) error {
			games += int64(len(list))
			return j.add(list)
		})
	if err == nil && !f.Empty() {
		err = j.end()
	}
	return games, err
}

// ExportGames writes games by their numbers, in the given order, as Export
// does.
func (ix *questions) ExportGames(ctx context.Context, w io.Writer, numbers []int64) error {
	s, err := ix.hold()
	if err != nil {
		return err
	}
	defer s.Close()
	j := joiner{w: w, begun: true}
	for chunk := range slices.Chunk(numbers, exportGames) {
		list, err := s.texts(ctx, chunk)
		if err == nil {
			err = j.add(list)
		}
		if err != nil {
			return err
		}
	}
	return j.end()
}

// Text returns the record of a game by its number: byte for byte as it was read, or, if the
// index does not keep it, as [Adapter] writes it.
func (ix *questions) Text(ctx context.Context, number int64) ([]byte, error) {
	list, err := ix.texts(ctx, []int64{number})
	if err != nil {
		return nil, err
	}
	return bytes.TrimPrefix(list[0].text, mark), nil
}

// mark is the byte order mark that the text of the first game of a file may begin with.
var mark = []byte("\ufeff")

// A gameText is the text of a game.
type gameText struct {
	number int64
	text   []byte
}

// texts returns the texts of games.
func (ix *questions) texts(ctx context.Context, numbers []int64) ([]gameText, error) {
	games, err := ix.Games(ctx, numbers, true)
	if err != nil {
		return nil, err
	}
	list := make([]gameText, len(games))
	for i := range games {
		list[i] = gameText{numbers[i], games[i].Text}
		if games[i].Text != nil {
			continue
		}
		var b bytes.Buffer
		if err := ix.adapter.Write(&b, &games[i]); err != nil {
			return nil, fmt.Errorf("game %d: %w", numbers[i], err)
		}
		list[i].text = b.Bytes()
	}
	return list, nil
}

// A joiner writes texts of games one after the other.
type joiner struct {
	w       io.Writer
	sources []Source // whose games are joined as they were
	buf     []byte
	begun   bool  // a byte order mark is not at the start of the text
	last    int64 // number of the last game
	open    int   // how many line ends its text lacks at its end: up to lineEnds
}

// lineEnds are the line ends after a game: the line, and a blank one, after which a game without
// tags may begin.
const lineEnds = 2

// part puts line ends before a text that did not follow the last one.
func (j *joiner) part(text []byte) {
	if tags := bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")); j.open == lineEnds || j.open > 0 && !tags {
		j.buf = append(j.buf, "\n\n"...)
	}
}

// add writes texts.
func (j *joiner) add(list []gameText) error {
	j.buf = j.buf[:0]
	for _, g := range list {
		if j.begun {
			g.text = bytes.TrimPrefix(g.text, mark)
		}
		j.begun = true
		if g.number != j.last+1 || !j.joined(g.number) {
			j.part(g.text)
		}
		j.buf = append(j.buf, g.text...)
		j.last = g.number
		tail := g.text[len(bytes.TrimRight(g.text, "\r\n")):]
		j.open = max(0, lineEnds-max(bytes.Count(tail, []byte("\n")), bytes.Count(tail, []byte("\r"))))
	}
	_, err := j.w.Write(j.buf)
	return err
}

// joined reports whether a game and the one before it are of the same source. Then the text of
// the first ends where the next game began.
func (j *joiner) joined(number int64) bool {
	i, _ := slices.BinarySearchFunc(j.sources, number, func(s Source, number int64) int {
		return cmp.Compare(s.End, number+1)
	})
	return i < len(j.sources) && j.sources[i].First < number
}

// end writes the line end of the last game, if it has none.
func (j *joiner) end() error {
	if j.open < lineEnds {
		return nil
	}
	_, err := j.w.Write([]byte("\n\n"))
	return err
}

// chunked cuts the numbers of games into slices of a size.
func chunked(numbers iter.Seq2[int64, error], size int) iter.Seq2[[]int64, error] {
	return func(yield func([]int64, error) bool) {
		var chunk []int64
		for n, err := range numbers {
			if err != nil {
				yield(nil, err)
				return
			}
			if chunk = append(chunk, n); len(chunk) == size {
				if !yield(chunk, nil) {
					return
				}
				chunk = nil
			}
		}
		if len(chunk) > 0 {
			yield(chunk, nil)
		}
	}
}
