package tabulation

// hash32 and hash64 are the hashes of integers by each family. hash32 takes the low 32 bits
// of x.
var (
	hash32 = [families]func(words *uint64, x uint64) uint64{
		Simple: simple32, OnePermutation: onePermutation32, Twisted: twisted32,
		Permutation: permutation32, Mixed: mixed32, Double: double32,
	}
	hash64 = [families]func(words *uint64, x uint64) uint64{
		Simple: simple64, OnePermutation: onePermutation64, Twisted: twisted64,
		Permutation: permutation64, Mixed: mixed64, Double: double64,
	}
)

// pair is an entry of two words: a part of the hash, and derived characters.
type pair struct{ hash, derived uint64 }

// The tables of each family as arrays, laid out as shape says. Loops over characters are written out, because the
// compiler does not unroll them.
type (
	simpleTables32 [4][256]uint64
	simpleTables64 [8][256]uint64

	onePermutationTables32 struct {
		first simpleTables32
		top   [256]uint64
	}
	onePermutationTables64 struct {
		first simpleTables64
		top   [256]uint64
	}

	permutationTables32 struct {
		first  simpleTables32
		second simpleTables64
	}
	permutationTables64 struct{ first, second simpleTables64 }

	twistedTables32 struct {
		first [3][256]pair
		head  [256]uint64
	}
	twistedTables64 struct {
		first [7][256]pair
		head  [256]uint64
	}

	mixedTables32 struct {
		first  [4][256]pair
		second simpleTables32
	}
	mixedTables64 struct {
		first  [8][256]pair
		second simpleTables64
	}

	doubleTables32 struct {
		first  [4][256][3]uint64
		second [3]simpleTables64
	}
	doubleTables64 struct {
		first  [8][256][6]uint64
		second [6]simpleTables64
	}
)

func (t *simpleTables32) hash(x uint32) uint64 {
	return t[0][byte(x)] ^ t[1][byte(x>>8)] ^ t[2][byte(x>>16)] ^ t[3][x>>24]
}

func (t *simpleTables64) hash(x uint64) uint64 {
	return t[0][byte(x)] ^ t[1][byte(x>>8)] ^ t[2][byte(x>>16)] ^ t[3][byte(x>>24)] ^
		t[4][byte(x>>32)] ^ t[5][byte(x>>40)] ^ t[6][byte(x>>48)] ^ t[7][x>>56]
}

func (t *twistedTables32) hash(x uint32) uint64 {
	a, b, c := &t.first[0][byte(x)], &t.first[1][byte(x>>8)], &t.first[2][byte(x>>16)]
	twist := a.derived ^ b.derived ^ c.derived ^ uint64(x>>24)
	return a.hash ^ b.hash ^ c.hash ^ t.head[byte(twist)]
}

// permuteTop permutes the top byte of h.
func permuteTop(p *[256]uint64, h uint64) uint64 { return h&(1<<56-1) ^ p[h>>56] }

func simple32(words *uint64, x uint64) uint64 { return at[simpleTables32](words).hash(uint32(x)) }
func simple64(words *uint64, x uint64) uint64 { return at[simpleTables64](words).hash(x) }

func twisted32(words *uint64, x uint64) uint64 { return at[twistedTables32](words).hash(uint32(x)) }

func onePermutation32(words *uint64, x uint64) uint64 {
	t := at[onePermutationTables32](words)
	return permuteTop(&t.top, t.first.hash(uint32(x)))
}

func onePermutation64(words *uint64, x uint64) uint64 {
	t := at[onePermutationTables64](words)
	return permuteTop(&t.top, t.first.hash(x))
}

func permutation32(words *uint64, x uint64) uint64 {
	t := at[permutationTables32](words)
	return t.second.hash(t.first.hash(uint32(x)))
}

func permutation64(words *uint64, x uint64) uint64 {
	t := at[permutationTables64](words)
	return t.second.hash(t.first.hash(x))
}

func twisted64(words *uint64, x uint64) uint64 {
	t := at[twistedTables64](words)
	a, b, c, d := &t.first[0][byte(x)], &t.first[1][byte(x>>8)], &t.first[2][byte(x>>16)], &t.first[3][byte(x>>24)]
	e, f, g := &t.first[4][byte(x>>32)], &t.first[5][byte(x>>40)], &t.first[6][byte(x>>48)]
	twist := a.derived ^ b.derived ^ c.derived ^ d.derived ^ e.derived ^ f.derived ^ g.derived ^ x>>56
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^ e.hash ^ f.hash ^ g.hash ^ t.head[byte(twist)]
}

func mixed32(words *uint64, key uint64) uint64 {
	x := uint32(key)
	t := at[mixedTables32](words)
	a, b, c, d := &t.first[0][byte(x)], &t.first[1][byte(x>>8)], &t.first[2][byte(x>>16)], &t.first[3][x>>24]
	derived := a.derived ^ b.derived ^ c.derived ^ d.derived
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^ t.second.hash(uint32(derived))
}

func mixed64(words *uint64, x uint64) uint64 {
	t := at[mixedTables64](words)
	a, b, c, d := &t.first[0][byte(x)], &t.first[1][byte(x>>8)], &t.first[2][byte(x>>16)], &t.first[3][byte(x>>24)]
	e, f, g, h := &t.first[4][byte(x>>32)], &t.first[5][byte(x>>40)], &t.first[6][byte(x>>48)], &t.first[7][x>>56]
	derived := a.derived ^ b.derived ^ c.derived ^ d.derived ^ e.derived ^ f.derived ^ g.derived ^ h.derived
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^ e.hash ^ f.hash ^ g.hash ^ h.hash ^ t.second.hash(derived)
}

func double32(words *uint64, key uint64) uint64 {
	x := uint32(key)
	t := at[doubleTables32](words)
	a, b, c, d := &t.first[0][byte(x)], &t.first[1][byte(x>>8)], &t.first[2][byte(x>>16)], &t.first[3][x>>24]
	return t.second[0].hash(a[0]^b[0]^c[0]^d[0]) ^
		t.second[1].hash(a[1]^b[1]^c[1]^d[1]) ^
		t.second[2].hash(a[2]^b[2]^c[2]^d[2])
}

func double64(words *uint64, x uint64) (h uint64) {
	t := at[doubleTables64](words)
	var derived [6]uint64
	for c := range t.first {
		entry := &t.first[c][byte(x>>(8*c))]
		for i := range derived {
			derived[i] ^= entry[i]
		}
	}
	for i := range derived { // ranging over the values would copy the array
		h ^= t.second[i].hash(derived[i])
	}
	return h
}
