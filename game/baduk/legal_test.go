package baduk

import (
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestLegalBoards counts the legal boards through their hashes: every way to
// fill the points, changed by one stone at a time in a ternary Gray code, kept
// if each chain has a liberty. As many different hashes as legal boards
// means that no two clash. Source: J. Tromp, Number of legal Go positions
// (OEIS A094777), and with G. Farnebäck, Combinatorics of Go, 2016, table 2, for
// boards that are not square.
func TestLegalBoards(t *testing.T) {
	for _, board := range []struct{ width, height, want int }{
		{1, 1, 1}, {2, 2, 57}, {3, 3, 12675}, {4, 3, 321689}, {4, 4, 24318165},
	} {
		if board.want > 1e6 && !oracle.Whole(t, "24,318,165 legal boards of 4×4") {
			continue
		}
		p, err := New(Options{Width: board.width, Height: board.height})
		if err != nil {
			t.Fatal(err)
		}
		hashes := make([]uint64, 0, board.want)
		n := board.width * board.height
		digit, up := make([]int, n), make([]bool, n)
		for {
			if p.alive() {
				hashes = append(hashes, p.hash)
			}
			m := 0
			for m < n && (digit[m] == 2 && !up[m] || digit[m] == 0 && up[m]) {
				up[m] = !up[m]
				m++
			}
			if m == n {
				break
			}
			if up[m] {
				digit[m]--
			} else {
				digit[m]++
			}
			i := p.at(Move(m))
			if p.board[i] != Empty {
				p.toggleStone(p.board[i], i)
			}
			p.board[i] = Color(digit[m])
			if p.board[i] != Empty {
				p.toggleStone(p.board[i], i)
			}
		}
		legal := len(hashes)
		slices.Sort(hashes)
		hashes = slices.Compact(hashes)
		if legal != board.want || len(hashes) != board.want {
			t.Errorf("%d×%d: %d legal boards with %d hashes, want %d",
				board.width, board.height, legal, len(hashes), board.want)
		}
	}
}

// alive reports whether every chain has a liberty.
func (p *Position) alive() bool {
	for m := range p.points() {
		i := p.at(Move(m))
		if p.board[i] == Empty {
			continue
		}
		near := false
		for _, d := range neighbours {
			near = near || p.board[i+d] == Empty
		}
		if !near && !p.hasLiberty(i, 0) {
			return false
		}
	}
	return true
}

// TestSuperkoNeedsStones gives every feature the key 0, so that all boards
// clash: superko must still forbid repetitions and nothing else.
func TestSuperkoNeedsStones(t *testing.T) {
	for _, rule := range []Ko{PositionalSuperko, SituationalSuperko, NaturalSituationalSuperko} {
		o := Options{Width: 3, Height: 2, Ko: rule, Suicide: true}
		good, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		o.Set.Keys = make(zobrist.Keys, good.Space().Len())
		clashing, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		var walk func(depth int)
		walk = func(depth int) {
			moves := good.AppendMoves(nil)
			if got := clashing.AppendMoves(nil); !slices.Equal(got, moves) {
				t.Fatalf("%v after %v: %v with clashing hashes, %v without", rule, good, got, moves)
			}
			compared++
			if depth == 0 {
				return
			}
			for _, m := range moves {
				good.Make(m)
				clashing.Make(m)
				walk(depth - 1)
				good.Unmake()
				clashing.Unmake()
			}
		}
		walk(6)
		if compared < 1000 {
			t.Errorf("%v: only %d positions compared", rule, compared)
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for _, rule := range []Ko{SimpleKo, PositionalSuperko} {
		b.Run("ko="+rule.String(), func(b *testing.B) {
			p, err := New(Options{Ko: rule})
			if err != nil {
				b.Fatal(err)
			}
			var line []Move
			seed := uint64(1)
			for range 250 {
				moves := p.AppendMoves(nil)
				seed = seed*6364136223846793005 + 1442695040888963407
				m := moves[(seed>>33)%uint64(len(moves))]
				if m == Pass {
					continue
				}
				line = append(line, m)
				p.Make(m)
			}
			for b.Loop() {
				for range line {
					p.Unmake()
				}
				for _, m := range line {
					p.Make(m)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(line)), "ns/move")
			b.ReportMetric(0, "ns/op")
		})
	}
}
