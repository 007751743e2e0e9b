// Package variants has the rules of seven variants of chess as Lichess plays them, on a board that carries its
// hash: crazyhouse, three-check, king of the hill, antichess, atomic, horde and racing kings.
//
//	p, err := variants.New(variants.Options{Variant: variants.Crazyhouse})
//	if err != nil { … }
//	for _, text := range []string{"e4", "d5", "exd5", "Qxd5", "P@d4"} {
//		m, err := p.ParseSAN(text)
//		if err != nil { … }
//		p.Make(m)
//	}
//	fmt.Println(p) // rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3
//
// A Chess960 start is set up by its FEN. Squares, pieces and moves come from package chess; a [chess.Move] can
// also be a drop, or in antichess a promotion to king.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. AppendMoves lists all legal moves, each once, and
// none after the end of a game by the rules of its variant. Positions have equal features if and only if the rules
// call them the same. A capture en passant is one of the features if it is legal; promoted pieces are told apart in
// crazyhouse alone.
//
// # Keys
//
// The first 781 features are numbered as in chess. The variant itself is a feature that always holds, and counts are
// unary: a side with three pawns in its pocket has the features of one, of two and of three, and a fourth changes the
// hash by one XOR. [Variant.Space] lists them. A [zobrist.Set] has a key for each; the default is
// zobrist.Default(v.Space().Len()). What keeps the hashes of two variants apart is the feature, not the name of a set:
// it does so under any keys, those that a program draws by itself included, and under one set for several variants.
//
// # Limits
//
// Draws by insufficient material are those that Lichess declares while the clocks run, not what it decides when a
// flag falls. Hash values are frozen from release 1.0 on. Whoever knows the keys can forge XOR hashes; see package
// zobrist.
//
// # Cost
//
// Both words of the hash are kept up to date. A list of moves takes half a microsecond to one at the start, and longer
// if many of them must be tried, as in check. Make, Unmake and AppendMoves into a buffer that is large enough do not
// allocate, except that the list of past positions grows by 88 bytes a move.
//
// # Sources
//
// The rules are as at lichess.org/variant, in the details of scalachess, the program that referees there. FEN:
// X-FEN with the fields of Lichess, Fairy-Stockfish and python-chess.
package variants
