package chess_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func TestFENDialects(t *testing.T) {
	for _, c := range []struct{ in, fen, shredder string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
		// Counters and more left out, or written as "-".
		{"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/4K3 w -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"  4k3/8/8/8/8/8/8/4K3   w - -  - - \r\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/4K3 w - - 12", "4k3/8/8/8/8/8/8/4K3 w - - 12 1", ""},
		{"4k3/8/8/8/8/8/8/4K3 w - - 12 0", "4k3/8/8/8/8/8/8/4K3 w - - 12 1", ""},
		{"4k3/8/8/8/8/8/8/R3K2R w QK - 0 9", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 9", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 9"},
		// En passant: kept if a pawn may take.
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", ""},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", ""},
		{"4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1", "", ""},
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", ""},
		// X-FEN: K is the outermost rook, a letter another one (Scharnagl's example).
		{"rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11", "",
			"rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gga - 4 11"},
		{"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", "rkr5/8/8/8/8/8/8/5RKR w KQkq - 0 1", "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1"},
		{"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "", ""},
	} {
		p, err := chess.Parse(c.in, chess.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if c.fen == "" {
			c.fen = c.in
		}
		if got := p.FEN(); got != c.fen {
			t.Errorf("%q is written as %q, want %q", c.in, got, c.fen)
		}
		if got := p.ShredderFEN(); c.shredder != "" && got != c.shredder {
			t.Errorf("%q is written as %q, want %q", c.in, got, c.shredder)
		}
	}
}

func TestEnPassantRules(t *testing.T) {
	const (
		plain  = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" // no pawn attacks e3
		pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"                           // one does, and may not take
		legal  = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
	)
	for _, c := range []struct {
		fen  string
		rule chess.EnPassant
		want bool
	}{
		{plain, chess.LegalEnPassant, false},
		{plain, chess.PseudoLegalEnPassant, false},
		{plain, chess.AlwaysEnPassant, true},
		{pinned, chess.LegalEnPassant, false},
		{pinned, chess.PseudoLegalEnPassant, true},
		{pinned, chess.AlwaysEnPassant, true},
		{legal, chess.LegalEnPassant, true},
		{legal, chess.PseudoLegalEnPassant, true},
		{legal, chess.AlwaysEnPassant, true},
	} {
		p, err := chess.Parse(c.fen, chess.Options{EnPassant: c.rule})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.EnPassantSquare() != chess.NoSquare; got != c.want {
			t.Errorf("%s, rule %d: counted is %t", c.fen, c.rule, got)
		}
		if got := strings.Contains(p.FEN(), "e3"); got != c.want {
			t.Errorf("%s, rule %d: written as %s", c.fen, c.rule, p.FEN())
		}
		takes := 0
		for _, m := range p.AppendMoves(nil) {
			if m.IsEnPassant() {
				takes++
			}
		}
		if (takes == 1) != (c.fen == legal) {
			t.Errorf("%s, rule %d: %d captures en passant", c.fen, c.rule, takes)
		}
	}
}

func TestFENErrors(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := p.FEN()
	for _, c := range []struct {
		fen    string
		offset int
		field  string
		reason string
	}{
		{"", 0, "placement", "empty"},
		{" ", 0, "placement", "empty"},
		{"8/8/8/8/8/8/8 w - - 0 1", 13, "placement", "8 squares of rank 2"},
		{"8/8/8/8/8/8/8/8/8 w - - 0 1", 15, "placement", "more than 8 ranks"},
		{"4k4/8/8/8/8/8/8/4K3 w", 2, "placement", "more than 8 squares"},
		{"pppppppppp", 0, "placement", "pawn on a8"},
		{"44p/8/8/8/8/8/8/4K3 w", 2, "placement", "more than 8 squares"},
		{"4k2/8/8/8/8/8/8/4K3 w", 3, "placement", "rank 8 has 7 squares"},
		{"4k3/8/8/8/8/8/8/4K2 w", 19, "placement", "7 squares of rank 1"},
		{"4k3/8/8/9/8/8/8/4K3 w", 8, "placement", "neither a piece"},
		{"4k3/8/8/8x/8/8/8/4K3 w", 9, "placement", "neither a piece"},
		{"ré6/8/8/8/8/8/8/K6k w", 1, "placement", `"é" is neither a piece`},
		{"r\xff6/8/8/8/8/8/8/K6k w", 1, "placement", `"\xff" is neither a piece`},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", 0, "placement", "0 black kings"},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", 0, "placement", "2 white kings"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 16, "placement", "white pawn on a1"},
		{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", 3, "placement", "black pawn on h8"},
		{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 0, "placement", "9 white pawns"},
		{"4k3/8/8/8/NNN5/8/NNNNNNNN/NNNNKNNN w - - 0 1", 0, "placement", "19 white pieces"},
		{"4k3/8/8/8/8/8/8/4K3", 19, "side to move", "missing"},
		{"4k3/8/8/8/8/8/8/4K3 white - - 0 1", 20, "side to move", "write w or b"},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 21, "side to move", "black king, not to move, is in check from e1"},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 21, "side to move", "is it black's turn?"},
		{"4k3/8/8/1B2R2B/8/8/8/5K2 b - - 0 1", 25, "side to move", "3 pieces give check"},
		{"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", 24, "castling", "write some of KQkq"},
		{"4k3/8/8/8/8/8/8/4K2R w K[ - 0 1", 24, "castling", "write some of KQkq"},
		{"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", 23, "castling", "no rook there"},
		{"4k3/8/8/8/8/8/8/4K2B w K - 0 1", 23, "castling", "no rook there"},
		{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", 24, "castling", "again"},
		{"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", 25, "castling", "castles on that side"},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", 23, "castling", "has moved"},
		{"4k3/8/8/8/8/8/8/K6R w K - 0 1", 22, "castling", "has moved"},
		{"r3k3/8/8/8/8/8/8/4K3 w qk - 0 1", 24, "castling", "no rook there"},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", 26, "en passant", "not a square"},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", 26, "en passant", "on rank 3"},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", 26, "en passant", "on rank 6"},
		{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", 24, "en passant", "no white pawn on e4"},
		{"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", 28, "en passant", "in the way"},
		{"4k3/8/8/8/4P3/8/4B3/4K3 b - e3 0 1", 28, "en passant", "in the way"},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", 26, "halfmove clock", "number"},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", 26, "halfmove clock", "number"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999", 28, "move number", "number"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kf2", 30, "move number", "follows"},
	} {
		err := p.Set(c.fen)
		var e *game.TextError
		if !errors.As(err, &e) {
			t.Errorf("%q: no error", c.fen)
			continue
		}
		if e.Text != c.fen || !strings.HasPrefix(e.Reason, c.field+": ") || !strings.Contains(e.Reason, c.reason) {
			t.Errorf("%q: error %v, want one about %s that says %q", c.fen, err, c.field, c.reason)
		}
		if e.Offset != c.offset && c.fen != " " {
			t.Errorf("%q: error at byte %d, want %d: %v", c.fen, e.Offset, c.offset, err)
		}
		if p.FEN() != before {
			t.Fatalf("%q: the error changed the position to %s", c.fen, p.FEN())
		}
	}
}

