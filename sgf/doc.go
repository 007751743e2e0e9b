// Package sgf reads and writes game records in the Smart Game Format, FF[4]
// and before, and replays games of Go.
//
//	for g, err := range sgf.NewReader(file).All() {
//		if err != nil {
//			return err // reading failed, or text is not a game
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
// [Line.Tree] replays all variations in place of the main line.
//
// # Guarantees
//
// Every game of a file is read as far as it can be understood, even if it is not closed,
// has no first semicolon, or has invalid values. Text that was skipped, or read against
// the rules, has a remark with its place. [Game].Text is the game byte for byte. A game
// written by [Write] is read back as the same tree, except that CA may name another
// character set. No text makes the package panic, or slower than in
// proportion to its length, and variations may be nested without limit.
//
// Values are converted to UTF-8 from the character set that the root's property CA names: one of East Asia
// (Shift_JIS, EUC-JP, ISO-2022-JP, Big5, GBK and GB18030, HZ, EUC-KR with the code page 949), a code page of Windows,
// ISO-8859, KOI8, or UTF-8. Its characters are found before brackets and backslashes, which they may contain. A value
// outside it, or without CA, is read as UTF-8 if valid, else as Windows-1252; if only a few of its bytes are broken,
// they become U+FFFD, with a remark. Without CA, a game that is not UTF-8 is read as Shift_JIS, GBK or Big5 if its
// brackets and backslashes or an earlier game show that it is, with a remark; otherwise in the encoding of
// [Reader.SetEncoding], or in the one that its characters and the games behind it suggest. A file in UTF-16
// is converted first; places are positions in the converted text.
//
// # Limits
//
// A game is held in memory as a whole. It has up to 16 MiB of text, and a million nodes,
// properties and values; the rest is left out, with a remark. Line breaks in
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
