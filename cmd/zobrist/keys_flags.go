package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/system/replace"
	"github.com/zobrist-go/zobrist/keyfile"
)

// keysFlags select keys by features, order and width.
type keysFlags struct {
	game     gameFlag
	features int // 0: as many as the game or the file has
	bits     int // 0: 64, or as many as the file has
	layout   string
	changed  func(name string) bool // whether a flag was given
}

func (k *keysFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&k.game, "game", "g", "keys for this game, and for some its size: baduk:9 (default chess)")
	flags.IntVarP(&k.features, "features", "n", 0, "keys for this number of features, instead of a game's")
	flags.IntVarP(&k.bits, "bits", "b", 0, "width, 1 to 128 (default 64, or the width of the file)")
	flags.StringVarP(&k.layout, "layout", "l", "", "`ORDER` of the keys: "+layoutNames+" (default the game's own)")
	exclude(cmd, "game", "features")
	k.changed = flags.Changed
}

// layoutNames describes --layout.
var layoutNames = strings.Join(keyfile.Layouts(), ", ") + ", or a file"

// space returns the features of the game, by default chess.
func (k *keysFlags) space() (*zobrist.Space, error) {
	if k.game.name == "" {
		return chess.Space(), nil
	}
	b, err := k.game.open("", setup{})
	if err != nil {
		return nil, err
	}
	return b.Space(), nil
}

// order checks the flags and returns the features of the game, and the layout if
// one was asked for.
func (k *keysFlags) order(ctx context.Context) (game *zobrist.Space, wanted *keyfile.Layout, err error) {
	if k.changed("features") {
		err = inRange("features", k.features, 1, zobrist.MaxFeatures)
	}
	if err == nil && k.changed("bits") {
		err = inRange("bits", k.bits, 1, maxBits)
	}
	if err != nil {
		return nil, nil, err
	}
	if game, err = k.space(); err != nil || k.layout == "" {
		return game, nil, err
	}
	wanted, err = openLayout(ctx, game, k.layout)
	return game, wanted, err
}

// checkCount returns an error for keys that are not as many as --features says,
// or the one there is.
func (k *keysFlags) checkCount(f keyfile.File, err error) error {
	if n := len(f.Keys); err == nil && k.features != 0 && n != k.features {
		err = fmt.Errorf("keys %s: %w: %d keys for %d features", f.Name, zobrist.ErrKeyCount, n, k.features)
		return hint(err, "leave out --features")
	}
	return err
}

// hintSize is the remedy for [keyfile.ErrSize].
const hintSize = "cut the table of keys out of it into a file of its own"

// writeOutput calls write with the file of that name, "" or "-" being standard
// output. A regular file is replaced only when all has been written; a device
// or a pipe is written to.
func (a *app) writeOutput(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(a.records())
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return hint(fmt.Errorf("%s is a folder", name), "name a file in it")
	case err == nil && info.Mode().Type() == fs.ModeNamedPipe: // opening it waits for a reader
		f, err := a.openPipe(name)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	err = replace.File(name, write)
	if _, missing := os.Stat(filepath.Dir(name)); errors.Is(missing, fs.ErrNotExist) {
		return hint(err, "make the folder %s first, or name another file", filepath.Dir(name))
	}
	return err
}
