package gametext

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestBeginnings: games without tags, without termination markers, on one line and with any
// line ends, in one piece and byte by byte. yo35/kokopu#46 has the first of them.
func TestBeginnings(t *testing.T) {
	for _, want := range [][]string{
		{"1. e4 e5 *\n\n", "1. d4 d5 1-0\n"},
		{"1. e4 e5\n\n", "1. d4 d5\n"},
		{"1. e4 e5\n \t\n\n", "1.d4 d5\n\n", "1. c4\n\n", "1.\nNf3"},
		{"1. e4 {a}\n\n1... e5\n\n2. d4\n\n1. ... e5\n\n1.… e5\n\n10. d4 ( 1. d4\n\n1. d4 ) *"},
		{"[Event \"a\"]\n\n1. e4 e5\n\n", "1. d4 d5\n\n", "[Event \"b\"]\n\n1. c4"},
		{"[Event \"a\"]\n\nSome words\n\n1. e4 e5 *"}, // its tags belong to the moves
		{"[Event \"a\"]\n\n{a}\n\n1. e4 e5 {1.\n\n1. d4} *"},
		{"1. e4 e5\n1. d4 d5\n\n2. c4\n\n1. What\n\n1-0\n\n", "1. d4 *"},
		{"1. e4 e5 1-0 ", "1. d4 d5 0-1 ", "1.c4 ½–½ ", "[A \"b\"] 1. c4 1–0 ", "1 e4 0−1\u00a0", "1. ♘f3 *"},
		{"[A \"b\"] 1. e4 1-0 ", "[C \"d\"] 1. d4 0-1 ", "[E \"f\"]\n\n1. c4"},
		{"1. e4 \xbd-\xbd ", "1. d4 0\x961 ", "1. c4 1:0 ", "1. b4 1/2-0 ", "1. g4 *"},
		{"[Result \"0-0\"] 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 Bc5 0-0 ", "1. d4 0-0 ", "[Result \"1-0\"] 1. c4 0-0 1-0"},
		{"[Result \"0:0\"]\n1. e4 0–0 {a} ;b\n", "[A \"b\"]\n1. d4 *"},
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			want := slices.Clone(want)
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], "\n", end)
			}
			text := strings.Join(want, "")
			if got, _ := games(t, strings.NewReader(text), Chess, 0); !slices.Equal(got, want) {
				t.Errorf("games\n%q, want\n%q", got, want)
			}
			if got, _ := games(t, iotest.OneByteReader(strings.NewReader(text)), Chess, 1); !slices.Equal(got, want) {
				t.Errorf("byte by byte: games\n%q, want\n%q", got, want)
			}
		}
	}
}

// TestPlain: what stands for ASCII in words, in UTF-8 and in Windows-1252.
func TestPlain(t *testing.T) {
	for word, want := range map[string]string{
		"Nf3": "Nf3", "O–O—O": "O-O-O", "0\x960\x970": "0-0-0", "½–½": "1/2-1/2", "\xbd\x96\xbd": "1/2-1/2",
		"1⁄2−1∕2": "1/2-1/2", "♘×f3": "Nxf3", "♟︎e5": "e5", "О-О": "O-O", "е4": "e4", "O\u2060-\u2060O": "O-O",
		"e8=♕": "e8=Q", "‼️": "‼", "—": "--", "e4\xb1": "e4±", "Ma\x9a": "Maš", "\x81": "\u0081", "\u200ee4\u200e": "e4",
	} {
		if got := string(Plain([]byte(word))); got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}
