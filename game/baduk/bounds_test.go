package baduk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// unbounded is a position without bounds: of two methods Bounds that are
// embedded at one depth neither is its own.
type unbounded struct {
	*baduk.Position
	search.Solvable[baduk.Move]
}

func (u *unbounded) Clone() *unbounded { return &unbounded{Position: u.Position.Clone()} }

// TestBounds: what a search without bounds proves lies between them.
func TestBounds(t *testing.T) {
	if _, ok := any(&unbounded{}).(search.Solvable[baduk.Move]); ok {
		t.Fatal("the search would see the bounds")
	}
	rng := rand.New(rand.NewPCG(1, 1976))
	all, allTight, allExact := 0, 0, 0
	for _, test := range []struct {
		options baduk.Options
		boards  int
	}{
		{baduk.Options{Width: 2}, 5},
		{baduk.Options{Width: 3, Height: 2}, 50},
		{baduk.Options{Width: 3, Height: 2, Suicide: true}, 20},
		{baduk.Options{Width: 6, Height: 1, Komi: 3}, 20},
		{baduk.Options{Width: 3}, 40},
		{baduk.Options{Width: 3, Suicide: true}, 10},
		{baduk.Options{Width: 4, Height: 1, Ko: baduk.PositionalSuperko}, 20},
		{baduk.Options{Width: 4, Height: 1, Ko: baduk.SituationalSuperko, Suicide: true}, 20},
	} {
		o, boards := test.options, test.boards
		switch {
		case os.Getenv("ZOBRIST_LONG") != "":
			boards *= 10
		case oracle.Short():
			boards = (boards + 3) / 4
		}
		so := search.Options{Scoring: search.ByMargin}
		if o.Ko == baduk.SimpleKo {
			table, err := tt.New(tt.Options{Bytes: 2 << 20})
			if err != nil {
				t.Fatal(err)
			}
			defer table.Close()
			so.Table = table
		}
		s, err := search.New(&unbounded{}, so)
		if err != nil {
			t.Fatal(err)
		}
		height := max(o.Height, 1)
		if o.Height == 0 {
			height = o.Width
		}
		compared, tight, exact := 0, 0, 0
		for compared < boards {
			var rows []string
			stones := []string{"..XO", ".XO", ".XX", ".XXO"}[rng.IntN(4)]
			for range height {
				var row strings.Builder
				for range o.Width {
					row.WriteByte(stones[rng.IntN(len(stones))])
				}
				rows = append(rows, row.String())
			}
			p, err := baduk.Parse(fmt.Sprintf("%s %c - %d", strings.Join(rows, "/"), "bw"[rng.IntN(2)], rng.IntN(2)), o)
			if err != nil {
				continue
			}
			low, high := p.Bounds()
			s.Root = &unbounded{Position: p}
			got, err := s.Solve(context.Background(), search.Limits{Nodes: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			// Suicide can go round for ever; the search values that, no bound does.
			if low > got.High || high < got.Low || !o.Suicide && got.Solved() &&
				(low > got.Low || high < got.High) {
				t.Errorf("%v, %v ko, suicide %v: bounds %d and %d, value %d to %d", p, o.Ko, o.Suicide, low, high,
					got.Low, got.High)
			}
			compared++
			if got.Solved() {
				exact++
			}
			if points := o.Width * height; high-low < 4*points {
				tight++
			}
		}
		t.Logf("%d×%d, %v ko, suicide %v: %d boards, %d solved, %d not bounded by the whole board alone", o.Width, height,
			o.Ko, o.Suicide, compared, exact, tight)
		all, allTight, allExact = all+compared, allTight+tight, allExact+exact
	}
	if allTight < all/10 || allExact < all/3 {
		t.Errorf("of %d boards only %d solved, %d with bounds", all, allExact, allTight)
	}
}
