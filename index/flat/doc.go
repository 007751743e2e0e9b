// Package flat keeps an index in the files of a folder: immutable sorted runs, mapped
// into memory.
//
//	store, err := flat.Open("games.db", flat.Options{})
//	defer store.Close()
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{}) // of index/chess, or your game's
//	p, err := ix.Position("")                                    // the usual start
//	answer, err := ix.Find(ctx, index.Query{}, p)
//
// # Guarantees
//
// Any number of processes may have an index open. One of them changes it at a time,
// and the others go on reading what they have opened until they call [Store.Refresh].
// A change takes effect by the renaming of one small file, after all that it names is
// synced: whenever its process is killed, the index is the old one or the new one.
// Files that a killed process has left are removed by the next change. Files of an index
// that are not regular ones, such as named pipes, are not opened.
//
// Each page of a file is compared with its checksum when it is first touched. Damage
// gives an error that wraps [index.ErrCorrupt] and names the file, and never another
// answer. So does a disk that fails, or a file that is cut off, while it is mapped, and
// a manifest in whose place somebody has put an older one.
//
// A page is not compared again while its run is open: if somebody overwrites it in
// place afterwards, answers may be wrong until [Store.Verify], which reads and compares
// everything, finds it. A process that keeps an index open for long should call that
// now and then. Its progress function may sleep, so that it takes no more of the disk
// and the processor than wanted.
//
// # Limits
//
// An index needs a file system that renames files atomically, and for changes one
// that locks files. A run has up to [index.MaxGames] games and 4 GiB of names of
// players, events and openings each, and a game up to 1 GiB of text. A build needs 24
// bytes a game beyond its memory, the names, and four bytes a game of the most popular
// position. On systems without mappings, such as Windows, runs are read into memory as a whole.
//
// The format of the files is frozen from release 1.0 on, except for temporary ones; an index of another format is
// refused.
//
// # Cost
//
// 100,000 master games take 12 bytes a position, with moves, facts and names 14.4,
// and 260 bytes a game for the texts. A look-up takes less than a µs if few games
// contain the position. The games of popular moves are also kept by month, band of a hundred rating
// points, speed, mode and result: a filter on these reads tallies, which takes some ms at most, whatever
// the number of games, if its bounds are whole months and hundreds of points; otherwise it reads the
// games of the months or bands at its ends. A list of the best or the latest games takes as
// little, and more with a skip. A filter on names, events, or ratings of one side takes 15 to 40 ns for each game that
// contains the position.
// Opening takes well under a millisecond. A build adds a run; then runs are merged as
// long as the one before the last has less than four times as many games as the
// last, so an index of n games has at most log4(n) + 1 of them, and a game is
// rewritten about as often. Temporary files of a build take 18 bytes a visit beyond
// its memory, and four bytes a move and the text of each game. docs/benchmarks has the
// figures and docs/formats.md the stored bytes.
//
// # Sources
//
// Sorted runs that are merged by size: O'Neil and others, The log-structured
// merge-tree, Acta Informatica 33, 1996. The code of lists of games: Golomb,
// Run-length encodings, IEEE Transactions on Information Theory 12, 1966, and Rice,
// Some practical universal noiseless coding techniques, 1979. The code of single
// numbers: Elias, Universal codeword sets, IEEE Transactions on Information Theory
// 21, 1975.
package flat
