package chessindex

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// An adapter is chess, or a variant of it, as an [index.Adapter].
type adapter struct {
	start    position                    // the usual one; never changed
	parser   func() (*pgn.Parser, error) // of its games
	tag      string                      // of a variant
	openings func() map[uint64]string    // codes of named positions; see [eco.Codes]
}

func newAdapter(o chess.Options) (*adapter, error) {
	start, err := chess.New(o)
	if err != nil {
		return nil, err
	}
	a := &adapter{start: position{board: start, chess: start}}
	a.parser = func() (*pgn.Parser, error) { return pgn.NewParser(o) }
	for _, v := range views {
		if o.Views&v != 0 {
			a.start.views = append(a.start.views, v)
		}
	}
	a.openings = sync.OnceValue(func() map[uint64]string {
		codes, err := eco.Codes(o)
		if err != nil {
			panic(err) // the start position has these options
		}
		return codes
	})
	return a, nil
}

// Endings implements [index.Adapter].
func (a *adapter) Endings() []string { return []string{".pgn"} }

// Chunks implements [index.Adapter].
func (a *adapter) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return chunks(pgn.NewScanner(text))
}

// EncodedChunks implements [index.EncodedAdapter].
func (a *adapter) EncodedChunks(text io.Reader, encoding string) iter.Seq2[index.Chunk, error] {
	scanner := pgn.NewScanner(text)
	if err := scanner.SetEncoding(encoding); err != nil {
		return func(yield func(index.Chunk, error) bool) { yield(nil, err) }
	}
	return chunks(scanner)
}

func chunks(scanner *pgn.Scanner) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		for {
			chunk, err := scanner.Next()
			if err == io.EOF || !yield(chunk, err) || err != nil {
				return
			}
		}
	}
}

// Chunk implements [index.Adapter].
func (a *adapter) Chunk(record []byte) index.Chunk { return pgn.NewChunk(record) }

// NewReader implements [index.Adapter].
func (a *adapter) NewReader() (index.Reader, error) {
	parser, err := a.parser()
	return &reader{parser: parser, position: a.start.clone(), openings: a.openings}, err
}

// NewPosition implements [index.Adapter].
func (a *adapter) NewPosition() index.Position { return a.start.clone() }

// Write implements [index.Adapter]. A [pgn.Writer] checks the moves itself, and writes them
// whatever their SAN.
func (a *adapter) Write(w io.Writer, stored *index.Game) error {
	g := unplayed(stored)
	if a.tag != "" {
		g.Tags.Set("Variant", a.tag)
	}
	err := pgn.NewWriter(w).Write(g)
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
		{Name: "WhiteElo", Value: formatRating(stored.FirstRating)},
		{Name: "BlackElo", Value: formatRating(stored.SecondRating)},
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

// formatRating returns a rating as a tag has it.
func formatRating(r int) string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(r)
}

// A board is a position of chess or of a variant.
type board interface {
	Reset()
	Set(fen string) error
	FEN() string
	Make(m chess.Move)
	Unmake()
	AppendMoves(dst []chess.Move) []chess.Move
	IsLegal(m chess.Move) bool
	AppendFeatures(dst []zobrist.Feature) []zobrist.Feature
	Hash128() zobrist.Uint128
}

// A position is a board as an [index.Position].
type position struct {
	board
	chess *chess.Position // the same, nil if it is of a variant
	views []chess.View
	legal []chess.Move
}

// clone returns an independent copy.
func (p *position) clone() *position {
	if p.chess == nil {
		return &position{board: p.board.(*variants.Position).Clone()}
	}
	c := p.chess.Clone()
	return &position{board: c, chess: c, views: p.views}
}

// Set implements [index.Position].
func (p *position) Set(fen string) error {
	if fen == "" {
		p.Reset()
		return nil
	}
	return p.board.Set(fen)
}

// String implements [index.Position].
func (p *position) String() string { return p.FEN() }

// Clone implements [index.Position].
func (p *position) Clone() index.Position { return p.clone() }

// Make implements [index.Position].
func (p *position) Make(move uint32) { p.board.Make(chess.Move(move)) }

// AppendMoves implements [index.Position].
func (p *position) AppendMoves(dst []uint32) []uint32 {
	p.legal = p.board.AppendMoves(p.legal[:0])
	for _, m := range p.legal {
		dst = append(dst, uint32(m))
	}
	return dst
}

// Playable implements [index.MoveChecker].
func (p *position) Playable(move uint32) bool { return move < 1<<16 && p.IsLegal(chess.Move(move)) }

// Hash implements [index.Position].
func (p *position) Hash(v index.View) zobrist.Uint128 {
	if v == index.Positions {
		return p.Hash128()
	}
	return p.chess.ViewHash(p.views[v-1])
}

// AppendFeatures implements [index.Position]: the features of a position, the features of its
// pawns, or the number of each piece.
func (p *position) AppendFeatures(dst []zobrist.Feature, v index.View) []zobrist.Feature {
	all := p.board.AppendFeatures(dst)
	own := all[len(dst):]
	pieces := chess.Space().Group("piece")
	pawns := pieces.At(2, 0) // the first feature that is not a pawn
	switch {
	case v != index.Positions && p.views[v-1] == chess.MaterialView:
		counts := make([]zobrist.Feature, 12)
		for _, f := range own {
			if pieces.Contains(f) {
				counts[int(f)/64]++
			}
		}
		return append(dst, counts...)
	case v != index.Positions:
		own = slices.DeleteFunc(own, func(f zobrist.Feature) bool { return f >= pawns })
	}
	slices.Sort(own)
	return append(dst, own...)
}
