// Package layout has the shapes of key tables that chess programs use: one key
// for each feature, castling as four or as sixteen keys, none of it at all,
// keys that overlap in memory, keys that are rotations of each other.
//
//	l, _ := layout.ByName("rotated")
//	keys := l.Keys(rand.NewPCG(1, 2))            // l.Space().Len() of them, from l.Words() words
//	features := l.AppendFeatures(nil, position.AppendFeatures(nil))
//	hash := keys.Hash(0, features...)
//
// A layout has features of its own, numbered by its own [zobrist.Space], and a
// map from the 781 features of [chess.Space] to them, so that any layout can
// be audited and any position hashed with it.
//
// # Guarantees
//
// A position's hash under "781", "castling16" and "18x64" is the XOR of one
// key for each fact; under the other layouts it is less, and the price is in
// the project's documentation and in `zobrist lab layouts`.
//
// [Stockfish] gives the keys of Stockfish, bit for bit.
//
// # Limits
//
// The map of "18x64" takes the outermost rook for the one that may castle, as
// in orthodox chess; Chess960 needs to know more than the features say.
//
// # Cost
//
// The map is for audits and measurements, about a microsecond a position; a
// program that settles on a layout keeps its hash incrementally.
//
// # Sources
//
// Chess Programming Wiki, Zobrist Hashing (sections Initialization and
// Praxis); Wikipedia, Zobrist hashing (18×64); S. Gemma, Overlapped Zobrist
// keys array, 2009, and Z. Wegner, Zobrist key random numbers, 2009, both in
// the Computer Chess Club.
package layout

import (
	"math/rand/v2"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// A Layout is a way to give a chess position its hash. Layouts are immutable
// and safe for concurrent use; get one from [All] or [ByName].
type Layout struct {
	name, note string
	space      func() *zobrist.Space
	words      func(n int) float64
	keys       func(n int, src rand.Source) zobrist.Keys
	features   func(dst []zobrist.Feature, p *facts) []zobrist.Feature
}

// Name returns the word for the layout.
func (l Layout) Name() string { return l.name }

// Note says in a few words what the layout is.
func (l Layout) Note() string { return l.note }

// Space returns the features of the layout.
func (l Layout) Space() *zobrist.Space { return l.space() }

// Words returns the number of 64-bit words of memory that the keys need.
func (l Layout) Words() float64 { return l.words(l.space().Len()) }

// Keys draws the keys from src, one for each feature of the layout's space.
func (l Layout) Keys(src rand.Source) zobrist.Keys { return l.keys(l.space().Len(), src) }

// AppendFeatures appends the layout's features of a position, given its
// features in [chess.Space], to dst and returns it. Features beyond those of
// chess are ignored.
func (l Layout) AppendFeatures(dst, position []zobrist.Feature) []zobrist.Feature {
	return l.features(dst, read(position))
}

// All returns the layouts, the plainest first.
func All() []Layout {
	return []Layout{
		{"781", "one key for each feature", chess.Space, one, zobrist.NewKeys, appendAll},
		{"769", "no castling, no en passant", space769, one, zobrist.NewKeys, append769},
		{"castling16", "a key for each of the 16 sets of castling rights", space793, one, zobrist.NewKeys, append793},
		{"18x64", "kings and rooks that may castle and pawns that may be taken en passant are pieces of their own",
			space18, one, zobrist.NewKeys, append18},
		{"overlapped", "keys of 8 bytes, read at every byte of a short array", chess.Space,
			func(n int) float64 { return float64(n+7) / 8 }, overlapped, appendAll},
		{"rotated", "one key for each piece, rotated by the number of the square", chess.Space,
			func(n int) float64 { return 12 + float64(n-768) }, rotated, appendAll},
	}
}

// ByName returns the layout of that name.
func ByName(name string) (Layout, bool) {
	for _, l := range All() {
		if l.name == name {
			return l, true
		}
	}
	return Layout{}, false
}

func one(n int) float64 { return float64(n) }

// The groups of chess.Space, in the order of its features.
var groups = sync.OnceValue(func() (g struct{ piece, castling, enPassant, turn zobrist.Group }) {
	s := chess.Space()
	g.piece, g.castling, g.enPassant, g.turn = s.Group("piece"), s.Group("castling"), s.Group("en passant"), s.Group("turn")
	return g
})

// facts are the features of a chess position, sorted out.
type facts struct {
	all    []zobrist.Feature
	piece  [64]int8 // row of the group of pieces, or −1
	rights int      // bit 0 to 3: white king side, white queen side, black …
	file   int      // of a capture en passant, or −1
	white  bool     // to move
}

func read(position []zobrist.Feature) *facts {
	g := groups()
	p := &facts{all: position, file: -1}
	for i := range p.piece {
		p.piece[i] = -1
	}
	for _, f := range position {
		switch {
		case g.piece.Contains(f):
			i := int(f - g.piece.First)
			p.piece[i%64] = int8(i / 64)
		case g.castling.Contains(f):
			p.rights |= 1 << (f - g.castling.First)
		case g.enPassant.Contains(f):
			p.file = int(f - g.enPassant.First)
		case g.turn.Contains(f):
			p.white = true
		}
	}
	return p
}
