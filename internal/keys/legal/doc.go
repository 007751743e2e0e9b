// Package legal has the rules of games that audits and attacks need: which
// features of chess can occur, which sets of features can be the difference of two
// legal positions, and how to make a position of given features.
//
//	report, err := audit.Run(ctx, keys, audit.Options{
//		Space:  chess.Space(),
//		Occurs: legal.Occurs,
//		Differ: legal.Differ,
//	})
//	clash, err := attack.Collide(ctx, keys, legal.Chess(), attack.Options{})
//
// # Guarantees
//
// A set for which [Occurs] or [Differ] returns false is impossible. A position made by the rules of
// [Chess] has one king of each colour, neither of them attacked, no pawn on an end rank, no more
// pieces of any kind than promotion allows, and a legal move; [chess.Parse] accepts it.
//
// # Limits
//
// [Differ] is a necessary condition: it accepts some impossible differences. No check says that a
// position can arise in a game from the start, because that cannot be decided quickly.
//
// # Cost
//
// Differ: some ns a feature. A pair of positions: tens of microseconds to
// milliseconds.
package legal
