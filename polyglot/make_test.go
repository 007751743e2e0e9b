package polyglot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/polyglot"
)

// tryMake makes a book of inputs.
func tryMake(o polyglot.MakeOptions, inputs ...string) (*bytes.Buffer, polyglot.MakeStats, error) {
	var readers []io.Reader
	for _, text := range inputs {
		readers = append(readers, strings.NewReader(text))
	}
	var b bytes.Buffer
	made, err := polyglot.Make(context.Background(), &b, o, readers...)
	return &b, made, err
}

func makeBook(t testing.TB, games string, o polyglot.MakeOptions) []polyglot.Entry {
	t.Helper()
	b, made, err := tryMake(o, games)
	if err != nil {
		t.Fatal(err)
	}
	entries := readAll(t, b)
	if made.Entries != int64(len(entries)) {
		t.Errorf("%d entries written, %d said", len(entries), made.Entries)
	}
	return entries
}

// theirs makes a book by Debian's polyglot.
func theirs(t testing.TB, games string, args ...string) []byte {
	t.Helper()
	program := oracle.Program(t, "polyglot", "polyglot")
	folder := t.TempDir()
	in, out := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "book.bin")
	if err := os.WriteFile(in, []byte(games), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{"make-book", "-pgn", in, "-bin", out}, args...)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	book, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// often is the count of a move at which Debian's polyglot halves the counts of all
// moves of its position, as they are then. Such positions are not compared.
const often = 16384

// popular returns the keys of the positions in which a move was played often.
func popular(t testing.TB, games string, o polyglot.MakeOptions) map[uint64]bool {
	t.Helper()
	o.MinGames, o.MinScore, o.Weights = often, 0, polyglot.Uniform
	b, _, err := tryMake(o, games)
	if errors.Is(err, polyglot.ErrEmpty) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	keys := map[uint64]bool{}
	for _, e := range readAll(t, b) {
		keys[e.Key] = true
	}
	return keys
}

// The entries equal the entries of Debian's polyglot under the same options, in all
// positions but the few in which a move was played 16,384 times.
func TestMakeAsPolyglot(t *testing.T) {
	famous := strings.Repeat(sample.Famous(), 2)
	type options = polyglot.MakeOptions
	white, black := game.FirstSide, game.SecondSide
	for _, c := range []struct {
		games, args string
		options     options
	}{
		{"", "", options{}},
		{"", "-min-game 1 -max-ply 17", options{MinGames: 1, MaxPly: 17}},
		{"", "-min-game 1 -uniform -only-white", options{MinGames: 1, Weights: polyglot.Uniform, Side: white}},
		{"masters-20k", "-min-game 1 -max-ply 10 -only-black", options{MinGames: 1, MaxPly: 10, Side: black}},
		{"masters-20k", "-min-game 4 -min-score 40 -max-ply 40", options{MinGames: 4, MinScore: 40, MaxPly: 40}},
		{"masters-20k", "-min-game 2 -min-score 50.5 -only-white", options{MinGames: 2, MinScore: 50.5, Side: white}},
		{"lines-198350", "-min-game 2", options{MinGames: 2}},
		{"masters-100k", "", options{}},
	} {
		t.Run("games="+c.games+c.args, func(t *testing.T) {
			games := famous
			if c.games != "" {
				if oracle.Short() || c.games == "masters-100k" {
					oracle.Long(t, "a book of "+c.games)
				}
				games = string(oracle.Read(t, "pgn/"+c.games+".pgn.zst"))
			}
			ours := makeBook(t, games, c.options)
			want := readAll(t, bytes.NewReader(theirs(t, games, strings.Fields(c.args)...)))
			skip := popular(t, games, c.options)
			compare(t, ours, want, skip)
			if len(skip) > 12 || c.games == "" && len(skip) > 0 {
				t.Errorf("%d positions are not compared", len(skip))
			}
		})
	}
}

