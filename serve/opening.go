package serve

import (
	"errors"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
)

// A spot is a position with the name of its opening.
type spot struct {
	*chess.Position
	opening *eco.Opening
}

// variants are the names of the variants of chess, in lower case, as lichess.org and as UCI engines write them. An
// index of chess games has the variants that are true.
var variants = map[string]bool{
	"": true, "standard": true, "chess": true, "chess960": true, "fromposition": true,
	"antichess": false, "atomic": false, "crazyhouse": false, "horde": false, "kingofthehill": false,
	"racingkings": false, "threecheck": false, "3check": false, "giveaway": false, "suicide": false, "losers": false,
}

// otherVariant reports whether a query is about a variant of chess that is not indexed.
func (v *values) otherVariant() bool {
	variant := v.Get("variant")
	indexed, known := variants[strings.ToLower(variant)]
	if !known {
		v.fail("variant: no such variant: %q", variant)
	}
	return known && !indexed
}

// position returns the position of a query.
func (s *Server) position(v *values) (spot, error) {
	if v.otherVariant() {
		v.fail("variant %q is not in this index, which holds standard chess and Chess960", v.Get("variant"))
	}
	fen, play := v.Get("fen"), v.Get("play")
	if v.err != nil {
		return spot{}, v.err
	}
	return s.locate(fen, play)
}

// maxPlay is the largest number of moves after a FEN.
const maxPlay = 1000

// locate returns the position of a FEN after some moves in UCI notation.
func (s *Server) locate(fen, play string) (spot, error) {
	p, err := s.o.Index.Position("")
	if err != nil {
		return spot{}, err
	}
	if err := setFEN(p, fen); errors.Is(err, errMaterial) {
		return spot{}, err
	} else if err != nil {
		return spot{}, badRequest("%v", err)
	}
	at := spot{Position: p, opening: opening(p)}
	err = playUCI(p, play, func() {
		if name := opening(p); name != nil {
			at.opening = name
		}
	})
	return at, err
}

// setFEN makes p the position of a FEN as other programs send it, the start position for "". Fields may have
// underscores between them. If they are missing, White is to move, there is no en-passant square, and kings and rooks
// on their squares of the start position may castle. Rights to castle and an en-passant square that do not fit the
// pieces are ignored, and so are counters, operations of EPD, and parts of other variants: marks of promoted pieces,
// pockets and counts of checks.
func setFEN(p *chess.Position, fen string) error {
	fields := strings.FieldsFunc(fen, func(r rune) bool { return r == '_' || unicode.IsSpace(r) })
	if len(fields) == 0 {
		return nil
	}
	board, _, _ := strings.Cut(strings.ReplaceAll(fields[0], "~", ""), "[")
	field := func(i int, missing string) string {
		if i < len(fields) {
			return fields[i]
		}
		return missing
	}
	write := func(square string) string {
		return strings.Join([]string{board, field(1, "w"), field(2, "KQkq"), square}, " ")
	}
	full := write(strings.ToLower(field(3, "-")))
	if len(fields) > 2 && (p.Set(full) == nil || p.Set(write("-")) == nil) { // with the rights of Chess960
		return nil
	}
	_, err := p.SetLenient(full)
	if err != nil && tooMuch(board) {
		return errMaterial
	}
	return err
}

// errMaterial is the error of a position that no game can reach.
var errMaterial = badRequest("a side has more than 8 pawns or 16 pieces")

// tooMuch reports whether a side has its king and more than 8 pawns or 16 pieces.
func tooMuch(board string) bool {
	count := func(pieces string) (n int) {
		for _, piece := range pieces {
			n += strings.Count(board, string(piece))
		}
		return n
	}
	return strings.Count(board, "/") == 7 && count("K") == 1 && count("k") == 1 &&
		(count("P") > 8 || count("p") > 8 || count("PNBRQK") > 16 || count("pnbrqk") > 16)
}

// playUCI plays moves in UCI notation, in upper or lower case, with commas between them, and calls visit after each.
func playUCI(p *chess.Position, play string, visit func()) error {
	if play == "" {
		return nil
	}
	moves := strings.Split(play, ",")
	if len(moves) > maxPlay {
		return badRequest("play: %d moves, and the most are %d", len(moves), maxPlay)
	}
	for i, text := range moves {
		m, err := p.ParseUCI(strings.ToLower(strings.TrimSpace(text)))
		if err != nil {
			return badRequest("play: move %d: %v", i+1, err)
		}
		p.Make(m)
		visit()
	}
	return nil
}

// opening returns the opening of a position, or nil if it has no name.
func opening(p *chess.Position) *eco.Opening {
	if o, ok := eco.Find(p); ok {
		return &o
	}
	return nil
}

// openingAfter returns the opening of the position after a move.
func openingAfter(p *chess.Position, m chess.Move) *eco.Opening {
	p.Make(m)
	defer p.Unmake()
	return opening(p)
}
