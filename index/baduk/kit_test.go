package badukindex

import (
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/indextest"
)

// TestKit: the adapter keeps the promises of package index, with the colours kept and exchanged, without views and with
// views of corners.
func TestKit(t *testing.T) {
	const games = "(;GM[1]SZ[9]KM[7.5]PB[a]PW[b]RE[B+R];B[ee];W[ec];B[gd];W[cc];B[ed];W[fd];B[dd];W[gc];B[];W[])\n" +
		"(;GM[1]SZ[19]PB[c]PW[d]RE[W+3.5];B[pd];W[dp];B[pp];W[dd];B[fq];W[cn])\n" +
		"(;GM[1]SZ[13:7]AB[ba][ab]AW[cb]PL[W]RE[0];W[bb];B[aa];W[ca])\n"
	set := zobrist.Default(Space().Len())
	for i, exchange := range []bool{false, true} {
		for n := range len(views) + 1 {
			config := index.Config{Game: Name, Rules: Rules()[i], Set: set, WordBits: []uint8{wordBits}}
			a := &adapter{set: set, exchange: exchange, sides: slices.Clone(sides[:n])}
			for _, v := range views[:n] {
				config.Views, config.WordBits = append(config.Views, v.String()), append(config.WordBits, wordBits)
			}
			indextest.Run(t, indextest.Game{Config: config, Adapter: a, Text: games})
		}
	}
}
