package baduk

import "github.com/zobrist-go/zobrist"

// LeastImage is the canonical hash computed from the features alone.
func LeastImage(p *Position, features []zobrist.Feature) uint64 {
	return p.options.Set.Hash(p.imageKeys.Canonical(features, 0)...)
}

// Walks is the number of walks along chains so far.
func (p *Position) Walks() uint32 { return p.epoch }
