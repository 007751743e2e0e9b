package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/keyfile"
)

// A table has the keys that KEYS names, and their order if it is known.
type table struct {
	keyfile.File
	game    *zobrist.Space  // whose features the keys are for
	layout  *keyfile.Layout // nil if the order is unknown
	assumed bool            // neither the file nor a flag states the order
}

// open returns the table that KEYS names, "-" being standard input.
func (k *keysFlags) open(ctx context.Context, a *app, spec string) (table, error) {
	game, wanted, err := k.order(ctx)
	if err != nil {
		return table{}, err
	}
	return k.openFor(ctx, a, spec, game, wanted)
}

// openFor returns the table that KEYS names for a game, in the order wanted if
// that is not nil.
func (k *keysFlags) openFor(
	ctx context.Context, a *app, spec string, game *zobrist.Space, wanted *keyfile.Layout,
) (t table, err error) {
	t.game = game
	kind, _, _ := strings.Cut(spec, ":")
	switch kind {
	case "coded", "random", "gnuchess":
		err = t.generate(spec, k, wanted)
	case "polyglot", "stockfish":
		err = t.known(spec, k, wanted)
	default:
		t.File, err = openKeys(ctx, spec, keyfile.Options{Bits: k.bits, Stdin: a.In})
		if err == nil {
			err = t.place(k, wanted)
		}
	}
	return t, t.explain(k.checkCount(t.File, err))
}

// openKeys is [keyfile.Open] until ctx ends.
func openKeys(ctx context.Context, spec string, o keyfile.Options) (keyfile.File, error) {
	return interrupt.Await(ctx, func() (keyfile.File, error) { return keyfile.Open(spec, o) })
}

// openLayout is [keyfile.OpenLayout] until ctx ends.
func openLayout(ctx context.Context, game *zobrist.Space, name string) (*keyfile.Layout, error) {
	l, err := interrupt.Await(ctx, func() (*keyfile.Layout, error) { return keyfile.OpenLayout(game, name) })
	if errors.Is(err, keyfile.ErrLayout) {
		err = cli.Hint(err, "layouts are %s; keys gen lists the names of the features", layoutNames)
	}
	return l, err
}

// generate makes keys for the features that the flags select.
func (t *table) generate(spec string, k *keysFlags, wanted *keyfile.Layout) (err error) {
	o := keyfile.Options{Features: k.features, Bits: k.bits}
	if o.Bits == 0 {
		o.Bits = 64
	}
	if wanted == nil && k.features == 0 {
		if wanted, err = keyfile.OpenLayout(t.game, ""); err != nil {
			return err
		}
	}
	if t.layout = wanted; wanted != nil {
		o.Features = wanted.Space().Len()
	}
	t.File, err = keyfile.Open(spec, o)
	return err
}

// known makes keys that have an order of their own.
func (t *table) known(spec string, k *keysFlags, wanted *keyfile.Layout) (err error) {
	own := "781"
	o := keyfile.Options{Bits: k.bits}
	if all := 793; spec == "stockfish" && (k.features == all || wanted != nil && wanted.Space().Len() == all) {
		own, o.Features = "castling16", all
	}
	if t.File, err = keyfile.Open(spec, o); err != nil {
		return err
	}
	if t.game != chess.Space() {
		return cli.Hint(t.miscounted(t.game), "%s is for chess; coded:SEED and random:GENERATOR:SEED are for any game",
			spec)
	}
	if t.layout, err = keyfile.OpenLayout(t.game, own); err != nil {
		return err
	}
	return t.arrange(wanted)
}

// gameSet returns the keys of that name for the features of a game, with a
// secondary code if there is one.
func gameSet(ctx context.Context, game *zobrist.Space, name string) (zobrist.Set, error) {
	f, err := openKeys(ctx, name, keyfile.Options{Features: game.Len()})
	if err != nil {
		return zobrist.Set{}, err
	}
	t := table{File: f, game: game}
	if err := t.place(&keysFlags{}, nil); err != nil {
		return zobrist.Set{}, err
	}
	return t.layout.ForGame(t.Set), nil
}

// place finds the order of the keys of a file, which it may state.
func (t *table) place(k *keysFlags, wanted *keyfile.Layout) (err error) {
	switch n := len(t.Keys); {
	case t.Order != nil:
		t.layout, err = keyfile.ParseLayout(t.game, "the order that "+t.Name+" states", strings.Join(t.Order, "\n"))
		if err != nil {
			return cli.Hint(err, "name the game with --game")
		}
		if t.layout.Space().Len() != n {
			return t.miscounted(t.layout.Space())
		}
		return t.arrange(wanted)
	case wanted != nil && wanted.Space().Len() != n:
		return t.miscounted(wanted.Space())
	case wanted != nil:
		t.layout = wanted
	case k.features != 0:
	case n == t.game.Len():
		t.assumed = true
		t.layout, err = keyfile.OpenLayout(t.game, "")
	case k.game.name != "":
		return t.miscounted(t.game)
	}
	return err
}

// arrange brings keys whose order is known into the one that is wanted, if any.
func (t *table) arrange(wanted *keyfile.Layout) (err error) {
	if wanted == nil {
		return nil
	}
	t.Set, err = wanted.Arrange(t.layout, t.Set)
	t.layout = wanted
	return err
}

// miscounted is the error for keys that are not as many as the features.
func (t *table) miscounted(space *zobrist.Space) error {
	return fmt.Errorf("keys %s: %w: %d keys for the %d features of %s",
		t.Name, zobrist.ErrKeyCount, len(t.Keys), space.Len(), space.Name())
}

// explain adds to an error about the table what to do.
func (t *table) explain(err error) error {
	switch {
	case errors.Is(err, keyfile.ErrSize):
		return cli.Hint(err, "%s", hintSize)
	case !errors.Is(err, zobrist.ErrKeyCount) || cli.HintOf(err) != "":
		return err
	}
	var fit []string
	for _, name := range keyfile.Layouts() {
		if l, err := keyfile.OpenLayout(t.game, name); err == nil && l.Space().Len() == len(t.Keys) {
			fit = append(fit, name)
		}
	}
	if len(fit) == 0 {
		return cli.Hint(err, "name the game with --game, or say in a file for --layout what each key is for")
	}
	return cli.Hint(err, "say the order of the keys with --layout: tables with that number of keys are %s, or name a file",
		strings.Join(fit, " and "))
}

// lines returns the order of the keys, nil if it is not known.
func (t *table) lines() []string {
	if t.layout == nil {
		return nil
	}
	return t.layout.Lines()
}

// export writes the table in a format. The order that it states is not an
// assumption.
func (t *table) export(a *app, format, output string) error {
	if t.Order = nil; !t.assumed {
		t.Order = t.lines()
	}
	t.remark(a)
	return a.export(t.File, format, output)
}

// remark prints a line on standard error if the order is assumed.
func (t *table) remark(a *app) {
	if t.assumed {
		a.Remark("%s does not state the order of its keys: it is taken to be the order of %s; see --layout", t.Name,
			t.game.Name())
	}
}

// name returns the name of a feature.
func (t *table) name(f zobrist.Feature) string {
	if t.layout == nil {
		return ""
	}
	return t.layout.Space().FeatureName(f)
}

// auditFor gives an audit the space and the rules of the features.
func (t *table) auditFor(o *audit.Options) {
	if t.layout != nil {
		rules := audit.ForLayout(t.layout)
		o.Space, o.Occurs, o.Differ, o.Unused, o.Unseen = rules.Space, rules.Occurs, rules.Differ, rules.Unused, rules.Unseen
	}
}
