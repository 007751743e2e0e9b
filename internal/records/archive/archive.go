// Package archive reads the games in zip and tar archives: the members whose names have an ending
// such as .pgn, also before the ending of a compressed file, and members with other names that begin with
// a game, from all folders and in the order of the archive. It skips files of other games, by their names, and the
// small files that macOS adds, whose names begin with a dot.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// Bounds on archives. A bomb is a member that unpacks to much more than its size; games compress to
// a tenth.
const (
	maxMembers = 100_000
	bombSize   = 1 << 30 // a smaller member is not a bomb
	bombRatio  = 200
)

// An Error is the reason why nothing of an archive, or of a file in another format, is read.
type Error struct {
	NoGames bool // none of its files has games, so that nothing is lost without it
	Format  bool // it is in a format that is not read

	reason string
	damage error // that prevents it; it wraps [ErrDamaged]
}

// Error returns the reason, and what to do.
func (e *Error) Error() string { return e.reason }

// Unwrap returns the damage, nil if there is none.
func (e *Error) Unwrap() error { return e.damage }

func refuse(format string, args ...any) error { return &Error{reason: fmt.Sprintf(format, args...)} }

// unreadable returns the error for an archive whose damage leaves none of its files of games.
func unreadable(err error) error {
	err = explain(err)
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	return &Error{reason: err.Error(), damage: err}
}

// A Member is a file of games in a zip archive or a folder.
type Member struct {
	Name     string // its path in the archive
	Size     int64  // unpacked, as the archive has it
	Modified time.Time
	Open     func() (io.ReadCloser, error)
}

// IsZip reports whether a file that begins with these bytes is a zip archive.
func IsZip(magic []byte) bool {
	return bytes.HasPrefix(magic, []byte("PK\x03\x04")) || bytes.HasPrefix(magic, []byte("PK\x05\x06"))
}

// Methods of compression in a zip archive, besides the methods that package archive/zip has.
const (
	zipBzip2 = 12
	zipZstd  = 93
)

// zipMethods are the names of methods that are not read.
var zipMethods = map[uint16]string{1: "Shrink", 6: "Implode", 9: "Deflate64", 14: "LZMA", 95: "xz", 96: "JPEG",
	98: "PPMd"}

// Zip lists the files of games in a zip archive, and the names of the other files. It is an error if
// there are no games.
func Zip(r io.ReaderAt, size int64, endings []string) (members []Member, others []string, err error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, nil, err
	}
	if len(z.File) > maxMembers {
		return nil, nil, refuse("zip: %d files, and the limit is %d; unpack it first", len(z.File), maxMembers)
	}
	z.RegisterDecompressor(zipBzip2, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	z.RegisterDecompressor(zipZstd, func(r io.Reader) io.ReadCloser {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return io.NopCloser(failed{err})
		}
		return d.IOReadCloser()
	})
	for _, f := range z.File {
		name, readable := zipMethods[f.Method]
		readable = !readable && f.Flags&1 == 0
		switch {
		case f.FileInfo().IsDir():
		case !isGames(f.Name, endings) && !(readable && mayBegin(f.Name, endings) && beginsGame(f.Open, endings)):
			others = append(others, f.Name)
		case f.UncompressedSize64 > bombSize && f.UncompressedSize64/bombRatio > f.CompressedSize64:
			return nil, nil, refuse("zip: %s: unpacks to %d bytes from %d; unpack it first, if they are games",
				f.Name, f.UncompressedSize64, f.CompressedSize64)
		case f.Flags&1 != 0:
			return nil, nil, refuse("zip: %s: encrypted; unpack it first", f.Name)
		case !readable:
			return nil, nil, refuse("zip: %s: compressed by %s; unpack the archive first: 7z x FILE", f.Name, name)
		default:
			members = append(members, Member{f.Name, int64(f.UncompressedSize64), f.Modified, f.Open})
		}
	}
	if len(members) == 0 {
		return nil, nil, noGames("zip", others, endings)
	}
	return members, others, nil
}

// beginsGame reports whether the text of a file, which may be compressed, begins with a game. It reads 64 KiB.
func beginsGame(open func() (io.ReadCloser, error), endings []string) bool {
	f, err := open()
	if err != nil {
		return false
	}
	defer f.Close()
	text, err := decompress(f)
	if err != nil {
		return false
	}
	defer text.Close()
	head, _ := io.ReadAll(io.LimitReader(text, 64<<10)) // a damaged text may begin with games
	return holdsGame(head, endings)
}

