package checkersindex

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/pdn"
)

// Options say how positions are hashed. Zero fields mean the defaults.
type Options struct {
	Set zobrist.Set // keys of the features of [checkers.Space]; see [zobrist.Set.Complete]

	// Exchange makes a position one with its image, the board turned and the colours exchanged.
	Exchange bool
}

// Name is what a manifest calls the game.
const Name = "checkers"

// Rules returns the rules that a manifest can have: without and with [Options].Exchange.
func Rules() []string { return []string{"colors: kept", "colors: exchanged"} }

// wordBits is the number of bits of the words of visits, if colours are exchanged.
const wordBits = 8

// Open opens the index of games of draughts in a store, or an empty one; see [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	set, err := o.Set.Complete(checkers.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("checkersindex: Options.Set %q: %w", o.Set.Name, err)
	}
	a := &adapter{options: checkers.Options{Set: set, Wide: true, Canonical: o.Exchange}}
	config := index.Config{Game: Name, Rules: Rules()[0], Set: set}
	if o.Exchange {
		config.Rules, config.WordBits = Rules()[1], []uint8{wordBits}
	}
	return index.Open(ctx, s, config, a)
}

// An adapter is draughts as an [index.Adapter].
type adapter struct{ options checkers.Options }

// Endings implements [index.Adapter].
func (a *adapter) Endings() []string { return []string{".pdn"} }

// Chunks implements [index.Adapter].
func (a *adapter) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return chunks(gametext.NewScanner(text, gametext.Draughts, 0))
}

// EncodedChunks implements [index.EncodedAdapter].
func (a *adapter) EncodedChunks(text io.Reader, encoding string) iter.Seq2[index.Chunk, error] {
	scanner := gametext.NewScanner(text, gametext.Draughts, 0)
	e, err := charset.Named(encoding)
	if err != nil {
		return func(yield func(index.Chunk, error) bool) { yield(nil, err) }
	}
	scanner.SetEncoding(e)
	return chunks(scanner)
}

func chunks(scanner *gametext.Scanner) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		for {
			c, err := scanner.Next()
			if err == io.EOF || !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// Chunk implements [index.Adapter].
func (a *adapter) Chunk(record []byte) index.Chunk { return gametext.One(record) }

// NewReader implements [index.Adapter].
func (a *adapter) NewReader() (index.Reader, error) { return a, nil }

// Read implements [index.Reader].
func (a *adapter) Read(from index.Chunk, i int, r *index.Record) error {
	c := from.(*gametext.Chunk)
	one := pdn.NewReader(bytes.NewReader(c.Game(i)))
	if err := one.SetEncoding(c.Encoding().String()); err != nil {
		return err // not reached: it has been read before
	}
	g, err := one.Next()
	var broken *game.RecordError
	if errors.As(err, &broken) { // its place is one in the text of the game
		moved := *broken
		if moved.Game > 0 {
			moved.Game = c.First() + i
		}
		line, offset := c.Place(i, 0)
		moved.Line, moved.Offset = moved.Line+line-1, moved.Offset+offset
		err = &moved
	}
	if g == nil {
		return cmp.Or(err, error(&game.RecordError{Format: "pdn", Err: game.ErrNoGame}))
	}
	if err != nil && (broken == nil || !broken.Kept()) {
		return err
	}
	p, startErr := g.Start(a.options)
	if startErr != nil {
		return startErr // not reached: the game was read
	}
	describe(&r.Game, g)
	r.IDs = [2]string{}
	if start := p.String(); start != a.NewPosition().String() {
		r.Start = start
	}
	for ply, m := range g.Moves {
		r.Moves = append(r.Moves, uint32(m.Move))
		if p.Make(m.Move); ply == 2 && r.Start == "" {
			if b, ok := BallotOf(p); ok {
				r.Opening = b.Code()
			}
		}
	}
	return cmp.Or(a.Replay(&r.Game, r), err)
}

// describe fills in the facts of a game from its tags.
func describe(g *index.Game, record *pdn.Game) {
	get := func(tag string) string {
		if text := record.Tags.Get(tag); text != "?" && text != "-" {
			return text
		}
		return ""
	}
	*g = index.Game{Moves: g.Moves[:0], Result: record.Result, First: get("Black"), Second: get("White"),
		Event: get("Event"), Site: get("Site"), Round: get("Round")}
	for _, tag := range []string{"Elo", "Rating"} {
		g.FirstRating = cmp.Or(g.FirstRating, rating(get("Black"+tag)))
		g.SecondRating = cmp.Or(g.SecondRating, rating(get("White"+tag)))
	}
	g.Date.Year, g.Date.Month, g.Date.Day = gametext.Date([]byte(get("Date")))
}

// rating reads a rating, 0 if it is none.
func rating(text string) int { return gametext.Rating(strings.TrimSpace(text)) }

// NewPosition implements [index.Adapter].
func (a *adapter) NewPosition() index.Position {
	p, err := checkers.New(a.options)
	if err != nil {
		panic(err) // Open has checked the options
	}
	return &position{board: p}
}

// Replay implements [index.Replayer].
func (a *adapter) Replay(g *index.Game, r *index.Record) error {
	p := a.NewPosition().(*position)
	if err := p.Set(g.Start); err != nil {
		return fmt.Errorf("%w: its start: %w", index.ErrCorrupt, err)
	}
	var hashes []zobrist.Uint128
	var words []uint32
	for ply := 0; ; ply++ {
		hashes = append(hashes, p.board.Hash128())
		move := uint32(0)
		if ply < len(g.Moves) {
			if move = g.Moves[ply]; !p.Playable(move) {
				return fmt.Errorf("ply %d: %w: no legal move %#x", ply+1, index.ErrCorrupt, move)
			}
		}
		if a.options.Canonical {
			words = append(words, p.fold(move))
		}
		if ply == len(g.Moves) {
			break
		}
		p.Make(move)
	}
	r.Hashes, r.Words = [][]zobrist.Uint128{hashes}, [][]uint32{words}
	return nil
}

// Write implements [index.Adapter].
func (a *adapter) Write(w io.Writer, g *index.Game) error {
	record := &pdn.Game{Result: g.Result}
	for _, tag := range []game.Tag{
		{Name: "Event", Value: g.Event}, {Name: "Site", Value: g.Site}, {Name: "Date", Value: g.Date.String()},
		{Name: "Round", Value: g.Round}, {Name: "Black", Value: g.First}, {Name: "White", Value: g.Second},
		{Name: "Result", Value: g.Result.String()}, {Name: "FEN", Value: g.Start},
		{Name: "BlackElo", Value: strings.TrimLeft(strconv.Itoa(g.FirstRating), "0")},
		{Name: "WhiteElo", Value: strings.TrimLeft(strconv.Itoa(g.SecondRating), "0")},
	} {
		if tag.Value != "" {
			record.Tags.Set(tag.Name, tag.Value)
		}
	}
	for _, m := range g.Moves {
		record.Moves = append(record.Moves, pdn.Move{Move: checkers.Move(m)})
	}
	err := pdn.NewWriter(w).Write(record)
	if errors.Is(err, game.ErrMove) {
		err = fmt.Errorf("%w: %w", index.ErrCorrupt, err)
	}
	return err
}

// A position is an [index.Position] and [index.Folded] of draughts. The word of a visit is twice the place, from 1, of
// the move among the legal ones of the image with the hash, in ascending order; the last bit is set
// if that image has the other colours.
type position struct {
	board *checkers.Position
	legal []checkers.Move
}

// Board returns the board of a position that an index gave out, by its method Position or in an answer. The two are
// one: after a move on the board, p is the position after it.
func Board(p index.Position) *checkers.Position { return p.(*position).board }

// Set implements [index.Position].
func (p *position) Set(fen string) error {
	if fen == "" {
		p.board.Reset()
		return nil
	}
	return pdn.SetFEN(p.board, fen)
}

// String implements [index.Position].
func (p *position) String() string { return p.board.String() }

// Hash implements [index.Position].
func (p *position) Hash(index.View) zobrist.Uint128 { return p.board.Hash128() }

// AppendFeatures implements [index.Position].
func (p *position) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	begin := len(dst)
	dst = p.board.AppendFeatures(dst)
	slices.Sort(dst[begin:])
	return dst
}

