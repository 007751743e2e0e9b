package pgn_test

import (
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"

	"github.com/zobrist-go/zobrist/pgn"
)

// TestUTF16: a file in UTF-16 is read, with a byte order mark or without, as iconv -f UTF-16 converts it.
func TestUTF16(t *testing.T) {
	text := "[White \"Čapek Ян 柯洁\"]\r\n\r\n1. e4 {„x“} e5 1-0\r\n\r\n" + strings.Repeat("[White \"x\"]\r\n\r\n1. d4 d5 *\r\n\r\n", 3000)
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, bom := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
			raw, err := unicode.UTF16(order, bom).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			r := pgn.NewReader(iotest.HalfReader(strings.NewReader(raw)))
			games, first := 0, ""
			for g, err := range r.All() {
				if err != nil {
					t.Fatalf("%v, %v: %v", order, bom, err)
				}
				if games++; games == 1 {
					first = g.Tags.Get("White") + g.Moves[0].Comments[0]
				}
			}
			if games != 3001 || first != "Čapek Ян 柯洁„x“" {
				t.Errorf("%v, %v: %d games, the first of %q", order, bom, games, first)
			}
		}
	}
}
