// Package pdn reads and writes games of English draughts in Portable Draughts
// Notation, one at a time from a stream of any length.
//
//	r := pdn.NewReader(file)
//	for game, err := range r.All() {
//		if err != nil {
//			log.Print(err) // pdn: game 3, line 41, byte 1207: …
//			continue       // the next game is read all the same
//		}
//		fmt.Println(game.Tags.Get("Event"), len(game.Moves), game.Result)
//	}
//
// It reads tags, move numbers, moves with all squares or the first and the
// last ("22x15x8", "22x8"), jumps written one by one ("22x15 15x8"), squares
// without a separator ("1115"), strength signs, NAGs, comments in braces and
// after a semicolon, nested variations, % lines, FEN starts, and every way of
// writing a result; with CRLF, a byte order mark, and Latin-1 where text is not UTF-8.
//
// # Guarantees
//
// Every move of a [Game] is legal. A game that breaks off yields both what was
// read before and an [*Error] with its place, and never costs the next one.
// Where reading fails, what was read whole is given out, the game in between
// as one that breaks off, and then the error with its place.
// Games of other kinds of draughts, told by their GameType, yield an error that
// wraps [ErrVariant]. What [Writer] writes [Reader] reads back to an equal
// game, and no bytes make it panic.
//
// # Limits
//
// "1-0" has no one meaning: the descriptions of PDN give it to white, as in
// chess, and archives of English draughts, the American Checker Federation's
// among them, to the side that moves first, which is black. A [Game]
// takes it for a win of the first player; [Writer] writes it as it was read. Moves in algebraic notation and set-ups within a game
// are not read. A game may have 16 MiB of text and variations 100 deep.
//
// # Cost
//
// Memory in proportion to the longest game; time in proportion to the text,
// most of it for finding legal moves.
//
// # Sources
//
// A. Millett, Portable Draughts Notation, 1995. W. Wesselink and others, PDN
// 3.0, Fédération Mondiale du Jeu de Dames, 2009, for GameType numbers and grammar.
package pdn
