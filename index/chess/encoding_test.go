package chessindex_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// encode returns a file of a game for each name, as x/text encodes it.
func encode(t *testing.T, e encoding.Encoding, names ...string) []byte {
	t.Helper()
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "[White \"%s\"]\n[Black \"Smith, John\"]\n[Round \"%d\"]\n\n1. e4 *\n\n", name, i+1)
	}
	raw, err := e.NewEncoder().Bytes([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestEncodings: the encoding of a file, or of its folder, is told by its bytes; names come in UTF-8, and texts as they
// came.
func TestEncodings(t *testing.T) {
	russian := []string{"Непомнящий, Ян", "Свидлер, Пётр", "Грищук, Александр"}
	czech := []string{"Vokáč, Marek", "Michálek, Jiří", "Stočes, Ondřej"}
	french := []string{"Édouard, Romain", "Cornette, Mathieu", "Guézennec, Gwenaël"}
	for _, test := range []struct {
		name    string
		folder  map[string][]byte
		o       index.ImportOptions
		want    []string // names of White, in the order of the files
		guessed string
	}{
		{name: "one file", folder: map[string][]byte{"a.pgn": encode(t, charmap.Windows1251, russian...)}, want: russian,
			guessed: "a.pgn windows-1251"},
		{name: "not UTF-8 late in a large file", folder: map[string][]byte{"a.pgn": append(append(
			[]byte("[White \"x\"]\n{"+strings.Repeat("words ", 400_000)+"}\n1. d4 *\n\n"), encode(t, charmap.Windows1251, russian...)...),
			strings.Repeat("\n", 100)...)},
			want: append([]string{"x"}, russian...), guessed: "a.pgn windows-1251"},
		{name: "each by itself", folder: map[string][]byte{"a.pgn": encode(t, charmap.Windows1250, czech...),
			"b.pgn": encode(t, charmap.Windows1251, russian...), "c.pgn": encode(t, charmap.Windows1252, french...)},
			want: append(append(append([]string{}, czech...), russian...), french...), guessed: "a.pgn windows-1250, b.pgn windows-1251"},
		{name: "by the folder", folder: map[string][]byte{"a.pgn": encode(t, charmap.Windows1250, czech...),
			"b.pgn": encode(t, charmap.Windows1250, "Ač, Jan")}, want: append(append([]string{}, czech...), "Ač, Jan"),
			guessed: "a.pgn windows-1250, b.pgn windows-1250"},
		{name: "one short name", folder: map[string][]byte{"a.pgn": encode(t, charmap.Windows1252, "Réti")}, want: []string{"Réti"}},
		{name: "ASCII and UTF-8", folder: map[string][]byte{"a.pgn": []byte("[White \"Пётр\"]\n\n1. e4 *\n")}, want: []string{"Пётр"}},
		{name: "UTF-8 among others", folder: map[string][]byte{"a.pgn": append(encode(t, charmap.Windows1251, russian...),
			"[White \"Čapek\"]\n\n1. c4 *\n"...)}, want: append(append([]string{}, russian...), "Čapek"), guessed: "a.pgn windows-1251"},
		{name: "a person knows", folder: map[string][]byte{"a.pgn": encode(t, charmap.Windows1253, "Ηλίας")},
			o: index.ImportOptions{Encoding: "cp1253"}, want: []string{"Ηλίας"}},
	} {
		dir := t.TempDir()
		var all []byte
		for _, name := range []string{"a.pgn", "b.pgn", "c.pgn"} {
			if raw := test.folder[name]; raw != nil {
				writeFile(t, filepath.Join(dir, name), raw)
				all = append(all, raw...)
			}
		}
		var guessed []string
		test.o.Guessed = func(input, encoding string) { guessed = append(guessed, filepath.Base(input)+" "+encoding) }
		input := index.Input{Name: dir}
		if len(test.folder) == 1 {
			input.Name = filepath.Join(dir, "a.pgn")
		}
		ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
		add(t, ix, test.o, input)
		var got []string
		for n := range int64(len(test.want)) {
			g, err := ix.Game(t.Context(), n)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			got = append(got, g.First)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) || strings.Join(guessed, ", ") != test.guessed {
			t.Errorf("%s: %q, guessed %q; want %q, %q", test.name, got, guessed, test.want, test.guessed)
		}
		fold := func(b []byte) string { return strings.Join(strings.Fields(string(b)), " ") }
		if out := export(t, ix, index.Filter{}); fold([]byte(out)) != fold(bytes.TrimRight(all, "\n")) {
			t.Errorf("%s: the export differs from the files", test.name)
		}
		copied := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
		if _, err := copied.Merge(t.Context(), ix, index.MergeOptions{}); err != nil {
			t.Errorf("%s: merge: %v", test.name, err)
		} else if g, err := copied.Game(t.Context(), 0); err != nil || g.First != test.want[0] {
			t.Errorf("%s: after a merge the first name is %q, error %v", test.name, g.First, err)
		}
	}
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	_, err := ix.Import(t.Context(), index.ImportOptions{Encoding: "klingon"}, text("1. e4 *"))
	if err == nil || !strings.Contains(err.Error(), "windows-1251") {
		t.Errorf("a name of nothing: %v", err)
	}
}
