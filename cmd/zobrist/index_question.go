package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

// questionFlags are common to the commands that ask an index about a position.
type questionFlags struct {
	indexFlags
	at     positionFlags
	filter filterFlags
	by     string // name of the view, "" for whole positions
	corner string // that the view is about
}

// register adds the flags to a command. The last argument says what --by does there.
func (f *questionFlags) register(cmd *cobra.Command, by string) {
	f.indexFlags.register(cmd)
	f.at.register(cmd)
	cmd.Flags().StringVar(&f.by, "by", "", by+": `VIEW` is pawns or material; of Go corner or corner9")
	cmd.Flags().StringVar(&f.corner, "corner", "", "with --by corner: which `CORNER`, such as upper-right (default: that "+
		"of the last move)")
	f.filter.register(cmd.Flags())
}

// A question is a position, the games that are asked about, and the index that is
// asked.
type question struct {
	*gameIndex
	store index.Store
	query index.Query
	place
}

// A place is a position at the end of a line of moves.
type place struct {
	position index.Position
	line     games.OpeningLine
}

// ask opens the index and reads the position from the arguments. Close the question's
// store after use.
func (f *questionFlags) ask(ctx context.Context, args []string) (question, error) {
	ix, s, err := f.open(ctx)
	if err != nil {
		return question{}, err
	}
	q := question{gameIndex: ix, store: s}
	q.query.View, err = viewOf(ix, f.by)
	if err == nil {
		q.query.Filter, err = f.filter.resolve(ctx, ix)
	}
	if err == nil {
		q.place, err = f.at.place(ctx, ix, args)
	}
	if err == nil {
		err = f.choosePart(ix.game, q.position)
	}
	if err != nil {
		return question{}, errors.Join(err, s.Close())
	}
	return q, nil
}

// mostSelected is the number of games of an index up to which the remark counts the games that a filter selects.
const mostSelected = 10_000_000

// remarkElsewhere says how many of the selected games do not have the start position, if that is the position asked
// about: games with a handicap, on other boards, from a FEN. found is the number of games that have it.
func (a *app) remarkElsewhere(ctx context.Context, f *questionFlags, q question, args []string, found int64) error {
	if len(args) > 0 || f.at.moves != "" || f.by != "" || a.Quiet {
		return nil
	}
	m, err := q.Manifest(ctx)
	if err != nil || m.Games == found {
		return err
	}
	selected := m.Games
	if !q.query.Filter.Empty() {
		if m.Games > mostSelected {
			return nil
		}
		selected = 0
		for _, err := range q.Select(ctx, q.query.Filter, 0) {
			if err != nil {
				return err
			}
			selected++
		}
	}
	if selected > found {
		a.Remark("selected games that begin elsewhere: %s; give their position, or write them by zobrist index export",
			cli.Group3(selected-found))
	}
	return nil
}

// choosePart chooses the part of a position that the view is about.
func (f *questionFlags) choosePart(g games.Game, p index.Position) error {
	parted, ok := g.(games.Parted)
	switch {
	case f.corner != "" && (f.by == "" || !ok):
		return cli.Usagef("give --by corner as well, in an index of Go", "--corner says which corner is meant, and none is")
	case f.by == "" || !ok:
		return nil
	}
	if err := parted.Part(p, f.corner); err != nil {
		return cli.Usagef("as in --corner upper-right", "%w", err)
	}
	return nil
}

// place reads the arguments: the text of a position or moves, and then the moves of --moves.
func (f *positionFlags) place(ctx context.Context, ix *gameIndex, args []string) (at place, err error) {
	if about := ix.game.About(); about.Record && len(args) == 1 && games.OfFile(args[0]) == ix.game {
		record, err := interrupt.Await(ctx, func() (string, error) { return readAll(args[0]) })
		if err != nil {
			return at, err
		}
		args = []string{record}
	}
	text, moves := ix.game.Split(strings.Join(args, " "))
	if at.position, err = ix.Position(text); err != nil {
		return at, cmp.Or(folder(args), cli.Hint(err, "%s", ix.game.About().Form))
	}
	at.line = games.NewOpeningLine(ix.game, at.position)
	for _, line := range []string{moves, f.moves} {
		if err := games.Play(ix.game, at.position, line, at.add(ix.game)); err != nil {
			return at, cmp.Or(folder(args), hintMove(ix.game, err))
		}
	}
	return at, nil
}

// add returns a function that adds a move to the line.
func (at *place) add(g games.Game) func() error {
	return func() error { at.line.Add(g, at.position); return nil }
}

// folder returns an error if the argument, which is no position, names a folder.
func folder(args []string) error {
	if len(args) != 1 {
		return nil
	}
	if about, err := os.Stat(args[0]); err != nil || !about.IsDir() {
		return nil
	}
	return cli.Usagef("name a file of it", "%s is a folder", args[0])
}

// readAll returns the text of a file with one record, compressed or not.
func readAll(name string) (string, error) {
	const most = 16 << 20 // bytes, as package sgf reads them; a file with more has many records
	r, err := archive.Open(name)
	if err != nil {
		if system := (*fs.PathError)(nil); errors.As(err, &system) {
			return "", system // without the name of a format
		}
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	case len(text) > most:
		return "", cli.Hint(fmt.Errorf("%s has more than %s, and one record is wanted", name, cli.Bytes(most)),
			"cut the record out of it into a file of its own")
	}
	return string(text), nil
}

// viewOf returns the view of that name.
func viewOf(ix *gameIndex, name string) (index.View, error) {
	if name != "" {
		if err := checkViews(ix.game, "by", name); err != nil {
			return 0, err
		}
	}
	v, err := ix.View(name)
	if err != nil {
		return 0, cli.Hint(err, "build it with: zobrist index build --views %s", strings.Join(ix.game.About().Views, ","))
	}
	return v, nil
}

// checkViews returns an error if an index of the game cannot have a view, which a flag names.
func checkViews(g games.Game, flag string, names ...string) error {
	if len(names) > 0 && len(g.About().Views) == 0 {
		return cli.Usagef("leave --"+flag+" out", "an index of %s has no views", g.About().Name)
	}
	for _, name := range names {
		if !slices.Contains(g.About().Views, name) {
			return cli.Usagef("there are "+strings.Join(g.About().Views, " and "), "no view %q", name)
		}
	}
	return nil
}
