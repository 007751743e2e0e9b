// Package odds is the arithmetic of hashing errors: how likely a clash is, how
// many bits keep it below a wanted rate, and how far apart keys can be.
//
//	odds.NoRetrievalError(15, 10)            // 32K entries, 25-bit codes: .99902
//	odds.Clash(65536, 32)                    // .39347
//	odds.FirstClash(64)                      // 5.38e9
//	t := odds.Tags{Probes: 1e9, Fill: 1, Slots: 4, TagBits: 32}
//	t.WrongHits()                            // .93
//	odds.TagBits(t, 1e-6)                    // 52
//	odds.Distances(781, 64)                  // coded 14, random 8.83, possible 10 to 18
//
// # Guarantees
//
// A probability and its complement are separate functions, and both are right to
// about twelve digits down to 2^−1000; neither is the other subtracted from 1.
// Arguments out of range give the limit (0, 1 or +Inf) or NaN, never a panic.
//
// # Limits
//
// The figures hold for uniform independent hashes. XOR hashes of positions of
// one search tree are uniform but not independent: if two clash, so do their
// successors (The clustering of errors, Zobrist 1970). The expected numbers hold,
// and the probabilities of no error are too low.
//
// # Cost
//
// Below a microsecond, except [Clash] and [FirstClash] of up to 12 bits, which
// sum at most 2500 terms (16 µs); [ItemsForClash], 2 to 6 µs and up to 50 µs at
// those widths; [TagBits] and [NewPlan], 20 ns a bit of the tag; [Fit], one plan
// a bit of the size; [PoissonLimits] of less than 500, 1 to 4 µs; and
// [Distances], up to a few milliseconds a row.
//
// # Sources
//
// A. L. Zobrist, A New Hashing Method with Application for Game Playing,
// Technical Report 88, University of Wisconsin, 1970 (TR#88 below). Ph.
// Flajolet, P. J. Grabner, P. Kirschenhofer and H. Prodinger, On Ramanujan's
// Q-function, Journal of Computational and Applied Mathematics 58, 1995.
package odds
