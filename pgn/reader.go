package pgn

import (
	"fmt"
	"io"
	"iter"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// A Reader reads games one after the other. It belongs to one goroutine at a
// time.
type Reader struct {
	scan  *Scanner
	parse *Parser
	chunk *Chunk
	next  int // game of the chunk
}

// NewReader returns a reader of the games in r, which must be decompressed;
// see [Open] and [Decompress].
func NewReader(r io.Reader) *Reader {
	parse, err := newParser(chess.Options{})
	if err != nil {
		panic(err) // the zero options are good
	}
	return &Reader{scan: NewScanner(r), parse: parse}
}

// SetEncoding says how bytes that are not UTF-8 are read; see [Scanner.SetEncoding]. Call it before Next.
func (r *Reader) SetEncoding(name string) error { return r.scan.SetEncoding(name) }

// SetVariant makes the reader one of games of a variant, as [NewVariantParser] is. Call it before Next.
func (r *Reader) SetVariant(v variants.Variant) error {
	parse, err := NewVariantParser(variants.Options{Variant: v})
	if err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	r.parse = parse
	return nil
}

// Next returns the next game. The error is
//
//   - nil for a good game;
//   - a [*game.RecordError] for any other: the game is not nil then, it has all that
//     could be read, and the next call goes on with the next game. If it wraps
//     [game.ErrNoGame], the text is no game, and is not to be counted;
//   - [io.EOF] after the last game, without a game;
//   - any other if reading failed, or if 64 MiB on end hold no game, without a
//     game; it comes again. The game that it cut off comes before, with a
//     [*game.RecordError] that wraps the same.
func (r *Reader) Next() (*Game, error) {
	for r.chunk == nil || r.next == r.chunk.Len() {
		if r.chunk != nil {
			r.chunk.Release()
			r.chunk = nil
		}
		chunk, err := r.scan.Next()
		if err != nil {
			return nil, err
		}
		r.chunk, r.next = chunk, 0
	}
	r.next++
	return r.parse.Game(r.chunk, r.next-1)
}

// All returns the games that are left, each with its error as from
// [Reader.Next]. An error of reading comes last, with a nil game; the end of
// the stream is no error here.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if err == io.EOF || !yield(g, err) || g == nil {
				return
			}
		}
	}
}
