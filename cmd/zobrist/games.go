package main

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/mnk"
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
		{"baduk", "9 or 13:7", "Go on boards to 25×25; rows from the top, X black, O white: \".XO/X../... w\"", openBaduk},
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
	var names []string
	for _, g := range gameEntries() {
		if g.name == base {
			if size != "" && g.size == "" {
				return g, "", usagef(fmt.Sprintf("write --game %s", base), "the game %s has one size only", base)
			}
			return g, size, nil
		}
		names = append(names, g.name)
	}
	return gameEntry{}, "", usagef("there are "+strings.Join(names, ", "), "no game %q", name)
}

// A board is a position of any game as the commands need it.
type board interface {
	fmt.Stringer
	Hash() uint64
	Hash128() zobrist.Uint128
	AppendFeatures([]zobrist.Feature) []zobrist.Feature
	Space() *zobrist.Space
}

// position is what the rules packages return.
type position[M comparable] interface {
	game.Position[M]
	game.Wide
	fmt.Stringer
	Space() *zobrist.Space
}

// played is a board that can be played on with moves of type M.
type played[M comparable] struct{ position[M] }
