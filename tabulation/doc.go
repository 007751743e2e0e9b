// Package tabulation hashes integers, tuples and strings by tables of random words. Zobrist hashing is the oldest
// instance of this method.
//
// A key is read as a few characters of a byte each. Every character selects a word from a table of its own, and the
// words are combined by exclusive or. [Simple] does no more; the other families spend a few more look-ups on stronger
// guarantees.
//
//	f := tabulation.New[uint64](tabulation.Mixed, tabulation.NewSource(1))
//	h := f.Hash(42)
//	f.HashBatch(hashes, keys) // two to five times as fast a key
//	slot := tabulation.MultiplyHigh(h, slots)
//
//	s := tabulation.NewString(tabulation.Mixed, tabulation.NewSource(2))
//	h = s.Hash("Réti")
//
// [Function] hashes integers of 32 and 64 bits, [Tuple] a fixed number of bytes, [String] any number. Tables come
// from any rand.Source: from a seed of 64 bits by [NewSource], or from the 64-independent generator "poly" of
// [github.com/zobrist-go/zobrist.NewSource]. Sets of features, and tuples of them, are hashed
// by the keys of package [github.com/zobrist-go/zobrist]. Package [github.com/zobrist-go/zobrist/tabulation/maps] has
// hash tables on top.
//
// Functions drawn one after the other from one source are independent, up to the quality of the source; two sources
// with the same seed give the same function twice.
//
// Keys may be of named types, such as type UserID uint64, and columns of int32 or int64 are hashed as they are.
//
// Some uses, with the part of the hash that each takes. The examples HashJoin, BloomFilter, HyperLogLog, BottomK and
// CountMin, in recipes_test.go, are whole programs:
//
//   - Hash joins: hash both columns by HashBatch with one function, partition by MultiplyHigh(h, parts), and address a
//     table by other bits of h, the low ones.
//   - Bloom filters: Mixed or Permutation once a key; probe i sets bit (uint32(h) + i·(h>>32|1)) mod size
//     (Kirsch and Mitzenmacher 2008).
//   - Distinct counts (HyperLogLog, and k-partitions in general): Mixed; the high bits choose the register, the rank is
//     the number of zero bits that follow.
//   - Bottom-k samples (k minimum values): Mixed; if the k-th smallest of the different hashes is h, there are some
//     (k−1)·2^64/h distinct keys, with a standard error of 1/√(k−2) of the number.
//   - Count-min sketches: Simple, a function for each row, all drawn from one source; MultiplyHigh(h, width) is the
//     column.
//   - Shards: MultiplyHigh(h, shards). OnePermutation and Permutation keep the load of every shard near its mean for
//     any keys; write the seed down, as another seed moves every key.
//
// # Guarantees
//
// For c characters, n keys and uniform independent tables:
//
//   - Simple is 3-independent, not 4-independent: of the four keys (a,c) (b,c) (a,d) (b,d) any three hashes give the
//     fourth. Linear probing has O(1) expected probes, as under 5-independence. Cuckoo hashing into two tables fails
//     with probability O(n^−1/3), and there are keys for which it does. The load of one of m ≥ n^(1−1/(2c)) bins
//     obeys Chernoff bounds.
//   - OnePermutation and Permutation: Chernoff bounds for any expectation, also for two bins. OnePermutation for
//     addresses from the high bits, as [MultiplyHigh] takes them; Permutation for any bits.
//   - Twisted: the number of keys sampled, or of keys in a bin, is concentrated exponentially while its expectation
//     is well below 256. Any B ≥ log n operations in a row on a linear-probing or chaining table take O(B) with high
//     probability.
//   - Mixed: on any given set of at most 128 keys fully random, but for a probability of O(256^(1−⌊d/2⌋)), d being the
//     number of derived characters. Bottom-k samples, k-partitions and one-permutation hashing are then as under full
//     randomness.
//   - Double: with high probability over the first step the whole function is 256^Ω(1/c)-independent.
//
// All 64 bits of a hash are covered. Probabilities are over the tables; a function once drawn is deterministic. The
// constants are such that with characters of eight bits the bounds of Twisted, Mixed and Double say less than
// experiments show; `lab tabulation` measures them.
//
// # Limits
//
// Simple and Twisted concentrate badly on dense products such as {0,1}³×[256], three characters that take two values
// each beside one that takes all. Thrown into two bins, such keys are more than 3σ off thirteen times too often; with
// Twisted only if the dense character is its head. Keys that an adversary picks after seeing hashes break every
// family: simple tabulation is linear, and some two thousand hashes reveal its tables. Keep tables secret if the keys
// are not yours, and do not use these hashes for authentication.
//
// Seed, tables and hashes are tied together by golden tests. They are frozen from release 1.0.
//
// # Cost
//
// Nanoseconds a key on one core of an AMD EPYC (Zen 4, Go 1.26), single calls and batches of 1024 with AVX-512 VBMI,
// beside 0.5 for multiply-shift, 1.3 for the finalizer of MurmurHash3, 3.3 for XXH3 and 4.1 for maphash.Comparable:
//
//	family         32 bits, batch   64 bits, batch   tables, KiB
//	simple           1.9    0.6       2.8    1.1        8, 16
//	1permutation     2.1    0.7       3.2    1.2       10, 18
//	twisted          2.4    0.7       4.4    1.2       14, 30
//	permutation      4.8    0.8       6.2    1.3       24, 32
//	mixed            3.7    1.5       8.5    2.9       24, 48
//	double            15    4.1        47     11       72, 192
//
// Without these instructions a batch takes as long as single calls, a third less for Mixed and Twisted with AVX2, two
// fifths less for 32-bit Simple. Batches keep a second copy of the tables. Strings cost some 10 ns and then 0.15 ns a
// byte, two to three times as much as maphash. Calls do not allocate, but the first batches do.
//
// # Sources
//
// A. L. Zobrist, Technical Report 88, University of Wisconsin, 1970. M. Pătraşcu and M. Thorup, The Power of Simple
// Tabulation Hashing, Journal of the ACM 59(3), 2012; Twisted Tabulation Hashing, SODA 2013. M. Thorup, Simple
// Tabulation, Fast Expanders, Double Tabulation, and High Independence, FOCS 2013. S. Dahlgaard, M. B. T. Knudsen, E.
// Rotenberg and M. Thorup, Hashing for Statistics over K-Partitions, FOCS 2015. A. Aamand, J. B. T. Knudsen, M. B. T.
// Knudsen, P. M. R. Rasmussen and M. Thorup, Fast Hashing with Strong Concentration Bounds, STOC 2020.
package tabulation
