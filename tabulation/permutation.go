package tabulation

import "math/rand/v2"

// A permutation of the values of one byte of a hash is a row of 256 words, each shifted to the place of the byte. To
// permute all eight bytes is then to tabulate the hash.

// drawPermutation makes p a uniform permutation of the values of byte i of a word (Durstenfeld 1964).
func drawPermutation(p *[256]uint64, i int, src rand.Source) {
	for c := range p {
		p[c] = uint64(c) << (8 * i)
	}
	for c := len(p) - 1; c > 0; c-- {
		d := uniform(src, uint64(c)+1)
		p[c], p[d] = p[d], p[c]
	}
}