// TestSetLenient: rights and en-passant squares that cannot be, and counters that are no numbers, are left out, each
// with a remark. What changes the pieces or the turn is an error.
func TestSetLenient(t *testing.T) {
	for _, c := range []struct {
		fen, want string
		ignored   []string
	}{
		{"4k1nQ/5p2/8/8/8/8/5P2/R3K2R b KQk - 0 9", "4k1nQ/5p2/8/8/8/8/5P2/R3K2R b KQ - 0 9",
			[]string{"'k', but the black king"}},
		{"rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", // franciscoBSalgueiro/en-croissant#410
			"rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b kq - 0 1", []string{"'H'", "'Q', but in standard chess"}},
		{"4k3/8/8/8/8/8/8/4K1R1 w K - 0 9", "4k3/8/8/8/8/8/8/4K1R1 w - - 0 9", []string{"in standard chess"}},
		{"r4rk1/8/8/8/8/8/8/R3K2R w KQkq - 0 9", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 0 9", []string{"'k'", "'q'"}},
		{"4k3/8/8/8/8/8/8/4K3 w KQkq - 3 9", "4k3/8/8/8/8/8/8/4K3 w - - 3 9", []string{"'K'", "'Q'", "'k'", "'q'"}},
		{"4k3/8/8/8/8/8/8/4K2R w K e6 0 9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9", []string{"no black pawn on e5"}},
		{"4k3/8/8/4p3/8/8/8/4K2R w K e3 0 9", "4k3/8/8/4p3/8/8/8/4K2R w K - 0 9", []string{"on rank 6"}},
		{"4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 9", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - - 0 9", []string{"in the way"}},
		{"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", nil},
		{"4k3/8/8/8/8/8/8/4K2R w KX - 0 9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9", []string{"'X'"}},
		{"4k3/8/8/8/8/8/8/4K2R w KKH - 0 9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9", []string{"again", "again"}},
		{"4k3/8/8/8/8/8/8/4K1RR w KG - 0 9", "4k3/8/8/8/8/8/8/4K1RR w K - 0 9", []string{"in standard chess"}},
		{"4k3/8/8/8/8/8/8/4K2R w – – 0 9", "4k3/8/8/8/8/8/8/4K2R w - - 0 9", []string{"'–'", "not a square"}},
		{"4k3/8/8/8/8/8/8/4K2R w K - -1 x", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{"halfmove clock", "move number"}},
		{"4k3/8/8/8/8/8/8/4K2R_w_K_-_0_9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9", nil},
		{"\ufeff4k3/8/8/8/8/8/8/4K2R\u00a0w K - 0 9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9", nil},
		{"4k2r/8/8/8/8/8/8/4KR2", "4k2r/8/8/8/8/8/8/4KR2 w - - 0 1", []string{"side to move"}}, // as in python-chess
		{" _4k2r/8/8/8/8/8/8/4KR2_\n", "4k2r/8/8/8/8/8/8/4KR2 w - - 0 1", []string{"side to move"}},
		{"4k2r/8/8/8/8/8/8/4KR2_b_Kk", "4k2r/8/8/8/8/8/8/4KR2 b k - 0 1", []string{"'K'"}},
		{"", "", nil}, {"hello", "", nil}, {"4k2r/8/8/8/8/8/8/4KR2 K", "", nil},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1e2", "", nil},
		{"4k3/8/8/8/8/8/8/4K2R K - 0 1", "", nil},
		{"4k3/8/8/8/8/8/8/7R w K - 0 1", "", nil},
		{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "", nil},
	} {
		p := gamekit.Must(chess.New(chess.Options{}))
		before := p.FEN()
		ignored, err := p.SetLenient(c.fen)
		switch {
		case c.want == "" && (err == nil || ignored != nil || p.FEN() != before):
			t.Errorf("%q: %v, %v, %s", c.fen, ignored, err, p)
		case c.want != "" && (err != nil || p.FEN() != c.want || len(ignored) != len(c.ignored)):
			t.Errorf("%q: %v, %v, %s", c.fen, ignored, err, p)
		}
		for i, remark := range c.ignored {
			var e *game.TextError
			if i >= len(ignored) || !strings.Contains(ignored[i].Error(), remark) || !errors.As(ignored[i], &e) {
				t.Errorf("%q: remarks %v, want %q", c.fen, ignored, c.ignored)
			} else if e.Offset > len(e.Text) {
				t.Errorf("%q: a remark on byte %d of %q", c.fen, e.Offset, e.Text)
			}
		}
	}
}

// TestSetLenient960: with Options.Chess960 rights of Chess960 stay.
func TestSetLenient960(t *testing.T) {
	p := gamekit.Must(chess.New(chess.Options{Chess960: true}))
	ignored, err := p.SetLenient("1k6/8/8/8/8/8/8/4K1RR w GKq - 0 1")
	if err != nil || len(ignored) != 2 || p.FEN() != "1k6/8/8/8/8/8/8/4K1RR w G - 0 1" {
		t.Errorf("%v, %v, %s", ignored, err, p)
	}
}

// TestInnerRooks: FIDE (9.2, 11) tells apart which of two rooks may castle, and so do features, hashes and FEN, in both
// words, canonical or not. Polyglot's four flags do not. What standard chess can have keeps its hash.
func TestInnerRooks(t *testing.T) {
	const outer, inner = "1k6/8/8/8/8/8/8/4K1RR w K - 0 1", "1k6/8/8/8/8/8/8/4K1RR w G - 0 1"
	for _, o := range []chess.Options{{}, {Wide: true}, {Canonical: true, Wide: true}, {EnPassant: chess.AlwaysEnPassant},
		{EnPassant: chess.PseudoLegalEnPassant}} {
		p, q := gamekit.Must(chess.Parse(outer, o)), gamekit.Must(chess.Parse(inner, o))
		same := o.EnPassant == chess.PseudoLegalEnPassant
		h, i := p.Hash128(), q.Hash128()
		if p.FEN() != outer || q.FEN() != inner || (h.Lo == i.Lo) != same || (h.Hi == i.Hi) != same {
			t.Errorf("%+v: %s has hash %v, %s has %v", o, p, p.Hash128(), q, q.Hash128())
		}
		// The other rook leaves the rank: G becomes K, and the features are the usual ones.
		for _, text := range []string{"h1h2", "b8a8"} {
			q.Make(gamekit.Must(q.ParseUCI(text)))
		}
		if r := gamekit.Must(chess.Parse("k7/8/8/8/8/8/7R/4K1R1 w K - 0 1", o)); q.Hash128() != r.Hash128() {
			t.Errorf("%s has hash %v, read from FEN %v", q, q.Hash128(), r.Hash128())
		}
	}
	o := chess.Options{EnPassant: chess.PseudoLegalEnPassant} // neither position needs the rule
	for _, fen := range seeds[:len(seeds)-1] {                // the last has inner rooks
		if p, q := gamekit.Must(chess.Parse(fen, chess.Options{})), gamekit.Must(chess.Parse(fen, o)); p.Hash() != q.Hash() {
			t.Errorf("%s: hash %x, by flags alone %x", fen, p.Hash(), q.Hash())
		}
	}
}

// TestRealFENs reads what other programs wrote: the positions of
// official-stockfish/books and of the perft files.
func TestRealFENs(t *testing.T) {
	for _, file := range []string{"epd/noob_3moves.epd.zst", "epd/endgames.epd.zst", "epd/FRC_openings.epd",
		"perft/standard.epd", "perft/fischer-first-480.epd"} {
		o := chess.Options{EnPassant: chess.AlwaysEnPassant}
		p, err := chess.New(o)
		if err != nil {
			t.Fatal(err)
		}
		q := p.Clone()
		lines := 0
		for line := range strings.Lines(string(oracle.Read(t, file))) {
			fen, _, _ := strings.Cut(strings.TrimSpace(line), ";")
			if err := p.Set(fen); err != nil {
				t.Errorf("%s: %v", file, err)
			} else if err := q.Set(p.FEN()); err != nil || q.ShredderFEN() != p.ShredderFEN() {
				t.Errorf("%s: %s returns as %s, %v", file, p.FEN(), q.FEN(), err)
			} else if given := strings.Fields(fen); strings.Join(given, " ") != p.FEN() &&
				given[2] == strings.Fields(p.FEN())[2] &&
				strings.Join(given[:4], " ") != strings.Join(strings.Fields(p.FEN())[:4], " ") {
				t.Errorf("%s: %s is written as %s", file, fen, p.FEN())
			}
			if lines++; oracle.Short() && lines == 2000 {
				break
			}
		}
		t.Logf("%s: %d positions", file, lines)
	}
}

func TestOptionsErrors(t *testing.T) {
	gamekit.BadOptions(t, chess.New, chess.Parse,
		chess.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 780)}},
		chess.Options{Set: zobrist.Set{Second: make(zobrist.Keys, 781)}},
		chess.Options{EnPassant: 3})
}

