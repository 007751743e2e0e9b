package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// keysFlags say which features keys are for, and how wide they are.
type keysFlags struct {
	game     string
	features int
	bits     int
}

func (k *keysFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&k.game, "game", "g", "", "keys for this game, and for some its size: baduk:9 (default chess)")
	flags.IntVarP(&k.features, "features", "n", 0, "keys for so many features, instead of a game's")
	flags.IntVarP(&k.bits, "bits", "b", 0, "width, 1 to 128 (default 64)")
	cmd.MarkFlagsMutuallyExclusive("game", "features")
}

// space returns the features of the game asked for: nil where their number was
// given, or nothing was.
func (k *keysFlags) space() (*zobrist.Space, error) {
	if k.game == "" {
		return nil, nil
	}
	g, size, err := findGame(k.game)
	if err != nil {
		return nil, err
	}
	b, err := g.open(size, "", zobrist.Set{})
	if err != nil {
		return nil, err
	}
	return b.Space(), nil
}

// open returns the table that KEYS names, "-" being what stdin holds, and the
// names of its features: nil if they are not known.
func (k *keysFlags) open(stdin io.Reader, spec string) (keyfile.Table, *zobrist.Space, error) {
	err := cmp.Or(inRange("features", k.features, 0, zobrist.MaxFeatures), inRange("bits", k.bits, 0, maxBits))
	if err != nil {
		return keyfile.Table{}, nil, err
	}
	space, err := k.space()
	if err != nil {
		return keyfile.Table{}, nil, err
	}
	o := keyfile.Options{Features: k.features, Bits: k.bits, Stdin: stdin}
	if space != nil {
		o.Features = space.Len()
	}
	t, err := keyfile.Open(spec, o)
	switch {
	case errors.Is(err, zobrist.ErrKeyCount):
		err = hint(err, "name the game with --game, or the number of features with --features")
	case errors.Is(err, keyfile.ErrSize):
		err = hint(err, "%s", hintSize)
	}
	if space == nil && k.features == 0 && t.Len() == chess.Space().Len() {
		space = chess.Space()
	}
	return t, space, err
}

// hintSize is the remedy for [keyfile.ErrSize].
const hintSize = "cut the table of keys out of it into a file of its own"

// writeOutput calls write with the file of that name, "" or "-" being standard
// output. A regular file is replaced only when all has been written; a device
// or a pipe is written to.
func (a *app) writeOutput(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(a.out)
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return hint(fmt.Errorf("%s is a folder", name), "name a file in it")
	}
	var f *os.File
	replace := err != nil || info.Mode().IsRegular()
	if replace {
		f, err = os.CreateTemp(filepath.Dir(name), ".zobrist-*")
	} else {
		f, err = os.OpenFile(name, os.O_WRONLY, 0)
	}
	if err != nil {
		return err
	}
	if replace {
		defer os.Remove(f.Name())
	}
	if err := errors.Join(write(f), f.Close()); err != nil || !replace {
		return err
	}
	if err := os.Chmod(f.Name(), fs.FileMode(0o644)); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
