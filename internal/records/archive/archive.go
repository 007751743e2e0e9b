// Package archive reads the games in zip and tar archives: the members whose names have an ending
// such as .pgn, also before the ending of a compressed file, and members with other names that begin with
// a game, from all folders and in the order of the archive. It skips files of other games, by their names, and the
// small files that macOS adds, whose names begin with a dot.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// maxMembers bounds the files of an archive.
const maxMembers = 100_000

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

// A Left is something that is not read: a file in an archive or a folder, or the bytes after a compressed text.
type Left struct {
	Name   string // of the file, in its archive or folder; "" for the bytes after a text
	Unread bool   // it is a file of games
	Err    error  // why; wraps [game.ErrNoGame] for a file without games
	Remedy string
}

// A Member is a file of games in a zip archive or a folder.
type Member struct {
	Name     string // its path in the archive
	Size     int64  // unpacked, as the archive has it
	Modified time.Time
	Open     func() (io.ReadCloser, error)
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
var unreadEndings = []string{".xz", ".7z", ".rar", ".lz4", ".lz", ".z", ".txz", ".tlz", ".taz", ".tgz", ".tbz2", ".tbz",
	".tzst", ".tar", ".zip"}

// OfGames reports whether a file holds games by its name: it has one of these endings, which the ending of a format
// that is not read may follow, as in games.pgn.7z.
func OfGames(name string, endings []string) bool {
	name = baseOf(name)
	for range 2 {
		for _, packed := range unreadEndings {
			name = strings.TrimSuffix(name, packed)
		}
	}
	return isGames(name, endings)
}
