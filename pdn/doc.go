// Package pdn reads and writes games of English draughts in Portable Draughts
// Notation.
//
//	for game, err := range pdn.NewReader(file).All() {
//		if game == nil {
//			return err // reading failed
//		}
//		if err != nil {
//			log.Print(err) // pdn: game 3, line 41, byte 1207: …
//		}
//		fmt.Println(game.Tags.Get("Event"), len(game.Moves), game.Result)
//	}
//
// These are read: moves with all squares or the first and the last ("22x15x8",
// "22x8"), captures written jump by jump ("22x15 15x8"), squares without a
// separator ("1115"), with blanks ("11 - 15") or with another one ("11–15", "15×22",
// "11.15"), algebraic squares ("f6-g5", with a1 at White's
// left hand, or Black's if so begins the game), the asterisk of a forced move and
// strengths as "(!)", FEN starts, also with one side alone, and the results 2-0, 1-1,
// 0-2, 0-0 and ½-½; everything else as in package pgn.
//
// # Guarantees
//
// Every move of a [Game] is legal. A broken game gives a [*game.RecordError] with its
// place, and everything read before that place. It never costs the game after
// it. A game of another kind of draughts, by its tag GameType or FEN, gives an error
// that wraps [game.ErrVariant], and its tags. Text that begins with neither a tag pair
// nor a legal move is no game and gives an error that wraps [game.ErrNoGame]; a stream
// that holds no game in 64 MiB is given up. No text makes the package panic, or
// slower than in proportion to its length. A game that [Writer] has written is
// read back equal.
//
// # Limits
//
// "1-0" has no one meaning: the descriptions of PDN give it to white, as in
// chess. Archives of English draughts, such as the American Checker Federation's, give
// it to the side that moves first, which is black. A [Game] treats it as a win of the
// first player, and [Writer] writes it as it was read.
//
// Set-ups within a game are not read. A game has the limits of package pgn:
// 4 MiB of text, 1,000 tag pairs of 64 KiB together, 20,000 plies, 100,000 comments,
// NAGs and moves of variations, and variations nested 64 deep.
//
// # Cost
//
// Time in proportion to the text, most of it for finding legal moves: two to
// four million moves a second. A game takes 5 to 20 times its text in memory, and
// 32 MiB at the most.
//
// # Sources
//
// A. Millett, Portable Draughts Notation, 1995. W. Wesselink and others, PDN
// 3.0, Fédération Mondiale du Jeu de Dames, 2009, for GameType numbers and grammar.
package pdn
