package games

import (
	"context"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// variantGame is a variant of chess as a [Game].
type variantGame struct {
	chessFamily
	variant variants.Variant
}

// variantLines are examples of moves as people write them, for variants in which the example of chess is not legal or
// lacks a kind of move.
var variantLines = map[variants.Variant]string{
	variants.Crazyhouse:  `"e4 d5 exd5 Qxd5 P@d4" or "e2e4 d7d5 e4d5 d8d5 P@d4"`,
	variants.Horde:       `"e5 d6 exd6" or "e4e5 d7d6 e5d6"`,
	variants.RacingKings: `"Kh3 Ka3" or "h2h3 a2a3"`,
}

// Variants returns the variants of chess.
func Variants() (list []Game) {
	for _, v := range variants.Variants() {
		g := &variantGame{variant: v, chessFamily: chessFamily{
			Description: Chess.About().variant(v),
			names:       append([]string{""}, namesOf(v)...),
			board:       func(p index.Position) ChessBoard { return chessindex.VariantBoard(p) },
			parser:      func() (*pgn.Parser, error) { return pgn.NewVariantParser(variants.Options{Variant: v}) },
		}}
		list = append(list, g)
	}
	return list
}

// variant returns the description of a variant, made from chess's.
func (d Description) variant(v variants.Variant) Description {
	d.Name, d.Title = v.String(), v.Tag()
	d.Rules, d.Views = d.Rules[:1], nil
	d.Form = `a FEN looks like "` + v.Start() + `"`
	if line, ok := variantLines[v]; ok {
		d.Line = line
	}
	d.Begin = `a tag such as [Variant "` + v.Tag() + `"]`
	return d
}

// namesOf returns the names of a variant in lower case, as lichess.org and engines write them.
func namesOf(v variants.Variant) []string {
	tag := strings.ToLower(v.Tag())
	return []string{v.String(), tag, strings.NewReplacer(" ", "", "-", "").Replace(tag)}
}

// Space implements [Game].
func (g *variantGame) Space() *zobrist.Space { return g.variant.Space() }

// Open implements [Game].
func (g *variantGame) Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	return chessindex.OpenVariant(ctx, s, variants.Options{Variant: g.variant, Set: o.Set})
}

// Set implements [Lenient], as [variants.Position.SetLenient] reads a text.
func (g *variantGame) Set(p index.Position, fen string) error {
	board := chessindex.VariantBoard(p)
	fen = strings.TrimSpace(CutTag(fen))
	if fen == "" || board.Set(fen) == nil {
		if fen == "" {
			board.Reset()
		}
		return nil
	}
	_, err := board.SetLenient(fen)
	return err
}

// CutEPD implements [Lenient]. Operations of EPD would look like the counters of three-check.
func (*variantGame) CutEPD(line string) (fen, operations string) { return line, "" }

// Follow implements [Follower].
func (g *variantGame) Follow(p index.Position, text string, visit func()) error {
	return g.follow(p, text, func(fen string) error { return g.Set(p, fen) }, visit)
}

// Opening implements [Namer]. As at lichess.org, positions of crazyhouse, three-check and king of the hill have the
// names of chess, until a piece is in a pocket or a check given.
func (g *variantGame) Opening(p index.Position) *Opening {
	board := chessindex.VariantBoard(p)
	switch {
	case board.ChecksGiven(chess.White)+board.ChecksGiven(chess.Black) > 0:
		return nil
	case g.variant != variants.Crazyhouse && g.variant != variants.ThreeCheck && g.variant != variants.KingOfTheHill:
		return nil
	}
	fields := strings.Fields(board.LichessFEN())
	same, err := chess.Parse(strings.TrimSuffix(fields[0], "/")+" "+strings.Join(fields[1:4], " "), chess.Options{})
	if err != nil { // pockets, or promoted pieces
		return nil
	}
	if o, ok := eco.Find(same); ok {
		return (*Opening)(&o)
	}
	return nil
}

// State implements [Judge]. It leaves out the draws that depend on the game before the position.
func (g *variantGame) State(p index.Position, legal int) State {
	board := chessindex.VariantBoard(p)
	s := State{Check: board.InCheck(), Chess960: board.Chess960()}
	switch _, reason := board.Result(); {
	case reason == variants.Checkmate, reason == variants.Stalemate, reason == variants.VariantEnd:
		s.Ending = reason.String()
	case reason == variants.InsufficientMaterial:
		s.Ending = "material"
	}
	return s
}
