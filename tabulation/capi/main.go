// Command capi is the hash families as a C archive, so that test suites and
// programs in other languages can call them:
//
//	go build -buildmode=c-archive -o zobrist.a github.com/zobrist-go/zobrist/tabulation/capi
//	cc suite.c zobrist.a -lpthread
//
// The build writes zobrist.h beside the archive. For each family FAMILY out of
// simple, onepermutation, twisted, permutation, mixed and double there are
//
//	void zobrist_FAMILY(void *key, int len, uint32_t seed, void *out);
//	void zobrist_FAMILY_u64(uint64_t *keys, uint64_t *hashes, int64_t n, uint64_t seed);
//
// The first has the form that SMHasher and its descendants register, a hash of
// 64 bits: it writes the hash of len bytes under [tabulation.NewString] with
// tables of that seed to out, eight bytes, the least significant first. The
// second sets hashes[i] to the hash of keys[i] under [tabulation.New64].
//
// # Guarantees
//
// The values are those of package tabulation for tabulation.NewSource(seed).
// Functions may be called from any thread.
//
// # Limits
//
// The functions of the last 64 seeds of each family are kept; a suite that
// changes the seed at every call draws tables at every call.
//
// # Cost
//
// A call from C into Go takes some 50 ns, which counts in a speed test.
package main

func main() {}
