package variants_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func kit(p *variants.Position) gametest.Game[chess.Move] {
	g := gamekit.Kit(p, zobrist.Set{})
	g.ScoreHistory = true // repetition, and moves without progress
	return g
}

// TestConformance starts from every position of perft, and from some rich in what changes the hash.
func TestConformance(t *testing.T) {
	type start struct {
		v   variants.Variant
		fen string
	}
	starts := []start{
		{variants.ThreeCheck, ""}, {variants.Horde, ""}, {variants.RacingKings, ""},
		{variants.Crazyhouse, "r3k2r/1P6/8/3pP3/8/8/1p6/R3K2R[QRBNPqrbnp] w KQkq d6 0 1"},
		{variants.Crazyhouse, "1r2k1r1/8/8/8/8/8/8/RR2K1RR[Rr] w BGbg - 0 1"}, // inner rooks, outside which others are dropped
		{variants.Antichess, "8/1P3k2/8/2Pp4/2K5/8/5p1p/6N1 w - d6 0 1"},
		{variants.Atomic, "r3k2r/ppp1pppp/8/3pP3/8/8/PPP1PPPP/R3K2R w KQkq d6 0 1"},
		{variants.ThreeCheck, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 2+1 0 1"},
	}
	for _, c := range perfts {
		starts = append(starts, start{c.variant, c.fen})
	}
	for _, c := range starts {
		t.Run(fmt.Sprint(c.v, " ", c.fen), func(t *testing.T) {
			g := kit(parse(c.fen, c.v))
			g.Walks = 2
			if oracle.Short() {
				g.Walks, g.Plies = 1, 80
			}
			gametest.Run(t, g)
		})
	}
}

func FuzzConformance(f *testing.F) {
	gametest.Fuzz(f, kit(parse("r3k2r/1P6/8/3pP3/8/8/1p6/R3K2R[QRBNPqrbnp] w KQkq d6 0 1", variants.Crazyhouse)))
}

// FuzzSet reads any text as a position of each variant.
func FuzzSet(f *testing.F) {
	for _, c := range perfts {
		f.Add(uint8(c.variant), c.fen)
	}
	f.Fuzz(func(t *testing.T, v uint8, text string) {
		p := gamekit.Must(variants.New(variants.Options{Variant: variants.Variant(v) % 7}))
		if err := p.Set(text); err != nil {
			if bad, ok := errors.AsType[*game.TextError](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("Set(%q): error %v", text, err)
			}
			return
		}
		for _, fen := range []string{p.FEN(), p.LichessFEN()} {
			q := gamekit.Must(variants.Parse(fen, p.Options()))
			if q.FEN() != p.FEN() || q.Hash128() != p.Hash128() {
				t.Fatalf("%q is %v and then %v", text, p, q)
			}
		}
		p.Result()
		for _, m := range p.AppendMoves(nil) {
			san := p.SAN(m)
			if back, err := p.ParseSAN(san); err != nil || back != m {
				t.Fatalf("%v: %v is %s, which is read as %v, %v", p, m, san, back, err)
			}
			p.Make(m)
			p.Unmake()
		}
	})
}

func TestOptions(t *testing.T) {
	gamekit.BadOptions(t, variants.New, variants.Parse, variants.Options{Variant: 7},
		variants.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 3)}})
}

