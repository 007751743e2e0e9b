package clash

import (
	"context"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A change is twice the number of a feature that begins to hold, or one more if
// it ceases to hold.
type change uint32

// A Tree holds distinct positions below a root, breadth first: all of one ply
// before any of the next. It is immutable and safe for concurrent use.
type Tree struct {
	root    []zobrist.Feature // that hold at the root
	parent  []uint32
	ends    []uint32 // of each position's changes
	changes []change
	plies   int
}

// Grow collects positions below root until there are limit of them, at least
// one. It leaves root as it was. If ctx ends, it returns the error of ctx.
func Grow[M comparable](ctx context.Context, root game.Position[M], limit int) (*Tree, error) {
	g := &grower[M]{p: root, limit: limit, seen: make(map[zobrist.Uint128]bool)}
	g.add(0, 0, *new(M))
	for i := 0; i < len(g.parent) && len(g.parent) < g.limit && ctx.Err() == nil; i++ {
		g.expand(uint32(i))
	}
	for range g.path {
		g.p.Unmake()
	}
	g.plies = int(g.depth[len(g.depth)-1])
	return &g.Tree, ctx.Err()
}

// Len returns the number of positions, the root being number 0.
func (t *Tree) Len() int { return len(t.parent) }

// Plies returns the depth of the deepest position.
func (t *Tree) Plies() int { return t.plies }

// of returns the changes from the parent of position i to it.
func (t *Tree) of(i uint32) []change {
	if i == 0 {
		return nil
	}
	return t.changes[t.ends[i-1]:t.ends[i]]
}

// Hashes appends to dst the hash of each position.
func (t *Tree) Hashes(dst []uint64, keys zobrist.Keys, start uint64) []uint64 {
	first, root := len(dst), keys.Hash(start, t.root...)
	for i := range t.parent {
		h := root
		if i > 0 {
			h = dst[first+int(t.parent[i])]
		}
		for _, c := range t.of(uint32(i)) {
			h ^= keys[c>>1]
		}
		dst = append(dst, h)
	}
	return dst
}

// Sums appends to dst the hash of each position under keys that are added; see
// [zobrist.Keys.Sum].
func (t *Tree) Sums(dst []uint64, keys zobrist.Keys, start uint64) []uint64 {
	first, root := len(dst), keys.Sum(start, t.root...)
	for i := range t.parent {
		h := root
		if i > 0 {
			h = dst[first+int(t.parent[i])]
		}
		for _, c := range t.of(uint32(i)) {
			if c&1 == 0 {
				h += keys[c>>1]
			} else {
				h -= keys[c>>1]
			}
		}
		dst = append(dst, h)
	}
	return dst
}

// AppendFeatures appends to dst the features of position i, in no order.
func (t *Tree) AppendFeatures(dst []zobrist.Feature, i int) []zobrist.Feature {
	first := len(dst)
	dst = append(dst, t.root...)
	for at := uint32(i); at != 0; at = t.parent[at] {
		for _, c := range t.of(at) {
			dst = append(dst[:first], flip(dst[first:], zobrist.Feature(c>>1))...)
		}
	}
	return dst
}

// Distance returns the number of features in which two positions differ.
func (t *Tree) Distance(i, j int) int {
	var buffer [64]zobrist.Feature
	odd := buffer[:0] // features with an odd number of changes so far
	toggle := func(at uint32) {
		for _, c := range t.of(at) {
			odd = flip(odd, zobrist.Feature(c>>1))
		}
	}
	a, b := uint32(i), uint32(j)
	for a != b { // the parent of a position comes before it
		if a < b {
			a, b = b, a
		}
		toggle(a)
		a = t.parent[a]
	}
	return len(odd)
}

// flip adds f to the set, or removes it.
func flip(set []zobrist.Feature, f zobrist.Feature) []zobrist.Feature {
	for k, g := range set {
		if g == f {
			set[k] = set[len(set)-1]
			return set[:len(set)-1]
		}
	}
	return append(set, f)
}

// Near estimates from that many random pairs the part of all pairs whose
// distance is less than each of the bounds.
func (t *Tree) Near(pairs int, src rand.Source, bounds ...int) []float64 {
	parts := make([]float64, len(bounds))
	if t.Len() < 2 {
		return parts
	}
	r := rand.New(src)
	for range pairs {
		i, j := r.IntN(t.Len()), r.IntN(t.Len()-1)
		if j >= i {
			j++
		}
		d := t.Distance(i, j)
		for k, b := range bounds {
			if d < b {
				parts[k]++
			}
		}
	}
	for k := range parts {
		parts[k] /= float64(pairs)
	}
	return parts
}

// grower is a tree with the state that growing it needs.
type grower[M comparable] struct {
	Tree
	p     game.Position[M]
	limit int

	moves []M // that led to each position
	depth []uint8
	path  []uint32 // the positions from the root, exclusive, to p
	seen  map[zobrist.Uint128]bool
	wide  []zobrist.Uint128 // the code of each position
	keys  []zobrist.Uint128 // of that code
	src   rand.Source

	legal []M
	now   []zobrist.Feature
	base  []zobrist.Feature // features of the position being expanded
	mark  []uint32          // by feature: stamp of the position that has it
	stamp uint32
}

// features returns the features of p, in a slice that the next call reuses.
func (g *grower[M]) features() []zobrist.Feature {
	g.now = g.p.AppendFeatures(g.now[:0])
	for _, f := range g.now {
		for int(f) >= len(g.mark) {
			g.mark = append(g.mark, 0)
		}
		if g.src == nil {
			g.src = rand.NewChaCha8([32]byte{'c', 'l', 'a', 's', 'h'})
		}
		for int(f) >= len(g.keys) {
			g.keys = append(g.keys, zobrist.Uint128{Hi: g.src.Uint64(), Lo: g.src.Uint64()})
		}
	}
	return g.now
}

// add keeps p, a child of position parent whose features are base, if it is
// new.
func (g *grower[M]) add(parent uint32, depth uint8, m M) {
	features := g.features()
	if len(g.parent) == 0 {
		g.root = append(g.root, features...)
		var code zobrist.Uint128
		for _, f := range features {
			code = code.Xor(g.keys[f])
		}
		g.seen[code] = true
		g.wide = append(g.wide, code)
	} else {
		from := len(g.changes)
		g.stamp++
		for _, f := range g.base {
			g.mark[f] = g.stamp
		}
		code := g.wide[parent]
		for _, f := range features {
			if g.mark[f] != g.stamp {
				g.changes = append(g.changes, change(2*f))
				code = code.Xor(g.keys[f])
			}
			g.mark[f] = 0
		}
		for _, f := range g.base {
			if g.mark[f] == g.stamp {
				g.changes = append(g.changes, change(2*f+1))
				code = code.Xor(g.keys[f])
			}
		}
		if g.seen[code] {
			g.changes = g.changes[:from]
			return
		}
		g.seen[code] = true
		g.wide = append(g.wide, code)
	}
	g.parent = append(g.parent, parent)
	g.ends = append(g.ends, uint32(len(g.changes)))
	g.moves = append(g.moves, m)
	g.depth = append(g.depth, depth)
}

// expand adds the children of position i.
func (g *grower[M]) expand(i uint32) {
	g.visit(i)
	g.base = append(g.base[:0], g.features()...)
	g.legal = g.p.AppendMoves(g.legal[:0])
	for _, m := range g.legal {
		if len(g.parent) >= g.limit {
			return
		}
		g.p.Make(m)
		g.add(i, g.depth[i]+1, m)
		g.p.Unmake()
	}
}

// visit makes and unmakes moves until p is position i.
func (g *grower[M]) visit(i uint32) {
	var want [256]uint32
	line := want[:g.depth[i]]
	for at, k := i, len(line)-1; k >= 0; k-- {
		line[k] = at
		at = g.parent[at]
	}
	common := 0
	for common < len(line) && common < len(g.path) && line[common] == g.path[common] {
		common++
	}
	for len(g.path) > common {
		g.p.Unmake()
		g.path = g.path[:len(g.path)-1]
	}
	for _, at := range line[common:] {
		g.p.Make(g.moves[at])
		g.path = append(g.path, at)
	}
}
