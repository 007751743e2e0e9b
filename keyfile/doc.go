// Package keyfile reads and writes tables of keys, makes the tables that have names,
// and has the orders in which programs keep keys.
//
//	f, err := keyfile.Open("coded:1", keyfile.Options{Features: 781})
//	…
//	err = keyfile.Write(os.Stdout, f, "c")
//	…
//	f, err = keyfile.Read(os.Stdin, keyfile.ReadOptions{})
//
// # Formats
//
//   - go, c, rust: an array of integers, and the start value; 128 bits are
//     pairs of 64, the high half first (u128 in Rust)
//   - js: BigInt; js32: pairs of 32-bit numbers, the high half first, XORed in
//     parallel; js48: numbers of up to 52 bits that are added, see
//     [zobrist.Keys.Sum]; mjs, mjs32, mjs48: the same as ES modules
//   - json: an object with hexadecimal strings
//   - hex: a line for each key
//   - bin: the words in big-endian order between a header and a SHA-256
//   - raw-be, raw-le: nothing but the words, 8 or 16 bytes each, most or least
//     significant byte first; name, order and start value are lost
//
// All but the raw ones begin with name, number, width, start value, SHA-256 and,
// if it is known, the order of the keys; [Read] gives back what [Write] was
// given. Read also takes lists of numbers as people post them: anything with 0x
// literals in it, bare hexadecimal words of one length, or decimal numbers, signed
// ones too, without the sizes of arrays. Comments and labels of lines do not count; a
// member of such a list that cannot be a key is an error.
//
// # Order
//
// Keys are numbers. A [Layout] says which feature of the game each key is for, in a
// few lines of text that a file can carry.
//
// # Guarantees
//
// The formats are frozen from release 1.0 on; a file of a later version is
// refused. Untrusted bytes give an error, never a panic, and memory in
// proportion to their number, at most 256 MiB.
//
// # Limits
//
// A file has one table of one width. Exported sources hold keys, not hashing
// code: hash = start XOR the keys of the features that hold.
//
// # Cost
//
// Below a microsecond a key, mostly the SHA-256 and the digits.
//
// # Sources
//
// Michel Van den Bergh's description of the Polyglot book format,
// http://hgm.nubati.net/book_format.html. Chess Programming Wiki, Zobrist
// Hashing; Wikipedia, Zobrist hashing (18×64).
package keyfile