// compare compares entries without regard to the order of moves with the same
// weight, and without the positions to be skipped.
func compare(t testing.TB, ours, want []polyglot.Entry, skip map[uint64]bool) {
	t.Helper()
	for _, list := range []*[]polyglot.Entry{&ours, &want} {
		*list = slices.DeleteFunc(*list, func(e polyglot.Entry) bool { return skip[e.Key] })
		slices.SortStableFunc(*list, polyglot.Entry.Compare)
	}
	if len(ours) != len(want) || len(ours) == 0 {
		t.Errorf("%d entries, want %d", len(ours), len(want))
	}
	for i := range min(len(ours), len(want)) {
		if ours[i] != want[i] {
			t.Fatalf("entry %d is %+v, want %+v", i, ours[i], want[i])
		}
	}
}

// A file made by Debian's polyglot, kept with the data.
func TestMakeStored(t *testing.T) {
	text := string(oracle.Read(t, "pgn/masters-20k.pgn.zst"))
	ours := makeBook(t, text, polyglot.MakeOptions{MaxPly: 60, MinGames: 2})
	compare(t, ours, readAll(t, bytes.NewReader(readReal(t, "masters-20k.ply60-min2"))), nil)
}

func games(specs ...any) string {
	var b strings.Builder
	for i := 0; i < len(specs); i += 3 {
		game := fmt.Sprintf("[Result \"%s\"]\n\n%s %[1]s\n\n", specs[i+1], specs[i+2])
		b.WriteString(strings.Repeat(game, specs[i].(int)))
	}
	return b.String()
}

// Debian's polyglot halves what it has counted when a move reaches 16,384 games, so
// that its weights depend on the order of the games. Ours are exact, and fitted into
// 16 bits at the end. The test holds both facts; see docs/formats.
func TestMakePopular(t *testing.T) {
	many := games(5, "1/2-1/2", "1. e4", 16384, "1/2-1/2", "1. d4", 1, "1-0", "1. c4")
	const start = 0x463b96181691fc9c
	e4, d4, c4 := uint16(796), uint16(731), uint16(666)
	want := []polyglot.Entry{entry(start, d4, 16384, 0), entry(start, e4, 5, 0), entry(start, c4, 2, 0)}
	if ours := makeBook(t, many, polyglot.MakeOptions{MinGames: 1}); !slices.Equal(ours, want) {
		t.Errorf("got %v, want %v", ours, want)
	}
	want = []polyglot.Entry{entry(start, d4, 8192, 0), entry(start, e4, 3, 0), entry(start, c4, 2, 0)}
	if book := readAll(t, bytes.NewReader(theirs(t, many, "-min-game", "1"))); !slices.Equal(book, want) {
		t.Errorf("polyglot: got %v, want %v", book, want)
	}
	// 2·40,000 points do not fit: 65535/80000 of all, rounded, and at least 1.
	many = games(40000, "1-0", "1. e4", 1000, "1-0", "1. d4", 1, "1/2-1/2", "1. c4", 9, "0-1", "1. c3")
	want = []polyglot.Entry{entry(start, e4, 65535, 0), entry(start, d4, 1638, 0), entry(start, c4, 1, 0)}
	if ours := makeBook(t, many, polyglot.MakeOptions{MinGames: 1}); !slices.Equal(ours, want) {
		t.Errorf("got %v, want %v", ours, want)
	}
}

// 9 draws and a win are 5.5 of 10; the position has 8.5 of 20. With ten more games
// of that mean: (5.5 + 4.25) / 20 and (3 + 4.25) / 20.
func TestMakeByMean(t *testing.T) {
	text := games(9, "1/2-1/2", "1. e4", 1, "1-0", "1. e4", 7, "0-1", "1. d4", 3, "1-0", "1. d4")
	entries := makeBook(t, text, polyglot.MakeOptions{Weights: polyglot.ByMean})
	if len(entries) != 2 || entries[0].Weight != 31948 || entries[1].Weight != 23756 {
		t.Errorf("got %v", entries)
	}
	entries = makeBook(t, text, polyglot.MakeOptions{Weights: polyglot.ByMean, Prior: 1})
	if len(entries) != 2 || entries[0].Weight != 35300 { // (5.5 + 0.425) / 11
		t.Errorf("prior 1: got %v", entries)
	}
}

