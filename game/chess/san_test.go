package chess_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func TestParseSAN(t *testing.T) {
	const (
		start    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		castles  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promote  = "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
		passant  = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		knights  = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1" // the knight on c3 is pinned
		queens   = "1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1"
		chess960 = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1"
		double   = "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"
		frontal  = "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"
		bishops  = "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1"
	)
	for _, c := range []struct{ fen, san, want string }{
		{start, "e4", "e2e4"}, {start, "e3", "e2e3"}, {start, "Nf3", "g1f3"}, {start, "Ngf3", "g1f3"},
		{start, "N1f3", "g1f3"}, {start, "Ng1f3", "g1f3"}, {start, "Ng1-f3", "g1f3"}, {start, "e2e4", "e2e4"},
		{start, "e2-e4", "e2e4"}, {start, "Pe4", "e2e4"}, {start, "e4!?", "e2e4"}, {start, "e4+", "e2e4"},
		{start, "Nxf3", "g1f3"}, {start, "e5", ""}, {start, "Nd2", ""}, {start, "Ke2", ""}, {start, "O-O", ""},
		{start, "", ""}, {start, "e", ""}, {start, "++", ""}, {start, "e9", ""}, {start, "i4", ""}, {start, "Bb5", ""},
		{start, "e4=Q", ""}, {start, "Nf3=Q", ""}, {start, "Z0", ""}, {start, "--", ""}, {start, "d3e4", ""},
		{start, "exd3", ""},
		{start, "g1f3", "g1f3"}, {start, "g1-f3!?", "g1f3"}, {start, "g1f4", ""}, {start, "Pg1f3", ""}, {start, "g8f6", ""},
		{castles, "e1g1", "e1h1"}, {castles, "e1-c1", "e1a1"}, {castles, "e1h1", "e1h1"}, {castles, "h1f1", "h1f1"},
		{castles, "a1xa8+", "a1a8"}, {castles, "e1g1=Q", ""}, {castles, "Ke1g1", ""}, {knights, "c3d5", ""},
		{chess960, "c1h1", "c1h1"}, {promote, "b7b8q", "b7b8q"}, {promote, "b7c8", ""},
		{castles, "O-O", "e1h1"}, {castles, "O-O-O", "e1a1"}, {castles, "0-0", "e1h1"}, {castles, "0-0-0", "e1a1"},
		{castles, "o-o", "e1h1"}, {castles, "O-O+", "e1h1"}, {castles, "O-O-", ""}, {castles, "O-O-O-O", ""},
		{castles, "Kf2", "e1f2"}, {castles, "Ra8+", "a1a8"}, {castles, "Rxa8+", "a1a8"}, {castles, "Raxa8", "a1a8"},
		{castles, "Rf1", "h1f1"}, {castles, "Rd1", "a1d1"}, {castles, "Re2", ""},
		{promote, "b8=Q", "b7b8q"}, {promote, "b8Q", "b7b8q"}, {promote, "b8(N)", "b7b8n"}, {promote, "b8/R", "b7b8r"},
		{promote, "b8=b", "b7b8b"}, {promote, "bxc8=Q+", "b7c8q"}, {promote, "bc8Q", "b7c8q"}, {promote, "bxc8", ""},
		{promote, "b8", ""}, {promote, "b8=K", ""}, {promote, "b8=P", ""}, {promote, "b8=", ""},
		{passant, "exd6", "e5d6"}, {passant, "ed6", "e5d6"}, {passant, "exd6 e.p.", "e5d6"}, {passant, "exd6e.p.", "e5d6"},
		{passant, "exd6ep", "e5d6"}, {passant, "e5xd6", "e5d6"}, {passant, "d6", ""}, {passant, "e6", "e5e6"},
		{knights, "Ne2", "g1e2"}, {knights, "Nce2", ""}, {knights, "Nf3", "g1f3"}, {knights, "Nd5", ""},
		{queens, "Qh4e4", "h4e4"}, {queens, "Qaxe4", "a4e4"}, {queens, "Qhe4", ""}, {queens, "Qg1", "h1g1"},
		{queens, "Qe4", ""},
		{chess960, "O-O", "c1h1"}, {chess960, "O-O-O", "c1b1"},
		{double, "d4", "d2d4"}, {double, "dxe3", ""}, {frontal, "e4", ""}, {frontal, "exe4", ""}, {frontal, "e3", "e2e3"},
		{bishops, "b4", "b2b4"}, {bishops, "bxa3", ""},
	} {
		p, err := chess.Parse(c.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.ParseSAN(c.san)
		if bytes, _ := p.ParseSANBytes([]byte(c.san)); bytes != got {
			t.Errorf("%s: %q is read as %v from bytes, as %v from a string", c.fen, c.san, bytes, got)
		}
		squares := len(c.san) >= 4 && c.san[0] >= 'a' && c.san[1] >= '1' && c.san[1] <= '8' // FindSAN need not read them
		if cut, ok := chess.CutSAN([]byte(c.san)); !ok && got != chess.NoMove {
			t.Errorf("%q is not cut, but read as %v", c.san, got)
		} else if m := p.FindSAN(cut); m != got && !(squares && m == chess.NoMove) {
			t.Errorf("%s: FindSAN of %q is %v, ParseSAN %v", c.fen, c.san, m, got)
		}
		if c.want == "" {
			if e := new(game.TextError); !errors.As(err, &e) || e.Text != c.san || got != chess.NoMove {
				t.Errorf("%s: %q is read as %v, %v; want an error", c.fen, c.san, got, err)
			}
		} else if err != nil || got.String() != c.want {
			t.Errorf("%s: %q is read as %v, %v; want %s", c.fen, c.san, got, err, c.want)
		}
	}
}

func TestMoveErrors(t *testing.T) {
	for _, c := range []struct{ fen, move, reason string }{
		{"1k6/8/8/8/Q6Q/8/8/K7 w - - 0 1", "Qe4", "Qae4 and Qhe4 both fit"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", "add =Q"},
		{"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nd5", "the king would be in check"},
		{"4k3/8/8/8/1b6/8/8/4K1N1 w - - 0 1", "Nf3", "the king would stay in check"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nf4", "no white knight can go to f4"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f4", "no white knight can go to f4"},
		{"4k3/8/8/8/8/5P2/8/4K1N1 w - - 0 1", "Nf3", "an own piece stands on f3"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "O-O", "white may not castle"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "castle", "not a move"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nf3=Q", "only a pawn"},
	} {
		p, err := chess.Parse(c.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.ParseSAN(c.move); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %s: error %v, want one that says %q", c.fen, c.move, err, c.reason)
		}
	}
	for _, c := range []struct{ fen, move, reason string }{
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8", "add q, r, b or n"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8k", "not a move"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "e2e4", "no piece stands on e2"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "e8e7", "black's, and it is white's turn"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "e1e3", "not legal"},
		{"2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "e1", "not a move"},
	} {
		p, err := chess.Parse(c.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.ParseUCI(c.move); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %s: error %v, want one that says %q", c.fen, c.move, err, c.reason)
		}
	}
}

func TestUCICastling(t *testing.T) {
	for _, c := range []struct{ fen, uci, move, back string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1h1", "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8", "e8c8"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1g1", "e1h1", "e1g1"}, // Shredder-FEN is not Chess960
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1", "f1g1"},
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1h1", "f1h1"},
		{"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "c1b1", "c1b1"},
		{"4k3/8/8/8/8/8/8/1RKR4 w DB - 0 1", "c1b1", "", ""}, // the rook's way is not free
	} {
		p, err := chess.Parse(c.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(c.uci)
		if c.move == "" {
			if err == nil {
				t.Errorf("%s: %s is read as %v; want an error", c.fen, c.uci, m)
			}
			continue
		}
		if err != nil || m.String() != c.move || p.UCI(m) != c.back {
			t.Errorf("%s: %s is read as %v, %v and written as %s; want %s, %s", c.fen, c.uci, m, err, p.UCI(m), c.move,
				c.back)
		}
	}
}

// TestLegalSAN compares what SAN names with the list of legal moves, which perft verifies: each piece to each square,
// also those that expose the king.
func TestLegalSAN(t *testing.T) {
	letters := map[chess.PieceType]string{chess.Knight: "N", chess.Bishop: "B", chess.Rook: "R", chess.Queen: "Q", chess.King: "K"}
	r := rand.New(rand.NewPCG(5, 6))
	walks := 12
	if oracle.Short() {
		walks = 2
	}
	for _, fen := range seeds {
		for range walks {
			p, err := chess.Parse(fen, chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				legal := map[string]chess.Move{}
				moves := p.AppendMoves(nil)
				for _, m := range moves {
					if !m.IsCastling() && (m.Promotion() == chess.NoPieceType || m.Promotion() == chess.Queen) {
						legal[m.From().String()+m.To().String()] = m
					}
				}
				for from := range chess.NoSquare {
					piece := p.PieceAt(from)
					if piece == chess.NoPiece || piece.Color() != p.Turn() {
						continue
					}
					for to := range chess.NoSquare {
						squares := from.String() + to.String()
						san := letters[piece.Type()] + squares
						if m, ok := legal[squares]; piece.Type() == chess.Pawn && ok && m.Promotion() != chess.NoPieceType {
							san += "=Q"
						}
						m, err := p.ParseSAN(san)
						if want, ok := legal[squares]; ok != (err == nil) || m != want {
							t.Fatalf("%s: %s is read as %v, %v; the list has %v", p, san, m, err, want)
						}
					}
				}
				if len(moves) == 0 {
					break
				}
				p.Make(moves[r.IntN(len(moves))])
			}
		}
	}
}

func FuzzSAN(f *testing.F) {
	for _, san := range []string{"e4", "Nf3", "O-O", "exd6 e.p.", "b8=Q+", "Qh4e1#", "Rdf8", "R1a3", "--"} {
		for i := range seeds {
			f.Add(uint8(i), san)
		}
	}
	var positions []*chess.Position
	for _, fen := range seeds {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			f.Fatal(err)
		}
		positions = append(positions, p)
	}
	f.Fuzz(func(t *testing.T, i uint8, san string) {
		p := positions[int(i)%len(positions)].Clone()
		m, err := p.ParseSAN(san)
		if bytes, _ := p.ParseSANBytes([]byte(san)); bytes != m {
			t.Fatalf("%q is read as %v from a string, as %v from bytes", san, m, bytes)
		}
		if uci, err := p.ParseUCI(san); err == nil {
			if got, err := p.ParseUCI(p.UCI(uci)); err != nil || got != uci {
				t.Fatalf("%q is %v, written as %s", san, uci, p.UCI(uci))
			}
		}
		if err != nil {
			return
		}
		legal := false
		for _, l := range p.AppendMoves(nil) {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("%s: %q is read as %v, which is not legal", p.FEN(), san, m)
		}
		if got, err := p.ParseSAN(p.SAN(m)); err != nil || got != m {
			t.Fatalf("%s: %q is %v, written as %s and read as %v, %v", p.FEN(), san, m, p.SAN(m), got, err)
		}
	})
}

// TestRealSAN reads the moves of 20,000 master games and writes each again:
// the text must be the file's, which other programs wrote.
func TestRealSAN(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	moves := 0
	for line := range bytes.Lines(oracle.Read(t, "pgn/masters-20k.pgn.zst")) {
		if line[0] == '[' {
			continue
		}
		for word := range bytes.FieldsSeq(line) {
			if i := bytes.LastIndexByte(word, '.'); i >= 0 {
				word = word[i+1:]
			}
			if len(word) == 0 {
				continue
			}
			if word[0] == '*' || word[0] == '0' || word[0] == '1' {
				p.Reset()
				continue
			}
			m, err := p.ParseSANBytes(word)
			if err != nil {
				t.Fatal(err)
			}
			if text = p.AppendSAN(text[:0], m); !bytes.Equal(text, word) {
				t.Errorf("%s: the file has %s, written as %s", p.FEN(), word, text)
			}
			p.Make(m)
			moves++
		}
		if oracle.Short() && moves > 50_000 {
			return
		}
	}
	if moves != 1_634_210 { // SOURCES.md
		t.Errorf("%d moves, want 1634210", moves)
	}
}
