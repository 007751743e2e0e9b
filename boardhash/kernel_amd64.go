//go:build !purego

package boardhash

import "golang.org/x/sys/cpu"

// kernel says whether this processor has what hashEights needs.
var kernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512GFNI

// hashEights hashes n groups of eight boards. For each kind of piece it
// gathers the eight bitboards, transposes them so that word i has byte i of
// each, applies eight matrices of 8×8 bits to them for each byte of the hash,
// and adds up. Its twin is the loop of [Hasher.HashBatch].
//
//go:noescape
func hashEights(hashes, boards *uint64, matrices *[8][8]uint64, kinds, n int)

// eights hashes as many boards as make whole groups of eight and returns their
// number.
func (h *Hasher) eights(hashes, boards []uint64) int {
	n := len(hashes) / 8
	if !kernel || n == 0 {
		return 0
	}
	hashEights(&hashes[0], &boards[0], &h.matrices[0], h.kinds, n)
	return 8 * n
}
