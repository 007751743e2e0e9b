package gametext

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestUnclosed: a comment that is not closed costs its own game only, wherever
// the next closing brace is; a comment may quote one game.
func TestUnclosed(t *testing.T) {
	const a, b, c = "[Event \"a\"]\n[Site \"x\"]\n\ne4 ", "[Event \"b\"]\n[Site \"x\"]\n\nd4 *\n\n",
		"[Event \"c\"]\n\nc4 *\n"
	const bare = "1. d4 d5 1-0\n\n"
	for _, test := range []struct {
		name string
		text string
		want []string
	}{
		{"a quoted game", a + "{see\n" + b + "} *\n\n" + c, []string{a + "{see\n" + b + "} *\n\n", c}},
		{"no brace follows", a + "{oh\n" + b + c, []string{a + "{oh\n", b, c}},
		{"a comment follows", a + "{oh\n" + b + "{x}\n" + c, []string{a + "{oh\n", b + "{x}\n", c}},
		{"a stray brace follows", a + "{oh\n" + strings.Repeat(b, 13) + "} *\n\n" + c,
			append(append([]string{a + "{oh\n"}, slices.Repeat([]string{b}, 12)...), b, "} *\n\n", c)},
		{"a comment that is closed quotes a result and a tag pair", // daylen/stockfish-mac#125; PGN, section 5
			a + "{drawn, 1/2-1/2\n[Event \"b\"]\n} e5 *\n\n" + c,
			[]string{a + "{drawn, 1/2-1/2\n[Event \"b\"]\n} e5 *\n\n", c}},
		{"it quotes the end of a game and another one",
			a + "{oh e5 1-0\n\n[Event \"b\"]\n[Site \"x\"]\n\nd4 } d5 *\n\n" + c,
			[]string{a + "{oh e5 1-0\n\n[Event \"b\"]\n[Site \"x\"]\n\nd4 } d5 *\n\n", c}},
		{"a game ends, and no brace follows", a + "{oh e5 1-0\n\n" + b + c, []string{a + "{oh e5 1-0\n\n", b, c}},
		{"a game that begins with another tag", a + "{oh\n" + b + "[Site \"y\"]\n\nc4 *\n\n[Site \"z\"]\n\n} c4 *\n",
			[]string{a + "{oh\n", b, "[Site \"y\"]\n\nc4 *\n\n", "[Site \"z\"]\n\n} c4 *\n"}},
		{"games without tags, a stray brace follows", "e4 {oh e5 *\n" + strings.Repeat(bare, 13) + "1. c4 } *\n",
			append(append([]string{"e4 {oh e5 *\n"}, slices.Repeat([]string{bare}, 13)...), "1. c4 } *\n")},
		{"games without tags, a comment follows", "e4 {oh e5 *\n\n1. d4 {x} d5 *\n" + bare,
			[]string{"e4 {oh e5 *\n\n", "1. d4 {x} d5 *\n", bare}},
		{"a quoted game without tags", "e4 {after 1-0\n1. d4 d5 *\n} e5 *\n" + bare,
			[]string{"e4 {after 1-0\n1. d4 d5 *\n} e5 *\n", bare}},
		{"lists and results", "e4 {seen:\n1. d4\n2. c4\n1. e4 1-0\n2. f4} e5 *\n" + bare,
			[]string{"e4 {seen:\n1. d4\n2. c4\n1. e4 1-0\n2. f4} e5 *\n", bare}},
		{"a mebibyte follows", a + "{oh\n[Event \"b\"]\n\n" + strings.Repeat("e4 ", 1<<20) + "} *\n", nil},
	} {
		got, _ := games(t, strings.NewReader(test.text), Chess, 0)
		if test.want != nil && !slices.Equal(got, test.want) {
			t.Errorf("%s: games\n%q, want\n%q", test.name, got, test.want)
		}
		if again, _ := games(t, iotest.OneByteReader(strings.NewReader(test.text)), Chess, 1); len(test.text) < 1<<20 &&
			!slices.Equal(got, again) {
			t.Errorf("%s, byte by byte: games\n%q, want\n%q", test.name, again, got)
		}
	}
}

// TestWriteBraces: a closing brace in a comment to the end of its line does not end a comment before with an opening
// brace in it.
func TestWriteBraces(t *testing.T) {
	for _, notation := range []Notation{Chess, Draughts} {
		want := []string{"{", "0}", "a {b} c", "{", "\u00a0}", "{", "{}}", "}{", "{{", "d", "{{", "a", "}}"}
		var w Writer
		for i, c := range want {
			if i == len(want)-1 {
				w.Open()
			}
			w.Comment(c)
		}
		text, err := w.Finish("*")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		tokens := NewTokenizer(text, notation)
		for tok := tokens.Next(); tok.Kind != End; tok = tokens.Next() {
			if tok.Kind == Comment {
				got = append(got, CommentText(tokens.Text(tok)))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: the comments\n%q are read back as\n%q", notation, want, got)
		}
	}
}
