package games

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	draughtsindex "github.com/zobrist-go/zobrist/index/draughts"
	"github.com/zobrist-go/zobrist/pdn"
)

// Checkers is English draughts.
var Checkers = &Game{
	Name: draughtsindex.Name, Records: "PDN", Type: "application/x-draughts-pdn", Ending: ".pdn",
	Sides: [2]string{"black", "white"}, FEN: true, Rules: draughtsindex.Rules[:],
	Form: `a FEN looks like "W:W18,24,27,K10:B12,16,20,K22"`,
	Line: `"11-15 23-19 8-11"`,
	Open: func(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
		return draughtsindex.Open(ctx, s, draughtsindex.Options{Set: o.Set, Exchange: o.Rules == draughtsindex.Rules[1]})
	},
	Space: func(string) (*zobrist.Space, error) { return checkers.Space(), nil },
	Split: func(text string) (position, moves string) {
		text = strings.TrimSpace(text)
		switch {
		case text == "startpos":
			return "", ""
		case checkersFEN.MatchString(text):
			return text, ""
		}
		return "", text
	},
	Play: playCheckers,
	Set:  func(p index.Position, text string) error { return p.Set(text) },
	Parse: func(p index.Position, move string) (uint32, error) {
		m, err := p.(*draughtsindex.Position).Board().ParseMove(strings.TrimSpace(move))
		return uint32(m), err
	},
	Turn: func(p index.Position) game.Side {
		return game.FirstSide + game.Side(p.(*draughtsindex.Position).Board().Turn())
	},
	Notation: func(_ index.Position, move uint32) (engine, usual string) { return "", checkers.Move(move).String() },
	Opening: func(p index.Position) *Opening {
		if b, ok := draughtsindex.BallotOf(p.(*draughtsindex.Position).Board()); ok {
			return &Opening{b.Code(), b.Moves}
		}
		return nil
	},
	Signature: func(p index.Position, _ string) string { return p.String() },
	Draw:      drawCheckers,
}

var checkersFEN = regexp.MustCompile(`^(?i)[bw]\s*:|:[bw]`)

// playCheckers plays moves such as "11-15 22x15x8"; see [CheckersMoves].
func playCheckers(position index.Position, text string, visit func(move string) error) error {
	p := position.(*draughtsindex.Position)
	moves, err := CheckersMoves(p.Board(), text)
	for _, m := range moves {
		if p.Make(uint32(m)); visit != nil {
			if err := visit(m.String()); err != nil {
				return err
			}
		}
	}
	return err
}

// CheckersMoves reads moves from a position, written in any way that PDN has: "11-15 22x15x8", "11 15". Numbers of moves
// and results are passed over. The moves before an error are returned with it.
func CheckersMoves(p *checkers.Position, text string) (moves []checkers.Move, err error) {
	text = strings.ReplaceAll(text, ",", " ")
	g, err := pdn.NewReader(strings.NewReader("[FEN \"" + p.String() + "\"]\n\n" + text)).Next()
	if g == nil {
		return nil, err
	}
	for _, m := range g.Moves {
		moves = append(moves, m.Move)
	}
	var fault *game.RecordError
	if errors.As(err, &fault) && !errors.Is(err, game.ErrUnfinished) {
		reason := cmp.Or(fault.Remedy, fault.Err.Error())
		return moves, &game.TextError{Game: "checkers", Text: fault.Text, Reason: reason}
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return moves, nil
	}
	last := words[len(words)-1] // if it is half a move
	if len(last) <= 2 && strings.Trim(last, "0123456789") == "" &&
		(len(moves) == 0 || !strings.HasSuffix(moves[len(moves)-1].String(), last)) {
		return moves, &game.TextError{Game: "checkers", Text: last, Reason: "want x or - and another square"}
	}
	return moves, nil
}

// drawCheckers draws a board from Black's side, with the FEN below it: b and w are men, B and W kings.
func drawCheckers(p index.Position) string {
	fen := p.String()
	squares := [32]byte{}
	for _, side := range strings.Split(fen, ":")[1:] {
		for name := range strings.SplitSeq(side[1:], ",") {
			piece, n := side[0]|0x20, 0
			for _, c := range name {
				if c == 'K' {
					piece = side[0]
				} else {
					n = 10*n + int(c-'0')
				}
			}
			if n > 0 {
				squares[n-1] = piece
			}
		}
	}
	var b strings.Builder
	for at, c := range squares {
		if c == 0 {
			c = '.'
		}
		before := "   "
		if at%4 == 0 {
			before = []string{"  ", ""}[at/4%2]
		}
		b.WriteString(before + string(c))
		if at%4 == 3 {
			b.WriteByte('\n')
		}
	}
	return b.String() + fen
}
