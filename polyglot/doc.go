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
// [Reader] and [Writer] stream whole books of any size. [Make] makes a book from
// games, [Merge] from several books.
//
// # Guarantees
//
// Untrusted bytes never panic. [Reader] returns an error with the entry and byte if
// a file is truncated or not in order; a look-up does so if it notices. [Book.Find]
// returns legal moves only. Books are written in the order of [Entry.Compare], so that
// equal entries make equal files. Learn fields are kept.
//
// # Limits
//
// A book identifies a position by the 64 bits of its key only: two positions with one
// key share their moves. This hardly happens by chance, but the keys are public, and
// anyone can make two such positions in seconds (zobrist keys collide). Moves that are
// illegal in the position are returned separately.
//
// # Cost
//
// Find in a file of a million entries takes some microseconds (docs/benchmarks). Make reads games at about the speed
// of package pgn, on all cores, and keeps its memory within a limit.
//
// # Sources
//
// Michel Van den Bergh's description of the book format,
// http://hgm.nubati.net/book_format.html. The rules by which Debian's polyglot 2.0.4
// makes, drops and clips weights were found by experiment; docs/formats has them, and
// the differences of this package.
package polyglot
