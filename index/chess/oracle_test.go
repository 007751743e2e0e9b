package chessindex_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/memstore"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/polyglot"
)

var asPolyglot = chessindex.Options{Keys: polyglot.Set(), EnPassant: chess.PseudoLegalEnPassant}

// TestMasters: the collection has 20,000 games with 1,634,210 moves
// (data/SOURCES.md), and nothing is lost. The number of games in each position
// agrees with what Debian's pgn-extract prints, whose hash comments are
// Polyglot keys.
func TestMasters(t *testing.T) {
	if testing.Short() {
		oracle.Long(t, "all positions of 20,000 games against pgn-extract")
	}
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	s := onDisk(t, t.TempDir())
	e := open(t, s, asPolyglot)
	sum := build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: oracle.Data(t, "pgn/masters-20k.pgn.zst")})
	if sum.Games != 20000 || sum.Broken != 0 || len(sum.Skipped) != 0 {
		t.Fatalf("summary %+v, want 20,000 games", sum)
	}
	moves := 0
	for n := range sum.Games {
		g, err := e.Index().Game(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		moves += len(g.Moves)
	}
	if moves != 1634210 {
		t.Errorf("%d moves, want 1,634,210", moves)
	}
	want := extracted(t, program, oracle.Read(t, "pgn/masters-20k.pgn.zst"))
	got := make(map[uint64]int64, len(want))
	for entry, err := range s.Scan(t.Context(), index.Positions, nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		n, err := index.RecordGames(entry.Value)
		if err != nil {
			t.Fatal(err)
		}
		got[binary.BigEndian.Uint64(entry.Key)] += n
	}
	differ := 0
	for key, n := range want {
		if got[key] != n {
			differ++
			if differ < 10 {
				t.Errorf("position %016x: %d games, pgn-extract has %d", key, got[key], n)
			}
		}
	}
	if len(got) != len(want) || differ > 0 {
		t.Errorf("%d positions, pgn-extract has %d; %d have other counts", len(got), len(want), differ)
	}
	t.Logf("%d positions, %d visits", len(got), sum.Visits)
}

// extracted counts the games of each key in the comments of pgn-extract. The
// start position has no comment.
func extracted(t *testing.T, program string, games []byte) map[uint64]int64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, "--hashcomments", "-w", "1000000")
	cmd.Stdin = bytes.NewReader(games)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	counts := make(map[uint64]int64)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "1. ") {
			continue
		}
		seen := map[uint64]bool{0x463b96181691fc9c: true}
		for _, comment := range strings.Split(line, "{ ")[1:] {
			word, _, _ := strings.Cut(comment, " ")
			key, err := strconv.ParseUint(word, 16, 64)
			if err != nil {
				t.Fatalf("pgn-extract: comment %q: %v", word, err)
			}
			seen[key] = true
		}
		for key := range seen {
			counts[key]++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return counts
}

// TestPolyglotBook compares moves with a book that Debian's polyglot made
// from the same games: polyglot make-book -max-ply 60 -min-game 2. The weight
// of its entries is 2·wins + draws of the side to move, over all occurrences of the
// position in the first 60 plies of the games; moves played once are left
// out, and so are moves that never scored.
func TestPolyglotBook(t *testing.T) {
	if testing.Short() {
		oracle.Long(t, "a book of 40,000 entries against polyglot")
	}
	const plies = 60
	ix := open(t, memstore.New(), asPolyglot).Index()
	repeated := addFirst(t, ix, oracle.Read(t, "pgn/masters-20k.pgn.zst"), plies)

	type entry struct {
		key  uint64
		move uint16
	}
	book := make(map[entry]uint16)
	data := oracle.Read(t, "polyglot/masters-20k.ply60-min2.bin")
	for ; len(data) >= 16; data = data[16:] {
		book[entry{binary.BigEndian.Uint64(data), binary.BigEndian.Uint16(data[8:])}] = binary.BigEndian.Uint16(data[10:])
	}
	equal, skipped := 0, 0
	seen := make(map[uint64]bool)
	walk(t, oracle.Read(t, "pgn/masters-20k.pgn.zst"), func(m *pgn.Mainline) {
		for ply := range min(plies, len(m.Moves)) {
			key := m.Hashes[ply].Lo
			if seen[key] {
				continue
			}
			seen[key] = true
			a, err := ix.Find(context.Background(), m.Hashes[ply])
			if err != nil {
				t.Fatal(err)
			}
			for _, tally := range a.Moves {
				other := tally.Games - tally.First - tally.Drawn - tally.Second
				wins := tally.First
				if ply%2 == 1 {
					wins = tally.Second
				}
				weight := 2*wins + tally.Drawn + other
				word := chess.Move(tally.Move).Polyglot()
				inBook, ok := book[entry{key, word}]
				switch {
				case repeated[key]:
					skipped++
				case ok != (tally.Games >= 2 && weight > 0) || ok && int64(inBook) != weight:
					t.Errorf("position %016x, move %#04x: weight %d, in the book %v; we have %+v", key, word, inBook, ok, tally)
				case ok:
					equal++
				}
				delete(book, entry{key, word})
			}
		}
	})
	for e, weight := range book {
		if !repeated[e.key] { // a move played only on the second visit is not counted here
			t.Errorf("position %016x, move %#04x: weight %d in the book, and not in the index", e.key, e.move, weight)
		}
	}
	if equal < 35000 {
		t.Errorf("only %d entries are equal", equal)
	}
	t.Logf("%d entries are equal, %d moves of repeated positions were not compared", equal, skipped)
}

