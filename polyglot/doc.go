// Package polyglot reads, searches, makes and merges opening books in the
// Polyglot format, the .bin files that most chess programs play from.
//
//	book, err := polyglot.Open("book.bin")
//	if err != nil {
//		return err
//	}
//	defer book.Close()
//	p, err := chess.New(polyglot.Options())
//	if err != nil {
//		return err
//	}
//	answer, err := book.Find(p)
//	for _, m := range answer.Moves { // legal ones, in the order of the book
//		fmt.Println(p.SAN(m.Move), m.Weight)
//	}
//
// [Reader] and [Writer] pass over whole books of any size, [Make] makes a book
// from games, [Merge] one from several books, and [Survey] counts what is in one.
//
// # Guarantees
//
// Untrusted bytes never panic. [Reader] refuses a file that is cut off or not in
// order, and says at which entry and byte; a look-up refuses one if it sees that.
// A move that [Book.Find] returns is legal in the position. Books are written in
// one order, see [Entry.Compare], so equal entries make equal files. Learn fields
// are kept.
//
// # Limits
//
// The 64 bits of a key are all that identifies a position in a book: two
// positions with one key share their moves. By chance that hardly happens, but the
// keys are public constants, and anyone can make two such positions in
// seconds; see package audit. A move that is illegal in the position asked about is
// reported and never played.
//
// # Cost
//
// Find in a file of a million entries takes some microseconds; docs/benchmarks has
// the figures. Make reads games at about the speed of package pgn, on all cores,
// and keeps its memory within a limit.
//
// # Sources
//
// Michel Van den Bergh's description of the book format,
// http://hgm.nubati.net/book_format.html. How weights are made, dropped and clipped
// by Debian's program polyglot 2.0.4 was found by experiment; docs/formats has the
// rules, and where this package differs.
package polyglot
