package gametext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestReadSizes: where games begin in a text does not depend on the sizes of reads, although a read may end anywhere.
// The texts are made of pieces that mean something else when more follows.
func TestReadSizes(t *testing.T) {
	pieces := []string{"e4", "a1", "Nf3", "O-O", "1. e4", "11-15", "11 15", "a3b4", "e.p.", "(Q)", "x", "200", "0", "1", "2",
		".", "*", " * ", "1-0", "0-0", "0 - 0", "½", "1/2", "0.5", "-", "–", "\x96", "\xe2", ":", "/", "+", ",", "!", "$",
		"[A \"b\"]", "[A \"b\"]\n", "[Result \"0-0\"]\n", "[B c]", "[%clk 1]", "[", "]", "\"", "\\", "{", "}", "{a}", ";",
		"%", "(", ")", "(*)", "<", ">", "<br>", "&", "&nbsp;", "&frac12;", "&ndash;",
		"\u00a0", "\ufeff", "…", " ", " ", "\n", "\n\n", "\r", "\r\n", "1."}
	texts := []string{"[0\"0\"]* [0 \"0\"]* 200a10*", "200 1-0e4", "0 - 0", "0.5\x960",
		"a1[%clk 1]\n\n[B c]", "\"½\r-1/2O-O",
		"* 0-0\n[Result \"0-0\"]\n\ne4 *"}
	r := rand.New(rand.NewPCG(1, 2))
	n := 40_000
	if oracle.Short() {
		n = 4000
	}
	for range n {
		var text strings.Builder
		for range 2 + r.IntN(12) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		texts = append(texts, text.String())
	}
	for _, text := range texts {
		for _, notation := range []Notation{Chess, Draughts} {
			want, _ := games(t, strings.NewReader(text), notation, 0)
			for _, size := range []int{3, 4, 5, 7, 11} { // reads end at these sizes times powers of 2
				if got, _ := games(t, iotest.OneByteReader(strings.NewReader(text)), notation, size); !slices.Equal(got, want) {
					t.Errorf("%v: in chunks of %d bytes: games\n%q, at once\n%q", notation, size, got, want)
				}
			}
		}
	}
}
