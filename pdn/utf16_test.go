package pdn_test

import (
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/zobrist-go/zobrist/pdn"
)

// TestUTF16: a file in UTF-16 is read, with a byte order mark or without, as x/text encodes it.
func TestUTF16(t *testing.T) {
	text := "[Black \"Čapek Ян 柯洁\"]\r\n\r\n1. 11-15 {„x“} 23-19 1-0\r\n\r\n" +
		strings.Repeat("[Black \"x\"]\r\n\r\n1. 9-14 *\r\n\r\n", 3000)
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, bom := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
			raw, err := unicode.UTF16(order, bom).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			games, first := 0, ""
			for g, err := range pdn.NewReader(iotest.HalfReader(strings.NewReader(raw))).All() {
				if err != nil {
					t.Fatalf("%v, %v: %v", order, bom, err)
				}
				if games++; games == 1 {
					first = g.Tags.Get("Black") + g.Moves[0].Comments[0]
				}
			}
			if games != 3001 || first != "Čapek Ян 柯洁„x“" {
				t.Errorf("%v, %v: %d games, the first of %q", order, bom, games, first)
			}
		}
	}
}

// TestEncodings: tags and comments are read in an encoding that is guessed or given, as x/text encodes it.
func TestEncodings(t *testing.T) {
	for _, name := range []string{"", "windows-1251", "cp1251"} {
		raw, err := charmap.Windows1251.NewEncoder().String("[Black \"Чижов, Алексей\"]\n\n1. 11-15 {сильный ход} *\n")
		if err != nil {
			t.Fatal(err)
		}
		r := pdn.NewReader(strings.NewReader(raw))
		if name != "" {
			if err := r.SetEncoding(name); err != nil {
				t.Fatal(err)
			}
		}
		g, err := r.Next()
		if err != nil || g.Tags.Get("Black") != "Чижов, Алексей" || g.Moves[0].Comments[0] != "сильный ход" {
			t.Errorf("%q: %+v, error %v", name, g, err)
		}
	}
	if err := pdn.NewReader(nil).SetEncoding("klingon"); err == nil || !strings.Contains(err.Error(), "windows-1251") {
		t.Errorf("a name of nothing: %v", err)
	}
}
