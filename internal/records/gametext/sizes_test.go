package gametext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"

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

// TestUTF16Sizes: whether a text is UTF-16 does not depend on the sizes of chunks and reads, with a byte order mark or
// zero bytes that say so, nor if there are four bytes alone.
func TestUTF16Sizes(t *testing.T) {
	texts := []string{"\x01\x000\x00", "\x00\x01\x000", "1\x000\x00", "e\x004\x00", "\xff\xfee\x00", "\xfe\xff\x00e"}
	const record = "[Event \"é\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n"
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, bom := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
			text, err := unicode.UTF16(order, bom).NewEncoder().String(record)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		for _, notation := range []Notation{Chess, Draughts} {
			want, _ := games(t, strings.NewReader(text), notation, 0)
			for size := 1; size < 12; size++ {
				if got, _ := games(t, iotest.OneByteReader(strings.NewReader(text)), notation, size); !slices.Equal(got, want) {
					t.Errorf("%q in chunks of %d bytes is %q, want %q", text, size, got, want)
				}
			}
		}
	}
}
