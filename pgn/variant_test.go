package pgn_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/pgn"
)

// TestReadVariants reads games of variants as sites and programs write them, writes them, and reads them back. The
// outlines are what was meant.
func TestReadVariants(t *testing.T) {
	for _, c := range []struct {
		v          variants.Variant
		text, want string
	}{
		{variants.Crazyhouse, "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 {drop} (3. @d4 Qxd4 (3... p@e4)) Qxe4+ *",
			"e4 d5 exd5 Qxd5 P@e4 {drop} ( P@d4 Qxd4 ( P@e4 ) ) Qxe4+ *"},
		{variants.Crazyhouse, "[Variant \"crazyhouse\"]\n\n1.e4 d5 2.exd5 Qxd5 3.Nc3 Qd8 4.@e6! fxe6 5.0-0-0 *", ""},
		{variants.Crazyhouse, "[Variant \"House\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R/Nn w KQ - 0 1\"]\n\n1. O-O n@c3 2. N@c4 1-0",
			"O-O N@c3 N@c4 1-0"},
		{variants.Crazyhouse, "@e4 *", ""}, // chess
		{variants.Antichess, "[Variant \"Antichess\"]\n[FEN \"8/P7/8/8/8/8/8/6k1 w - - 0 1\"]\n\n1.a8(K) Kg2 2.Kb8 Kf3 *",
			"a8=K Kg2 Kb8 Kf3 *"},
		{variants.Antichess, "[Variant \"Anti\"]\n[FEN \"8/P7/8/8/8/8/8/6k1 w KQkq - 0 1\"]\n\na7a8k g1g2 *", "a8=K Kg2 *"},
		{variants.RacingKings, "[Variant \"Racing Kings\"]\n\n1. Ne1c2 (1. --) Rxc2 *", "Nxc2 ( -- ) Rxc2 *"},
		{variants.ThreeCheck, "[Variant \"3 Check\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0\"]\n\n1. Ra8# 1-0", "Ra8# 1-0"},
		{variants.Atomic, "[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3[] w KQ - 0 1\"]\n\n1. O-O-O 1-0", "O-O-O 1-0"},
		{variants.KingOfTheHill, "[Variant \"KOTH\"]\n\n1. e4 e5 2. Ke2 ± Ke7 *", "e4 e5 Ke2$16 Ke7 *"},
		{variants.Horde, "[Variant \"Horde\"]\n\n1. e5 d6 2. e x d6 exd6 *", "e5 d6 exd6 exd6 *"},
	} {
		r := pgn.NewReader(strings.NewReader(c.text))
		if err := r.SetVariant(c.v); err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		var broken *game.RecordError
		if c.want == "" {
			if !errors.As(err, &broken) || broken.Whole {
				t.Errorf("%s: %s, error %v; want an error", c.text, outline(g), err)
			}
			continue
		}
		if g == nil || err != nil && !(errors.As(err, &broken) && broken.Whole) {
			t.Errorf("%s: error %v", c.text, err)
			continue
		}
		if got := outline(g); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
		start, err := g.StartVariant(variants.Options{Variant: c.v})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var out bytes.Buffer
		if err := pgn.NewWriter(&out).Write(g); err != nil {
			t.Errorf("%s: Write: %v", c.text, err)
			continue
		}
		back := pgn.NewReader(&out)
		_ = back.SetVariant(c.v)
		again, err := back.Next()
		if err != nil || outline(again) != c.want {
			t.Errorf("%s: written and read back: %v", c.text, err)
			continue
		}
		if s, err := again.StartVariant(variants.Options{Variant: c.v}); err != nil || s.FEN() != start.FEN() {
			t.Errorf("%s: its start is written as %v, error %v; want %v", c.text, s, err, start)
		}
	}
}

// TestOtherVariants: a reader of one variant gives the tags of all others, chess included, and their names.
func TestOtherVariants(t *testing.T) {
	r := pgn.NewReader(strings.NewReader("[White \"a\"]\n\ne4 *\n\n[White \"b\"]\n[Variant \"Chess960\"]\n\ne4 *\n\n" +
		"[White \"c\"]\n[Variant \"Horde\"]\n\ne4 *\n\n[White \"d\"]\n[Variant \"Atomic\"]\n\ne4 *\n"))
	if err := r.SetVariant(variants.Atomic); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Standard", "Chess960", "Horde", ""} {
		g, err := r.Next()
		var broken *game.RecordError
		if want == "" && (err != nil || outline(g) != "e4 *") {
			t.Errorf("atomic: %v", err)
		}
		if want != "" && (!errors.As(err, &broken) || broken.Err != game.ErrVariant || broken.Text != want || g.Tags.Get("White") == "") {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := r.SetVariant(99); !errors.Is(err, game.ErrOptions) {
		t.Errorf("variant 99: %v", err)
	}
}

// TestLenientChecks: the counts of checks in a FEN with another fault are kept, in each place where programs write them.
func TestLenientChecks(t *testing.T) {
	const want = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2+3 0 2"
	for _, fen := range []string{
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq a6 2+3 0 2",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq a6 0 2 +1+0",
	} {
		r := pgn.NewReader(strings.NewReader("[Variant \"Three-check\"]\n[FEN \"" + fen + "\"]\n\nNf3 *\n"))
		if err := r.SetVariant(variants.ThreeCheck); err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err == nil || !strings.Contains(err.Error(), "en passant: a6") || g == nil {
			t.Errorf("%s: %v %v", fen, g, err)
			continue
		}
		start, err := g.StartVariant(variants.Options{Variant: variants.ThreeCheck})
		if err != nil || start.FEN() != want {
			t.Errorf("%s: %v %v, want %s", fen, start, err, want)
		}
	}
}
