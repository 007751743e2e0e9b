package pdn

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A Reader reads games from a stream. It belongs to one goroutine at a time.
type Reader struct {
	text     *gametext.Scanner
	chunk    *gametext.Chunk
	next     int // game of the chunk
	position *checkers.Position
}

// NewReader returns a reader of the games in r, which must be decompressed.
func NewReader(r io.Reader) *Reader {
	p, err := checkers.New(checkers.Options{})
	if err != nil {
		panic(err) // the zero options are good
	}
	return &Reader{text: gametext.NewScanner(r, gametext.Draughts, 0), position: p}
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
		chunk, err := r.text.Next()
		if err == io.EOF {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("pdn: %w", err)
		}
		r.chunk, r.next = chunk, 0
	}
	r.next++
	return r.game(r.next - 1)
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

// game reads game i of the chunk.
func (r *Reader) game(i int) (*Game, error) {
	text := r.chunk.Game(i)
	t := tree{Tokenizer: gametext.NewTokenizer(text, gametext.Draughts), position: r.position}
	var head gametext.Header
	head.Read(&t.Tokenizer)
	t.Minor = head.Bad
	g := &Game{Number: r.chunk.First + i}
	g.Line, g.Offset = r.chunk.Place(i, 0)
	for _, tag := range head.Pairs {
		g.Tags = append(g.Tags, game.Tag{Name: string(tag.Name), Value: gametext.Decode(tag.Value)})
	}
	if t.Broken = setUp(r.position, head.Pairs); t.Broken == nil {
		l := line{tree: &t}
		for _, raw := range head.Comments {
			l.comment(raw)
		}
		l.read()
		if t.Broken == nil && !t.over && len(l.Moves) > 0 {
			t.Forgive(gametext.NoMarker(t.At))
		}
		g.Comments, g.Moves = l.Comments, l.Moves
		if f := head.NoGame(text, len(l.Moves)); f != nil {
			t.Broken = f
		}
	}
	g.Result = t.result
	if result, ok := parseResult(g.Tags.Get("Result")); ok && result != game.Unknown {
		g.Result = result
	}
	f := t.Worst(r.chunk, i)
	if f == nil {
		return g, nil
	}
	e := &game.RecordError{Format: "pdn", Game: g.Number, Text: f.Text, Remedy: f.Remedy, Err: f.Err, Whole: f.Whole}
	if f.Err == game.ErrNoGame {
		e.Game = 0
	}
	e.Line, e.Offset = r.chunk.Place(i, f.At)
	return g, e
}

// setUp sets up the start position that the tags describe. A game of another kind
// of draughts is known as such even if its tag FEN comes first, which may name
// squares that this board does not have.
func setUp(p *checkers.Position, tags []gametext.Pair) *gametext.Fault {
	p.Reset()
	var broken *gametext.Fault
	set := false // by the FEN that game.Tags.FEN returns
	for _, tag := range tags {
		value := strings.TrimSpace(gametext.Decode(tag.Value))
		f := &gametext.Fault{At: tag.At, Text: gametext.Shorten(tag.Value)}
		switch string(tag.Name) {
		case "GameType":
			number, _, _ := strings.Cut(value, ",")
			if number = strings.TrimSpace(number); number != "" && number != "?" && number != "21" {
				f.Err, f.Remedy = game.ErrVariant, "only English draughts, GameType 21, is read"
				return f
			}
		case "FEN":
			if set || value == "" {
				continue
			}
			set = true
			if err := p.Set(value); err != nil {
				f.Err, f.Remedy = fmt.Errorf("%w: %s", game.ErrSyntax, gametext.Reason(err)), "correct the tag FEN"
				broken = f
			}
		}
	}
	return broken
}
