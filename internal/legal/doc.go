// Package legal supplies the rules that [audit] does not know: which features
// of chess can occur, which sets of them can be the difference of two legal
// positions, and how to make positions of given features.
//
//	report, err := audit.Run(ctx, keys, audit.Options{
//		Space:  chess.Space(),
//		Occurs: legal.Occurs,
//		Differ: legal.Differ,
//	})
//	clash, err := audit.Collide(ctx, keys, legal.Chess(), audit.AttackOptions{})
//
// # Guarantees
//
// What [Occurs] and [Differ] refuse is impossible. A position that the rules of
// [Chess] make has one king of each colour, neither of them attacked, no pawn on an
// end rank, no more pieces of any kind than promotion allows, and a legal
// move; [chess.Parse] accepts it.
//
// # Limits
//
// [Differ] is a necessary condition: what it accepts need not be possible. Nor is
// it known that a position can arise in a game from the start, because nobody
// can decide that quickly.
//
// # Cost
//
// Differ: some ns a feature. A pair of positions: tens of microseconds to
// milliseconds.
package legal
