package tabulation

import "math/rand/v2"

// A Function hashes integers of 32 or 64 bits, read as four or eight characters of a byte each, the low byte first.
// Make one with [New], or load one with UnmarshalBinary; the zero value can only be loaded into. A Function is small
// and copied by assignment; copies share the tables. It is safe for concurrent use.
type Function[K uint32 | uint64] struct {
	hash   func(words *uint64, x K) uint64 // of the family
	words  *uint64                         // the first of the tables
	tables *tables
}

// New draws a function from src. It panics if f is not one of the families.
func New[K uint32 | uint64](f Family, src rand.Source) Function[K] {
	return newFunction[K](draw(f, int(kindOf[K]().characters()), src))
}

func newFunction[K uint32 | uint64](t *tables) Function[K] {
	f := Function[K]{words: &t.words[0], tables: t}
	switch hash := any(&f.hash).(type) {
	case *func(*uint64, uint32) uint64:
		*hash = hash32[t.family]
	case *func(*uint64, uint64) uint64:
		*hash = hash64[t.family]
	}
	return f
}

// Hash returns the hash of x.
func (f Function[K]) Hash(x K) uint64 { return f.hash(f.words, x) }

// HashBatch sets dst[i] to Hash(src[i]) for every i below len(src). It panics if dst is shorter than src. The two must
// not overlap.
func (f Function[K]) HashBatch(dst []uint64, src []K) {
	dst = dst[:len(src):len(dst)]
	done := hashBlocks(f.tables, dst, src)
	done += hashPairs(f.tables, dst[done:], src[done:])
	f.hashEach(dst[done:], src[done:])
}

// hashEach is HashBatch one key at a time. Families with small hashes have loops of their own, into which the compiler
// inlines the hash.
func (f Function[K]) hashEach(dst []uint64, src []K) {
	switch keys := any(src).(type) {
	case []uint32:
		if eachSmall32(f.tables.family, f.words, dst, keys) {
			return
		}
	case []uint64:
		if eachSmall64(f.tables.family, f.words, dst, keys) {
			return
		}
	}
	each(dst, src, f.Hash)
}

// eachSmall32 hashes the keys unless the family is one of those with large hashes.
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

// MarshalBinary returns the tables; it never fails. [FormatError] describes the form.
func (f Function[K]) MarshalBinary() ([]byte, error) {
	return encode(kindOf[K](), f.tables), nil
}

// UnmarshalBinary sets f to what MarshalBinary returned. On an error, a *[FormatError], f is unchanged.
func (f *Function[K]) UnmarshalBinary(data []byte) error {
	t, err := decode(kindOf[K](), data)
	if err == nil {
		*f = newFunction[K](t)
	}
	return err
}

// kindOf returns the kind of functions of such keys.
func kindOf[K uint32 | uint64]() kind {
	if ^K(0) == 1<<32-1 {
		return kind32
	}
	return kind64
}
