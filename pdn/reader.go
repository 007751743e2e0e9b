package pdn

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
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

// SetEncoding sets the encoding of bytes that are not UTF-8, by its name in HTML, such as "windows-1251". Without it
// the encoding is guessed from the beginning of the text, as package pgn does. The error says which names are usual.
// Call it before Next.
func (r *Reader) SetEncoding(name string) error {
	e, err := charset.Named(name)
	if err != nil {
		return fmt.Errorf("pdn: %w", err)
	}
	r.text.SetEncoding(e)
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
		chunk, err := r.text.Next()
		if err != nil {
			return nil, err
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
	tags := gametext.NewTokenizer(text, gametext.Draughts)
	var head gametext.Header
	head.Read(&tags) // as the scanner read them
	text = plain(text, tags.At)
	t := tree{Tokenizer: gametext.NewTokenizer(text, gametext.Draughts), position: r.position}
	t.encoding = r.chunk.Encoding()
	t.At, t.Place, t.Minor = tags.At, gametext.InMovetext, head.Bad
	g := &Game{Number: r.chunk.First() + i}
	g.Line, g.Offset = r.chunk.Place(i, 0)
	for _, tag := range head.Pairs {
		g.Tags = append(g.Tags, game.Tag{Name: string(tag.Name), Value: gametext.Decode(t.encoding.Text(tag.Value))})
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
		t.contradicts(result)
	}
	f := t.Worst(r.chunk, i)
	if f == nil {
		return g, nil
	}
	e := &game.RecordError{Format: "pdn", Game: g.Number, Text: f.Text, Remedy: f.Remedy, Err: f.Err, Whole: f.Whole,
		Cut: f.Cut}
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
		switch {
		case strings.EqualFold(string(tag.Name), "GameType"):
			if !english(value) {
				f.Err, f.Remedy = game.ErrVariant, "only English draughts, GameType 21, is read"
				f.Text = variant(value)
				return f
			}
		case string(tag.Name) == "FEN":
			if set || value == "" {
				continue
			}
			set = true
			if err := SetFEN(p, value); err != nil {
				f.Err, f.Remedy = fmt.Errorf("%w: %s", game.ErrSyntax, gametext.Reason(err)), "correct the tag FEN"
				if larger(value) {
					f.Err, f.Remedy = game.ErrVariant, "only English draughts, with 32 squares, is read"
					f.Text = "a larger board"
				}
				broken = f
			}
		}
	}
	return broken
}

// english reports whether a GameType is English draughts, or says nothing. It is the
// number 21, with parameters or not, or a name.
func english(gameType string) bool {
	number, _, _ := strings.Cut(gameType, ",")
	number = strings.ToLower(strings.TrimSpace(number))
	for _, name := range []string{"english", "american", "checkers", "straight"} {
		if strings.Contains(number, name) {
			return true
		}
	}
	return number == "" || number == "?" || number == "21"
}

// variants are names of the values of GameType in PDN 3.0.
var variants = map[string]string{"20": "international", "22": "Italian", "23": "American pool", "24": "Spanish",
	"25": "Russian", "26": "Brazilian", "27": "Canadian", "28": "Portuguese", "29": "Czech", "30": "Turkish", "31": "Thai",
	"40": "Frisian", "41": "Spantsiretti"}

// variant names the kind of draughts of a GameType: "GameType 20 (international)".
func variant(gameType string) string {
	number, _, _ := strings.Cut(gameType, ",")
	number = strings.TrimSpace(number)
	name := "GameType " + gametext.Shorten([]byte(number))
	if known := variants[number]; known != "" {
		name += " (" + known + ")"
	}
	return name
}

// larger reports whether a FEN names squares that only a larger board has.
func larger(fen string) bool {
	for number := range strings.FieldsFuncSeq(fen, func(c rune) bool { return c < '0' || c > '9' }) {
		if n, err := strconv.Atoi(number); err == nil && n > 32 {
			return true
		}
	}
	return false
}
