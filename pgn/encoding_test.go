package pgn_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/zobrist-go/zobrist/pgn"
)

// TestEncodings: tags and comments are read in an encoding that is guessed or given, as x/text encodes it.
func TestEncodings(t *testing.T) {
	for _, test := range []struct {
		encoding.Encoding
		given, name, comment string
	}{
		{charmap.Windows1251, "", "Свидлер, Пётр", "сильный ход"},
		{charmap.Windows1253, "", "Παπαϊωάννου, Ιωάννης", "Λευκά"},
		{charmap.Windows1250, "", "Kašpárková, Jiřina; Vlček, Matěj", "lepší"},
		{charmap.Windows1254, "", "Yıldırım, Ayşe; Ağaoğlu", "şah"},
		{charmap.Windows1252, "", "Édouard, Romain", "meilleur à jouer"},
		{charmap.Windows1257, "windows-1257", "Šķēle, Jānis", "ļoti"},
		{charmap.CodePage866, "cp866", "Ян", "сильный ход"},
	} {
		raw, err := test.NewEncoder().String("[White \"" + test.name + "\"]\n\n1. e4 {" + test.comment + "} *\n")
		if err != nil {
			t.Fatal(err)
		}
		r := pgn.NewReader(strings.NewReader(raw))
		if test.given != "" {
			if err := r.SetEncoding(test.given); err != nil {
				t.Fatal(err)
			}
		}
		g, err := r.Next()
		if err != nil || g.Tags.Get("White") != test.name || g.Moves[0].Comments[0] != test.comment {
			t.Errorf("%s: %+v, error %v", test.name, g, err)
		}
	}
	if err := pgn.NewReader(nil).SetEncoding("klingon"); err == nil || !strings.Contains(err.Error(), "windows-1251") {
		t.Errorf("a name of nothing: %v", err)
	}
}
