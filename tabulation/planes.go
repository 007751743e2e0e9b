package tabulation

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"
)

// Batches are hashed by byte planes where the processor looks up 64 bytes at
// a time: a block of 256 keys is split into planes, plane c being byte c of
// every key, and a table of 256 words becomes eight tables of 256 bytes, one
// for each byte of the hash. No word of a table is then loaded for a single
// key, so cost does not depend on load ports; with AVX-512 VBMI it is 2 to 4
// times less than by words. The steps below exist in Go for comparison, and
// the rest of a batch, below a block, goes word by word.
const (
	blockKeys = 256
	padFrom   = 128 // a last block of so many keys is filled up
)

type plane [blockKeys]byte

// block is the state of a batch: the characters of the keys, the hashes, and
// characters derived on the way.
type block struct{ keys, sums, derived [8]plane }

// byteTables are the tables of a function by bytes: table (c, o) has byte o of
// the entries for character c. What a family has no use for is nil.
type byteTables struct {
	first   []byte // of the characters of the key, to the hash; in Double to derived characters
	derived []byte // of the characters of the key, to derived characters
	second  []byte // of derived characters, or of the hash, to the hash
}

// planeCache keeps byteTables, which a function makes when it first meets a
// batch of a block or more.
type planeCache struct{ tables atomic.Pointer[byteTables] }

// planar is a function that can be hashed by byte planes.
type planar interface {
	tables
	bytes() *byteTables
}

func (c *planeCache) get(f planar) *byteTables {
	p := c.tables.Load()
	if p == nil {
		p = f.bytes()
		c.tables.Store(p)
	}
	return p
}

// alignedBlock returns a block in raw that begins at a multiple of 64 bytes,
// so that no vector straddles two cache lines.
func alignedBlock(raw *[unsafe.Sizeof(block{}) + 63]byte) *block {
	offset := -uintptr(unsafe.Pointer(raw)) & 63
	return (*block)(unsafe.Pointer(&raw[offset]))
}

// blocks64 hashes whole blocks of src, and the rest where that makes most of
// one, and returns how many keys they are.
func blocks64(dst, src []uint64, f planar, cache *planeCache) (done int) {
	if !planesWin || len(src) < padFrom {
		return 0
	}
	p, h := cache.get(f), f.header()
	var raw [unsafe.Sizeof(block{}) + 63]byte
	b := alignedBlock(&raw)
	for ; len(src)-done >= blockKeys; done += blockKeys {
		split64(&b.keys, (*[blockKeys]uint64)(src[done:]))
		p.hash(b, h.family, 8)
		join((*[blockKeys]uint64)(dst[done:]), &b.sums)
	}
	if len(src)-done >= padFrom {
		var keys [blockKeys]uint64
		copy(keys[:], src[done:])
		split64(&b.keys, &keys)
		p.hash(b, h.family, 8)
		join(&keys, &b.sums)
		done += copy(dst[done:], keys[:])
	}
	return done
}

// blocks32 is blocks64 for 32-bit keys.
func blocks32(dst []uint64, src []uint32, f planar, cache *planeCache) (done int) {
	if !planesWin || len(src) < padFrom {
		return 0
	}
	p, h := cache.get(f), f.header()
	var raw [unsafe.Sizeof(block{}) + 63]byte
	b := alignedBlock(&raw)
	for ; len(src)-done >= blockKeys; done += blockKeys {
		split32((*[4]plane)(b.keys[:]), (*[blockKeys]uint32)(src[done:]))
		p.hash(b, h.family, 4)
		join((*[blockKeys]uint64)(dst[done:]), &b.sums)
	}
	if len(src)-done >= padFrom {
		var keys [blockKeys]uint32
		var hashes [blockKeys]uint64
		copy(keys[:], src[done:])
		split32((*[4]plane)(b.keys[:]), &keys)
		p.hash(b, h.family, 4)
		join(&hashes, &b.sums)
		done += copy(dst[done:], hashes[:])
	}
	return done
}

