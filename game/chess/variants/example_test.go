package variants_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// A count is as many features as it counts to. One piece more in a pocket changes the hash by one XOR.
func Example() {
	p, err := variants.Parse("4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1", variants.Options{Variant: variants.Crazyhouse})
	if err != nil {
		fmt.Println(err)
		return
	}
	pocket := p.Space().Group("pocket")
	show := func() {
		for _, f := range p.AppendFeatures(nil) {
			if pocket.Contains(f) {
				fmt.Print(p.Space().FeatureName(f), "; ")
			}
		}
		fmt.Println(p.Pocket(chess.White, chess.Pawn), "pawns")
	}
	show()
	m, err := p.ParseSAN("P@e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Make(m)
	show()
	fmt.Println(p)
	fmt.Println(p.LichessFEN())
	// Output:
	// white holds 1 pawn; white holds 2 pawns; black holds 1 knight; 2 pawns
	// white holds 1 pawn; black holds 1 knight; 1 pawns
	// 4k3/8/8/8/4P3/8/8/4K3[Pn] b - - 0 1
	// 4k3/8/8/8/4P3/8/8/4K3/Pn b - - 0 1
}
