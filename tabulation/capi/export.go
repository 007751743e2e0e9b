package main

// #include <stdint.h>
import "C"

import (
	"encoding/binary"
	"sync"
	"unsafe"

	"github.com/zobrist-go/zobrist/tabulation"
)

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

func words(f tabulation.Family, keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	h := integers.get(drawn{f, uint64(seed)}, func(d drawn) tabulation.Function[uint64] {
		return tabulation.New64(d.family, tabulation.NewSource(d.seed))
	})
	h.HashBatch(unsafe.Slice((*uint64)(hashes), int(n)), unsafe.Slice((*uint64)(keys), int(n)))
}

//export zobrist_simple
func zobrist_simple(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Simple, key, n, seed, out)
}

//export zobrist_simple_u64
func zobrist_simple_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.Simple, keys, hashes, n, seed)
}

//export zobrist_onepermutation
func zobrist_onepermutation(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.OnePermutation, key, n, seed, out)
}

//export zobrist_onepermutation_u64
func zobrist_onepermutation_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.OnePermutation, keys, hashes, n, seed)
}

//export zobrist_twisted
func zobrist_twisted(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Twisted, key, n, seed, out)
}

//export zobrist_twisted_u64
func zobrist_twisted_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.Twisted, keys, hashes, n, seed)
}

//export zobrist_permutation
func zobrist_permutation(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Permutation, key, n, seed, out)
}

//export zobrist_permutation_u64
func zobrist_permutation_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.Permutation, keys, hashes, n, seed)
}

//export zobrist_mixed
func zobrist_mixed(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Mixed, key, n, seed, out)
}

//export zobrist_mixed_u64
func zobrist_mixed_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.Mixed, keys, hashes, n, seed)
}

//export zobrist_double
func zobrist_double(key unsafe.Pointer, n C.int, seed C.uint32_t, out unsafe.Pointer) {
	text(tabulation.Double, key, n, seed, out)
}

//export zobrist_double_u64
func zobrist_double_u64(keys, hashes *C.uint64_t, n C.int64_t, seed C.uint64_t) {
	words(tabulation.Double, keys, hashes, n, seed)
}
