package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/disk"
)

// Disk that a build may need for each byte of text. A game without comments has about 12 bytes of PGN a position, which
// take 45 while they are sorted (docs/scale.md), and its text is kept; with comments and clocks a position has 40 bytes
// and more. How much a compressed file holds is not known before it is read: between its size and eight times that.
const (
	leastOfText = 0.5
	mostOfText  = 5
	mostOfView  = 3 // for each further view
	unpacked    = 8
)

// checkSpace says how much disk a build may need, if that is much, and returns an error if a first build of whole games
// certainly finds too little.
func (a *app) checkSpace(f *buildFlags, s index.Store, files []string, first bool) error {
	if _, ok := s.(*flat.Store); !ok {
		return nil // of servers nothing is known
	}
	least, most := spaceFor(files, len(f.views))
	free, known := disk.Free(f.db)
	if !known || most == 0 {
		return nil
	}
	const much = 1 << 30
	whole := first && f.maxPly == 0 && !f.filter.any()
	switch {
	case whole && least > free:
		return cli.Hint(fmt.Errorf("the build needs at least %s of disk, and %s are free on the disk of %s", cli.Bytes(float64(least)),
			cli.Bytes(float64(free)), f.db), "free some, or name a folder on another disk by --db")
	case most >= much || most > free:
		a.Remark("the build may need up to %s of disk; %s are free", cli.Bytes(float64(most)), cli.Bytes(float64(free)))
	}
	return nil
}

// spaceFor returns bounds on the disk that a build needs for files and the files of games in folders, with so many
// views besides the positions.
func spaceFor(files []string, views int) (least, most int64) {
	add := func(name string, size int64) {
		low, high := leastOfText, mostOfText+mostOfView*float64(views)
		if isPacked(name) {
			high *= unpacked
		}
		least += int64(low * float64(size))
		most += int64(high * float64(size))
	}
	for _, name := range files {
		info, err := os.Stat(name)
		switch {
		case err != nil: // reading it returns the error
		case info.Mode().IsRegular():
			add(name, info.Size())
		case info.IsDir():
			_ = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && games.OfFile(path) != nil {
					if info, err := d.Info(); err == nil {
						add(path, info.Size())
					}
				}
				return nil
			})
		}
	}
	return least, most
}

// isPacked reports whether a file is compressed or an archive, by its name.
func isPacked(name string) bool {
	return slices.Contains([]string{".gz", ".bz2", ".zst", ".zip", ".tgz"}, strings.ToLower(filepath.Ext(name)))
}
