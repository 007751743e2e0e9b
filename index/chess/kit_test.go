package chessindex

import (
	"os"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/indextest"
)

// TestKit: the adapter keeps the promises of package index for chess, with each rule of en passant and with views.
func TestKit(t *testing.T) {
	const games = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0\n\n" +
		"1. e4 Nf6 2. e5 d5 3. exd6 cxd6 4. Nf3 g6 5. Be2 Bg7 6. O-O O-O 1/2-1/2\n\n" +
		"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 2. Qb7+ Kd6 *\n\n" +
		"[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n" +
		"1. Ng3 Ng6 2. O-O e5 3. e4 O-O 0-1\n"
	set := zobrist.Default(chess.Space().Len())
	for i, rules := range Rules() {
		o := chess.Options{Set: set, Wide: true, EnPassant: chess.EnPassant(i), Views: chess.PawnView | chess.MaterialView}
		a, err := newAdapter(o)
		if err != nil {
			t.Fatal(err)
		}
		config := index.Config{Game: Name, Rules: rules, Set: set}
		for _, v := range views {
			config.Views = append(config.Views, v.String())
		}
		indextest.Run(t, indextest.Game{Config: config, Adapter: a, Text: games})
	}
}

// TestKitVariants is TestKit for variants. The games in testdata are of random moves by python-chess 1.11, with the
// tags of several sites; some begin from starts of Chess960, or from positions rich in what changes a hash.
func TestKitVariants(t *testing.T) {
	for _, v := range variants.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			text, err := os.ReadFile("testdata/variants/" + v.String() + ".pgn")
			if err != nil {
				t.Fatal(err)
			}
			start, err := variants.New(variants.Options{Variant: v})
			if err != nil {
				t.Fatal(err)
			}
			config := index.Config{Game: v.String(), Rules: Rules()[0], Set: start.Options().Set}
			indextest.Run(t, indextest.Game{Config: config, Adapter: variantAdapter(start), Text: string(text)})
		})
	}
}
