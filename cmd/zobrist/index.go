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
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/clickhouse"
)

// newIndex returns `zobrist index`; each verb is in a file of its own.
func newIndex(a *app) *cobra.Command {
	return a.noun("index", "Index every position of every game, and look up what was played",
		`  zobrist index build --db games.db games.pgn.zst
  zobrist index find --db games.db --moves "e4 e5 Nf3"
  zobrist index games --db games.db --player "Carlsen, M" --since 2015 --pgn
  zobrist index export --db games.db --rating 2600- -o strong.pgn
  zobrist index stats --db games.db`,
		newIndexBuild(a), newIndexFind(a), newIndexGames(a), newIndexHistory(a), newIndexQuery(a), newIndexStats(a),
		newIndexVerify(a),
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

// open opens an index for reading, with the keys that it names. Close the store
// after use.
func (f *indexFlags) open(ctx context.Context) (*chessindex.Index, index.Store, error) {
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
func (f *indexFlags) change(ctx context.Context) (*chessindex.Index, index.Store, error) {
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
	if !strings.HasPrefix(address, clickhouse.Scheme) {
		return flat.Open(address, flat.Options{ReadOnly: readOnly})
	}
	a, err := clickhouse.ParseAddress(ctx, address)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, usage{err}
	}
	return clickhouse.Open(ctx, a, clickhouse.Options{ReadOnly: readOnly, Wait: patience})
}

func (f *indexFlags) openStore(ctx context.Context, s index.Store) (*chessindex.Index, error) {
	m, err := index.ReadManifest(ctx, s)
	if err != nil {
		return nil, err
	}
	rule, ok := chessindex.RuleOf(m)
	if !ok {
		return nil, fmt.Errorf("%s holds %s, %s, which this command cannot show", f.db, m.Game, m.Rules)
	}
	keys, err := f.keysOf(ctx, m)
	if err != nil {
		return nil, err
	}
	return chessindex.Open(ctx, s, chessindex.Options{Set: keys, EnPassant: rule})
}

// explainChange says what has become of an index that a command has failed to change.
func (f *indexFlags) explainChange(err error, again string) error {
	if errors.Is(err, context.Canceled) {
		return hint(err, "the index is as it was before; the same command %s", again)
	}
	return f.explain(err)
}

// explain says what to do about an error of an index.
func (f *indexFlags) explain(err error) error {
	switch {
	case errors.Is(err, index.ErrEmpty):
		err := fmt.Errorf("there is no index in %s", f.db)
		return hint(err, "make one with: zobrist index build --db %s games.pgn", f.db)
	case errors.Is(err, index.ErrKeys):
		return hint(err, "give the keys it was built with by --keys, or build another index with these")
	case errors.Is(err, index.ErrConfig):
		return hint(err, "leave --views and --en-passant out, or build another index with them")
	case errors.Is(err, index.ErrLocked):
		return hint(err, "wait until the other zobrist process has finished")
	case errors.Is(err, index.ErrFormat):
		return hint(err, "use the release that built it, or build it again")
	case errors.Is(err, clickhouse.ErrFate):
		return hint(err, "the same command again finds out, and adds nothing twice")
	case errors.Is(err, clickhouse.ErrOutdated):
		return hint(err, "the same command again reads the present state")
	case errors.Is(err, index.ErrUnavailable):
		return hint(err, "no answer is given without that part; start its servers, or wait until they have caught up")
	case errors.Is(err, index.ErrCorrupt):
		if !strings.Contains(err.Error(), f.db) { // such as that a game cannot be played
			err = fmt.Errorf("%s: %w", f.db, err)
		}
		return hint(err, "build the index again from its games, or copy it from a backup")
	case errors.Is(err, index.ErrDamaged):
		return hint(err, "the disk or the memory may be failing; build again, "+
			"and if that fails too, give --db a folder on another disk: temporary files are in it")
	}
	return err
}

// keysOf returns the keys that --keys names, or those that the index names. A stranger may have
// made the index, so a file that it names is read only if it is a regular one in the index's folder.
func (f *indexFlags) keysOf(ctx context.Context, m index.Manifest) (zobrist.Set, error) {
	name := f.keys
	if kind, _, _ := strings.Cut(m.KeysName, ":"); name == "" {
		switch name = m.KeysName; kind {
		case "", "polyglot", "stockfish", "gnuchess", "coded", "random":
		default:
			if !regularIn(f.db, name) {
				return zobrist.Set{}, hint(fmt.Errorf("%s was built with the keys of a file, %q", f.db, name),
					"give the file by --keys, or copy it to that name in the index's folder")
			}
			name = filepath.Join(f.db, name)
		}
	}
	keys, err := indexKeys(ctx, name)
	if err != nil {
		return keys, hint(fmt.Errorf("%s was built with the keys %q: %w", f.db, m.KeysName, err), "give them by --keys")
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

// indexKeys returns the keys of that name, the default ones if it is empty.
func indexKeys(ctx context.Context, name string) (zobrist.Set, error) {
	n := chess.Space().Len()
	if standard := zobrist.Default(n); name == "" || name == standard.Name {
		return standard, nil
	}
	return gameSet(ctx, chess.Space(), name)
}

// positionFlags say which position is meant.
type positionFlags struct{ moves string }

func (f *positionFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.moves, "moves", "m", "", "`MOVES` from the position, or from the start: \"e4 e5 Nf3\"")
}

const positionHelp = `POSITION is a FEN, "startpos", or moves from the start in SAN or UCI notation. Quotes
around it may be left out. The default is the start position.`

// position reads the arguments: a FEN or moves, and then the moves of --moves. setUp
// returns the position of a FEN, "" for the start.
func (f *positionFlags) position(setUp func(fen string) (*chess.Position, error),
	args []string) (*chess.Position, error) {
	fen, moves := splitPosition(strings.Join(args, " "))
	p, err := setUp(fen)
	if err != nil {
		return nil, hintFEN(err)
	}
	for m := range strings.FieldsSeq(moves + " " + f.moves) {
		if err := playText(p, m); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// splitPosition distinguishes a FEN from a list of moves by the first word: a FEN
// begins with a board, whose ranks are separated by slashes, and a move has none.
// The result 1/2-1/2 has one too, but is not a board. Both are empty for the start
// position.
func splitPosition(text string) (fen, moves string) {
	text = strings.TrimSpace(text)
	first, _, _ := strings.Cut(text, " ")
	switch {
	case text == "startpos":
		return "", ""
	case strings.Contains(first, "/") && first != drawn:
		return text, ""
	}
	return "", text
}

// drawn is the result of a drawn game at the end of a list of moves.
const drawn = "1/2-1/2"

// playText plays one word of a line of moves: a move, perhaps after its number, a
// number alone, or a result.
func playText(p *chess.Position, word string) error {
	move := word
	if digits := strings.TrimLeft(word, "0123456789"); digits != word && (digits == "" || digits[0] == '.') {
		move = strings.TrimLeft(digits, ".…")
	}
	if move == "" || slices.Contains([]string{"*", "1-0", "0-1", drawn}, move) {
		return nil
	}
	m, err := p.ParseSAN(move)
	if err != nil {
		var uciErr error
		if m, uciErr = p.ParseUCI(move); uciErr != nil {
			return hint(err, "write moves as in \"e4 e5 Nf3\" or \"e2e4 e7e5 g1f3\"")
		}
	}
	p.Make(m)
	return nil
}
