package tt_test

import (
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist/tt"
)

// survivors stores entries of the given depths under different hashes in a
// table of one line, with a new search in place of a depth of −128, and tells
// which of them are there at the end.
func survivors(t *testing.T, o tt.Options, depths ...int8) []bool {
	o.Bytes = 64
	table := newTable(t, o)
	for i, d := range depths {
		if d == -128 {
			table.NewSearch()
			continue
		}
		table.Store(uint64(i)+1, tt.Entry{Payload: uint64(i), Depth: d})
	}
	found := make([]bool, len(depths))
	for i := range depths {
		_, _, found[i] = table.Probe(uint64(i) + 1)
	}
	return found
}

func TestPolicies(t *testing.T) {
	const next = -128 // a new search
	for _, c := range []struct {
		policy tt.Policy
		depths []int8
		kept   string
	}{
		{tt.DepthAge, []int8{5, 4, 3, 2, 1}, "yyyny"},
		{tt.DepthAge, []int8{5, 4, 3, 9, 1}, "yynyy"},
		{tt.DepthAge, []int8{9, 8, 7, 3, next, 5, 5}, "yynnnyy"}, // 7 − 8 and 3 − 8 are least
		{tt.DepthAge, []int8{20, 8, 7, 9, next, 1, 1}, "ynnynyy"},
		{tt.DepthPreferred, []int8{5, 4, 3, 2, 1}, "yyyyn"},
		{tt.DepthPreferred, []int8{5, 4, 3, 2, 2}, "yyyny"},
		{tt.DepthPreferred, []int8{5, 4, 3, 2, next, 1}, "yyyynn"},
		{tt.TwoTier, []int8{5, 4, 3, 2, 1}, "yyyny"},
		{tt.TwoTier, []int8{5, 4, 3, 2, 6}, "yynyy"},
		{tt.TwoTier, []int8{5, 4, 3, 2, next, 1}, "yynyny"},
	} {
		var got strings.Builder
		for _, kept := range survivors(t, tt.Options{Policy: c.policy}, c.depths...) {
			if kept {
				got.WriteString("y")
			} else {
				got.WriteString("n")
			}
		}
		if got.String() != c.kept {
			t.Errorf("%v, depths %v: kept %s, want %s", c.policy, c.depths, got.String(), c.kept)
		}
	}
}

// TestAlways: the new entry is always kept, and all ways take part.
func TestAlways(t *testing.T) {
	for _, layout := range []tt.Options{{}, {TagBits: 16}, {Layout: tt.Wide}} {
		layout.Bytes, layout.Policy = 64, tt.Always
		table := newTable(t, layout)
		src := rand.New(rand.NewPCG(9, 9))
		var hashes []uint64
		for range 200 {
			h := src.Uint64()
			hashes = append(hashes, h)
			table.Store(h, tt.Entry{Payload: 1, Depth: int8(src.Uint32())})
			if _, _, ok := table.Probe(h); !ok {
				t.Fatalf("%s: the new entry was dropped", name(layout))
			}
		}
		left := 0
		for _, h := range hashes {
			if _, _, ok := table.Probe(h); ok {
				left++
			}
		}
		if left < table.Len()/2 || left > table.Len() {
			t.Errorf("%s: %d entries left in %d slots", name(layout), left, table.Len())
		}
	}
}

func TestOwnPolicy(t *testing.T) {
	for _, o := range kinds(64) {
		var calls atomic.Int64
		o.Victim = func(ways []tt.Way, depth int8) int {
			calls.Add(1)
			if depth < 0 {
				return -1
			}
			for w, way := range ways {
				if !way.Used {
					return w
				}
			}
			return 1
		}
		table := newTable(t, o)
		table.Store(7, tt.Entry{Payload: 1, Depth: -1})
		if _, _, ok := table.Probe(7); ok {
			t.Errorf("%s: kept what the policy dropped", name(o))
		}
		for h := range uint64(20) {
			table.Store(h<<3+3, tt.Entry{Payload: 1, Depth: 1})
		}
		if _, _, ok := table.Probe(3); !ok || calls.Load() != 21 {
			t.Errorf("%s: the policy was not asked as expected: %v, %d calls", name(o), ok, calls.Load())
		}
	}
}

// TestOwnSlot: what is stored again takes its own slot, though all others are
// worth as little as can be.
func TestOwnSlot(t *testing.T) {
	for _, o := range []tt.Options{{Layout: tt.Full}, {TagBits: 8}, {TagBits: 48}, {Layout: tt.Wide}} {
		o.Bytes = 64
		table := newTable(t, o)
		table.NewSearch() // 2
		for h := range uint64(table.Len()) {
			table.Store(h+1, tt.Entry{Depth: -128})
		}
		for range 30 { // to 31 and 1: none is older
			table.NewSearch()
		}
		for h := range uint64(table.Len()) {
			table.Store(uint64(table.Len()), tt.Entry{Payload: h & 7, Depth: -128})
		}
		for h := range uint64(table.Len()) {
			if _, _, ok := table.Probe(h + 1); !ok {
				t.Errorf("%s: position %d of %d was thrown out by the last one", name(o), h+1, table.Len())
			}
		}
	}
}
