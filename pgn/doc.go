// Package pgn reads and writes chess games in Portable Game Notation.
//
//	file, err := pgn.Open("games.pgn.zst") // or .gz, .bz2, plain, "-"
//	if err != nil {
//		return err
//	}
//	defer file.Close()
//	for game, err := range pgn.NewReader(file).All() {
//		if game == nil {
//			return err // reading failed
//		}
//		if err != nil {
//			log.Print(err) // game 812, line 16240, byte 40961: …
//		}
//		fmt.Println(game.Tags.Get("White"), len(game.Moves), game.Result)
//	}
//
// [Reader] gives whole games, with comments, NAGs and nested variations;
// [Writer] writes them. For millions of games there is a lower level: a
// [Scanner] cuts the stream into chunks of whole games, and on as many
// goroutines as there are cores a [Parser] reads of each game the tags, the
// moves of the main line and the hash of every position.
//
// # Guarantees
//
// Every move is checked by the rules. A broken game gives an [*Error] with
// its number, line and byte, and all that was read before the place; it never
// costs the game after it. No text makes the package panic.
//
// What is read: any order of tags, also none; comments in braces, over as
// many lines as they take, and after semicolons; lines escaped by a per cent
// sign; NAGs as $n and as signs; variations, with null moves in them; line
// ends of any system; a byte order mark; 0-0; moves with a needless or a
// missing x, = or number; quotes within a tag that nobody escaped; games
// without a result. Text that is not UTF-8 is taken for Latin-1. A comment
// may contain what looks like tags; see [Scanner] for one that is never
// closed. Chess960 is read under each of its names; games of other variants
// are passed over and counted.
//
// A game that [Writer] has written is read back equal: same tags, moves,
// NAGs, comments and variations.
//
// # Limits
//
// Tag pairs end with their line. Comments are kept as UTF-8 text with line
// ends folded into spaces, and where variations and comments follow the same
// move, comments come first when written. UTF-16 is refused. Variations nest
// to 64 levels, a game has up to 16 MiB.
//
// # Cost
//
// Scanner and Parser allocate nothing per game. Reading SAN, checking and
// making the move and hashing at 128 bits is about 10 million moves a second
// and core, finding where games begin about 1 GB/s; bench/ has the figures
// beside other libraries. A Reader is slower by the memory that its games
// take.
//
// # Sources
//
// S. J. Edwards, Standard: Portable Game Notation Specification and
// Implementation Guide, 1994, with the commands %clk, %emt and %eval in
// comments as in the supplement of 2001 and as lichess.org writes them.
package pgn
