package chessindex_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

func openVariant(tb testing.TB, s index.Store, v variants.Variant) *index.Index {
	tb.Helper()
	ix, err := chessindex.OpenVariant(tb.Context(), s, variants.Options{Variant: v})
	if err != nil {
		tb.Fatal(err)
	}
	return ix
}

// TestVariantTags adds a file of games of all kinds to an index of each: games are told by their tag Variant alone.
func TestVariantTags(t *testing.T) {
	tags := map[variants.Variant][]string{
		variants.Crazyhouse: {"Crazyhouse", "crazyhouse", "Crazyhouse960", "House", "ZH"}, // Lichess, engines, PyChess
		variants.ThreeCheck: {"Three-check", "3check", "3-check", "3 Check", "threeCheck"},
		variants.KingOfTheHill: {"King of the Hill", "kingofthehill", "KOTH", "kingOfTheHill",
			"king_of_the_hill"},
		variants.Antichess:   {"Antichess", "Anti", "ANTICHESS", "antichess", "Anti chess"},
		variants.Atomic:      {"Atomic", "atomic", "Atomic960", "Atom", "Atomic Chess"},
		variants.Horde:       {"Horde", "horde", "Horde960", "horde chess", "HORDE"},
		variants.RacingKings: {"Racing Kings", "racingKings", "racingkings", "Racing", "Race"},
	}
	others := []string{"Standard", "Chess960", "From Position", "giveaway", "suicide", "Antichess giveaway", "3chess"}
	var file strings.Builder
	n := 0
	write := func(tag, moves string) {
		fmt.Fprintf(&file, "[White \"x%d\"]\n%s\n\n1. %s *\n\n", n, tag, moves)
		n++
	}
	first := map[variants.Variant]string{variants.Horde: "a5", variants.RacingKings: "Ne1c2"} // as on chess.com
	move := func(v variants.Variant) string {
		if m, ok := first[v]; ok {
			return m
		}
		return "e3"
	}
	for _, v := range variants.Variants() {
		for _, tag := range tags[v] {
			write(fmt.Sprintf("[Variant %q]", tag), move(v))
		}
	}
	for _, tag := range others {
		write(fmt.Sprintf("[Variant %q]", tag), "e3")
	}
	write("[Event \"no tag\"]", "e3")
	for _, v := range variants.Variants() {
		want := map[string]int{"Standard": 1} // the game without a tag
		for _, tag := range others {
			want[tag]++
		}
		for _, other := range variants.Variants() {
			for _, tag := range tags[other] {
				if other != v {
					want[tag]++
				}
			}
		}
		ix := openVariant(t, storetest.Memory(), v)
		sum := add(t, ix, index.ImportOptions{}, text(file.String()))
		broken, skipped := leftOut(sum)
		if sum.Games != int64(len(tags[v])) || broken != 0 || !maps.Equal(skipped, want) {
			t.Errorf("%v: %d games, %d broken, skipped %v; want %d, 0, %v", v, sum.Games, broken, skipped, len(tags[v]), want)
		}
		if a := find(t, ix, ""); len(a.Moves) != 1 || a.Moves[0].Games != sum.Games {
			t.Errorf("%v: %+v", v, a)
		}
	}
}

// TestVariantLichess reads the games of atomic chess of a file of Lichess.
func TestVariantLichess(t *testing.T) {
	ix := openVariant(t, storetest.Memory(), variants.Atomic)
	sum := add(t, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(t, "pgn/lichess-989.pgn.zst")})
	broken, skipped := leftOut(sum)
	if sum.Games != 5 || broken != 0 || !maps.Equal(skipped, map[string]int{"Standard": 984}) {
		t.Errorf("%d games, %d broken, skipped %v", sum.Games, broken, skipped)
	}
	if err := verify(t, ix); err != nil {
		t.Error(err)
	}
}

