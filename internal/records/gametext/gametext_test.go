package gametext

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func TestTokens(t *testing.T) {
	kinds := [...]string{"end", "word", "nag", "comment", "unclosed", "(", ")", "result", "tag", "bad tag", "junk", "stray"}
	for _, test := range []struct {
		notation   Notation
		text, want string // each token after its kind and a colon
	}{
		{Chess, "", ""},
		{Chess, "1. e4 e5 2.Nf3 2...Nc6 3Bb5 1-0", "word:e4 word:e5 word:Nf3 word:Nc6 word:Bb5 result:1-0"},
		{Chess, "e4! $14 ?! e5!!! $", "word:e4 nag:! nag:$14 nag:?! word:e5 nag:!! nag:! nag:$"},
		{Chess, "0-0 O-O-O e8=Q+ e8(Q) Ngxf3# exd6e.p. e.p. e.p e8 (Q)",
			"word:0-0 word:O-O-O word:e8=Q+ word:e8(Q) word:Ngxf3# word:exd6e.p. word:e.p. word:e.p word:e8 (:( word:Q ):)"},
		{Chess, "{a} ;b\n{c\n} e4 {d", "comment:{a} comment:;b comment:{c\n} word:e4 unclosed:{d"},
		{Chess, "1/2-1/2 1/2 0-1 * *x 1-0x 10-0",
			"result:1/2-1/2 result:1/2 result:0-1 result:* junk:*x word:1-0x word:10-0"},
		{Chess, "e4 (d4 (c4 *)) *", "word:e4 (:( word:d4 (:( word:c4 result:* ):) ):) result:*"},
		{Chess, "[A \"b\"][ C \"d\" ]\n[E f\n[G]\n[ [", `tag:[A "b"] tag:[ C "d" ] bad tag:[E f bad tag:[G] stray:[ [`},
		{Chess, "[A \"b\"]\ne4 [C \"d\"]\n [E \"f\"]", `tag:[A "b"] word:e4 junk:[C junk:"d"] tag:[E "f"]`},
		{Chess, "%a\n% b\ne4 %c\n%d\n* %e", "word:e4 junk:%c result:*"},
		{Chess, "<<x>> } ) □", "junk:<<x>> junk:} ):) word:□"},
		{Draughts, "1. 11-15 22x18! 1115 2218 3 15x22* 1... 9-13 0-1",
			"word:11-15 word:22x18 nag:! word:1115 word:2218 word:15x22* word:9-13 result:0-1"},
		{Draughts, "2-0 0-2 1-1 0-0 1-10 1/2-1/2 * 1234.",
			"result:2-0 result:0-2 result:1-1 result:0-0 word:1-10 result:1/2-1/2 result:*"},
	} {
		tokens := NewTokenizer([]byte(test.text), test.notation)
		var got []string
		for tok := tokens.Next(); tok.Kind != End; tok = tokens.Next() {
			got = append(got, kinds[tok.Kind]+":"+string(tokens.Text(tok)))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%q is read as\n%s, want\n%s", test.text, s, test.want)
		}
	}
}

// games returns the texts of the games of a text, and how much work it was to
// find and to read them.
func games(tb testing.TB, r io.Reader, n Notation, size int) (all []string, work int) {
	tb.Helper()
	s := NewScanner(r, n, size)
	for {
		c, err := s.Next()
		if err == io.EOF {
			return all, work + s.cut.tokens.work
		}
		if err != nil {
			tb.Fatal(err)
		}
		for i := range c.Len() {
			text := c.Game(i)
			all = append(all, string(text))
			tokens := NewTokenizer(text, n)
			for tokens.Next().Kind != End {
				if tokens.Depth > 3 {
					tokens.Leave(3)
				}
			}
			work += tokens.work
		}
		c.Release()
	}
}

// A chunk knows where it is, and chunks together are the whole text.
func TestChunks(t *testing.T) {
	text := "\xef\xbb\xbf\n" + strings.ReplaceAll(sample.Famous(), "\n", "\r\n") + "\r\n{the end}"
	for _, size := range []int{1, 1000, 0, 1 << 20} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
			iotest.DataErrReader(strings.NewReader(text))} {
			s := NewScanner(r, Chess, size)
			games, whole := 0, ""
			for {
				c, err := s.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				before := text[:len(whole)]
				if c.first != games+1 || c.offset != int64(len(before)) || c.line != 1+strings.Count(before, "\n") {
					t.Fatalf("a chunk at game %d, line %d, byte %d, want %d, %d, %d",
						c.first, c.line, c.offset, games+1, 1+strings.Count(before, "\n"), len(before))
				}
				games += c.Len()
				whole += string(c.data)
				for i := range c.Len() {
					g := c.Game(i)
					if c.first+i > 1 && !bytes.HasPrefix(g, []byte("[Event ")) ||
						bytes.Count(g, []byte("[Event ")) != 1 {
						t.Fatalf("game %d is %.40q", c.first+i, g)
					}
				}
				c.Release()
			}
			if games != 61 || whole != text {
				t.Errorf("%d games in chunks of %d bytes, %d of %d bytes", games, size, len(whole), len(text))
			}
			if _, err := s.Next(); err != io.EOF {
				t.Error(err)
			}
		}
	}
}

