// Package baduk is the game of Go on boards of 1×1 to 25×25 points, square or
// not: captures, suicide by rule, simple ko and three superko rules, passes
// and area scoring. ("go" is a keyword of the language.)
//
//	p, err := baduk.New(baduk.Options{Width: 9, Height: 9, Ko: baduk.PositionalSuperko})
//	m, err := p.ParseMove("E5")
//	p.Make(m)
//	for _, m := range p.AppendMoves(nil) {
//		fmt.Println(p.MoveString(m))
//	}
//
// # Guarantees
//
// [Position] is a [game.Position]: AppendMoves lists exactly the legal moves,
// Make and Unmake keep the hash, and hashes are equal for equal positions. A
// position is the stones, the side to move, the number of passes that end it
// and, under [SimpleKo], the forbidden point.
//
// Superko compares stones, never hashes alone: a hash finds the candidates
// among the earlier boards, and the boards themselves decide. A clash of two
// hashes can therefore never forbid a legal move, whatever the keys.
//
// # Limits
//
// The hash does not hold the history that superko depends on. Two positions
// with one hash may differ in the moves that superko forbids; a search that
// keeps values by hash must accept that or do without (Kishimoto and Müller,
// A general solution to the graph history interaction problem, AAAI 2004).
// Hash values are not frozen before release 1.0, and XOR hashes can be forged
// by whoever knows the keys.
//
// # Cost
//
// Make and Unmake are linear in the stones captured and in the chains beside
// the point, with no allocation in the long run; a board under superko keeps
// Width·Height/4 bytes for each move made.
//
// Comparing stones and not only hashes is free within the noise: on 19×19 the
// median of eight runs of random games is 37.2 ns for each legal move found and
// judged with the comparison and 37.9 ns without it, since stones are compared
// only after equal hashes (BenchmarkVerification; AMD EPYC, Go 1.26.8, November
// 2026).
//
// # Players
//
// [Position.Evaluate], [Position.Order] and [Position.Bounds] serve package
// search, [Position.Retake] a player by random games, such as that of package
// gtp.
//
// # Sources
//
// J. Tromp and G. Farnebäck, Combinatorics of Go, 2016, for the rules in
// logical form and the counts in the tests; the names of the superko rules are
// those of the AGA, New Zealand and natural situational rules as collected in
// Sensei's Library; D. B. Benson, Life in the game of Go, Information Sciences
// 10, 1976, for the chains that Bounds counts on.
package baduk
