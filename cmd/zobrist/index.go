package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// newIndex returns `zobrist index`; each verb is in a file of its own.
func newIndex(a *app) *cobra.Command {
	return a.Noun("index", newIndexBuild(a), newIndexFind(a), newIndexGames(a), newIndexHistory(a),
		newIndexQuery(a), newIndexStats(a), newIndexVerify(a),
		newIndexExport(a), newIndexMerge(a), newIndexRemove(a))
}

// indexFlags are common to the commands that read an index.
type indexFlags struct {
	db   string
	keys string
}

func (f *indexFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db, "db", "", dbHelp)
	cmd.Flags().StringVar(&f.keys, "keys", "", "`KEYS` of the index, if the name that it records does not suffice")
	_ = cmd.MarkFlagRequired("db")
}

// A gameIndex is an index and its game.
type gameIndex struct {
	*index.Index
	game games.Game
}

// open opens an index for reading, with the keys that it names. Close the store
// after use.
func (f *indexFlags) open(ctx context.Context) (*gameIndex, index.Store, error) {
	s, err := openStore(ctx, f.db, true)
	if err != nil {
		return nil, nil, f.explain(err)
	}
	ix, err := f.openStore(ctx, s)
	if err != nil {
		return nil, nil, f.explain(errors.Join(err, s.Close()))
	}
	return ix, s, nil
}

// change opens an index that must exist, in order to change it.
func (f *indexFlags) change(ctx context.Context) (*gameIndex, index.Store, error) {
	_, s, err := f.open(ctx) // makes no folder
	if err != nil {
		return nil, nil, err
	}
	if err := s.Close(); err != nil {
		return nil, nil, err
	}
	if s, err = openStore(ctx, f.db, false); err != nil {
		return nil, nil, f.explain(err)
	}
	ix, err := f.openStore(ctx, s)
	if err != nil {
		return nil, nil, f.explain(errors.Join(err, s.Close()))
	}
	return ix, s, nil
}

// dbHelp says what --db may be.
const dbHelp = "`FOLDER` of the index, or clickhouse://HOST:9000,…/NAME on a cluster"

// patience is how long a build on a cluster waits for another one to end.
const patience = 10 * time.Minute

// openStore opens the store at an address: a folder, or a database on a cluster.
func openStore(ctx context.Context, address string, readOnly bool) (index.Store, error) {
	if !clickhouse.IsAddress(address) {
		return flat.Open(address, flat.Options{ReadOnly: readOnly})
	}
	a, err := clickhouse.ParseAddress(ctx, address)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, cli.UsageError(err)
	}
	return clickhouse.Open(ctx, a, clickhouse.Options{ReadOnly: readOnly, Wait: patience})
}

func (f *indexFlags) openStore(ctx context.Context, s index.Store) (*gameIndex, error) {
	m, err := index.ReadManifest(ctx, s)
	if err != nil {
		return nil, err
	}
	g, keys, err := f.gameOf(ctx, m)
	if err != nil {
		return nil, err
	}
	return openGame(ctx, s, g, games.Options{Set: keys, Rules: m.Rules})
}

