// Package evals keeps what searches have found out about positions: depth, nodes, and lines of play with their values.
// It finds the evaluations of a position among hundreds of millions in microseconds, in files of some 12 to 46
// bytes a position.
//
//	sum, err := evals.Import(ctx, "evals.db", evals.ImportOptions{}, evals.Input{Name: "lichess_db_eval.jsonl.zst"})
//	s, err := evals.Open("evals.db") // memory-mapped, any number of goroutines
//	if err != nil { … }
//	defer s.Close()
//	e, ok, err := s.Find(position) // depth, nodes, lines with values and moves
//	if ok {
//		fmt.Println(e.Depth, e.Lines[0].Value, position.UCI(e.Lines[0].Moves[0]))
//	}
//
// [Import] reads the file of evaluations that Lichess publishes, EPD, and PGN with comments such as [%eval 0.25], for
// chess and Chess960. A [Builder] adds evaluations of positions of any game, such as those that an engine has found.
// [Remove] removes a source, [Merge] adds another store, and [Export] writes Lichess's form.
//
// # Which evaluations are kept
//
// Of a position a store keeps several evaluations if the deeper ones have fewer lines: at most one for each number of
// lines, and none with fewer lines than one that is as deep. That is the rule of Lichess's own cache. [Store.FindLines]
// answers as Lichess does. Values are for White, or for the first player of another game. Numbers of nodes are
// rounded to three significant digits. Depth 0 means not known: any known depth with at least as many
// lines replaces it.
//
// # Guarantees
//
// Any number of processes may have a store open. One changes it at a time, and the others go on with what they have
// opened until [Store.Refresh]. A change takes effect by the renaming of one small file, after all that it names is
// synced, so that a process may be killed at any moment. Each page of a file is compared with its checksum when it is
// first read: damage gives an error that wraps [ErrCorrupt], never another value.
//
// # Limits
//
// Positions are told apart by 80 bits of their hashes: among 350 million positions 5·10^-8 clashes are expected.
// Someone who knows the keys can forge two positions with one hash. Moves are read by the position that is looked up,
// so that they are legal in any case. Without its positions a store cannot list what it holds; see
// [ImportOptions].Positions.
//
// The format of the files is frozen from release 1.0 on; a store of another format is refused.
//
// # Cost
//
// docs/evaluations.md has the figures. A position takes some 6.5 bytes for its key, 5 for value, depth and nodes, 5.3
// bits for each move, and 11 bytes if the position itself is kept. A look-up reads one page of the file and some
// bytes of a directory. A build uses the memory that its options say and temporary files of some 12 bytes a position
// more than the store has; a new file is merged with older ones that are less than four times as large.
//
// # Sources
//
// The rule and the fields of Lichess's evaluations: database.lichess.org and the description of lila's cloud
// evaluations. EPD: Portable Game Notation Specification and Implementation Guide, section 16.2. Codes: G. N. N.
// Martin, Range encoding, 1979; P. Elias, Universal codeword sets, IEEE Transactions on Information Theory 21, 1975.
package evals
