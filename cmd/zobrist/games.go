package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/clash"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/search"
)

// A gameEntry is a game as the flag --game names it.
type gameEntry struct {
	name  string                                                   // "baduk"
	size  string                                                   // what may follow the name and a colon: "9", "13:7"; "" for nothing
	about string                                                   // one line for a person
	open  func(size, text string, keys zobrist.Set) (board, error) // text "": the start
}

// gameEntries lists the games in the order of the report that began them.
func gameEntries() []gameEntry {
	return []gameEntry{
		{"chess", "", "chess and Chess960; a position is a FEN", openChess},
		{"checkers", "", "English draughts; a position is a FEN such as \"W:W18,24:B12,K9\"", openCheckers},
		{"baduk", "9 or 13:7", "Go on boards to 25×25; rows from the top, X black, O white, numbers of empty points: \"1XO/X2/3 w\"", openBaduk},
		{"tictactoe", "", "three in a row on 3×3", openMNK(mnk.Options{})},
		{"gomoku", "", "five in a row on 15×15", openMNK(mnk.Gomoku())},
		{"connect4", "", "four in a row on 7×6, stones fall", openMNK(mnk.ConnectFour())},
		{"mnk", "M,N,K", "K in a row on M×N cells; rows from the top, x, o and numbers of empty cells: \"3/1x1/3 o\"", openMNK(mnk.Options{})},
		{"hex", "5", "Hex of any size to 32, 11 by default", openHex},
		{"qubic", "", "four in a row in a cube of 4×4×4", openQubic},
	}
}

// findGame splits "baduk:9" and returns the entry and the size.
func findGame(name string) (gameEntry, string, error) {
	base, size, _ := strings.Cut(name, ":")
	for _, g := range gameEntries() {
		if g.name == base {
			if size != "" && g.size == "" {
				return g, "", usagef(fmt.Sprintf("write --game %s", base), "the game %s has one size only", base)
			}
			return g, size, nil
		}
	}
	return gameEntry{}, "", usagef("there are "+strings.Join(gameNames(), ", "), "no game %q", name)
}

// A board is a position of any game as the commands need it.
type board interface {
	hashed
	grow(ctx context.Context, l *keyfile.Layout, limit int) (*clash.Tree, error)
	perft(ctx context.Context, depth int, o search.PerftOptions) (perftCount, error)
	verify(ctx context.Context, again func(trial int) board, f perftFlags, o search.PerftOptions) (search.PerftErrors, error)
	solve(ctx context.Context, o search.Options, limit time.Duration, openings bool) ([]solveRow, error)
}

// hashed is the part of a position that does not depend on the type of move.
type hashed interface {
	fmt.Stringer
	Hash() uint64
	Hash128() zobrist.Uint128
	AppendFeatures([]zobrist.Feature) []zobrist.Feature
	Space() *zobrist.Space
}

// position is what the rules packages return.
type position[M comparable, P any] interface {
	search.Position[M, P]
	hashed
}

// played is a board of positions of type P.
type played[M comparable, P position[M, P]] struct {
	hashed
	p P
}

// play makes a board of a position.
func play[M comparable, P position[M, P]](p P) board { return played[M, P]{p, p} }

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
