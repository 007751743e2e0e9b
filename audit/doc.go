// Package audit examines a table of keys: which sets of features have keys that
// XOR to zero, how many there are of each size, and what is wrong with single
// keys and bits.
//
// Two positions have the same hash exactly when the keys of the features in
// which they differ XOR to zero: a dependency. Nothing else about the keys
// matters for clashes, neither their Hamming distances nor the generator that
// made them. [Run] audits a set of keys of any game, of 128 bits if the set has a
// secondary code and of 64 bits or fewer otherwise:
//
//	report, err := audit.Run(ctx, keyfile.Polyglot(), audit.Options{
//		Space:      chess.Space(),
//		Exhaustive: 8,            // a certificate to this weight
//		Occurs:     legal.Occurs, // no pawns on the end ranks
//		Differ:     legal.Differ, // differences of two legal positions
//	})
//	report.WriteText(os.Stdout)
//
// Dependencies are found by three engines that share nothing but linear
// algebra, and an audit fails if two of them disagree:
//
//   - [MacWilliams] counts those of every weight, exactly, if the rank of the
//     keys is about 34 or less;
//   - [Exhaustive] lists all of weight 8 or less, or of weight 2 or less if there
//     are more than 8191 keys;
//   - [Stern] finds small ones quickly, each with a stated chance to miss it.
//
// # Guarantees
//
// A count that is called exact is exact. The chance that Stern's search has
// missed a dependency is a bound that holds for any table of keys. Every
// dependency that is reported has been checked by XOR of its keys.
//
// # Limits
//
// Dependencies of weight 9 and more are out of reach of an exhaustive search;
// for random keys of 128 bits the smallest has about 20 features and no engine
// finds it. [MacWilliams] takes 32767 keys at most, [Exhaustive] and [Stern] 65535.
//
// # Cost
//
// [Estimate] returns about how long an audit takes. MacWilliams: 1 ns a word of
// 2^rank and core. Exhaustive: 6 ns a sum and core, C(n+1, 4) sums to weight 8: a
// minute on two cores for chess's 781 features, in 92 MB. Stern: about 0.6 ms an
// iteration and core for 781 keys of 64 bits.
//
// # Sources
//
// F. J. MacWilliams and N. J. A. Sloane, The Theory of Error-Correcting Codes,
// 1977. J. Stern, A method for finding codewords of small weight, 1989. M.
// Finiasz and N. Sendrier, Security bounds for the design of code-based
// cryptosystems, Asiacrypt 2009. R. Schroeppel and A. Shamir, A T = O(2^(n/2)),
// S = O(2^(n/4)) algorithm for certain NP-complete problems, SIAM Journal on
// Computing 10(3), 1981. P. Chose, A. Joux and M. Mitton, Fast correlation
// attacks: an algorithmic point of view, Eurocrypt 2002.
package audit