func FuzzFEN(f *testing.F) {
	for _, fen := range seeds {
		f.Add(fen)
	}
	f.Add("4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1")
	f.Add("rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11")
	f.Fuzz(func(t *testing.T, fen string) {
		for rule := chess.LegalEnPassant; rule <= chess.AlwaysEnPassant; rule++ {
			o := chess.Options{EnPassant: rule}
			p, err := chess.Parse(fen, o)
			if err != nil {
				var e *game.TextError
				if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(fen) {
					t.Fatalf("%q: error %v", fen, err)
				}
				return
			}
			for _, text := range []string{p.FEN(), p.ShredderFEN()} {
				q, err := chess.Parse(text, o)
				if err != nil {
					t.Fatalf("%q is written as %q: %v", fen, text, err)
				}
				if q.FEN() != p.FEN() || q.ShredderFEN() != p.ShredderFEN() || q.Hash() != p.Hash() {
					t.Fatalf("%q is written as %q and returns as %q", fen, text, q.FEN())
				}
			}
			moves := p.AppendMoves(nil)
			if got := p.Perft(1); got != uint64(len(moves)) {
				t.Fatalf("%q: %d moves, perft 1 = %d", fen, len(moves), got)
			}
			for _, m := range moves {
				san := p.SAN(m)
				if got, err := p.ParseSAN(san); err != nil || got != m {
					t.Fatalf("%q: SAN %s is read as %v, %v", fen, san, got, err)
				}
				p.Make(m)
				p.Perft(1)
				p.Unmake()
			}
		}
	})
}
