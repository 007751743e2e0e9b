package serve

import (
	"cmp"
	"errors"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// A spot is a position with the name of its opening.
type spot struct {
	index.Position
	line games.OpeningLine
}

// otherVariant reports whether a query is about a variant of chess that is not indexed.
func (v *values) otherVariant() bool {
	variant := v.Get("variant")
	indexed, known := games.Holds(v.s.game, variant)
	if !known {
		v.fail("variant: no such variant: %q; write %s", variant, strings.Join(games.VariantNames(), ", "))
	}
	return known && !indexed
}

// position returns the position of a query.
func (v *values) position() spot {
	at, err := v.locate()
	v.keep(err)
	return at
}

// locate returns the position of a query, or why there is none.
func (v *values) locate() (spot, error) {
	if v.otherVariant() {
		v.fail("variant %q is not in this index, which holds %s", v.Get("variant"), v.s.game.About().Title)
	}
	text, moves := cmp.Or(v.Get("fen"), v.Get("position")), v.Get("play")
	if v.err != nil {
		return spot{}, v.err
	}
	return v.s.locate(text, moves)
}

// maxPlay is the largest number of moves after a FEN.
const maxPlay = 1000

// locate returns the position of a text after some moves in the notation of engines.
func (s *Server) locate(text, moves string) (spot, error) {
	return s.after(text, func(p index.Position, visit func()) error { return play(s.game, p, moves, visit) })
}

// after returns the position of a text after moves. playMoves makes them, and calls visit after each.
func (s *Server) after(text string, playMoves func(p index.Position, visit func()) error) (spot, error) {
	p, err := s.o.Index.Position("")
	if err != nil {
		return spot{}, err
	}
	if err := games.Set(s.game, p, text); errors.Is(err, games.ErrMaterial) {
		return spot{}, errMaterial
	} else if err != nil {
		return spot{}, badRequest("%v", err)
	}
	at := spot{p, games.NewOpeningLine(s.game, p)}
	err = playMoves(p, func() { at.line.Add(s.game, p) })
	var f failure
	if err != nil && !errors.As(err, &f) {
		err = badRequest("%v", err)
	}
	return at, err
}

// errMaterial is the error of a position of chess that no game can reach.
var errMaterial = badRequest("%v", games.ErrMaterial)

// play plays moves in the notation of engines with commas between them, and calls visit after each.
func play(g games.Game, p index.Position, moves string, visit func()) error {
	if moves == "" {
		return nil
	}
	list := strings.Split(moves, ",")
	if len(list) > maxPlay {
		return tooLong(len(list))
	}
	for i, text := range list {
		m, err := g.Parse(p, text)
		if err != nil {
			return badRequest("play: move %d: %v", i+1, err)
		}
		games.Make(g, p, m)
		visit()
	}
	return nil
}

// tooLong is the error of a line of n moves.
func tooLong(n int) error { return badRequest("play: %d moves, and the most are %d", n, maxPlay) }
