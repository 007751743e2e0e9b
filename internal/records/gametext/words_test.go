package gametext

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestWords: a tokenizer that remembers words reads the same tokens as one that does not, and each meaning belongs to
// its word. The texts are made of words, numbers and signs that mean something else when others are beside them.
func TestWords(t *testing.T) {
	pieces := []string{"e4", "a1", "Nf3", "O-O", "e8=Q", "exd5", "Qh4#", "Qh4#0-1", "Nbxd2+", "e.p", "e.p.", "(Q)", "a8", "x",
		"O-O-O-O", "1.", "1. ", "12. ", "123.", "1234. ", "12345. ", "1.. ", "1... ", "1)", "1:", "0.5", "0.", "00.", "0-0",
		"-0.5", "1-0", "1/2", "*", "!", "?", "$1", "(", ")", "{a}", ";b\n", "\n%c\n", "[A \"b\"]\n", "\n\n", "é", "\u00a0",
		"–", "&nbsp;", "\x00", "\x01", "\r\n", "\t", " ", " ", " ", " ", " ", " ", " ", " ", " e5 ", " Nc6 ", " 5. O-O Be7 "}
	var known [2]Words[string] // by notation
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 20_000 {
		var b strings.Builder
		for range 3 + r.IntN(40) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		for _, notation := range []Notation{Chess, Draughts} {
			words := &known[notation]
			text := []byte(b.String())
			one, two := NewTokenizer(text, notation), NewTokenizer(text, notation)
			for {
				want := one.Next()
				tok, meaning := words.Next(&two)
				if tok != want || one.spot != two.spot || one.number != two.number {
					t.Fatalf("%q as %v: token %v at %v, want %v at %v", text, notation, tok, two.spot, want, one.spot)
				}
				if meaning != nil && (tok.Kind != Word || *meaning != string(two.Text(tok))) {
					t.Fatalf("%q as %v: %q is known as %q", text, notation, two.Text(tok), *meaning)
				}
				if meaning != nil {
					found++
				}
				if tok.Kind == End {
					break
				}
				if tok.Kind == Word && meaning == nil {
					words.Learn(two.Text(tok), string(two.Text(tok)))
				}
			}
		}
	}
	if found < 20_000 {
		t.Errorf("only %d words were known", found)
	}
}
