package tabulation

import (
	"fmt"
	"math/rand/v2"
)

// A Function is one hash function for keys of type K, drawn from a family.
// Everything in this module that hashes takes one; those of this package are
// safe for concurrent use.
type Function[K any] interface {
	// Hash returns the hash of x.
	Hash(x K) uint64

	// HashBatch sets dst[i] to Hash(src[i]) for every i below len(src). It
	// panics where dst is shorter than src. The two must not overlap.
	HashBatch(dst []uint64, src []K)
}

// A Family is a way to make hash functions out of tables of random words.
type Family uint8

// The families, fastest first; the package comment says what each of them
// guarantees.
const (
	Simple         Family = iota // Zobrist 1970; Pătraşcu and Thorup 2012
	OnePermutation               // Aamand and others 2020: Simple, top byte permuted
	Twisted                      // Pătraşcu and Thorup 2013
	Permutation                  // Aamand and others 2020: Simple, every byte permuted
	Mixed                        // Dahlgaard and others 2015
	Double                       // Thorup 2013
	families
)

var familyNames = [families]string{"simple", "1permutation", "twisted", "permutation", "mixed", "double"}

// Families lists all families.
func Families() []Family {
	all := make([]Family, families)
	for i := range all {
		all[i] = Family(i)
	}
	return all
}

// String returns the name of the family: simple, 1permutation, twisted,
// permutation, mixed or double.
func (f Family) String() string {
	if f < families {
		return familyNames[f]
	}
	return fmt.Sprintf("Family(%d)", uint8(f))
}

// New32 draws a function for 32-bit keys. It panics where f is not one of the
// families. The function is a *Simple32, *Twisted32, ….
func New32(f Family, src rand.Source) Function[uint32] {
	h := make32(f)
	h.draw(src)
	return h
}

// New64 is [New32] for 64-bit keys.
func New64(f Family, src rand.Source) Function[uint64] {
	h := make64(f)
	h.draw(src)
	return h
}

// function is what every integer family does.
type function[K any] interface {
	Function[K]
	tables
}

func make32(f Family) function[uint32] {
	switch f {
	case Simple:
		return new(Simple32)
	case OnePermutation:
		return new(OnePermutation32)
	case Twisted:
		return new(Twisted32)
	case Permutation:
		return new(Permutation32)
	case Mixed:
		return new(Mixed32)
	case Double:
		return new(Double32)
	}
	panic("tabulation: no such family: " + f.String())
}

func make64(f Family) function[uint64] {
	switch f {
	case Simple:
		return new(Simple64)
	case OnePermutation:
		return new(OnePermutation64)
	case Twisted:
		return new(Twisted64)
	case Permutation:
		return new(Permutation64)
	case Mixed:
		return new(Mixed64)
	case Double:
		return new(Double64)
	}
	panic("tabulation: no such family: " + f.String())
}

// batch is HashBatch by one call a key.
func batch[K any](dst []uint64, src []K, hash func(K) uint64) {
	dst = dst[:len(src):len(dst)]
	for i, x := range src {
		dst[i] = hash(x)
	}
}