// TestVariantPositions: texts of one position, as the rules have it, and of two. The FENs come from
// lichess-org/lila#11204 and lichess-org/lila-openingexplorer#43, and made up.
func TestVariantPositions(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3"
	for _, c := range []struct {
		v       variants.Variant
		a, b    string
		oneOnly bool
	}{
		{variants.Crazyhouse, bare + "[BRQpbnn] w - - 0 1", bare + "/BRQbpnn w - - 9 20", true},
		{variants.Crazyhouse, bare + "[Q] w - - 0 1", bare + "[q] w - - 0 1", false},
		{variants.Crazyhouse, bare + "[Q] w - - 0 1", bare + "[QQ] w - - 0 1", false},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K2Q[] w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q~[] w - - 0 1", false},
		{variants.Atomic, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", true},
		{variants.ThreeCheck, bare + " w - - 3+3 0 1", bare + " w - - 0 1 +0+0", true},
		{variants.ThreeCheck, bare + " w - - 2+3 0 1", bare + " w - - 0 1 +1+0", true},
		{variants.ThreeCheck, bare + " w - - 2+3 0 1", bare + " w - - 3+2 0 1", false},
		{variants.Antichess, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true},
		{variants.KingOfTheHill, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{variants.KingOfTheHill, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false},
		{variants.KingOfTheHill, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", true},
	} {
		ix := openVariant(t, storetest.Memory(), c.v)
		var games strings.Builder
		for i, fen := range []string{c.a, c.b} {
			fmt.Fprintf(&games, "[White \"%d\"]\n[Variant %q]\n[FEN %q]\n\nKe2 1-0\n\n", i, c.v.Tag(), fen)
		}
		add(t, ix, index.ImportOptions{}, text(games.String()))
		want := int64(1)
		if c.oneOnly {
			want = 2
		}
		for _, fen := range []string{c.a, c.b} {
			if a := find(t, ix, fen); a.Games != want {
				t.Errorf("%v: %d games in %s, want %d", c.v, a.Games, fen, want)
			}
		}
	}
}

// TestVariantFacts: the facts of games of Lichess in variants, whose events have up to four words, and the openings in
// variants that share them with chess.
func TestVariantFacts(t *testing.T) {
	for _, c := range []struct {
		v     variants.Variant
		event string
		mode  index.Mode
		moves string
		eco   string // of chess, until a piece is in a pocket
	}{
		{variants.KingOfTheHill, "Rated King of the Hill game", index.Rated, "1. e4 c5 2. Nf3 d6", "B50"},
		{variants.Crazyhouse, "Casual Crazyhouse game", index.Casual, "1. e4 d5 2. exd5 Qxd5", "B01"},
		{variants.ThreeCheck, "Rated Three-check tournament https://lichess.org/tournament/x", index.Rated,
			"1. e4 e5 2. Bc4 Nf6 3. Bxf7+ Kxf7", "C24"},
		{variants.Atomic, "Rated Atomic game", index.Rated, "1. e4 c5", ""},
		{variants.Horde, "Rated Horde game", index.Rated, "1. e5 d6", ""},
	} {
		ix := openVariant(t, storetest.Memory(), c.v)
		add(t, ix, index.ImportOptions{}, text(fmt.Sprintf(
			"[Event %q]\n[Variant %q]\n[TimeControl \"180+2\"]\n\n%s 1-0\n", c.event, c.v.Tag(), c.moves)))
		g, err := ix.Game(t.Context(), 0)
		if err != nil || g.Mode != c.mode || g.Speed != index.Blitz || g.Opening != c.eco {
			t.Errorf("%v: mode %v, speed %v, opening %q, error %v", c.v, g.Mode, g.Speed, g.Opening, err)
		}
	}
}

// generate writes games of a variant in which players prefer some moves, so that many games share positions.
func generate(tb testing.TB, v variants.Variant, games, plies int) []byte {
	rnd := rand.New(rand.NewPCG(uint64(v), 1))
	var out bytes.Buffer
	w := pgn.NewWriter(&out)
	for n := range games {
		p, err := variants.New(variants.Options{Variant: v})
		if err != nil {
			tb.Fatal(err)
		}
		g := &pgn.Game{Number: n + 1}
		for _, tag := range [][2]string{{"White", fmt.Sprint("w", n)}, {"Black", fmt.Sprint("b", n)},
			{"Date", fmt.Sprintf("2026.%02d.%02d", 1+n%12, 1+n%28)}, {"Variant", v.Tag()}} {
			g.Tags.Set(tag[0], tag[1])
		}
		for len(g.Moves) < plies {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			at := rnd.Float64()
			m := moves[int(at*at*at*float64(len(moves)))]
			if rnd.IntN(3) > 0 { // captures fill the pockets
				for _, other := range moves {
					if p.PieceAt(other.To()) != chess.NoPiece && !other.IsCastling() {
						m = other
						break
					}
				}
			}
			g.Moves = append(g.Moves, pgn.Move{Move: m})
			p.Make(m)
		}
		if g.Result, _ = p.Result(); g.Result == game.Unknown {
			g.Result = []game.Result{game.FirstWins, game.SecondWins, game.Draw}[rnd.IntN(3)]
		}
		if err := w.Write(g); err != nil {
			tb.Fatal(err)
		}
	}
	return out.Bytes()
}

// pythonCount is a program that counts positions of games in a PGN by python-chess: in how many games each came, and
// how they ended. It prints what came in as many games as its argument says at least, in the first plies.
const pythonCount = `
import sys, io, chess.pgn
least, plies = int(sys.argv[1]), int(sys.argv[2])
counts, games = {}, 0
pgn = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
while True:
    game = chess.pgn.read_game(pgn)
    if game is None:
        break
    if game.errors:
        sys.exit(str(game.errors))
    games += 1
    result = ["1-0", "1/2-1/2", "0-1"].index(game.headers["Result"])
    board, seen = game.board(), set()
    def note():
        fields = board.fen().split()
        seen.add(" ".join(fields[:-2]))
    note()
    for move in list(game.mainline_moves())[:plies]:
        board.push(move)
        note()
    for key in seen:
        counts.setdefault(key, [0, 0, 0])[result] += 1
print(games, sum(sum(c) for c in counts.values()))
for key, c in sorted(counts.items()):
    if sum(c) >= least:
        print(key, *c, sep="\t")
`

// TestVariantsAtSize builds indexes of thousands of generated games on disk, verifies them, and compares the answers
// about all positions that came several times with python-chess's count of the same file.
func TestVariantsAtSize(t *testing.T) {
	games, plies, least := 5000, 24, 3
	if oracle.Cut(t, "most games") {
		games = 200
	}
	for _, v := range []variants.Variant{variants.Crazyhouse, variants.Antichess, variants.ThreeCheck, variants.Atomic} {
		if games > 1000 && v != variants.Crazyhouse && v != variants.Antichess {
			games = 1000
		}
		t.Run(v.String(), func(t *testing.T) {
			file := t.TempDir() + "/games.pgn"
			writeFile(t, file, generate(t, v, games, plies))
			ix := openVariant(t, onDisk(t, t.TempDir()), v)
			sum := add(t, ix, index.ImportOptions{}, index.Input{Name: file})
			if sum.Games != int64(games) {
				t.Fatalf("%d games, want %d", sum.Games, games)
			}
			if err := verify(t, ix); err != nil {
				t.Fatal(err)
			}
			checkRecount(t, ix, file, games, plies, least)
		})
	}
}

// checkRecount compares an index of a file with what python-chess counts.
func checkRecount(t *testing.T, ix *index.Index, file string, games, plies, least int) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.Command(oracle.Python(t, "chess.pgn", "chess"), "-c", pythonCount, fmt.Sprint(least), fmt.Sprint(plies))
	cmd.Stdin = in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python-chess: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if first := strings.Fields(lines[0]); first[0] != fmt.Sprint(games) || len(lines) < games/20 {
		t.Fatalf("python-chess reads %s games and finds %d positions", first[0], len(lines)-1)
	}
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		a := find(t, ix, fields[0]+" 0 1")
		if got := fmt.Sprint(a.First, a.Drawn, a.Second); got != strings.Join(fields[1:], " ") {
			t.Fatalf("%s: %s, python-chess counts %s", fields[0], got, strings.Join(fields[1:], " "))
		}
	}
	t.Logf("%d positions as python-chess counts them", len(lines)-1)
}
