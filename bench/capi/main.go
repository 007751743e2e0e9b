// Command capi is the hash families of package tabulation as a C archive, for test suites in other languages:
//
//	cd bench && go build -buildmode=c-archive -o zobrist.a ./capi
//	cc suite.c zobrist.a -lpthread
//
// The build writes zobrist.h beside the archive. For each family out of simple, onepermutation, twisted, permutation,
// mixed and double there is
//
//	void zobrist_FAMILY(void *key, int len, uint32_t seed, void *out);
//
// which has the form that SMHasher and its descendants register, a hash of 64 bits. It writes the hash of len bytes by
// tabulation.NewString under tabulation.NewSource(seed) to out, eight bytes, the least significant first. The script
// smhasher beside this file builds SMHasher with these functions and runs it. For integers there is
//
//	void zobrist_integers(int family, uint64_t *keys, uint64_t *hashes, int64_t n, uint64_t seed);
//
// which sets hashes[i] to the hash of keys[i] by tabulation.New[uint64], families being numbered from 0 in the order
// of tabulation.Families. Functions may be called from any thread. A call from C into Go takes some 50 ns, which
// counts in a speed test. The functions of the last 64 seeds of each family are kept; a suite that changes the seed
// at every call draws tables at every call.
package main

// #include <stdint.h>
import "C"

import (
	"encoding/binary"
	"sync"
	"unsafe"

	"github.com/zobrist-go/zobrist/tabulation"
)

func main() {}

// kept is how many functions of a family are remembered.
const kept = 64

// recent remembers the functions drawn last.
type recent[F any] struct {
	mutex sync.Mutex
	byKey map[drawn]F
	order []drawn
}

type drawn struct {
	family tabulation.Family
	seed   uint64
}

func (r *recent[F]) get(d drawn, draw func(drawn) F) F {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if f, ok := r.byKey[d]; ok {
		return f
	}
	if len(r.order) == kept*len(tabulation.Families()) {
		delete(r.byKey, r.order[0])
		r.order = r.order[1:]
	}
	if r.byKey == nil {
		r.byKey = make(map[drawn]F)
	}
	f := draw(d)
	r.byKey[d] = f
	r.order = append(r.order, d)
	return f
}

var (
	texts    recent[*tabulation.String]
	integers recent[tabulation.Function[uint64]]
)

func text(f tabulation.Family, key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	s := texts.get(drawn{f, uint64(seed)}, func(d drawn) *tabulation.String {
		return tabulation.NewString(d.family, tabulation.NewSource(d.seed))
	})
	h := s.HashBytes(unsafe.Slice((*byte)(key), int(n)))
	binary.LittleEndian.PutUint64(unsafe.Slice((*byte)(out), 8), h)
}

//export zobrist_simple
func zobrist_simple(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Simple, key, n, seed, out)
}

//export zobrist_onepermutation
func zobrist_onepermutation(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.OnePermutation, key, n, seed, out)
}

//export zobrist_twisted
func zobrist_twisted(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Twisted, key, n, seed, out)
}

//export zobrist_permutation
func zobrist_permutation(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Permutation, key, n, seed, out)
}

//export zobrist_mixed
func zobrist_mixed(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Mixed, key, n, seed, out)
}

//export zobrist_double
func zobrist_double(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Double, key, n, seed, out)
}

//export zobrist_integers
func zobrist_integers(family C.int, keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	h := integers.get(drawn{tabulation.Family(family), uint64(seed)}, func(d drawn) tabulation.Function[uint64] {
		return tabulation.New[uint64](d.family, tabulation.NewSource(d.seed))
	})
	h.HashBatch(unsafe.Slice((*uint64)(hashes), int(n)), unsafe.Slice((*uint64)(keys), int(n)))
}
