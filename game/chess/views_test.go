package chess_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// TestViewsFollowEveryMove compares both view hashes after each move with a position
// that computes them anew, and checks that two positions have equal view hashes if and
// only if their pawns, or their numbers of pieces, are equal in FEN.
func TestViewsFollowEveryMove(t *testing.T) {
	for _, set := range []zobrist.Set{{}, keyfile.Polyglot()} {
		o := chess.Options{Views: chess.PawnView | chess.MaterialView, Set: set}
		if p, err := chess.New(o); err != nil || p.Options().Views != o.Views || !p.Options().Wide {
			t.Fatalf("views alone give options %+v, %v", p.Options(), err)
		}
		fresh, err := chess.New(chess.Options{Set: set})
		if err != nil {
			t.Fatal(err)
		}
		hashes := map[chess.View]map[string]zobrist.Uint128{chess.PawnView: {}, chess.MaterialView: {}}
		parts := map[chess.View]map[zobrist.Uint128]string{chess.PawnView: {}, chess.MaterialView: {}}
		check := func(p *chess.Position) {
			fen := p.FEN()
			if err := fresh.Set(fen); err != nil {
				t.Fatal(err)
			}
			for view, part := range map[chess.View]string{
				chess.PawnView: pawnsOf(fen), chess.MaterialView: materialOf(fen),
			} {
				h := p.ViewHash(view)
				if want := fresh.ViewHash(view); h != want {
					t.Fatalf("%s: %v has hash %v, from scratch %v", fen, view, h, want)
				}
				if known, ok := hashes[view][part]; ok && known != h {
					t.Fatalf("%s: the hash of %v %s is %v, and was %v", fen, view, part, h, known)
				}
				if known, ok := parts[view][h]; ok && known != part {
					t.Fatalf("%s: %v %s has the hash of %s", fen, view, part, known)
				}
				hashes[view][part], parts[view][h] = h, part
			}
		}
		walk(t, o, 3, 100, func(p *chess.Position, moves []chess.Move) {
			check(p)
			for _, m := range moves {
				p.Make(m)
				check(p)
				p.Unmake()
			}
			if !p.InCheck() {
				p.MakeNull()
				check(p)
				c := p.Clone()
				p.Unmake()
				if reply := c.AppendMoves(nil); len(reply) > 0 {
					c.Make(reply[0])
					check(c)
				}
			}
			check(p)
		})
	}
}

// pawnsOf returns the board of a FEN with all pieces but pawns taken off.
func pawnsOf(fen string) string {
	var b strings.Builder
	for _, r := range fen[:strings.IndexByte(fen, ' ')] {
		switch {
		case r == 'p' || r == 'P' || r == '/':
			b.WriteRune(r)
		case r >= '1' && r <= '8':
			b.WriteString(strings.Repeat(".", int(r-'0')))
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// materialOf returns the letters of a FEN in a fixed order.
func materialOf(fen string) string {
	var b strings.Builder
	board := fen[:strings.IndexByte(fen, ' ')]
	for _, letter := range "PNBRQpnbrq" {
		b.WriteString(strings.Repeat(string(letter), strings.Count(board, string(letter))))
	}
	return b.String()
}

// TestViewKeys compares with hashes computed feature by feature.
func TestViewKeys(t *testing.T) {
	p, err := chess.Parse("4k3/p7/8/8/8/8/1P6/QQ2K3 b - - 0 1", chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pieces := chess.Space().Group("piece")
	pawns := zobrist.Default(chess.Space().Len()).Hash128(pieces.At(0, 48), pieces.At(1, 9))
	if got := p.ViewHash(chess.PawnView); got != pawns {
		t.Errorf("pawns a7 and b2 have the hash %v, want %v", got, pawns)
	}
	// 1 white pawn, 2 white queens, 1 black pawn
	if got, want := p.ViewHash(chess.MaterialView), zobrist.Default(160).Hash128(0, 4*16+1, 5*16); got != want {
		t.Errorf("the material has the hash %v, want %v", got, want)
	}
	if _, err := chess.New(chess.Options{Views: 4}); err == nil {
		t.Error("a view that does not exist is no error")
	}
	defer func() {
		if recover() == nil {
			t.Error("ViewHash of two views does not panic")
		}
	}()
	p.ViewHash(chess.PawnView | chess.MaterialView)
}