// TestHashes: no two variants share a hash at their starts, nor at the start of chess, which five of them have, under
// the default keys or under any that are the same for all of them.
func TestHashes(t *testing.T) {
	const shared = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
	met := map[uint64]string{}
	meet := func(name string, hash uint64) {
		if other, ok := met[hash]; ok {
			t.Errorf("%s and %s share the hash %016x", name, other, hash)
		}
		met[hash] = name
	}
	meet("chess", gamekit.Must(chess.New(chess.Options{})).Hash())
	meet("chess, nobody castles", gamekit.Must(chess.Parse(shared, chess.Options{})).Hash())
	long := zobrist.Random(2000, rand.NewPCG(1, 2))
	for _, v := range variants.Variants() {
		p := gamekit.Must(variants.New(variants.Options{Variant: v}))
		meet(v.String(), p.Hash())
		set := zobrist.Set{Keys: long.Keys[:v.Space().Len()]}
		if v != variants.Horde && v != variants.RacingKings {
			if v != variants.Antichess {
				meet(v.String()+", nobody castles", gamekit.Must(variants.Parse(shared, variants.Options{Variant: v})).Hash())
			}
			meet(v.String()+", other keys", gamekit.Must(variants.Parse(shared, variants.Options{Variant: v, Set: set})).Hash())
		}
		if name, ok := variants.ParseVariant(v.String()); !ok || name != v || v.Space().Name() != v.String() {
			t.Errorf("%v is %v, and its space %q", v, name, v.Space().Name())
		}
	}
}

// TestNames: Lichess writes the first names, in its keys, as UCI_Variant and in PGN tags; other sites the others.
func TestNames(t *testing.T) {
	for v, names := range map[variants.Variant][]string{
		variants.Crazyhouse:    {"crazyhouse", "Crazyhouse", "House", "ZH", "Crazyhouse960"},
		variants.ThreeCheck:    {"threeCheck", "3check", "Three-check", "3-check", "3 check", "threecheck", "3check960"},
		variants.KingOfTheHill: {"kingOfTheHill", "kingofthehill", "King of the Hill", "KING OF THE HILL", "KOTH"},
		variants.Antichess:     {"antichess", "Antichess", "Anti"},
		variants.Atomic:        {"atomic", "Atomic", "Atomic960"},
		variants.Horde:         {"horde", "Horde"},
		variants.RacingKings:   {"racingKings", "racingkings", "Racing Kings"},
	} {
		for _, name := range names {
			if got, ok := variants.ParseVariant(name); !ok || got != v {
				t.Errorf("%q: %v, %v; want %v", name, got, ok, v)
			}
		}
	}
	for _, name := range []string{"", "chess", "Standard", "giveaway", "suicide", "960"} {
		if got, ok := variants.ParseVariant(name); ok {
			t.Errorf("%q is %v", name, got)
		}
	}
}

// TestSame: positions that the rules call the same share a hash, and only they.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		why  string
		v    variants.Variant
		a, b string
		same bool
	}{
		{"order of a pocket (lichess-org/lila#11204)", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[BRQpbnn] w - - 0 1",
			"4k3/8/8/8/8/8/8/4K3[BRQbpnn] w - - 7 9", true},
		{"forms of a pocket", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/PQn w - - 0 1", true},
		{"forms of an empty pocket", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/ w", true},
		{"no pocket", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - -", true},
		{"a count", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", false},
		{"whose pocket", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[pN] w - - 0 1", false},
		{"promoted", variants.Crazyhouse, "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", false},
		{"promoted elsewhere", variants.Atomic, "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true},
		{"forms of checks", variants.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 2+3 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1+0", true},
		{"no checks (ml-research/liground#177)", variants.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", true},
		{"a check", variants.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 2+3 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 3+2 0 1", false},
		{"en passant exposes the king", variants.ThreeCheck, "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1", true},
		{"en passant explodes the king", variants.Atomic, "4k3/8/8/3pPK2/8/8/8/8 w - d6 0 1", "4k3/8/8/3pPK2/8/8/8/8 w - - 0 1", false},
		{"en passant beside the king", variants.Atomic, "4k3/8/4K3/3pP3/8/8/8/8 w - d6 0 1", "4k3/8/4K3/3pP3/8/8/8/8 w - - 0 1", true},
		{"castling in antichess", variants.Antichess, "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", true},
		{"castling in atomic", variants.Atomic, "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w q - 0 1", false},
		{"which rook castles", variants.KingOfTheHill, "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", false},
	} {
		if a, b := parse(c.a, c.v), parse(c.b, c.v); (a.Hash128() == b.Hash128()) != c.same {
			t.Errorf("%s: %v and %v: the same is %v", c.why, a, b, !c.same)
		}
	}
}
