package archive

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// packages are the endings of the names of archives in a folder. Opening one of the last three is an error that says
// what to do.
var packages = []string{".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.zst", ".tar.xz", ".7z", ".rar"}

// Folder lists the files of games in a folder and in the folders in it, and the archives, in the order of their paths.
// Links to folders are not followed. It is an error if there are none.
func Folder(dir string, endings []string) ([]Member, error) {
	var members []Member
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		base := strings.ToLower(d.Name())
		packed := base[0] != '.' && slices.ContainsFunc(packages, func(e string) bool { return strings.HasSuffix(base, e) })
		if !packed && !OfGames(base, endings) {
			return nil
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		path, err := filepath.Rel(dir, name)
		members = append(members, Member{filepath.ToSlash(path), info.Size(), info.ModTime(), func() (io.ReadCloser, error) {
			return os.Open(name)
		}})
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(members) == 0 {
		return nil, refuse("no file in the folder is named %s", strings.Join(endings, " or "))
	}
	return members, nil
}