// With little memory the tallies are sorted in pieces in a file, which leaves no
// trace, and the book is the same; so it is for any number of workers and any order
// of the inputs.
func TestMakeOutOfCore(t *testing.T) {
	text := string(oracle.Read(t, "pgn/masters-20k.pgn.zst"))
	folder := t.TempDir()
	o := polyglot.MakeOptions{MinGames: 1, Workers: 1}
	want, _, err := tryMake(o, text, sample.Famous())
	if err != nil {
		t.Fatal(err)
	}
	o.Memory, o.Workers, o.Folder = 1, 3, folder // 16 MiB, which is 170,000 moves a worker
	got, made, err := tryMake(o, sample.Famous(), text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Error("another book with little memory")
	}
	if made.Games != 20061 || made.Moves < 1_500_000 {
		t.Errorf("%+v", made)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	o.Folder = filepath.Join(folder, "missing")
	if _, _, err := tryMake(o, text); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder for the temporary file: %v", err)
	}
}

// Without a temporary file, moves that exceed the memory are refused, and fewer make
// the same book.
func TestMakeNoFile(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 11))
	var list []polyglot.Game
	for range 10_000 { // of 590,000 moves, almost all of them different; 524,288 fit into half of 16 MiB
		p, err := chess.New(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var g polyglot.Game
		for range 60 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			g.Moves = append(g.Moves, m)
			p.Make(m)
		}
		list = append(list, g)
	}
	of := func(n int) iter.Seq2[polyglot.Game, error] {
		return func(yield func(polyglot.Game, error) bool) {
			for _, g := range list[:n] {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
	o := polyglot.MakeOptions{MinGames: 1, Memory: 16 << 20, Workers: 4, NoFile: true, Folder: "missing",
		Games: of(len(list))}
	if _, _, err := tryMake(o); !errors.Is(err, polyglot.ErrMemory) {
		t.Errorf("%v, want %v", err, polyglot.ErrMemory)
	}
	o.Games = of(len(list) / 2)
	got, _, err := tryMake(o)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := tryMake(polyglot.MakeOptions{MinGames: 1, Games: o.Games})
	if err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("another book without a file: %v", err)
	}
}

// Games count up to an error in their moves. Those that begin with one, and other variants, are left out. All are
// counted and reported. Polyglot stops at them.
func TestMakeBroken(t *testing.T) {
	text := games(2, "1-0", "1. e4 e5", 1, "1-0", "1. e4 e5 2. Ke3 d6") +
		games(1, "1-0", "1. Ke2 e5") + "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n[Result \"1-0\"]\n\n1. e4 e5\n"
	faults, games := map[int]int{}, int64(0)
	_, made, err := tryMake(polyglot.MakeOptions{
		MinGames: 1,
		Broken:   func(input int, err *game.RecordError) { faults[input]++ },
		Progress: func(n int64) { games = n },
	}, text, text)
	if err != nil {
		t.Fatal(err)
	}
	want := polyglot.MakeStats{Games: 8, Broken: 2, Cut: 2, Variants: 2, Moves: 16, Positions: 1, Entries: 1}
	if made != want || games != 8 || faults[0] != 4 || faults[1] != 4 {
		t.Errorf("%+v, want %+v; %d games, faults %v", made, want, games, faults)
	}
}

// What comes after the last ply that is read does not matter, except for the result.
func TestMakeMaxPly(t *testing.T) {
	text := "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 d6 1-0\n\n1. e4 c5 2. Nf3 d6 0-1\n\n"
	_, made, err := tryMake(polyglot.MakeOptions{MinGames: 1, MaxPly: 2}, text)
	if want := (polyglot.MakeStats{Games: 2, Moves: 4, Positions: 2, Entries: 2}); err != nil || made != want {
		t.Errorf("%+v, %v; want %+v", made, err, want)
	}
}

// Games from other positions count; the side to move comes from the FEN.
func TestMakeFromFEN(t *testing.T) {
	text := `[Result "0-1"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"]

1... O-O 2. O-O-O 0-1

[Result "0-1"]
[Variant "chess960"]
[FEN "rk2r3/8/8/8/8/8/8/2K5 b ea - 0 9"]

9... O-O 0-1
`
	entries := makeBook(t, text, polyglot.MakeOptions{MinGames: 1, Side: game.SecondSide})
	if len(entries) != 2 {
		t.Fatalf("%+v", entries)
	}
	for _, fen := range []string{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "rk2r3/8/8/8/8/8/8/2K5 b ea - 0 9"} {
		p := parse(t, fen)
		a, err := newBook(t, write(t, entries)).Find(p)
		if err != nil || len(a.Moves) != 1 || p.SAN(a.Moves[0].Move) != "O-O" {
			t.Errorf("%s: %+v, %v", fen, a, err)
		}
	}
	entries = makeBook(t, text, polyglot.MakeOptions{MinGames: 1})
	if len(entries) != 2 { // White lost
		t.Errorf("%+v", entries)
	}
}

// Games that need not be read give the book that their PGN gives.
func TestMakeGames(t *testing.T) {
	text := sample.Famous() + "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n\n1... O-O 2. O-O-O 0-1\n\n"
	var list []polyglot.Game
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		one := polyglot.Game{Start: g.Tags.Get("FEN"), Result: g.Result}
		for _, m := range g.Moves {
			one.Moves = append(one.Moves, m.Move)
		}
		list = append(list, one)
	}
	failed := errors.New("failed")
	for _, o := range []polyglot.MakeOptions{{MinGames: 1}, {MinGames: 2, MaxPly: 7, Workers: 3}} {
		o.Games = func(yield func(polyglot.Game, error) bool) {
			for range 10 {
				for _, g := range list {
					if !yield(g, nil) {
						return
					}
				}
			}
		}
		got, made, err := tryMake(o)
		if err != nil {
			t.Fatal(err)
		}
		o.Games = nil
		want, read, err := tryMake(o, strings.Repeat(text, 10))
		if err != nil || made != read || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%+v from games, %+v from PGN, error %v", made, read, err)
		}
		for _, bad := range []polyglot.Game{{Start: "8/8"}, {Moves: []chess.Move{chess.NoMove}}} {
			o.Games = func(yield func(polyglot.Game, error) bool) { _ = yield(list[0], nil) && yield(bad, nil) }
			if _, _, err := tryMake(o); !errors.Is(err, game.ErrMove) || !strings.Contains(err.Error(), "game 2") {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		o.Games = func(yield func(polyglot.Game, error) bool) { _ = yield(list[0], nil) && yield(list[0], failed) }
		if _, _, err := tryMake(o); !errors.Is(err, failed) {
			t.Errorf("an error of the games: %v", err)
		}
	}
}

// TestMakeOptions: a negative number is an error that names its option.
func TestMakeOptions(t *testing.T) {
	for name, o := range map[string]polyglot.MakeOptions{
		"MaxPly": {MaxPly: -1}, "MinGames": {MinGames: -1}, "Prior": {Prior: -1}, "Memory": {Memory: -1},
		"Workers": {Workers: -1},
	} {
		if _, _, err := tryMake(o, "1. e4 *"); !errors.Is(err, game.ErrOptions) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestMakeFails(t *testing.T) {
	text := games(3, "1-0", "1. e4 e5")
	if _, _, err := tryMake(polyglot.MakeOptions{MinGames: 4}, text); !errors.Is(err, polyglot.ErrEmpty) {
		t.Errorf("no move is kept: %v", err)
	}
	var o polyglot.MakeOptions
	ctx, cancel := context.WithCancelCause(context.Background())
	if _, err := polyglot.Make(ctx, brokenWriter{}, o, strings.NewReader(text)); !errors.Is(err, errBroken) {
		t.Errorf("broken writer: %v", err)
	}
	if _, err := polyglot.Make(ctx, io.Discard, o, iotest.ErrReader(errBroken)); !errors.Is(err, errBroken) {
		t.Errorf("broken reader: %v", err)
	}
	before := runtime.NumGoroutine()
	cause := errors.New("enough")
	endless := endlessGames{onRead: func(n int) {
		if n == 20 {
			cancel(cause)
		}
	}}
	if _, err := polyglot.Make(ctx, io.Discard, o, &endless); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
	after := runtime.NumGoroutine()
	for range 1000 { // one that has said its last may still have to end
		if after <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
		after = runtime.NumGoroutine()
	}
	if after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

type endlessGames struct {
	n      int
	onRead func(int)
}

func (e *endlessGames) Read(p []byte) (int, error) {
	e.n++
	e.onRead(e.n)
	game := "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
	return copy(p, strings.Repeat(game, 100)), nil
}
