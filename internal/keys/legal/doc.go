// Package legal has the rules of games that attacks need: how to make a position of given features.
//
//	clash, err := attack.Collide(ctx, keys, legal.Chess(), attack.Options{})
//
// Which sets of features can be the difference of two legal positions is in package audit.
//
// # Guarantees
//
// A position made by the rules of [Chess] has one king of each colour, neither of them attacked, no pawn on an end
// rank, no more pieces of any kind than promotion allows, and a legal move; [chess.Parse] accepts it.
//
// # Limits
//
// No check says that a position can arise in a game from the start, because that cannot be decided quickly.
//
// # Cost
//
// A pair of positions: tens of microseconds to milliseconds.
package legal
