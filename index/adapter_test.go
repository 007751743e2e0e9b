package index_test

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// The second game is tic-tac-toe. A record is a line, "Ann Bob 1-0 51423": the players, the
// result and the squares, 1 to 9. A position is the line of squares, or a text of nine
// characters x, o and dot.

type ttt struct{ set zobrist.Set }

type board struct {
	set     zobrist.Set
	squares [9]byte
	played  []uint32
}

type page struct {
	first int
	lines [][]byte
}

func (c page) First() int        { return c.first }
func (c page) Len() int          { return len(c.lines) }
func (c page) Game(i int) []byte { return c.lines[i] }
func (page) Release()            {}

func (a ttt) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		lines := bufio.NewScanner(text)
		for n := 1; lines.Scan(); n++ {
			if !yield(page{n, [][]byte{append(bytes.Clone(lines.Bytes()), '\n')}}, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func (ttt) Endings() []string                  { return []string{".ttt"} }
func (a ttt) Chunk(record []byte) index.Chunk  { return page{1, [][]byte{record}} }
func (a ttt) NewReader() (index.Reader, error) { return a, nil }
func (a ttt) NewPosition() index.Position      { p := &board{set: a.set}; _ = p.Set(""); return p }
func (a ttt) Write(w io.Writer, g *index.Game) error {
	_, err := fmt.Fprintf(w, "%s %s %s %s\n", g.First, g.Second, g.Result, squares(g.Moves))
	return err
}

func squares(moves []uint32) (s string) {
	for _, m := range moves {
		s += fmt.Sprint(m)
	}
	return s
}

func (a ttt) Read(c index.Chunk, i int, r *index.Record) error {
	words := strings.Fields(string(c.Game(i)))
	broken := &game.RecordError{Game: c.First() + i, Line: c.First() + i, Err: game.ErrMove, Text: string(c.Game(i))}
	if len(words) != 4 {
		return broken
	}
	r.Game = index.Game{First: words[0], Second: words[1]}
	r.Result, _ = game.ParseResult(words[2])
	p := a.NewPosition()
	hashes := []zobrist.Uint128{p.Hash(index.Positions)}
	for _, digit := range words[3] {
		move := uint32(digit - '0')
		if b := p.(*board); move < 1 || move > 9 || b.squares[move-1] != '.' {
			return broken
		}
		p.Make(move)
		r.Moves, hashes = append(r.Moves, move), append(hashes, p.Hash(index.Positions))
	}
	r.Hashes = [][]zobrist.Uint128{hashes}
	return nil
}

func (b *board) Set(text string) error {
	b.played = nil
	if text == "" {
		text = "........."
	}
	if len(text) != 9 || strings.Trim(text, "xo.") != "" {
		return errors.New("not nine squares")
	}
	copy(b.squares[:], text)
	return nil
}

func (b *board) String() string { return string(b.squares[:]) }

func (b *board) Clone() index.Position { c := *b; c.played = nil; return &c }

func (b *board) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	for i, s := range b.squares {
		if s != '.' {
			dst = append(dst, zobrist.Feature(2*i+strings.IndexByte("xo", s)))
		}
	}
	return dst
}

func (b *board) Hash(v index.View) zobrist.Uint128 { return b.set.Hash128(b.AppendFeatures(nil, v)...) }

func (b *board) AppendMoves(dst []uint32) []uint32 {
	for i, s := range b.squares {
		if s == '.' {
			dst = append(dst, uint32(i+1))
		}
	}
	return dst
}

func (b *board) Make(move uint32) {
	b.squares[move-1] = "xo"[strings.Count(b.String(), "x")-strings.Count(b.String(), "o")]
	b.played = append(b.played, move)
}

func (b *board) Unmake() {
	b.squares[b.played[len(b.played)-1]-1] = '.'
	b.played = b.played[:len(b.played)-1]
}

// TestEndings imports a zip archive: the members count whose names have the ending of the game.
func TestEndings(t *testing.T) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	for _, name := range []string{"a.ttt", "b.pgn", "c/D.TTT"} {
		if w, err := z.Create(name); err != nil {
			t.Fatal(err)
		} else if _, err := fmt.Fprintf(w, "Ann %s 1-0 51423\n", name); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "games.zip")
	if err := errors.Join(z.Close(), os.WriteFile(file, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	set := zobrist.Default(18)
	ix, err := index.Open(t.Context(), storetest.Memory(), index.Config{Game: "tic-tac-toe", Set: set}, ttt{set})
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := ix.Import(t.Context(), index.ImportOptions{}, index.Input{Name: file}); err != nil || sum.Games != 2 {
		t.Errorf("%+v, error %v; want the 2 games of .ttt files", sum, err)
	}
}

// TestFolderOfZips imports a folder with a zip archive that has games, and others that have none, which are passed over
// with a remark. A folder in which no archive has games is an error.
func TestFolderOfZips(t *testing.T) {
	dir := t.TempDir()
	write := func(name, member string) {
		var text bytes.Buffer
		z := zip.NewWriter(&text)
		w, err := z.Create(member)
		if err == nil {
			_, err = fmt.Fprintf(w, "Ann %s 1-0 51423\n", member)
		}
		if err := errors.Join(err, z.Close(), os.WriteFile(filepath.Join(dir, name), text.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	build := func() (sum index.Summary, remarks string, err error) {
		set := zobrist.Default(18)
		ix, err := index.Open(t.Context(), storetest.Memory(), index.Config{Game: "tic-tac-toe", Set: set}, ttt{set})
		if err != nil {
			t.Fatal(err)
		}
		sum, err = ix.Import(t.Context(), index.ImportOptions{Broken: func(name string, err *game.RecordError) {
			remarks += filepath.Base(name) + " " + err.Error() + "\n"
		}}, index.Input{Name: dir})
		return sum, remarks, err
	}
	write("a.zip", "photo.jpg")
	write("b.zip", "photo.jpg")
	var refused *archive.Error
	if _, _, err := build(); !errors.As(err, &refused) {
		t.Errorf("no games: error %v", err)
	}
	write("c.zip", "c.ttt")
	var tarred [2]bytes.Buffer // with a photo, and with games
	for i, name := range []string{"photo.jpg", "e.ttt"} {
		w := tar.NewWriter(&tarred[i])
		err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: 18, Format: tar.FormatUSTAR})
		_, err2 := w.Write([]byte("Ann Bob 1-0 51423\n"))
		if err := errors.Join(err, err2, w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	zipped, err := os.ReadFile(filepath.Join(dir, "c.zip"))
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Clone(tarred[1].Bytes())
	bad[150] ^= 0x10 // of the checksum
	for name, data := range map[string][]byte{
		"e.tar": tarred[0].Bytes(), "f.tar": tarred[0].Bytes()[:520], "g.tar": bad, "h.tgz": squeeze(t, bad),
		"i.zip": zipped[:len(zipped)-30], "j.zip": []byte("PK\x03\x04 and no more"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "d.ttt"), []byte("Ann Bob 1-0 51423\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sum, remarks, err := build()
	var named strings.Builder
	for line := range strings.Lines(remarks) {
		named.WriteString(line[:1])
	}
	if err != nil || sum.Games != 2 || named.String() != "abefghij" || !strings.HasPrefix(remarks, "a.zip archive: ") ||
		strings.Count(remarks, "damaged") != 5 {
		t.Errorf("%+v, remarks %q, error %v; want 2 games and 8 remarks", sum, remarks, err)
	}
}

// squeeze returns the text as gzip compresses it.
func squeeze(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAdapter imports, finds, exports, merges and verifies games of a game that no package
// knows, with and without their texts.
func TestAdapter(t *testing.T) {
	const text = "Ann Bob 1-0 51423\nCid Bob 0-1 55\nCid Bob 0-1 41523\nAnn Eve 1/2-1/2 54132\n"
	set := zobrist.Default(18)
	config := index.Config{Game: "tic-tac-toe", Set: set}
	for _, noTexts := range []bool{false, true} {
		open := func() *index.Index {
			ix, err := index.Open(t.Context(), storetest.Memory(), config, ttt{set})
			if err != nil {
				t.Fatal(err)
			}
			return ix
		}
		ix, merged := open(), open()
		o := index.ImportOptions{BuildOptions: index.BuildOptions{NoTexts: noTexts}}
		sum, err := ix.Import(t.Context(), o, index.Input{Name: "t", Reader: strings.NewReader(text)})
		if err != nil || sum.Games != 3 || sum.Sources[0].Broken != 1 {
			t.Fatalf("%+v, error %v; want 3 games and a broken one", sum, err)
		}
		if _, err := merged.Merge(t.Context(), ix, index.MergeOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, ix := range []*index.Index{ix, merged} {
			p, err := ix.Position("o...x....") // after 5 1
			if err != nil {
				t.Fatal(err)
			}
			a, err := ix.Find(t.Context(), index.Query{}, p)
			if err != nil || a.Games != 1 || len(a.Moves) != 1 || a.Moves[0].Move != 4 || a.Moves[0].Reaches != 2 {
				t.Errorf("%+v, error %v; want one game that went on with 4, which two games reach", a, err)
			}
			if err := ix.VerifyAnswer(t.Context(), index.Positions, p, a); err != nil {
				t.Error(err)
			}
			var out bytes.Buffer
			want := strings.Replace(text, "Cid Bob 0-1 55\n", "", 1)
			if n, err := ix.Export(t.Context(), &out, index.Filter{}); err != nil || n != 3 || out.String() != want {
				t.Errorf("exported %d games, error %v:\n%s", n, err, &out)
			}
			if _, err := ix.Verify(t.Context(), nil); err != nil {
				t.Error(err)
			}
		}
	}
}

// A careless adapter makes a mistake in each record, or in Set.
type careless struct {
	ttt
	fault string
}

func (a careless) NewReader() (index.Reader, error) { return a, nil }

func (a careless) NewPosition() index.Position {
	return &carelessBoard{board{set: a.set, squares: [9]byte([]byte("........."))}, a.fault}
}

func (a careless) Read(c index.Chunk, i int, r *index.Record) error {
	err := a.ttt.Read(c, i, r)
	switch a.fault {
	case "word 0":
		for i := range r.Moves {
			r.Moves[i]--
		}
	case "a hash too many":
		r.Hashes[0] = append(r.Hashes[0], zobrist.Uint128{Lo: 1})
	case "a word too few":
		r.Words = [][]uint32{make([]uint32, len(r.Hashes[0])-1)}
	case "words without bits":
		r.Words = [][]uint32{make([]uint32, len(r.Hashes[0]))}
	case "a view too few":
		r.Hashes = nil
	case "a view too many":
		r.Hashes = append(r.Hashes, r.Hashes[0])
	}
	return err
}

type carelessBoard struct {
	board
	fault string
}

func (b *carelessBoard) Set(text string) error {
	if text == "" && b.fault == "no usual start" {
		return errors.New("not nine squares")
	}
	return b.board.Set(text)
}

// TestCareless: mistakes of an adapter are errors of Import that say what to do, and the index stays empty.
func TestCareless(t *testing.T) {
	for fault, want := range map[string]string{
		"word 0":             "game 1: index: the adapter's reader gives move 3 the word 0, which stands for the end of a game; let words",
		"a hash too many":    "gives 7 hashes of view 0 in a game of 5 moves; give one for the start",
		"a word too few":     "gives 5 words for 6 hashes of view 0; give one for each",
		"words without bits": "gives words for view 0; set its Config.WordBits",
		"a view too few":     "gives hashes of 0 views, and the index has 1; give",
		"a view too many":    "gives hashes of 2 views, and the index has 1; give",
		"no usual start":     `the adapter's Position.Set("") fails: not nine squares; let it return`,
		"":                   "",
	} {
		set := zobrist.Default(18)
		config := index.Config{Game: "tic-tac-toe", Set: set}
		ix, err := index.Open(t.Context(), storetest.Memory(), config, careless{ttt{set}, fault})
		if err != nil {
			t.Fatal(err)
		}
		checkImport(t, ix, fault, want)
		if _, err := ix.Manifest(t.Context()); want != "" && !errors.Is(err, index.ErrEmpty) {
			t.Errorf("%s: the index is not empty: %v", fault, err)
		}
	}
}

// checkImport imports a game by an adapter with a fault, and wants an error with a text, or none for "".
func checkImport(t *testing.T, ix *index.Index, fault, want string) {
	t.Helper()
	_, err := ix.Import(t.Context(), index.ImportOptions{},
		index.Input{Name: "t", Reader: strings.NewReader("Ann Bob 1-0 52143\n")})
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %v, want %q", fault, err, want)
	}
}

// A folding careless adapter gives words of four bits.
type folding struct{ careless }

func (a folding) NewReader() (index.Reader, error)      { return a, nil }
func (folding) Replay(*index.Game, *index.Record) error { return nil }

func (a folding) Read(c index.Chunk, i int, r *index.Record) error {
	err := a.ttt.Read(c, i, r)
	switch a.fault {
	case "no words":
		r.Words = nil
	case "a wide word":
		r.Words = [][]uint32{{1, 2, 16, 3, 4, 0}}
	case "":
		r.Words = [][]uint32{{1, 2, 15, 3, 4, 0}}
	}
	return err
}

// TestCarelessWords: words that do not have their bits are errors, in any store.
func TestCarelessWords(t *testing.T) {
	set := zobrist.Default(18)
	config := index.Config{Game: "tic-tac-toe", Set: set, WordBits: []uint8{4}}
	for fault, want := range map[string]string{
		"no words":    "gives 0 words for 6 hashes of view 0; give one for each",
		"a wide word": "gives view 0 the word 0x10, which has more than the 4 bits",
		"":            "",
	} {
		ix, err := index.Open(t.Context(), storetest.Memory(), config, folding{careless{ttt{set}, fault}})
		if err != nil {
			t.Fatal(err)
		}
		checkImport(t, ix, fault, want)
	}
}

// TestOpenIncomplete: what cannot work is an error that says so, and no panic later.
func TestOpenIncomplete(t *testing.T) {
	set := zobrist.Default(18)
	config := index.Config{Game: "tic-tac-toe", Set: set}
	folded := config
	folded.WordBits = []uint8{4}
	for name, open := range map[string]func() (*index.Index, error){
		"a store":    func() (*index.Index, error) { return index.Open(t.Context(), nil, config, ttt{set}) },
		"an adapter": func() (*index.Index, error) { return index.Open(t.Context(), storetest.Memory(), config, nil) },
		"a Replayer": func() (*index.Index, error) { return index.Open(t.Context(), storetest.Memory(), folded, ttt{set}) },
	} {
		if _, err := open(); !errors.Is(err, index.ErrConfig) || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// TestStartOf: the text is the same for all texts of a position, and the position is the start afterwards.
func TestStartOf(t *testing.T) {
	for text, want := range map[string][2]string{ // of StartOf, and of the position
		"":          {"", "........."},
		".........": {"", "........."},
		"x........": {"x........", "x........"},
	} {
		p := ttt{zobrist.Default(18)}.NewPosition()
		p.Make(p.AppendMoves(nil)[3])
		start, err := index.StartOf(p, text)
		if err != nil || start != want[0] || p.String() != want[1] {
			t.Errorf("StartOf %q is %q, of the position %q, error %v; want %q", text, start, p, err, want)
		}
	}
}
