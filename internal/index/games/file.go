package games

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// OfPath returns the game of a file by its name, or of the first file of games in a folder or an archive. It
// returns nil if there is none.
func OfPath(name string) (g Game) {
	if g = OfFile(name); g != nil {
		return g
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a pipe can be read once
	}
	if z, err := zip.OpenReader(name); err == nil {
		defer z.Close()
		for _, f := range z.File {
			if g = OfFile(f.Name); g != nil {
				return g
			}
		}
	}
	if base := strings.ToLower(filepath.Base(name)); strings.Contains(base, ".tar") || strings.HasSuffix(base, ".tgz") {
		for _, g := range table {
			if r, err := archive.Open(name, g.About().Ending); err == nil {
				n, _ := io.ReadFull(r, make([]byte, 1)) // nothing, if no file in it is of this game
				if r.Close(); n > 0 {
					return g
				}
			}
		}
	}
	_ = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != name {
			if g = OfPath(path); g != nil {
				return fs.SkipAll
			}
		}
		return nil
	})
	return g
}

// OfFile returns the game whose records a file has, by the ending of its name, also before the
// ending of a compressed file. It returns nil if no game has the ending.
func OfFile(name string) Game {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".bz2", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	i := slices.IndexFunc(table, func(g Game) bool { return strings.HasSuffix(name, g.About().Ending) })
	if i < 0 {
		return nil
	}
	return table[i]
}
