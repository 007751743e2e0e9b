package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
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
	cli.Exclude(cmd, "game", "features")
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
		err = cli.InRange("features", k.features, 1, zobrist.MaxFeatures)
	}
	if err == nil && k.changed("bits") {
		err = cli.InRange("bits", k.bits, 1, maxBits)
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
		return cli.Hint(err, "leave out --features")
	}
	return err
}

// hintSize is the remedy for [keyfile.ErrSize].
const hintSize = "cut the table of keys out of it into a file of its own"
