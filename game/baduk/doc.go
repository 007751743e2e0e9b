// Package baduk is the game of Go on boards of 1×1 to 25×25 points, square or
// not: captures, suicide by rule, simple ko and three superko rules, passes
// and area scoring. ("go" is a keyword of the language.)
//
//	p, err := baduk.New(baduk.Options{Width: 9, Ko: baduk.PositionalSuperko})
//	if err != nil { … }
//	m, err := p.ParseMove("E5")
//	if err != nil { … }
//	p.Make(m)
//	for _, m := range p.AppendMoves(nil) {
//		fmt.Println(p.MoveString(m))
//	}
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Equal
// positions have equal hashes. Positions are equal if they have the same stones,
// the same side to move, the same number of passes just made and, under
// [SimpleKo], the same forbidden point. The features are listed at [Space]. With
// [Options].Canonical, so do the 8 images of a position on a square board, 4 on an
// oblong one, and with [Options].Exchange twice as many.
//
// Superko never relies on hashes alone: a hash finds the candidates among the
// earlier boards, and a comparison of the stones decides. So a clash of two
// hashes never forbids a legal move, whatever the keys.
//
// # Limits
//
// The hash does not cover the history that superko depends on. Two positions
// with one hash may differ in the moves that superko forbids. A search that
// keeps values by hash must accept that, do without, or keep what each proof relies
// on, as package superko does for small boards.
// Hash values are frozen from release 1.0 on. Whoever knows the keys can
// forge XOR hashes; see package zobrist.
//
// # Cost
//
// The time of Make and Unmake is linear in the stones captured and in the
// chains beside the point. They do not allocate once their lists have grown.
// A canonical hash costs an XOR for each image instead of one, and Hash looks at all
// of them.
// Under superko a position keeps Width·Height/4 bytes for each move made.
// Comparing the stones costs nothing measurable, because it happens only after
// hashes are equal (BenchmarkVerification).
//
// # Sources
//
// J. Tromp and G. Farnebäck, Combinatorics of Go, 2016, for the rules in logical form and the counts in the tests.
// Sensei's Library for the names of the superko rules, after the AGA, New Zealand and natural situational rules. D.
// B. Benson, Life in the game of Go, Information Sciences 10, 1976, for [Position.Bounds].
package baduk
