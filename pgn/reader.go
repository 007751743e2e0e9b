package pgn

import (
	"errors"
	"io"
	"iter"
	"maps"

	"github.com/zobrist-go/zobrist/game/chess"
)

// A Reader reads games one after the other. It belongs to one goroutine at a
// time.
type Reader struct {
	scan    *Scanner
	parse   *Parser
	chunk   *Chunk
	next    int // game of the chunk
	skipped map[string]int
}

// NewReader returns a reader of the games in r, which must be decompressed;
// see [Open] and [Decompress].
func NewReader(r io.Reader) *Reader {
	parse, err := NewParser(chess.Options{})
	if err != nil {
		panic(err) // the zero options are good
	}
	return &Reader{scan: NewScanner(r, ScannerOptions{}), parse: parse, skipped: make(map[string]int)}
}

// Next returns the next game. The error is
//
//   - nil for a good game;
//   - an [*Error] for a broken one: the game is not nil then, it has all that
//     could be read, and the next call goes on with the next game;
//   - [io.EOF] after the last game, without a game;
//   - any other where reading failed, without a game; it comes again. The game
//     that it cut off comes before, with an [*Error] that wraps the same.
//
// Games of other variants are passed over and counted; see [Reader.Skipped].
func (r *Reader) Next() (*Game, error) {
	for {
		if r.chunk == nil || r.next == r.chunk.Len() {
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
		g, err := r.parse.Game(r.chunk, r.next)
		r.next++
		if errors.Is(err, ErrVariant) {
			CountVariant(r.skipped, err.(*Error).Text, 1)
			continue
		}
		return g, err
	}
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

// Skipped returns how many games of other variants were passed over so far, by
// the name in their tag Variant. There are a hundred names at most, those met
// first: games of further ones, and of names above 64 bytes, are counted
// together as [OtherVariants]. The caller owns the map.
func (r *Reader) Skipped() map[string]int { return maps.Clone(r.skipped) }