// TestHostile reads texts in which a search for the end of something finds it
// far away, again and again. The bytes looked at are counted: there may be as
// many as are read four times.
func TestHostile(t *testing.T) {
	long := "[A \"b\"]\n\ne4 {" + strings.Repeat("x", 1<<19) + "} *\n" // what comes after it is read at once
	starts := []string{
		"", "e4 ", "[Event \"x\"]\n", "e4 (d4 ", "e4\n", "[Event \"", "{", "{\n[A \"b\"]\n", ";", "11-15 (22-18 ", long,
	}
	size := 1 << 16
	if oracle.Short() {
		starts, size = starts[:len(starts)-1], 1<<12
	}
	for _, start := range starts {
		for _, unit := range []string{
			"[", "[a", " [", "\n[", "\n[a", "[a \"", "[a \"b\"]", "[a \"b\" ]", "[a \"b\"][c \"d\" ]", "[a \"b\"]\n",
			"[a \"b\"]\nx\n", "[a b]\n*\n",
			"{", "\n{", "}", "{}", "{[a \"b\"]\n", "{\n[a \"b\"]\n", "{\n[a \"b\"]\n[c \"d\"]\n", "\n[a \"",
			"\n[a \"b\"]\n[c \"d\"] ",
			"(", "()", ")", "(e4", "(d4 (", "(x)", "(d4 (x ", "(d4 {", "e4 (d4) ", "e4 (e5) *\n", "%", "\n%", ";", ";\r",
			";\n", "$", "$999 ", "!", "?!", "-", "*", "* ", "*???", "*)", "1-0", "1-0 ", ",1-0", "1-0,", "1.", "1 ", "11",
			"11-15 22-18 ", "1115 ", "/", "=",
			"\\", "\\\"", "\"", "\" ", "\r", "\n", "\t", mark, mark + " ", "\n" + mark, mark + "x", "x", "x-", "x1-",
			"Nf3 Nf6 Ng1 Ng8 ",
			"[]", "[ ]", "[x ]", "[%x]", "[a \"", "[a \"b\" [a \"", "[ \"]\"", "\" ] [a \"", "<", "< ", "<a", "<a ", "<a>", "[<",
		} {
			for _, notation := range []Notation{Chess, Draughts} {
				text := start + strings.Repeat(unit, size/len(unit))
				if _, work := games(t, strings.NewReader(text), notation, 0); work > 8*len(text) {
					t.Errorf("%.20q, then %q repeated: %d bytes looked at in a text of %d", start, unit, work,
						len(text))
				}
			}
		}
	}
}

func TestManyPairs(t *testing.T) {
	long := "[Z \"" + strings.Repeat("x", MaxTagBytes/4-8) + "\"]\n" + strings.Repeat("[A \""+strings.Repeat("x", MaxTagBytes/4-8)+"\"]\n", 4) + "e4"
	tokens := NewTokenizer([]byte(long), Chess)
	var head Header
	if head.Read(&tokens); len(head.Pairs) != 4 || head.Bad == nil || !errors.Is(head.Bad.Err, game.ErrTooLong) {
		t.Errorf("of 5 long tag pairs %d are kept; fault %v", len(head.Pairs), head.Bad)
	}
	for _, n := range []int{MaxPairs, MaxPairs + 1} {
		tokens := NewTokenizer([]byte("[Z \"b\"]\n"+strings.Repeat("[A \"b\"]\n", n-1)+"e4 *"), Chess)
		var head Header
		head.Read(&tokens)
		tooMany := head.Bad != nil && errors.Is(head.Bad.Err, game.ErrTooLong) && head.Bad.Whole
		if tok := tokens.Next(); len(head.Pairs) != MaxPairs || tooMany != (n > MaxPairs) || tok.Kind != Word {
			t.Errorf("of %d tag pairs %d are kept; fault %v", n, len(head.Pairs), head.Bad)
		}
	}
}

// TestLinesAfterLongGame: line numbers stay right if a game that is too long
// is cut off between a carriage return and a line feed.
func TestLinesAfterLongGame(t *testing.T) {
	for shift := range 4 {
		head := "[A \"b\"]\r\n\r\n{" + strings.Repeat("x", shift)
		text := head + strings.Repeat("xx\r\n", (3*MaxGame)/4/2) + "\r\n[A \"c\"]\r\n\r\nx *\r\n"
		s := NewScanner(strings.NewReader(text), Chess, 0)
		last, line := int64(0), 0
		for {
			c, err := s.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			line, last = c.Place(c.Len()-1, bytes.IndexByte(c.Game(c.Len()-1), 'x'))
		}
		if want := strings.Count(text, "\n"); line != want || text[last] != 'x' || last < int64(len(text))-10 {
			t.Errorf("shifted by %d: line %d, byte %d, want line %d", shift, line, last, want)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	s := NewScanner(io.MultiReader(strings.NewReader("e4 * d4 O-O"), iotest.ErrReader(broken)), Chess, 0)
	c, err := s.Next()
	if err != nil || c.Len() != 2 || string(c.Game(1)) != "d4 " || c.failed != broken {
		t.Fatalf("%d games, error %v", c.Len(), err)
	}
	for range 2 {
		if _, err := s.Next(); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
}
