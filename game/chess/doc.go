// Package chess has the rules of chess and Chess960, played on a board that
// carries its hash.
//
//	p, err := chess.Parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess.Options{})
//	if err != nil { … }
//	m, err := p.ParseSAN("O-O")
//	if err != nil { … }
//	p.Make(m)
//	p.Hash()                     // kept up to date, one XOR a feature
//	for _, m := range p.AppendMoves(nil) {
//		fmt.Println(p.SAN(m), p.UCI(m))
//	}
//	p.Unmake()
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. AppendMoves
// lists all legal moves, each once. Under [LegalEnPassant], the default,
// positions are the same by the rules (FIDE 9.2) if and only if their features
// are. An inner castling rook of Chess960, with another rook of its side farther from
// the king, counts as a pawn on its square, where none can stand, so that two rooks of
// which one may castle are told apart. Repetitions are found by comparing positions,
// not hashes. The features are numbered as the Polyglot book format numbers its keys,
// so that with those keys and [PseudoLegalEnPassant] the hash is Polyglot's.
//
// With [Options].Canonical a position and its images share a hash: the colours
// exchanged and the ranks mirrored and, if nobody may castle, the files mirrored.
// [Options].History makes facts about the past part of the hash. Both cost nothing if
// they are off.
//
// # Limits
//
// Hash values are frozen from release 1.0 on. Whoever knows the keys can forge XOR
// hashes; see package zobrist. Of dead positions, InsufficientMaterial knows those
// that the pieces alone decide.
//
// # Cost
//
// Make, Unmake, AppendMoves into a buffer that is large enough, ParseSAN and
// Set do not allocate, except that the list of past positions grows by 72 bytes
// a move. The tables of attacks, 1.1 MiB, are derived when the first position is
// made, in about two milliseconds.
//
// # Sources
//
// FIDE Laws of Chess (2023). Portable Game Notation Specification and
// Implementation Guide (S. J. Edwards, 1994), for SAN and FEN. X-FEN:
// R. Scharnagl, Fischer-Random-Chess (2004). P. Kannan, Magic Move-Bitboard
// Generation in Computer Chess (2007). Michel Van den Bergh's description of
// the Polyglot book format.
package chess
