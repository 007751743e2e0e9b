package tabulation

import (
	"math/rand/v2"
	"unsafe"
)

// An Integer is a key of a [Function].
type Integer interface {
	~uint32 | ~uint64 | ~int32 | ~int64 | ~int | ~uint
}

// A Function hashes integers of 32 or 64 bits, read as four or eight characters of a byte each, the low byte first. A
// signed integer has the hash of the unsigned integer with the same bits. An int or uint has as many bits as the
// machine gives it, so hashes of these that are written down mean nothing on a machine with another width. Make a
// Function with [New]; the zero value is not usable. It is small and copied by assignment; copies share the tables.
// It is safe for concurrent use.
type Function[K Integer] struct {
	hash   func(words *uint64, x uint64) uint64 // of the family
	words  *uint64                              // the first of the tables
	tables *tables
}

// New draws a function from src. It panics if f is not one of the families.
func New[K Integer](f Family, src rand.Source) Function[K] {
	t := draw(f, width[K](), src)
	hash := hash64[t.family]
	if width[K]() == 4 {
		hash = hash32[t.family]
	}
	return Function[K]{hash, &t.words[0], t}
}

// Hash returns the hash of x.
func (f Function[K]) Hash(x K) uint64 { return f.hash(f.words, uint64(x)) }

// HashBatch sets dst[i] to Hash(src[i]) for every i below len(src). It panics if dst is shorter than src. The two must
// not overlap.
func (f Function[K]) HashBatch(dst []uint64, src []K) {
	dst = dst[:len(src):len(dst)]
	keys := unsafe.Pointer(unsafe.SliceData(src))
	if width[K]() == 4 {
		hashBatch(f.tables, dst, unsafe.Slice((*uint32)(keys), len(src)))
		return
	}
	hashBatch(f.tables, dst, unsafe.Slice((*uint64)(keys), len(src)))
}

// hashBatch implements HashBatch for unsigned keys.
func hashBatch[K uint32 | uint64](t *tables, dst []uint64, src []K) {
	done := hashBlocks(t, dst, src)
	done += hashPairs(t, dst[done:], src[done:])
	hashEach(t, dst[done:], src[done:])
}

// hashEach hashes one key at a time. Families with small hashes have their own loops, into which the compiler inlines
// the hash.
func hashEach[K uint32 | uint64](t *tables, dst []uint64, src []K) {
	words := &t.words[0]
	switch keys := any(src).(type) {
	case []uint32:
		if !eachSmall32(t.family, words, dst, keys) {
			hash := hash32[t.family]
			each(dst, keys, func(x uint32) uint64 { return hash(words, uint64(x)) })
		}
	case []uint64:
		if !eachSmall64(t.family, words, dst, keys) {
			hash := hash64[t.family]
			each(dst, keys, func(x uint64) uint64 { return hash(words, x) })
		}
	}
}

// eachSmall32 hashes the keys and returns true if the family has a small hash.
func eachSmall32(f Family, words *uint64, dst []uint64, src []uint32) bool {
	switch f {
	case Simple:
		t := at[simpleTables32](words)
		each(dst, src, func(x uint32) uint64 { return t.hash(x) })
	case OnePermutation:
		t := at[onePermutationTables32](words)
		each(dst, src, func(x uint32) uint64 { return permuteTop(&t.top, t.first.hash(x)) })
	case Twisted:
		t := at[twistedTables32](words)
		each(dst, src, func(x uint32) uint64 { return t.hash(x) })
	case Permutation: // two loops, each with the registers that it needs
		t := at[permutationTables32](words)
		each(dst, src, func(x uint32) uint64 { return t.first.hash(x) })
		each(dst, dst, func(x uint64) uint64 { return t.second.hash(x) })
	default:
		return false
	}
	return true
}

// eachSmall64 is eachSmall32 for 64-bit keys.
func eachSmall64(f Family, words *uint64, dst []uint64, src []uint64) bool {
	switch f {
	case Simple:
		t := at[simpleTables64](words)
		each(dst, src, func(x uint64) uint64 { return t.hash(x) })
	case OnePermutation:
		t := at[onePermutationTables64](words)
		each(dst, src, func(x uint64) uint64 { return permuteTop(&t.top, t.first.hash(x)) })
	case Permutation:
		t := at[permutationTables64](words)
		each(dst, src, func(x uint64) uint64 { return t.first.hash(x) })
		each(dst, dst, func(x uint64) uint64 { return t.second.hash(x) })
	default:
		return false
	}
	return true
}

// each sets dst[i] to hash(src[i]) for every i.
func each[K any](dst []uint64, src []K, hash func(K) uint64) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = hash(x)
	}
}

// width returns the number of bytes of a key.
func width[K Integer]() int { return int(unsafe.Sizeof(K(0))) }
