package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Numbers of bytes of a file that decide what it is.
const (
	magicSize = 8        // if its name says that it has games
	headSize  = 64 << 10 // if it may have any
)

// judge says what a member of an archive is. It holds games by its name, or because its text, which may be compressed,
// begins with a game. raw reads the first bytes of the member as they are in the archive.
func judge(name string, endings []string, raw func(n int) []byte) (holds bool, left Left) {
	left = Left{Name: name, Err: game.ErrNoGame}
	switch {
	case isHidden(name):
		left.Remedy = "the file is one of an operating system"
		return false, left
	case OfOther(name, endings):
		left.Remedy = "by its name the file has another game; an index of that game takes it"
		return false, left
	}
	named := isGames(name, endings)
	n := headSize
	if named {
		n = magicSize
	}
	head := raw(n)
	if err := refuseFormat(head); err != nil {
		left.Err, left.Unread = err, OfGames(name, endings)
		left.Remedy = remedyOf(left.Unread)
		return false, left
	}
	if named {
		return true, Left{}
	}
	text := unpacked(head)
	if names, format := namesIn(head, text); format != "" {
		left.Unread = OfGames(name, endings) ||
			slices.ContainsFunc(names, func(n string) bool { return OfGames(n, endings) })
		left.Err = &Error{Format: true,
			reason: fmt.Sprintf("archive: the file is %s within an archive; unpack it first", format)}
		left.Remedy = remedyOf(left.Unread)
		return false, left
	}
	if holdsGame(text, endings) {
		return true, Left{}
	}
	left.Remedy = "the file does not begin with a game; unpack it, and name it alone"
	return false, left
}

// remedyOf completes the remedy for a file in a format that is not read.
func remedyOf(unread bool) string {
	if unread {
		return "then name the unpacked file"
	}
	return "then name it, or leave it: it is not read" // it may be of photos
}

// unpacked returns the text of the beginning of a file, decompressed if it is compressed.
func unpacked(head []byte) []byte {
	text, err := decompress(bytes.NewReader(head), nil)
	if err != nil {
		return nil
	}
	defer text.Close()
	b, _ := io.ReadAll(io.LimitReader(text, headSize)) // the head is cut off, and a damaged text may begin with games
	return b
}

// namesIn returns the names of files of an archive, as far as its first bytes show them, and its format, "" if it is
// none. text is the decompressed head.
func namesIn(head, text []byte) (names []string, format string) {
	switch {
	case IsZip(head):
		for rest := head; ; {
			i := bytes.Index(rest, []byte("PK\x03\x04"))
			if i < 0 || len(rest) < i+30 {
				return names, "a zip archive"
			}
			header := rest[i:]
			n := int(binary.LittleEndian.Uint16(header[26:]))
			names = append(names, string(header[30:min(30+n, len(header))]))
			rest = header[30:]
		}
	case len(text) >= TarHead && IsTar(text):
		t := tar.NewReader(bytes.NewReader(text))
		for {
			h, err := t.Next()
			if err != nil {
				return names, "a tar archive"
			}
			names = append(names, h.Name)
		}
	}
	return nil, ""
}

// noGames is the error for an archive without files of games that are read.
func noGames(format string, others []Left, endings []string) error {
	if len(others) == 0 {
		return &Error{NoGames: true, reason: format + ": the archive is empty"}
	}
	if i := slices.IndexFunc(others, func(l Left) bool { return l.Unread }); i >= 0 {
		return &Error{reason: fmt.Sprintf("%s: %s: %v; %s", format, others[i].Name, others[i].Err, others[i].Remedy)}
	}
	slices.SortFunc(others, func(a, b Left) int { return strings.Compare(a.Name, b.Name) })
	return &Error{NoGames: true, reason: fmt.Sprintf("%s: no file in the archive is named %s or begins with a game; "+
		"it has %.40q and %d more; unpack it, and name the files of games",
		format, strings.Join(endings, " or "), others[0].Name, len(others)-1)}
}

// TarHead is the number of bytes that IsTar needs.
const TarHead = 262

// IsTar reports whether a file that begins with these TarHead bytes is a tar archive.
func IsTar(head []byte) bool { return bytes.HasSuffix(head[:TarHead], []byte("ustar")) }

// tarText returns the games in a tar archive as one text, with a blank line between the members. It calls note with
// the files that are left out.
func tarText(in io.Reader, endings []string, note func(Left)) *joined {
	t := tar.NewReader(in)
	found := false
	var others []Left
	return &joined{next: func() (io.ReadCloser, error) {
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
				continue
			}
			b := bufio.NewReaderSize(t, headSize)
			holds, left := judge(h.Name, endings, func(n int) []byte {
				head, _ := b.Peek(n) // shorter files, too
				return head
			})
			switch {
			case holds:
				found = true
				return decompress(b, within(h.Name, note))
			case len(others) < maxMembers:
				others = append(others, left)
				if note != nil {
					note(left)
				}
			}
		}
	}}
}

// within returns a note for a member of an archive, nil if there is none for the archive.
func within(name string, note func(Left)) func(Left) {
	if note == nil {
		return nil
	}
	return func(l Left) {
		l.Name = path.Join(name, l.Name)
		note(l)
	}
}