// holdsGame reports whether a text holds the beginning of a game that files of these endings have.
func holdsGame(text []byte, endings []string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool {
		switch ending {
		case ".pgn":
			return gametext.HasGame(text, gametext.Chess)
		case ".pdn":
			return gametext.HasGame(text, gametext.Draughts)
		case ".sgf":
			return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n\ufeff"), []byte("(;"))
		}
		return false
	})
}

// games are the endings of the names of files of games.
var games = []string{".pgn", ".pdn", ".sgf"}

// OfOther reports whether a file has games that files of these endings do not have, by its name.
func OfOther(name string, endings []string) bool {
	return isGames(name, games) && !isGames(name, endings)
}

// mayBegin reports whether a member whose name has none of the endings is opened to see whether it begins with a game.
func mayBegin(name string, endings []string) bool { return !isHidden(name) && !OfOther(name, endings) }

// isHidden reports whether a member is a file of an operating system.
func isHidden(name string) bool { return baseOf(name)[0] == '.' }

// baseOf returns the last element of the path of a member, in lower case.
func baseOf(name string) string {
	return strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
}

// isGames reports whether a member is a file of games, by its name.
func isGames(name string, endings []string) bool {
	base := baseOf(name)
	for _, packed := range []string{".gz", ".bz2", ".zst"} {
		base = strings.TrimSuffix(base, packed)
	}
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(base, e) }) && base[0] != '.'
}

// unreadEndings are endings of the names of packed files that are not read. Of games.pgn.tar.xz two are cut off.
var unreadEndings = []string{".xz", ".7z", ".rar", ".lz4", ".lz", ".z", ".tar"}

// OfGames reports whether a file holds games by its name: it has one of these endings, which the ending of a format
// that is not read may follow, as in games.pgn.7z.
func OfGames(name string, endings []string) bool {
	name = baseOf(name)
	for _, packed := range unreadEndings {
		name = strings.TrimSuffix(name, packed)
	}
	return isGames(name, endings)
}

// noGames is the error for an archive without files of games.
func noGames(format string, others, endings []string) error {
	if len(others) == 0 {
		return &Error{NoGames: true, reason: format + ": the archive is empty"}
	}
	slices.Sort(others)
	return &Error{NoGames: true, reason: fmt.Sprintf("%s: no file in the archive is named %s or begins with a game; "+
		"it has %.40q and %d more; unpack it, and name the files of games",
		format, strings.Join(endings, " or "), others[0], len(others)-1)}
}

// TarHead is the number of bytes that IsTar needs.
const TarHead = 262

// IsTar reports whether a file that begins with these TarHead bytes is a tar archive.
func IsTar(head []byte) bool { return bytes.HasSuffix(head[:TarHead], []byte("ustar")) }

// Tar returns the games in a tar archive as one text, with a blank line between the members.
// Each member is decompressed by unpack. It calls skip with the names of the other files.
func Tar(in io.Reader, endings []string, skip func(name string),
	unpack func(io.Reader) (io.ReadCloser, error)) *Joined {
	t := tar.NewReader(in)
	found := false
	var others []string
	return &Joined{Next: func() (io.ReadCloser, error) {
		for {
			h, err := t.Next()
			switch {
			case err == io.EOF && !found:
				return nil, noGames("tar", others, endings)
			case err != nil && !found:
				return nil, unreadable(err)
			case err != nil:
				return nil, err
			case h.Typeflag != tar.TypeReg:
			case isGames(h.Name, endings):
				found = true
				return unpack(t)
			}
			b := bufio.NewReaderSize(t, 64<<10)
			head, _ := b.Peek(64 << 10) // shorter files, too
			open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(head)), nil }
			switch {
			case h.Typeflag != tar.TypeReg:
			case mayBegin(h.Name, endings) && beginsGame(open, endings):
				found = true
				return unpack(b)
			case len(others) < maxMembers:
				others = append(others, h.Name)
				skip(h.Name)
			}
		}
	}}
}

// Joined is the text of several files, with a blank line between them. Next opens the next
// one, and returns io.EOF after the last.
type Joined struct {
	Next func() (io.ReadCloser, error)

	file  io.ReadCloser
	begun bool
}

// Read implements [io.Reader].
func (j *Joined) Read(p []byte) (int, error) {
	for {
		if j.file == nil {
			f, err := j.Next()
			if err != nil {
				return 0, err
			}
			if j.file = f; j.begun && len(p) >= 2 {
				return copy(p, "\n\n"), nil
			}
			j.begun = true
		}
		n, err := j.file.Read(p)
		if err == io.EOF {
			err = j.file.Close()
			j.file = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// Close closes the file that is open.
func (j *Joined) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
