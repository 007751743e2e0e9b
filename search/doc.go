// Package search plays and counts: alpha-beta search of any game with or
// without a transposition table, exact solution of small games, and perft.
//
//	table, err := tt.New(tt.Options{Bytes: 64 << 20})
//	s, err := search.New[chess.Move, *chess.Position](search.Options{Table: table, Threads: 2})
//	info, err := s.Search(ctx, position, search.Limits[chess.Move]{Time: time.Second})
//	fmt.Println(info.Value, info.Line)
//
// # Guarantees
//
// Search returns a legal move whatever ends it, and leaves the position as it
// was. A value is taken from the table only where it was searched at least as
// deep as is wanted; wins are kept by their distance from the position, so
// that "win in n" is right at whatever ply it is found. [Info].Proven means
// that no estimate entered the value; a win it reports is one, and in Search
// there may be a shorter one among moves that were searched less deep. A
// [Solution] is a proof, up to wrong hits of the table, whose rate package tt
// states, and its wins are the shortest.
//
// With one thread the same searches in the same order give the same values,
// lines and node counts on every machine. More threads share the table and
// are not deterministic.
//
// # Limits
//
// The table knows positions and not how they were reached. Values that depend
// on the way, through repetition, ko or the fifty-move count, can be wrong in
// another context; see [Searcher.Solve] for how a proof avoids it. Stalemate
// is not seen in quiescence. Pruning is limited to what all games allow: late
// quiet moves are searched less deep first, and there is no null move.
//
// # Cost
//
// A search allocates buffers for 250 plies a thread once. A node costs the
// game's own generation and Make, an ordering pass of some nanoseconds a move,
// and one probe and one store.
//
// # Sources
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, 1975. T. A.
// Marsland and M. Campbell, Parallel search of strongly ordered game trees,
// 1982. J. Schaeffer, The history heuristic, 1989. A. Kishimoto and M. Müller,
// A general solution to the graph history interaction problem, AAAI 2004. K.
// Thompson, Retrograde Analysis of Certain Endgames, ICCA Journal 9(3), 1986.
package search
