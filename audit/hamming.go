package audit

import (
	"context"
	"math"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// hammingNote says why distances between keys are shown but not judged. The example
// of three dependent keys is Reichard's.
const hammingNote = "Hamming distances do not measure quality: 11110000, 11001100 and 00111100 are four bits apart " +
	"from one another, and their XOR is 0. Two positions clash because a set of keys XORs to 0, whatever the distances."

// Hamming counts the bits in which pairs of keys differ.
type Hamming struct {
	Pairs int     `json:"pairs"` // compared
	Least int     `json:"least"`
	Mean  float64 `json:"mean"`
	Sigma float64 `json:"sigma"` // standard deviation
	Most  int     `json:"most"`
	Note  string  `json:"note"` // why distances do not measure quality
}

// hammingKeys bounds the keys whose pairs are compared.
const hammingKeys = 8192

// auditHamming compares all pairs of the first 8192 keys. It stops early when ctx ends.
func auditHamming(ctx context.Context, keys []gf2.Word) Hamming {
	h := Hamming{Note: hammingNote}
	keys = keys[:min(len(keys), hammingKeys)]
	sum, squares := 0.0, 0.0
	for i, a := range keys {
		if ctx.Err() != nil {
			break
		}
		for _, b := range keys[:i] {
			d := a.Xor(b).OnesCount()
			if h.Pairs == 0 || d < h.Least {
				h.Least = d
			}
			h.Most = max(h.Most, d)
			h.Pairs++
			sum += float64(d)
			squares += float64(d * d)
		}
	}
	if h.Pairs > 0 {
		h.Mean = sum / float64(h.Pairs)
		h.Sigma = math.Sqrt(max(squares/float64(h.Pairs)-h.Mean*h.Mean, 0))
	}
	return h
}