// hash sets b.sums to the hashes of b.keys of n characters.
func (p *byteTables) hash(b *block, f Family, n int) {
	keys := b.keys[:n]
	switch f {
	case Simple:
		tabulate8(&b.sums, keys, p.first, false)
	case OnePermutation:
		tabulate8(&b.sums, keys, p.first, false)
		substitute(b.sums[7:], b.sums[7:], p.second)
	case Permutation:
		tabulate8(&b.sums, keys, p.first, false)
		substitute(b.sums[:], b.sums[:], p.second)
	case Twisted:
		tabulate8(&b.sums, keys[:n-1], p.first, false)
		twist(&keys[n-1], keys[:n-1], p.derived)
		tabulate8(&b.sums, keys[n-1:], p.second, true)
	case Mixed:
		tabulate8(&b.sums, keys, p.first, false)
		tabulate8(&b.derived, keys, p.derived, false)
		tabulate8(&b.sums, b.derived[:n], p.second, true)
	case Double:
		for first, second := p.first, p.second; len(second) > 0; {
			tabulate8(&b.derived, keys, first, false)
			tabulate8(&b.sums, b.derived[:], second, len(second) < len(p.second))
			first, second = first[n*8*256:], second[8*8*256:]
		}
	}
}

// byBytes returns the byte tables of n characters with those entries: of every
// character the tables of outputs 0 to 3, and then of every one those of 4 to 7.
func byBytes(n int, entry func(c, x int) uint64) []byte {
	t := make([]byte, n*8*256)
	for o := range 8 {
		for c := range n {
			halves((*[256]byte)(t[256*tableNumber(n, c, o):]), func(x int) byte { return byte(entry(c, x) >> (8 * o)) })
		}
	}
	return t
}

// tableNumber returns where among the tables of n characters that of
// character c and output o is.
func tableNumber(n, c, o int) int { return o/4*4*n + 4*c + o%4 }

// halves sets t to a byte table: the entries below 128, and for each of the
// others its difference to the one 128 below.
func halves(t *[256]byte, entry func(x int) byte) {
	for x := range 128 {
		t[x], t[x+128] = entry(x), entry(x)^entry(x+128)
	}
}

// entryOf returns entry x of a byte table.
func entryOf(t *[256]byte, x byte) byte {
	if x < 128 {
		return t[x]
	}
	return t[x] ^ t[x-128]
}

// byBytesOf is byBytes of tables of words.
func byBytesOf(t [][256]uint64) []byte {
	return byBytes(len(t), func(c, x int) uint64 { return t[c][x] })
}

// byBytesOfPairs returns the byte tables of the hash part and of the derived
// part of entries.
func byBytesOfPairs(t [][256]pair) (hash, derived []byte) {
	return byBytes(len(t), func(c, x int) uint64 { return t[c][x].hash }),
		byBytes(len(t), func(c, x int) uint64 { return t[c][x].derived })
}

// The steps. Each is written once more for AVX-512.

// split64Generic sets planes to the bytes of the keys.
func split64Generic(planes *[8]plane, keys *[blockKeys]uint64) {
	for i, k := range keys {
		for c := range planes {
			planes[c][i] = byte(k >> (8 * c))
		}
	}
}

// split32Generic sets planes to the bytes of the keys.
func split32Generic(planes *[4]plane, keys *[blockKeys]uint32) {
	for i, k := range keys {
		for c := range planes {
			planes[c][i] = byte(k >> (8 * c))
		}
	}
}

// joinGeneric sets hashes to the words whose bytes are in planes.
func joinGeneric(hashes *[blockKeys]uint64, planes *[8]plane) {
	for i := range hashes {
		var b [8]byte
		for c := range planes {
			b[c] = planes[c][i]
		}
		hashes[i] = binary.LittleEndian.Uint64(b[:])
	}
}

// tabulateGeneric sets the eight sums to what all planes find in their eight
// tables each, or adds it; there is at least one plane.
func tabulateGeneric(sums *[8]plane, planes []plane, tables []byte, add bool) {
	if !add {
		*sums = [8]plane{}
	}
	for c := range planes {
		for o := range sums {
			t := (*[256]byte)(tables[256*tableNumber(len(planes), c, o):])
			for i, x := range planes[c] {
				sums[o][i] ^= entryOf(t, x)
			}
		}
	}
}

// substituteGeneric sets every plane of out, which may be planes itself, to
// what the plane finds in its one table; there is at least one.
func substituteGeneric(out, planes []plane, tables []byte) {
	for c := range planes {
		t := (*[256]byte)(tables[c*256:])
		for i, x := range planes[c] {
			out[c][i] = entryOf(t, x)
		}
	}
}

// twistGeneric adds to head what every plane finds in its one table; there is
// at least one.
func twistGeneric(head *plane, planes []plane, tables []byte) {
	for c := range planes {
		t := (*[256]byte)(tables[c*256:])
		for i, x := range planes[c] {
			head[i] ^= entryOf(t, x)
		}
	}
}
