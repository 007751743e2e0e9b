// Package eco names chess openings: the ECO code and the name of a position,
// however it was reached.
//
//	p, err := chess.Parse("rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", chess.Options{})
//	o, ok := eco.Find(p) // C00 French Defense: Normal Variation
//
// # Guarantees
//
// A position has a name if it ends one of the 3,807 lines of the source or
// transposes to such an end. En-passant rights do not count: if two lines end in
// positions that differ only in them, the later line has given the name. This
// concerns one line. All functions are safe for concurrent use.
//
// # Limits
//
// Positions are compared by a hash of 64 bits under the default keys. Someone may
// construct another position with the hash of one in the table.
//
// # Cost
//
// Find takes less than half a µs. The table takes 200 kB of the program, and another 50 kB of
// memory once it is used.
//
// # Source
//
// The table is that of https://github.com/lichess-org/chess-openings, which is in the
// public domain under CC0 1.0.
package eco

import (
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

//go:generate go run gen.go $ECO_TABLE

// An Opening is an opening with its code.
type Opening struct {
	Code string `json:"eco"`  // "A00" to "E99"
	Name string `json:"name"` // "Sicilian Defense: Najdorf Variation"
}

// An entry of the table, which is in the order of the hashes.
type entry struct {
	hash uint64
	name uint16 // its line in names
}

var (
	lines = sync.OnceValue(func() []string { return strings.Split(names, "\n") })
	keys  = sync.OnceValue(func() zobrist.Set { return zobrist.Default(chess.Space().Len()) })
)

// Find returns the opening that a position belongs to. It reports false if it has
// none.
func Find(p *chess.Position) (Opening, bool) {
	i, ok := slices.BinarySearchFunc(table[:], hash(p), func(e entry, h uint64) int {
		switch {
		case e.hash < h:
			return -1
		case e.hash > h:
			return 1
		}
		return 0
	})
	if !ok {
		return Opening{}, false
	}
	code, name, _ := strings.Cut(lines()[table[i].name], " ")
	return Opening{code, name}, true
}

// Last returns the opening of the last position with a name among p and those that led to it, and its ply: the number
// of moves made before it. It reports false if there is none. p does not change.
func Last(p *chess.Position) (o Opening, ply int, ok bool) {
	for q := p.Clone(); ; q.Unmake() {
		if o, ok = Find(q); ok || q.Ply() == 0 {
			return o, q.Ply(), ok
		}
	}
}

// hash returns the hash of a position without its en-passant square.
func hash(p *chess.Position) (h uint64) {
	var buffer [40]zobrist.Feature
	set := keys().Keys
	for _, f := range p.AppendFeatures(buffer[:0]) {
		if f < enPassant || f >= enPassant+8 {
			h ^= set[f]
		}
	}
	return h
}

// enPassant is the first of the eight features of en-passant files.
const enPassant zobrist.Feature = 772
