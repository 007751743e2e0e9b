// Package audit examines a table of keys. It finds sets of features whose keys
// XOR to zero, counts them by size, and finds the flaws of single keys and bits.
//
// Two positions have the same hash exactly if the keys of the features in which
// they differ XOR to zero: a dependency. Nothing else matters for clashes, neither
// the Hamming distances of the keys nor their generator. [Run] audits a set of keys
// of any game, 128 bits wide if the set has a secondary code, otherwise 64 bits or
// fewer:
//
//	layout, err := keyfile.OpenLayout(chess.Space(), "781")
//	…
//	o := audit.ForLayout(layout) // names, and differences of two legal positions
//	o.Exhaustive = 8             // a certificate to this weight
//	report, err := audit.Run(ctx, keyfile.Polyglot(), o)
//	…
//	report.WriteText(os.Stdout)
//	err = report.Check(7, 0.01) // as continuous integration asks
//
// Three searches share nothing but linear algebra, and an audit fails if two of
// them disagree:
//
//   - MacWilliams's transform counts the dependencies of every weight, exactly, if
//     the rank of the keys is 32 or less;
//   - an exhaustive search lists all of weight 8 or less, or of weight 4 or less if
//     there are more than 8191 keys;
//   - Stern's search finds small dependencies quickly, and states the probability
//     of missing one.
//
// # Guarantees
//
// An exact count is exact. The probability that Stern's search missed a dependency
// is a bound for any keys. Every dependency in a report has been checked by XOR of
// its keys.
//
// # Limits
//
// The exhaustive search ends at weight 8. The smallest dependency of random keys of
// 128 bits has about 20 features, and no search finds it. The transform takes 32767
// keys at most, the two searches 65535.
//
// # Cost
//
// A minute on two cores and 92 MB for chess's 781 features to weight 8; [Estimate]
// returns the time of an audit.
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
