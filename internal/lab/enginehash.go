package lab

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/tabulation"
)

// A chess position is a string of positionChars characters: the piece on a1 to h8, 0 for
// none and else 1 + its row among the features; each of the four rights
// to castle, 0 or 1; the file of a capture en passant from 1, or 0; 1 if White is to move.
// The last character is the head of twisted tabulation.
const (
	positionChars    = 64 + 4 + 1 + 1
	castlingChar     = 64
	enPassantChar    = 68
	sideChar         = 69
	castlingFeature  = 768
	enPassantFeature = 772
	sideFeature      = 780
)

// character returns the character that a feature of chess sets, and its value.
func character(f zobrist.Feature) (char, value int) {
	switch {
	case f < castlingFeature:
		return int(f % 64), 1 + int(f/64)
	case f < enPassantFeature:
		return castlingChar + int(f-castlingFeature), 1
	case f < sideFeature:
		return enPassantChar, 1 + int(f-enPassantFeature)
	}
	return sideChar, 1
}

// characters writes a position as a string, from the board.
func characters(p *chess.Position, scratch []zobrist.Feature) (x [positionChars]byte) {
	for _, f := range p.AppendFeatures(scratch[:0]) {
		char, value := character(f)
		x[char] = byte(value)
	}
	return x
}

// An engineHash is a hash function of chess positions. The position keeps two words by
// the keys of the set, an XOR for each feature that changes: the hash h, and the twist or
// the derived characters d. The words that d selects are looked up when the hash is read:
//
//	simple    h
//	twisted   h ⊕ U[d₀ ⊕ head]
//	mixed     h ⊕ U₀[d₀] ⊕ … ⊕ U₇[d₇]
//
// That is the same function as tabulation of the string from scratch, because
// T[x] ⊕ T[0] is the key of a feature that sets its character to x.
type engineHash struct {
	set   zobrist.Set
	twist *[256]uint64    // twisted: U
	mix   *[8][256]uint64 // mixed: U₀ to U₇
	wide  bool            // d is used
}

// drawTabulation draws a function for strings of positions: the one that
// [tabulation.NewTuple] draws from an equal source.
func drawTabulation(f tabulation.Family, src rand.Source) *engineHash {
	width, chars := 2, positionChars
	switch f {
	case tabulation.Simple:
		width = 1
	case tabulation.Twisted:
		chars-- // the head is not looked up in the first tables
	}
	entries := make([][2]uint64, 256*chars)
	for i := range entries {
		for w := range width {
			entries[i][w] = src.Uint64()
		}
	}
	n := chess.Space().Len()
	e := &engineHash{wide: width == 2, set: zobrist.Set{Keys: make(zobrist.Keys, n), Second: make(zobrist.Keys, n)}}
	for c := range chars {
		e.set.Start ^= entries[256*c][0]
		e.set.SecondStart ^= entries[256*c][1]
	}
	for f := range zobrist.Feature(n) {
		if c, x := character(f); c < chars {
			e.set.Keys[f] = entries[256*c+x][0] ^ entries[256*c][0]
			e.set.Second[f] = entries[256*c+x][1] ^ entries[256*c][1]
		}
	}
	fill := func(row *[256]uint64) {
		for i := range row {
			row[i] = src.Uint64()
		}
	}
	switch f {
	case tabulation.Twisted:
		e.twist = new([256]uint64)
		fill(e.twist)
	case tabulation.Mixed:
		e.mix = new([8][256]uint64)
		for i := range e.mix {
			fill(&e.mix[i])
		}
	}
	return e
}

// finish returns the hash of a position with the words h and d, white being 1 if White
// is to move.
func (e *engineHash) finish(h, d, white uint64) uint64 {
	switch {
	case e.twist != nil:
		return h ^ e.twist[byte(d^white)]
	case e.mix != nil:
		u := e.mix
		return h ^ u[0][byte(d)] ^ u[1][byte(d>>8)] ^ u[2][byte(d>>16)] ^ u[3][byte(d>>24)] ^
			u[4][byte(d>>32)] ^ u[5][byte(d>>40)] ^ u[6][byte(d>>48)] ^ u[7][byte(d>>56)]
	}
	return h
}

// hash returns the hash of a position that was made with e's options.
func (e *engineHash) hash(p *chess.Position) uint64 {
	if !e.wide {
		return p.Hash()
	}
	h := p.Hash128()
	return e.finish(h.Lo, h.Hi, uint64(1-p.Turn()))
}

// options returns the options of positions that e hashes.
func (e *engineHash) options() chess.Options { return chess.Options{Set: e.set, Wide: e.wide} }

// An engineKind is a way to hash positions in the engine.
type engineKind struct {
	name string
	draw func(src rand.Source) *engineHash
}

// engineKinds lists the ways. Zobrist's random keys are simple tabulation of the string:
// the difference of two hashes has the same law. Simple is listed beside random as a
// control: what differs between the two is chance.
func engineKinds() []engineKind {
	tables := func(f tabulation.Family) func(rand.Source) *engineHash {
		return func(src rand.Source) *engineHash { return drawTabulation(f, src) }
	}
	n := chess.Space().Len()
	return []engineKind{
		{"random keys", func(src rand.Source) *engineHash { return &engineHash{set: zobrist.Random(n, src)} }},
		{"simple", tables(tabulation.Simple)},
		{"coded keys", func(src rand.Source) *engineHash { return &engineHash{set: zobrist.Coded(n, src.Uint64())} }},
		{"twisted", tables(tabulation.Twisted)},
		{"mixed", tables(tabulation.Mixed)},
	}
}

// spy returns the position with the hashes of e, of which a search sees the bits of mask. seen gets each hash whole and
// as the search sees it; it may be nil.
func (e *engineHash) spy(p *engine.Position, mask uint64, seen func(whole, short uint64)) *spy {
	return &spy{Position: p, hash: func(p *chess.Position) uint64 {
		h := e.hash(p)
		if seen != nil {
			seen(h, h&mask)
		}
		return h & mask
	}}
}