// openGame opens the index of a game.
func openGame(ctx context.Context, s index.Store, g games.Game, o games.Options) (*gameIndex, error) {
	ix, err := g.Open(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return &gameIndex{ix, g}, nil
}

// gameOf returns the game and the keys of the index that a manifest describes.
func (f *indexFlags) gameOf(ctx context.Context, m index.Manifest) (games.Game, zobrist.Set, error) {
	g, err := games.Named(m.Game)
	if err != nil || !slices.Contains(g.About().Rules, m.Rules) {
		return nil, zobrist.Set{}, fmt.Errorf("%s holds %s, %s, which this command cannot show", f.db, m.Game, m.Rules)
	}
	keys, err := f.keysOf(ctx, g, m)
	return g, keys, err
}

// explainChange says what has become of an index that a command has failed to change.
func (f *indexFlags) explainChange(err error, again string) error {
	if errors.Is(err, context.Canceled) {
		return cli.Hint(err, "the index is as it was before; the same command %s", again)
	}
	return f.explain(err)
}

// explain says what to do about an error of an index.
func (f *indexFlags) explain(err error) error {
	switch {
	case errors.Is(err, index.ErrEmpty):
		if info, err := os.Stat(filepath.Join(f.db, "build")); err == nil && info.IsDir() { // package flat makes it
			return cli.Hint(fmt.Errorf("the first build of %s is not finished", f.db),
				"wait until it ends; if it was interrupted, repeat that zobrist index build: it goes on from its saved part")
		}
		err := fmt.Errorf("there is no index in %s", f.db)
		return cli.Hint(err, "make one with: zobrist index build --db %s games.pgn", f.db)
	case errors.Is(err, index.ErrKeys):
		return cli.Hint(err, "give the keys it was built with by --keys, or build another index with these")
	case errors.Is(err, index.ErrConfig):
		return cli.Hint(err, "leave --views and --en-passant out, or build another index with them")
	case errors.Is(err, index.ErrLocked):
		return cli.Hint(err, "wait until the other zobrist process has finished")
	case errors.Is(err, index.ErrFormat):
		return cli.Hint(err, "use the release that built it, or build it again")
	case errors.Is(err, clickhouse.ErrFate):
		return cli.Hint(err, "the same command again finds out, and adds nothing twice")
	case errors.Is(err, clickhouse.ErrOutdated):
		return cli.Hint(err, "the same command again reads the present state")
	case errors.Is(err, index.ErrUnavailable):
		return cli.Hint(err, "no answer is given without that part; start its servers, or wait until they have caught up")
	case errors.Is(err, index.ErrCorrupt):
		if !strings.Contains(err.Error(), f.db) { // such as that a game cannot be played
			err = fmt.Errorf("%s: %w", f.db, err)
		}
		return cli.Hint(err, "build the index again from its games, or copy it from a backup")
	case errors.Is(err, index.ErrDamaged):
		return cli.Hint(err, "the disk or the memory may be failing; build again, "+
			"and if that fails too, give --db a folder on another disk: temporary files are in it")
	}
	return err
}

// keysOf returns the keys that --keys names, or those that the index names. A stranger may have
// made the index, so a file that it names is read only if it is a regular one in the index's folder.
func (f *indexFlags) keysOf(ctx context.Context, g games.Game, m index.Manifest) (zobrist.Set, error) {
	name := f.keys
	if kind, _, _ := strings.Cut(m.KeysName, ":"); name == "" {
		switch name = m.KeysName; kind {
		case "", "polyglot", "stockfish", "gnuchess", "coded", "random":
		default:
			if !regularIn(f.db, name) {
				return zobrist.Set{}, cli.Hint(fmt.Errorf("%s was built with the keys of a file, %q", f.db, name),
					"give the file by --keys, or copy it to that name in the index's folder")
			}
			name = filepath.Join(f.db, name)
		}
	}
	keys, err := indexKeys(ctx, g, name)
	if err != nil {
		return keys, cli.Hint(fmt.Errorf("%s was built with the keys %q: %w", f.db, m.KeysName, err), "give them by --keys")
	}
	return keys, nil
}

// regularIn reports whether a regular file has that name in a folder, and lies in it.
func regularIn(folder, name string) bool {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false
	}
	defer root.Close()
	info, err := root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// indexKeys returns the keys of that name for a game, the default ones if it is empty.
func indexKeys(ctx context.Context, g games.Game, name string) (zobrist.Set, error) {
	space := g.Space()
	if standard := zobrist.Default(space.Len()); name == "" || name == standard.Name {
		return standard, nil
	}
	return gameSet(ctx, space, name)
}

// positionFlags say which position is meant.
type positionFlags struct{ moves string }

func (f *positionFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.moves, "moves", "m", "", "`MOVES` from the position, or from the start: \"e4 e5 Nf3\"")
}

// position reads the arguments: a FEN or moves, and then the moves of --moves. setUp
// returns the position of a FEN, "" for the start.
func (f *positionFlags) position(setUp func(fen string) (*chess.Position, error),
	args []string) (*chess.Position, error) {
	fen, moves := games.Chess.Split(strings.Join(args, " "))
	p, err := setUp(fen)
	if err != nil {
		return nil, hintFEN(err)
	}
	return p, playChess(p, moves+" "+f.moves)
}

// playChess plays a line of moves of chess or a variant of it; see [games.ChessMoves].
func playChess(p games.ChessBoard, moves string) error {
	for m, err := range games.ChessMoves(p, moves) {
		if err != nil {
			return hintMove(games.Chess, err)
		}
		p.Make(m)
	}
	return nil
}

// hintMove adds what moves look like to an error about one.
func hintMove(g games.Game, err error) error {
	if err == nil {
		return nil
	}
	return cli.Hint(err, "write moves as in %s", g.About().Line)
}
