package pgn

import (
	"io"

	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// Open opens a file of games, or standard input if the name is "-", and decompresses
// it as it is read; its first bytes, not its name, determine how. Closing does not
// close standard input. A folder is an error; other errors wrap the error of
// [os.Open] or [Decompress]. For errors of reading see Decompress.
func Open(name string) (io.ReadCloser, error) { return archive.Open(name, ".pgn") }

// ErrDamaged is wrapped by the error for a compressed file that is damaged or cut off.
var ErrDamaged = archive.ErrDamaged

// Decompress returns the text of r, decompressed if its first bytes mark gzip, bzip2 or
// Zstandard. Consecutive compressed files are one text, and zero bytes between them and after the last
// are skipped. Closing does not close r. Errors of r are returned unchanged. If the compressed text is
// damaged or cut off, or other bytes follow it, the error wraps [ErrDamaged]. It does not if the text needs a
// dictionary or more than 1 GiB of memory.
//
// A tar archive, compressed or not, is read as one text: the files in it whose names
// end with .pgn or that begin with a game, in its folders too. So is a zip archive, if r is an [io.ReaderAt] with
// a method Stat, as an [os.File] is. Other archives are an error that says what to do.
func Decompress(r io.Reader) (io.ReadCloser, error) { return archive.Decompress(r, nil, ".pgn") }
