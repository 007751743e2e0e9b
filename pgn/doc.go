// Package pgn reads and writes chess games in Portable Game Notation.
//
//	file, err := pgn.Open("games.pgn.zst") // or .gz, .bz2, .zip, .tar, plain, "-"
//	if err != nil {
//		return err
//	}
//	defer file.Close()
//	for game, err := range pgn.NewReader(file).All() {
//		if game == nil {
//			return err // reading failed
//		}
//		if err != nil {
//			log.Print(err) // pgn: game 812, line 16240, byte 40961: …
//		}
//		fmt.Println(game.Tags.Get("White"), len(game.Moves), game.Result)
//	}
//
// [Reader] reads whole games, with comments, NAGs and nested variations; [Writer]
// writes them. For millions of games, a [Scanner] cuts the stream into chunks of
// whole games, and [Parser]s on all cores read the tags, the moves of the main line
// and the hash of every position.
//
// # Guarantees
//
// Every move is checked by the rules. A broken game gives a [*game.RecordError] with its
// number, line and byte, everything read before that place, and its result. It never costs
// the game after it, not even if it lacks the brace that closes a comment; see
// [Scanner]. No text makes the package panic, or slower than in proportion to
// its length.
//
// The reader accepts tags in any order, or none; comments in braces, over any number of lines, and after semicolons;
// lines escaped by a per cent sign; NAGs as $n and as signs, ASCII or not, alone or close to a move; variations with
// null moves; line ends of any system; byte order marks; blanks of Unicode and entities of HTML; dashes, ½, figurines
// and ×; 0-0, if the tag Result says that both players lost; castling as OO or 00; moves with a needless or missing x,
// = or number, with blanks in them, or as two squares, g1f3, and without blanks between them, O-OO-O; unescaped quotes
// in a tag. Text that is not UTF-8 is read in the encoding of [Reader.SetEncoding], or in the one that its pairs of
// letters suggest, otherwise as Windows-1252.
//
// Chess960 is read under each of its names. A game of another variant gives an error that wraps [game.ErrVariant], and
// its tags. [Reader.SetVariant] and [NewVariantParser] read games of a variant in place of chess.
//
// Unknown text is skipped if the moves are clear without it: text among the tags, unknown signs, stray
// parentheses and braces, castling rights and en-passant squares in a tag FEN that do not
// fit the pieces, EPD operations, and what follows the termination marker. A null move ends
// the main line; so does a variation or a comment that is not closed. Of several results
// the tag counts, then the first marker. A game with any of these is returned
// with an error about the first one; its [game.RecordError.Whole] is true.
//
// Text that begins with neither a well-formed tag pair nor a legal move is no
// game. A stretch of it gives one error that wraps [game.ErrNoGame]. A stream that
// holds no game in 64 MiB is given up; see [NewScanner].
//
// Movetext that does not end with 1-0, 0-1, 1/2-1/2 or * may be cut off. Such a
// game is read, and gives an error that wraps [game.ErrUnfinished], with
// [game.RecordError.Whole] set.
//
// A game that [Writer] has written is read back equal: same tags, moves, NAGs,
// comments and variations.
//
// # Limits
//
// A game has up to 4 MiB of text, 1,000 tag pairs of 64 KiB together, 20,000
// plies, which no legal game reaches, 100,000 comments, NAGs and moves of
// variations, and variations nested 64 deep. The rest is left out, with an error that
// wraps [game.ErrTooLong]. A tag pair ends with its line.
// Comments are kept as UTF-8 text with line ends folded into spaces; if
// variations and comments follow the same move, the comments are written first.
// UTF-16 is converted first, and places are positions in the converted text.
//
// # Cost
//
// Scanner and Parser allocate nothing per game. Reading SAN, checking and
// making the move and hashing at 128 bits is 7 to 10 million moves a second
// and core, finding the games 0.5 to 1 GB/s; docs/benchmarks has the figures
// beside other libraries. A Reader is slower, because it keeps everything: a
// game takes 5 to 20 times its text in memory, and 32 MiB at the most.
//
// # Sources
//
// S. J. Edwards, Standard: Portable Game Notation Specification and
// Implementation Guide, 1994.
package pgn
