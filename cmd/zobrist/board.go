package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/search"
)

// A board is a position of any game as the commands need it.
type board interface {
	hashed
	makeMoves(moves string) error
	grow(ctx context.Context, l *keyfile.Layout, limit int) (*clash.Tree, error)
	perft(ctx context.Context, depth int, o search.PerftOptions) (perftCount, error)
	verify(context.Context, func(trial int) board, perftFlags, search.PerftOptions) (lab.PerftErrors, error)
	solve(ctx context.Context, o search.Options, limit time.Duration, openings bool) ([]solveRow, error)
	play(ctx context.Context, o play.Options) error
	prove(ctx context.Context, o search.ProveOptions, openings bool) ([]solveRow, error)
}

// hashed is the part of a position that does not depend on the type of move.
type hashed interface {
	fmt.Stringer
	Hash() uint64
	Hash128() zobrist.Uint128
	AppendFeatures([]zobrist.Feature) []zobrist.Feature
	Space() *zobrist.Space
}

// position is what the packages of games return.
type position[M comparable, P any] interface {
	search.Position[M, P]
	hashed
}

// played is a board of positions of type P.
type played[M comparable, P position[M, P]] struct {
	hashed
	p P
}

// opened returns the start position if text is empty or "startpos", otherwise
// the one that text describes.
func opened[M comparable, P position[M, P], O any](
	text string, o O, start func(O) (P, error), parse func(string, O) (P, error),
) (board, error) {
	var p P
	var err error
	if text == "" || text == "startpos" {
		p, err = start(o)
	} else {
		p, err = parse(text, o)
	}
	if errors.Is(err, game.ErrOptions) { // a size that is none
		return nil, cli.Usagef("zobrist games lists the games and their sizes", "%w", err)
	}
	if err != nil {
		return nil, hintFEN(err)
	}
	return played[M, P]{p, p}, nil
}

// makeMoves plays moves: as SAN or UCI in chess, otherwise as the game writes them.
func (b played[M, P]) makeMoves(moves string) error {
	if p, ok := any(b.p).(*checkers.Position); ok {
		list, err := games.CheckersMoves(p, moves)
		for _, m := range list {
			p.Make(m)
		}
		return err
	}
	if p, ok := any(b.p).(games.ChessBoard); ok {
		return playChess(p, moves)
	}
	p, ok := any(b.p).(interface{ ParseMove(string) (M, error) })
	if !ok && moves != "" {
		return fmt.Errorf("moves of %s cannot be read", b.Space().Name())
	}
	for word := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(word)
		if err != nil {
			return err
		}
		b.p.Make(m)
	}
	return nil
}

// moveString writes a move as the game does.
func (b played[M, P]) moveString(p P, m M) string {
	switch p := any(p).(type) {
	case interface{ UCI(M) string }:
		return p.UCI(m)
	case interface{ MoveString(M) string }:
		return p.MoveString(m)
	}
	return fmt.Sprint(m)
}
