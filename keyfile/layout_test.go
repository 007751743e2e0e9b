package keyfile_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// position returns the features of a FEN, the file en passant as Stockfish and
// Polyglot count it.
func position(tb testing.TB, fen string) []zobrist.Feature {
	tb.Helper()
	p, err := chess.Parse(fen, chess.Options{EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		tb.Fatal(err)
	}
	return p.AppendFeatures(nil)
}

func layout(tb testing.TB, name string) *keyfile.Layout {
	tb.Helper()
	l, err := keyfile.OpenLayout(chess.Space(), name)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func parseLayout(tb testing.TB, text string) *keyfile.Layout {
	tb.Helper()
	l, err := keyfile.ParseLayout(chess.Space(), "test", text)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestLayouts(t *testing.T) {
	start := position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	enPassant := position(t, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	const all = "castling: white king side + white queen side + black king side + black queen side"
	for _, test := range []struct {
		name  string
		keys  int
		start string // names of some features of the start position
		later string // and of the other
	}{
		{"781", 781, "white to move", "en passant f"},
		{"769", 769, "white king e1 ⊕ white to move", "black pawn f5"},
		{"castling16", 793, all, "en passant f"},
		{"18x64", 1153, "white king that may castle e1", "black pawn en passant f5"},
		{"18x64", 1153, "black rook that may castle a8", "white pawn e5"},
		{"stockfish", 793, all, "en passant f"},
		{"ep64", 849, all, "en passant f6"},
	} {
		l := layout(t, test.name)
		if l.Name() != test.name || l.Space().Len() != test.keys {
			t.Errorf("%s has %d features, want %d of %s", l.Name(), l.Space().Len(), test.keys, test.name)
		}
		for _, p := range []struct {
			features []zobrist.Feature
			says     string
		}{{start, test.start}, {enPassant, test.later}} {
			held := l.Space().Names(slices.Sorted(slices.Values(l.AppendFeatures(nil, p.features)))...)
			if !strings.Contains(held, p.says) {
				t.Errorf("%s: %s lacks %q", test.name, held, p.says)
			}
		}
	}
}

// A layout tells two positions apart exactly when their features differ; only
// 769 forgets castling and en passant.
func TestWhatLayoutsForget(t *testing.T) {
	const board = "r3k2r/8/8/3pP3/8/8/8/R3K2R w "
	for _, name := range keyfile.Layouts() {
		l := layout(t, name)
		seen := map[string]string{}
		for _, rest := range []string{"KQkq d6", "KQkq -", "KQk -", "Q -", "- -", "Kk -", "- d6", "q -"} {
			features := l.AppendFeatures(nil, position(t, board+rest+" 0 1"))
			seen[l.Space().Names(features...)] = rest
		}
		want := 8
		if name == "769" {
			want = 1
		}
		if len(seen) != want {
			t.Errorf("%s tells %d of 8 positions apart, want %d", name, len(seen), want)
		}
	}
}

// Squares en passant, in any order and number, and a key for none: each position has the one
// of the square in its FEN.
func TestEnPassantSquares(t *testing.T) {
	fens := []string{"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
		"4k3/8/8/8/6pP/8/8/4K3 b - h3 0 1", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "4k3/8/8/6Pp/8/8/8/4K3 w - - 0 1"}
	for text, first := range map[string][2]string{
		"en passant 64: en passant / a8..h1":                        {"a", "8"},
		"ep 64: en passant / a1..h8":                                {"a", "1"},
		"ep 16: en passant / a3..h3, a6..h6\nnone 1: no en passant": {"a", "3"},
		"ep 16: h6..a6, h3..a3 / en passant\nnone 1: no en passant": {"h", "6"},
		"ep 9: en passant a..h":                                     {},
	} {
		l, err := keyfile.ParseLayout(chess.Space(), "test", text)
		if first == [2]string{} {
			if err == nil {
				t.Errorf("%q is a layout of %d keys", text, l.Space().Len())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := l.Space().FeatureName(0), "en passant "+first[0]+first[1]; got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
		for _, fen := range fens {
			want := "en passant " + strings.Fields(fen)[3]
			if want == "en passant -" {
				want = "no en passant"
			}
			if strings.Count(text, "no en passant") == 0 && want == "no en passant" {
				want = ""
			}
			if got := l.Space().Names(l.AppendFeatures(nil, position(t, fen))...); got != want {
				t.Errorf("%q: %s has %q, want %q", text, fen, got, want)
			}
		}
		for f := range zobrist.Feature(l.Space().Len()) {
			name := l.Space().FeatureName(f)
			counts := strings.HasSuffix(name, "3") || strings.HasSuffix(name, "6") || name == "no en passant"
			if l.Unused(f) == counts {
				t.Errorf("%q: unused %q: %t", text, name, l.Unused(f))
			}
		}
	}
	nine := parseLayout(t, "files 9: no en passant, en passant a, en passant b, en passant c, en passant d, "+
		"en passant e, "+
		"en passant f, en passant g, en passant h")
	if got := nine.Space().Names(nine.AppendFeatures(nil, position(t, fens[4]))...); got != "no en passant" {
		t.Errorf("without a file: %q", got)
	}
	if got := nine.AppendFeatures(nil, position(t, fens[3])); !slices.Equal(got, []zobrist.Feature{8}) {
		t.Errorf("with file h: %d", got)
	}
}

// Hashed with each layout, the real positions of a file of openings stay as
// many as they are by their features; without castling and en passant fewer.
func TestRealPositions(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var positions [][]zobrist.Feature
	seen := map[uint64]bool{}
	for line := range strings.Lines(string(oracle.Read(t, "epd/noob_3moves.epd.zst"))) {
		if err := p.Set(strings.Join(strings.Fields(line)[:4], " ") + " 0 1"); err != nil {
			t.Fatal(err)
		}
		if !seen[p.Hash()] {
			seen[p.Hash()] = true
			positions = append(positions, p.AppendFeatures(nil))
		}
		if oracle.Short() && len(positions) == 20_000 {
			break
		}
	}
	for _, name := range keyfile.Layouts() {
		l, hashes := layout(t, name), map[uint64]bool{}
		keys := zobrist.NewKeys(l.Space().Len(), rand.NewPCG(1, 2))
		var features []zobrist.Feature
		for _, p := range positions {
			features = l.AppendFeatures(features[:0], p)
			hashes[keys.Hash(0, features...)] = true
		}
		if name == "769" {
			t.Logf("769 merges %d of %d positions", len(positions)-len(hashes), len(positions))
		} else if len(hashes) != len(positions) {
			t.Errorf("%s: %d hashes of %d positions", name, len(hashes), len(positions))
		}
	}
}

// Every game's own order can be written and read, and is no change.
func TestOwnOrder(t *testing.T) {
	games := []*zobrist.Space{chess.Space(), checkers.Space(), qubic.Space()}
	for _, side := range []int{2, 19, 25} {
		space, err := baduk.Space(baduk.Options{Width: side, Height: side})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, space)
	}
	gomoku, err := mnk.Space(mnk.Gomoku())
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range append(games, gomoku) {
		l, err := keyfile.OpenLayout(game, "")
		if err != nil {
			t.Errorf("%s: %v", game.Name(), err)
			continue
		}
		for f := range zobrist.Feature(game.Len()) {
			if own, ok := l.Feature(f); !ok || own != f || l.Space().FeatureName(f) != game.FeatureName(f) {
				t.Fatalf("%s: feature %d is %d, %s", game.Name(), f, own, l.Space().FeatureName(f))
			}
		}
		again, err := keyfile.ParseLayout(game, "again", strings.Join(l.Lines(), "\n"))
		if err != nil || !reflect.DeepEqual(again.Lines(), l.Lines()) {
			t.Errorf("%s: %v, %q is read as %q", game.Name(), err, l.Lines(), again.Lines())
		}
		set := zobrist.Default(game.Len())
		if got := l.ForGame(set); !reflect.DeepEqual(got, set) {
			t.Errorf("%s: ForGame changes the keys", game.Name())
		}
	}
	if !reflect.DeepEqual(layout(t, "").Lines(), layout(t, "781").Lines()) {
		t.Errorf("chess's own order is %q", layout(t, "").Lines())
	}
}

// An engine's table in an order of its own: [square][piece], ranks from the top,
// a key for Black to move and some that nothing uses.
const engine = `
# an engine's order
piece 768: a8..h1 /
	white pawn, white knight, white bishop, white rook, white queen, white king, # Black's follow
	black pawn, black knight, black bishop, black rook, black queen, black king
unused 3: unused
castling 4: black queen side, black king side, white queen side, white king side
turn 1: not white to move
files 8: en passant / h, g, f..c, b, a # backwards
`

// The hash under a layout equals the engine's, and so does the hash of the game
// under the keys that ForGame returns; Arrange is the inverse.
func TestForeignOrder(t *testing.T) {
	l := parseLayout(t, engine)
	if l.Space().Len() != 784 {
		t.Fatalf("%d keys", l.Space().Len())
	}
	set := zobrist.Random(784, rand.NewPCG(1, 2))
	game := l.ForGame(set)
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Qk - 0 1",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	} {
		p, err := chess.Parse(fen, chess.Options{Set: game, Wide: true, EnPassant: chess.PseudoLegalEnPassant})
		if err != nil {
			t.Fatal(err)
		}
		want := engineHash(p, set)
		if got := set.Hash128(l.AppendFeatures(nil, p.AppendFeatures(nil))...); got != want || p.Hash128() != want {
			t.Errorf("%s: %v by the layout, %v by the game's keys, the engine says %v", fen, got, p.Hash128(), want)
		}
	}
	back, err := l.Arrange(layout(t, "781"), game)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []zobrist.Feature{768, 769, 770} {
		set.Keys[f], set.Second[f] = 0, 0 // unused
	}
	if !reflect.DeepEqual(back, set) {
		t.Error("Arrange does not undo ForGame")
	}
}

// engineHash hashes as the engine of [engine] does, without its layout.
func engineHash(p *chess.Position, set zobrist.Set) zobrist.Uint128 {
	var held []zobrist.Feature
	kinds := "PNBRQKpnbrqk"
	for s := range chess.Square(64) {
		if piece := p.PieceAt(s); piece != chess.NoPiece {
			held = append(held, zobrist.Feature(int(s^56)*12+strings.Index(kinds, piece.String())))
		}
	}
	fields := strings.Fields(p.FEN())
	for i, right := range "qkQK" {
		if strings.ContainsRune(fields[2], right) {
			held = append(held, zobrist.Feature(771+i))
		}
	}
	if fields[1] == "b" {
		held = append(held, 775)
	}
	if file := strings.IndexByte("hgfedcba", fields[3][0]); file >= 0 {
		held = append(held, zobrist.Feature(776+file))
	}
	return set.Hash128(held...)
}

// From the order in which Stockfish draws to the order of castling16 and back.
func TestArrange(t *testing.T) {
	from, to := layout(t, "castling16"), layout(t, "stockfish")
	set := open(t, "stockfish", keyfile.Options{Features: 793}).Set
	drawn, err := to.Arrange(from, set)
	if err != nil {
		t.Fatal(err)
	}
	src, err := zobrist.NewSource("xorshift64star", 1070372)
	if err != nil {
		t.Fatal(err)
	}
	if want := zobrist.NewKeys(793, src); !reflect.DeepEqual(drawn.Keys, want) || drawn.Start != 0 {
		t.Errorf("not in the order of the draws; start %#x", drawn.Start)
	}
	if back, err := from.Arrange(to, drawn); err != nil || !reflect.DeepEqual(back, set) {
		t.Errorf("back in castling16: %v", err)
	}
	if _, err := from.Arrange(layout(t, "781"), keyfile.Polyglot()); !errors.Is(err, keyfile.ErrLayout) {
		t.Errorf("four rights as sixteen sets: error %v", err)
	}
	wide := open(t, "random:pcg:1", keyfile.Options{Features: 1153}).Set // 224 of them unused
	if same, err := layout(t, "18x64").Arrange(layout(t, "18x64"), wide); err != nil || !reflect.DeepEqual(same, wide) {
		t.Errorf("18x64 in its own order is not the same: error %v", err)
	}
	if _, err := layout(t, "769").Arrange(layout(t, "781"), keyfile.Polyglot()); err != nil {
		t.Errorf("without castling: %v", err)
	}
}

// A byte order mark is no part of the first group's name.
func TestLayoutMark(t *testing.T) {
	const text = "turn 1: white to move"
	l, err := keyfile.ParseLayout(chess.Space(), "marked", "\ufeff"+text+"\n")
	if err != nil || !slices.Equal(l.Lines(), []string{text}) {
		t.Errorf("%q, %v", l.Lines(), err)
	}
}

func TestLayoutErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":                                       "it has no keys",
		"turn 1: white to move,":                 "goes on after its last line",
		"piece":                                  "line 1: keyfile: bad layout: \"piece\" does not begin with a name",
		"\npiece x: unused":                      "line 2",
		"piece 0: unused":                        "0 keys are not 1 to",
		"piece 131073: unused":                   "are not 1 to 131072",
		"turn 2: white to move":                  "1 keys by its order, not 2",
		"turn 1: black to move":                  `chess has no feature "black to move"`,
		"piece 72: white pawn / a1..h9":          `chess has no feature`,
		"piece 4: white pawn / a1..h8":           "more than 4 keys",
		"piece 64: white pawn / one..two":        "neither a run of names of chess nor squares",
		"turn 1: white to move\nturn 1: unused":  "taken by an earlier group",
		"a 1: white to move\nb 1: white to move": "both named",
		"castling 2: sets of white king":         "no feature",
	} {
		_, err := keyfile.ParseLayout(chess.Space(), "test", text)
		if !errors.Is(err, keyfile.ErrLayout) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v does not say %q", text, err, says)
		}
	}
	for name, says := range map[string]string{
		"castling16": "a layout of chess", "18x64": "a layout of chess", "nonesuch": "layouts are 781",
	} {
		_, err := keyfile.OpenLayout(checkers.Space(), name)
		if !errors.Is(err, keyfile.ErrLayout) || !strings.Contains(err.Error(), says) {
			t.Errorf("checkers in the order %s: error %v does not say %q", name, err, says)
		}
	}
	large := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(large, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := keyfile.OpenLayout(chess.Space(), large); !errors.Is(err, keyfile.ErrLayout) {
		t.Errorf("2 MiB: error %v", err)
	}
}

func FuzzParseLayout(f *testing.F) {
	f.Add(engine)
	for _, name := range keyfile.Layouts() {
		f.Add(strings.Join(layout(f, name).Lines(), "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := keyfile.ParseLayout(chess.Space(), "fuzz", text)
		if err != nil {
			return
		}
		again, err := keyfile.ParseLayout(chess.Space(), "fuzz", strings.Join(l.Lines(), "\n"))
		if err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q is read, but not %q: %v", text, l.Lines(), err)
		}
		l.AppendFeatures(nil, []zobrist.Feature{0, 64, 768, 772, 780, 999})
	})
}

func ExampleParseLayout() {
	// An engine with keys for [color][kind][square], Black's turn and nothing else.
	l, err := keyfile.ParseLayout(chess.Space(), "my engine", `
		piece 768: white, black / pawn, knight, bishop, rook, queen, king / a1..h8
		turn 1: not white to move`)
	if err != nil {
		panic(err)
	}
	p, err := chess.Parse("k7/8/8/8/8/8/8/K6R b - - 0 1", chess.Options{})
	if err != nil {
		panic(err)
	}
	features := l.AppendFeatures(nil, p.AppendFeatures(nil))
	fmt.Println(features)
	fmt.Println(l.Space().Names(features...))
	// Output:
	// [320 199 760 768]
	// white king a1 ⊕ white rook h1 ⊕ black king a8 ⊕ not white to move
}

// The work for a text of any form is proportional to its length and the keys. It is
// measured in bytes allocated, against texts that took their square, or up to a gigabyte.
func TestLayoutWork(t *testing.T) {
	const n = 8000
	for name, text := range map[string]string{
		"lines that go on": "a 1: " + strings.Repeat("a,\n", n) + "a",
		"empty lines":      "a 1: a,\n" + strings.Repeat("\n", n) + "a",
		"ranges":           "a 1: " + strings.Repeat("a1..z99,", n) + "a1",
		"more ranges":      "a 131072: " + strings.Repeat("a1..z99,", n) + "a1",
		"lists":            "a 1: " + strings.Repeat("a/", n) + "a",
		"empty lists":      "a 1: " + strings.Repeat("/", n) + "white to move",
		"lists of keys":    "a 65536: a, a / " + strings.Repeat("white, black / ", 15) + strings.Repeat("a/", n) + "a",
		"long entries":     "a 65536: " + strings.Repeat("x", n) + " / " + strings.Repeat("a1..a99,", 500) + "a1",
		"no group":         "a 20000: " + strings.Repeat("no piece,", 19_999) + "no piece",
		"long name":        strings.Repeat("x", n) + " 100000: unused",
		"long name, sets":  strings.Repeat("x", n) + " 256: sets of " + strings.Repeat("white to move,", 7) + "white to move",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := keyfile.ParseLayout(chess.Space(), "test", text)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, keyfile.ErrLayout) && name != "empty lists" {
			t.Errorf("%s: error %v", name, err)
		}
		if got := len(fmt.Sprint(err)); got > 1000 {
			t.Errorf("%s: an error of %d bytes", name, got)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 32<<20 {
			t.Errorf("%s: %d bytes allocated for %d", name, got, len(text))
		}
	}
	// The largest text, which took hours.
	text := "a 1: " + strings.Repeat("a,\n", 1<<20/3-2) + "a"
	if _, err := keyfile.ParseLayout(chess.Space(), "test", text); !errors.Is(err, keyfile.ErrLayout) {
		t.Errorf("%d bytes: error %v", len(text), err)
	}
	// Empty lists, through each of which each key passed.
	text = "a 768: white, black / pawn, knight, bishop, rook, queen, king " + strings.Repeat("/", 1<<20-100) + " a1..h8"
	if _, err := keyfile.ParseLayout(chess.Space(), "test", text); err != nil {
		t.Errorf("empty lists: error %v", err)
	}
	if _, err := keyfile.ParseLayout(chess.Space(), "test", text+text); !errors.Is(err, keyfile.ErrLayout) ||
		!strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Errorf("%d bytes: error %v", 2*len(text), err)
	}
}
