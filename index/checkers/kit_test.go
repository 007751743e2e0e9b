package checkersindex

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/indextest"
)

// TestKit: the adapter keeps the promises of package index, with the colours kept and exchanged.
func TestKit(t *testing.T) {
	const games = "1. 11-15 23-19 2. 8-11 22-17 1-0\n\n1. 11-15 23-19 2. 8-11 26-23 1/2-1/2\n\n" +
		"[FEN \"W:WK18,K19:BK1\"]\n\n1. 18-14 1-5 2. 14-10 0-1\n"
	set := zobrist.Default(checkers.Space().Len())
	for i, exchange := range []bool{false, true} {
		config := index.Config{Game: Name, Rules: Rules()[i], Set: set}
		if exchange {
			config.WordBits = []uint8{wordBits}
		}
		a := &adapter{options: checkers.Options{Set: set, Wide: true, Canonical: exchange}}
		indextest.Run(t, indextest.Game{Config: config, Adapter: a, Text: games})
	}
}