// walk visits the main lines of games, with Polyglot's hashes.
func walk(t *testing.T, games []byte, visit func(*pgn.Mainline)) {
	t.Helper()
	p, err := pgn.NewParser(chess.Options{Set: polyglot.Set(), EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	for s := pgn.NewScanner(bytes.NewReader(games)); ; {
		c, err := s.Next()
		if err != nil {
			return
		}
		for i := range c.Len() {
			if err := p.Mainline(c, i, &m); err != nil {
				t.Fatal(err)
			}
			visit(&m)
		}
	}
}

// addFirst adds the first plies of each game and returns the positions that
// occur more than once in a game.
func addFirst(t *testing.T, ix *index.Index, games []byte, plies int) map[uint64]bool {
	t.Helper()
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	repeated := make(map[uint64]bool)
	var batch index.Batch
	walk(t, games, func(m *pgn.Mainline) {
		n := min(plies, len(m.Moves))
		g := index.Game{Result: m.Result}
		for _, move := range m.Moves[:n] {
			g.Moves = append(g.Moves, uint32(move))
		}
		batch.Add(&g, m.Hashes[:n+1])
		for i, h := range m.Hashes[:n] {
			if slices.Contains(m.Hashes[:i], h) {
				repeated[h.Lo] = true
			}
		}
	})
	if err := b.Append(&batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return repeated
}

// TestRecount replays games by another way, the tree reader, and counts
// positions by their FEN instead of a hash. Every answer must be the same,
// "reaches" included.
func TestRecount(t *testing.T) {
	data := oracle.Read(t, "pgn/masters-20k.pgn.zst")
	games, singles := 3000, 4000 // games, and positions of one game to look at
	if testing.Short() {
		games, singles = 60, 100
	}
	data = data[:nth(data, "[Event ", games)]
	e := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	half := nth(data, "[Event ", games/3)
	build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: "a", Reader: bytes.NewReader(data[:half])})
	build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: "b", Reader: bytes.NewReader(data[half:])})

	type line struct {
		counts  chessindex.Counts
		ratings []int
	}
	type tally struct {
		games int64
		ended int64
		moves map[string]*line
	}
	positions := make(map[string]*tally)
	number := 0
	for g, err := range pgn.NewReader(bytes.NewReader(data)).All() {
		if err != nil {
			t.Fatal(err)
		}
		number++
		p, err := g.Start(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		for ply := 0; ; ply++ {
			fen := strings.Join(strings.Fields(p.FEN())[:4], " ")
			if !seen[fen] {
				seen[fen] = true
				at := positions[fen]
				if at == nil {
					at = &tally{moves: make(map[string]*line)}
					positions[fen] = at
				}
				at.games++
				if ply == len(g.Moves) {
					at.ended++
				} else {
					uci := p.UCI(g.Moves[ply].Move)
					l := at.moves[uci]
					if l == nil {
						l = &line{}
						at.moves[uci] = l
					}
					l.counts.Games++
					switch g.Tags.Get("Result") {
					case "1-0":
						l.counts.White++
					case "0-1":
						l.counts.Black++
					case "1/2-1/2":
						l.counts.Draws++
					}
					for _, tag := range []string{"WhiteElo", "BlackElo"} {
						if r, err := strconv.Atoi(g.Tags.Get(tag)); err == nil && r > 0 {
							l.ratings = append(l.ratings, r)
						}
					}
					if year, err := strconv.Atoi(g.Tags.Get("Date")[:4]); err == nil {
						l.counts.LastYear = max(l.counts.LastYear, year)
					}
				}
			}
			if ply == len(g.Moves) {
				break
			}
			p.Make(g.Moves[ply].Move)
		}
	}
	if number != games-1 && number != games {
		t.Fatalf("%d games replayed", number)
	}
	if m := e.Index().Manifest(); m.Games != int64(number) || m.Records < int64(len(positions)) {
		t.Errorf("manifest %+v, want %d games and %d positions", m, number, len(positions))
	}
	checked := 0
	for fen, want := range positions {
		if want.games == 1 && singles == 0 {
			continue // by then one is like the other
		}
		if checked++; want.games == 1 {
			singles--
		}
		got := find(t, e, fen+" 0 1")
		if got.Games != want.games || got.Ended != want.ended || len(got.Moves) != len(want.moves) || got.Foreign != 0 {
			t.Fatalf("%s: %d games, %d ended, %d moves; want %d, %d, %d", fen, got.Games, got.Ended, len(got.Moves), want.games, want.ended, len(want.moves))
		}
		p, err := chess.Parse(fen+" 0 1", chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reaches := func(uci string) int64 {
			m, err := p.ParseUCI(uci)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
			defer p.Unmake()
			if at := positions[strings.Join(strings.Fields(p.FEN())[:4], " ")]; at != nil {
				return at.games
			}
			return 0
		}
		for _, m := range got.Moves {
			l := want.moves[m.UCI]
			if l == nil {
				t.Fatalf("%s: move %s was never played", fen, m.UCI)
			}
			sum := 0
			for _, r := range l.ratings {
				sum += r
			}
			if n := len(l.ratings); n > 0 {
				l.counts.AverageRating = (2*sum + n) / (2 * n)
			}
			if !reflect.DeepEqual(m.Counts, l.counts) || m.Reaches != reaches(m.UCI) {
				t.Fatalf("%s: %s: got %+v reaches %d, want %+v reaches %d", fen, m.UCI, m.Counts, m.Reaches, l.counts, reaches(m.UCI))
			}
		}
		for _, m := range p.AppendMoves(nil) {
			if want.games == 1 && testing.Short() {
				break
			}
			uci := p.UCI(m)
			listed := slices.ContainsFunc(got.Transpositions, func(x chessindex.Move) bool { return x.UCI == uci && x.Reaches == reaches(uci) })
			if want.moves[uci] == nil && (reaches(uci) > 0) != listed {
				t.Fatalf("%s: %s reaches %d games; listed as a transposition: %v", fen, uci, reaches(uci), listed)
			}
		}
	}
	t.Logf("%d of %d positions", checked, len(positions))
}

// nth returns the offset of the n-th occurrence of s, from 1.
func nth(b []byte, s string, n int) int {
	at := 0
	for ; n > 1; n-- {
		at += bytes.Index(b[at:], []byte(s)) + len(s)
	}
	return at + bytes.Index(b[at:], []byte(s))
}

// TestLichess: 989 games in several variants, which are counted by name; what
// is left is the number of games whose Variant tag says Standard.
func TestLichess(t *testing.T) {
	data := oracle.Read(t, "pgn/lichess-989.pgn.zst")
	e := open(t, memstore.New(), chessindex.Options{})
	sum := build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: oracle.Data(t, "pgn/lichess-989.pgn.zst")})
	all, skipped := int64(bytes.Count(data, []byte("[Event "))), int64(0)
	for name, n := range sum.Skipped {
		if want := bytes.Count(data, []byte(`[Variant "`+name+`"]`)); n != want {
			t.Errorf("%d games of %s skipped, want %d", n, name, want)
		}
		skipped += int64(n)
	}
	if all != 989 || sum.Games+skipped+sum.Broken != all || sum.Broken != 0 || skipped == 0 {
		t.Errorf("%d games, %d skipped, %d broken; want %d together, none broken", sum.Games, skipped, sum.Broken, all)
	}
	t.Logf("%d games, skipped %v", sum.Games, sum.Skipped)
}
