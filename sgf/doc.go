// Package sgf reads and writes game records in the Smart Game Format, FF[4]
// and before, and replays those of Go.
//
//	for g, err := range sgf.NewReader(file).All() {
//		var broken *game.RecordError
//		if errors.As(err, &broken) {
//			log.Print(err) // sgf: game 3, line 41, byte 1207: …
//			continue       // the next game is read all the same
//		}
//		if err != nil {
//			return err // reading failed
//		}
//		end, err := sgf.Replay(g, baduk.Options{})
//		…
//	}
//
// # Guarantees
//
// What [Write] wrote is read back as the same tree. A broken game yields a
// [*game.RecordError] with its place, and the reader goes on at the next game. Any bytes
// may be read: no text makes the package panic or read without end.
//
// # Limits
//
// A game is held in memory as a whole. It has up to 16 MiB of text, including
// what precedes it, a million nodes, properties and values, and variations
// 1,000 deep. Values are kept as bytes of the file's character set, which the
// root's property CA names; nothing is converted. Line breaks in values become
// line feeds, and escapes are removed.
//
// # Cost
//
// Time in proportion to the text. A game takes up to 100 times its text in
// memory, if it consists of empty nodes; 5 to 10 times is common.
//
// # Sources
//
// A. Hollosi, SGF File Format FF[4], 1997–2022.
package sgf
