package zobrist

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
)

// A Set is the keys of all features with their start values and a name. Games,
// indexes and files take and return it. A position has one hash of two widths: the
// 64-bit hash is Zobrist's primary code; the 128-bit hash has the primary code in
// its low half and the secondary code in its high half.
//
// The zero Set means the keys of [Default]. A Set without Second gets a secondary
// code from this package; see [Set.Complete]. A Set is read-only once in use, and
// then safe for concurrent use.
type Set struct {
	Name        string // as on the command line: "polyglot", "coded:1", …
	Keys        Keys   // of the primary code
	Start       uint64 // start value of the primary code
	Second      Keys   // of the secondary code, as many as Keys; or nil
	SecondStart uint64 // start value of the secondary code
}

// Default returns the default keys of all games of this module: [Coded] under
// seed 1. For chess's 781 features, positions that
// differ in fewer than 14 features have different hashes at 64 bits, and in
// fewer than 26 at 128. It panics if n is not 0 to [MaxFeatures].
func Default(n int) Set { return Coded(n, 1) }

// Coded returns the set "coded:SEED" for n features: the keys of
// [NewCode](n, 128) with random start values. Its first call for some n and
// seed takes a millisecond for chess's 781 features. It panics if n is not 0 to
// [MaxFeatures].
func Coded(n int, seed uint64) Set {
	c, err := NewCode(n, 128)
	if err != nil {
		panic(err)
	}
	src := prng.NewChaCha8(seed)
	first, second := Start(src), Start(src)
	set := c.Set(src)
	set.Name, set.Start, set.SecondStart = fmt.Sprintf("coded:%d", seed), first, second
	return set
}

// Random returns n random keys and start values of both codes drawn from src:
// the primary start value, the secondary one, the primary keys, the secondary
// keys. It has no name.
func Random(n int, src rand.Source) Set {
	return Set{Start: Start(src), SecondStart: Start(src), Keys: NewKeys(n, src), Second: NewKeys(n, src)}
}

// Complete returns the set for a game of n features. A set without any keys
// becomes [Default]. Without Second it gets the keys and the start value of
// [Coded] under seed 2: at 128 bits it then has at least the distance of a code
// of 64. The error wraps [ErrKeyCount] if the number of keys is not n.
func (s Set) Complete(n int) (Set, error) {
	if s.Keys == nil && s.Second == nil {
		return standard(n, 1), nil
	}
	if len(s.Keys) != n {
		return Set{}, fmt.Errorf("%w: %d keys for %d features", ErrKeyCount, len(s.Keys), n)
	}
	if s.Second == nil {
		own := standard(n, 2)
		s.Second, s.SecondStart = own.Keys, own.Start
	}
	if len(s.Second) != n {
		return Set{}, fmt.Errorf("%w: %d keys of the secondary code for %d features", ErrKeyCount, len(s.Second), n)
	}
	return s, nil
}

// standards keeps the sets that Complete has made, by size and seed.
var standards sync.Map // [2]int → Set

// standard returns Coded(n, seed), made once unless it is very large.
func standard(n, seed int) Set {
	const large = 1 << 13
	if n > large {
		return Coded(n, uint64(seed))
	}
	made, ok := standards.Load([2]int{n, seed})
	if !ok {
		made, _ = standards.LoadOrStore([2]int{n, seed}, Coded(n, uint64(seed)))
	}
	return made.(Set)
}

// Truncate returns a copy of the set with only the low bits, 0 to 128, of its
// keys and start values; of at most 64 bits it has no secondary code. A set that
// has none keeps its 64 bits at any larger number. The hashes under the copy are the
// low bits of the hashes under s. It panics if bits is not in 0 to 128.
func (s Set) Truncate(bits int) Set {
	if bits < 0 || bits > 128 {
		panic(fmt.Sprintf("zobrist: Set.Truncate: %d bits are not in 0 to 128", bits))
	}
	low := min(bits, 64)
	s.Keys, s.Start = s.Keys.Truncate(low), s.Start&lowMask(low)
	if high := bits - 64; high <= 0 || s.Second == nil {
		s.Second, s.SecondStart = nil, 0
	} else {
		s.Second, s.SecondStart = s.Second.Truncate(high), s.SecondStart&lowMask(high)
	}
	return s
}

// Hash returns the hash of 64 bits of a set of features: O(len(features)), no
// allocation. It panics if a feature has no key.
func (s Set) Hash(features ...Feature) uint64 { return s.Keys.Hash(s.Start, features...) }

// Hash128 returns the hash of 128 bits, whose low half is [Set.Hash]. The set
// must have a secondary code; see [Set.Complete].
func (s Set) Hash128(features ...Feature) Uint128 {
	return Uint128{Hi: s.Second.Hash(s.SecondStart, features...), Lo: s.Hash(features...)}
}

// Digest returns the SHA-256 of the keys and the start values, without the name.
// Sets with equal digests give equal hashes.
func (s Set) Digest() [sha256.Size]byte {
	h := sha256.New()
	word := func(words ...uint64) {
		var b [8]byte
		for _, w := range words {
			binary.BigEndian.PutUint64(b[:], w)
			h.Write(b[:])
		}
	}
	word(uint64(len(s.Keys)), s.Start)
	word(s.Keys...)
	word(uint64(len(s.Second)), s.SecondStart)
	word(s.Second...)
	return [sha256.Size]byte(h.Sum(nil))
}
