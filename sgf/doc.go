// Package sgf reads and writes game records in the Smart Game Format, FF[4]
// and before, and replays those of Go.
//
//	for g, err := range sgf.NewReader(file).All() {
//		if err != nil {
//			return err // reading failed, or there is text that is no game
//		}
//		line, err := g.Start(baduk.Options{})
//		if err != nil {
//			log.Print(err) // another game than Go, or too large a board
//			continue
//		}
//		for color, move := range line.Moves() {
//			… // line.Position is the board before the move
//		}
//		for _, remark := range slices.Concat(g.Remarks, line.Remarks) {
//			log.Print(remark) // sgf: game 3, line 41, byte 1207: …
//		}
//	}
//
// # Guarantees
//
// Whatever a file holds, every game of it is read as far as it can be understood: one
// that is not closed, has no first semicolon, or has values that make no sense. What was
// passed over, or read in a way of its own, is a remark with its place. [Game].Text is the
// game byte for byte. What [Write] wrote is read back as the same tree, except that CA
// may name another character set. No text makes the package panic, or slower than in
// proportion to its length, and variations may be nested without limit.
//
// Values are UTF-8. Their bytes are those of the character set that the root's property
// CA names: one of East Asia (Shift_JIS, EUC-JP, ISO-2022-JP, Big5, GBK and GB18030, HZ,
// EUC-KR with the code page 949), a code page of Windows, ISO-8859, KOI8, or UTF-8. Its
// characters are found before brackets and backslashes, which they may contain. Bytes
// that are none of them, or that nothing declares, are taken for UTF-8 if they can be,
// else for Latin-1 (Windows-1252). A file in UTF-16 is converted first, and places in it
// are those in the converted text.
//
// # Limits
//
// A game is held in memory as a whole. It has up to 16 MiB of text, and a million nodes,
// properties and values; what goes beyond that is left out, with a remark. Line breaks in
// values become line feeds, and escapes are removed. A game that is not closed ends at
// the end of the file, or before a line that begins a game with one of the properties AP,
// CA, FF, GM, ST and SZ.
//
// # Cost
//
// Time in proportion to the text. A game takes up to 100 times its text in
// memory, if it consists of empty nodes; 5 to 10 times is common.
//
// # Sources
//
// A. Hollosi, SGF File Format FF[4], 1997–2022. The WHATWG Encoding Standard for the names
// of character sets. GNU Go 3.8 for handicaps without stones.
package sgf