// AppendMoves implements [index.Position].
func (p *position) AppendMoves(dst []uint32) []uint32 {
	p.legal = p.board.AppendMoves(p.legal[:0])
	for _, m := range p.legal {
		dst = append(dst, uint32(m))
	}
	return dst
}

// Make implements [index.Position].
func (p *position) Make(move uint32) { p.board.Make(checkers.Move(move)) }

// Unmake implements [index.Position].
func (p *position) Unmake() { p.board.Unmake() }

// Clone implements [index.Position].
func (p *position) Clone() index.Position { return &position{board: p.board.Clone()} }

// Playable implements [index.MoveChecker].
func (p *position) Playable(move uint32) bool {
	p.legal = p.board.AppendMoves(p.legal[:0])
	return slices.Contains(p.legal, checkers.Move(move))
}

// Occurs implements [index.Folded].
func (p *position) Occurs(v index.View, in index.Position) bool {
	return p.Hash(v) == in.Hash(v) && slices.Equal(p.AppendFeatures(nil, v), in.AppendFeatures(nil, v))
}

// AppendHashes implements [index.Folded].
func (p *position) AppendHashes(dst []zobrist.Uint128, v index.View) []zobrist.Uint128 {
	return append(dst, p.Hash(v))
}

// images returns the legal moves in the order of their images.
func (p *position) images() []checkers.Move {
	p.legal = p.board.AppendMoves(p.legal[:0])
	slices.SortFunc(p.legal, func(a, b checkers.Move) int { return cmp.Compare(p.board.Image(a), p.board.Image(b)) })
	return p.legal
}

// exchanged is 1 if the image with the hash has the other colours.
func (p *position) exchanged() uint32 {
	black := !slices.Contains(p.board.AppendFeatures(nil), checkers.Space().Group("turn").Flag(0))
	if black != (p.board.Turn() == checkers.Black) {
		return 1
	}
	return 0
}

// fold returns the word of a legal move, or of 0, the end.
func (p *position) fold(move uint32) uint32 {
	place := 0
	if move != 0 {
		place = 1 + slices.Index(p.images(), checkers.Move(move))
	}
	return uint32(place)<<1 | p.exchanged()
}

// Next implements [index.Folded].
func (p *position) Next(v index.View, yield func(move uint32, hashes []zobrist.Uint128)) {
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		hash := p.Hash(v)
		p.Unmake()
		yield(m, []zobrist.Uint128{hash})
	}
}

// Unfold implements [index.Folded].
func (p *position) Unfold(_ index.View, word uint32) (move uint32, exchanged, ok bool) {
	exchanged = word&1 != p.exchanged()
	if word>>1 == 0 {
		return 0, exchanged, true
	}
	images := p.images()
	if place := int(word >> 1); place <= len(images) {
		return uint32(images[place-1]), exchanged, true
	}
	return 0, false, false
}

// Words implements [index.Folded].
func (p *position) Words(_ index.View, move uint32) []uint32 {
	word := p.fold(move)
	return []uint32{word, word ^ 1}
}
