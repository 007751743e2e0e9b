// Package search searches any game by alpha-beta, with or without a
// transposition table, solves small games exactly, proves who wins, and counts
// positions by perft.
//
//	table, err := tt.New(tt.Options{Bytes: 64 << 20})
//	s, err := search.New(position, search.Options{Table: table, Threads: 2})
//	info, err := s.Search(ctx, search.Limits{Time: time.Second})
//	fmt.Println(info.Value, info.Line)
//
// # Guarantees
//
// Search returns a legal move, whatever ends it, and leaves the position as it
// was. A value is taken from the table only if it was searched at least as deep
// as needed. The table keeps a win by its distance from the position, so that
// "win in n" is right at whatever ply it is found. [Info].Proven means that no
// estimate entered the value: its wins are the shortest. A [Proof] is right unless the
// table mistook a position; package tt states how rarely it does, and Proof.Chance
// estimates it.
//
// With one thread, the same searches in the same order give the same values,
// lines and node counts on every machine. With more threads, which share the
// table, they may differ from run to run.
//
// # Limits
//
// The table keeps positions, but not the moves before them. A value that
// depends on the moves before, through repetition, ko or the fifty-move count,
// can be wrong after other moves; see [Searcher.Solve] for how a proof avoids
// this. Quiescence does not notice stalemate.
//
// If the position has an [Evaluator], Search is selective: it leaves out moves that can
// hardly matter and searches late moves less deeply at first, so a short win that
// begins with a sacrifice may take more depth than it has plies. [Searcher.Solve]
// leaves out nothing.
//
// # Optional methods
//
// A position needs the methods of [Position]. More methods make a search stronger:
//
//	Evaluator       estimates positions that a search does not follow to the end of the game
//	Orderer         good moves come first: a fraction of the nodes, in proofs too
//	Tactical        quiescence, null moves, futility, exchanges, draws: for games like chess
//	Solvable        proofs end early, and look at few moves
//	game.Symmetric  images of a position share an entry of the table
//
// # Cost
//
// A searcher allocates buffers for 250 plies and 5 MiB of histories for each thread once. A node costs the
// game's move generation and Make, some nanoseconds a move to order them, and
// one probe and one store.
//
// # Sources
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, 1975. T. A.
// Marsland and M. Campbell, Parallel search of strongly ordered game trees,
// 1982. G. Goetsch and M. S. Campbell, Experiments with the Null-Move Heuristic,
// 1990. O. D. Tabibi and N. S. Netanyahu, Verified Null-Move Pruning, ICGA Journal
// 25(3), 2002. E. A. Heinz, Extended Futility Pruning, ICCA Journal 21(2), 1998.
// M. N. J. van Kervinck, The design and implementation of the Rookie 2.0 chess
// playing program, 2002, for repetitions found one move ahead. J.
// Schaeffer, The history heuristic, 1989. A. Kishimoto and M. Müller, A general
// solution to the graph history interaction problem, AAAI 2004. K. Thompson,
// Retrograde Analysis of Certain Endgames, ICCA Journal 9(3), 1986. A. Nagai,
// Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002. T. Ueda
// and others, Weak Proof-Number Search, Computers and Games 2008. J. Tromp,
// Fhourstones, for effort as the depth of an entry.
package search
