package archive

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// packages are the endings of the names of archives in a folder. Opening one in a format that is not read is an error
// that says what to do.
var packages = []string{".zip", ".tar", ".tgz", ".tbz2", ".tbz", ".tzst", ".txz", ".tlz", ".taz", ".tar.gz", ".tar.bz2",
	".tar.zst", ".tar.xz", ".tar.lz4", ".tar.lz", ".tar.z", ".7z", ".rar"}

// Folder lists the files of games in a folder and in the folders in it, and the archives, in the order of their paths.
// Links to folders are not followed. Others are files of games and folders that cannot be read. It is an error if
// there are no members.
func Folder(dir string, endings []string) (members []Member, others []Left, err error) {
	leave := func(path, remedy string, err error) error {
		others = append(others, Left{Name: path, Unread: true, Err: err, Remedy: remedy})
		return nil
	}
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if name == dir {
			return err
		}
		path, relErr := filepath.Rel(dir, name)
		path = filepath.ToSlash(path)
		switch {
		case relErr != nil:
			return relErr
		case err != nil:
			return leave(path, "mend its permissions, or remove it", err)
		case d.IsDir():
			return nil
		}
		base := strings.ToLower(d.Name())
		packed := base[0] != '.' && slices.ContainsFunc(packages, func(e string) bool { return strings.HasSuffix(base, e) })
		if !packed && !OfGames(base, endings) {
			return nil
		}
		info, err := os.Stat(name)
		switch {
		case err != nil && d.Type()&fs.ModeSymlink != 0:
			return leave(path, "it is a link to nothing that can be read; mend the link, or remove it", err)
		case err != nil:
			return leave(path, "mend its permissions, or remove it", err)
		case info.Mode().IsRegular():
			members = append(members, Member{path, info.Size(), info.ModTime(), func() (io.ReadCloser, error) {
				return os.Open(name)
			}})
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(members) == 0 && len(others) > 0:
		return nil, nil, errors.Join(others[0].Err, refuse("no file of games in the folder can be read"))
	case len(members) == 0:
		return nil, nil, refuse("no file in the folder is named %s", strings.Join(endings, " or "))
	}
	return members, others, nil
}
