// Package gametext reads and writes what Portable Game Notation for chess and
// Portable Draughts Notation have in common: tag pairs, comments, variations,
// annotation glyphs, results, and words that may be moves.
//
//	scanner := gametext.NewScanner(reader, gametext.Chess) // cuts a stream into games
//	chunk, err := scanner.Next()
//	tokens := gametext.NewTokenizer(chunk.Game(0), gametext.Chess)
//	for token := tokens.Next(); token.Kind != gametext.End; token = tokens.Next() {
//		fmt.Printf("%s\n", tokens.Text(token))
//	}
//
// There is one grammar. The scanner finds where games begin by the same tokens
// from which packages pgn and pdn read the games, so they cannot disagree.
//
// # Guarantees
//
// No text makes the package panic. Reading takes time in proportion to the length of the text,
// whatever its content.
//
// # Limits
//
// A game has up to [MaxGame] bytes; other constants bound its tags, moves and remarks. The scanner
// holds one game, or one chunk of games, in memory. It gives up a stream without games after
// [MaxSilence] bytes.
//
// # Sources
//
// S. J. Edwards, Standard: Portable Game Notation Specification and
// Implementation Guide, 1994, sections 5 to 10. A. Millett, Portable Draughts
// Notation, 1995.
package gametext
