package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// questionFlags are common to the commands that ask an index about a position.
type questionFlags struct {
	indexFlags
	at     positionFlags
	filter filterFlags
	by     string // name of the view, "" for whole positions
}

// register adds the flags to a command. The last argument says what --by does there.
func (f *questionFlags) register(cmd *cobra.Command, by string) {
	f.indexFlags.register(cmd)
	f.at.register(cmd)
	cmd.Flags().StringVar(&f.by, "by", "", by+": `VIEW` is pawns or material")
	f.filter.register(cmd.Flags())
}

// A question is a position, the games that are asked about, and the index that is
// asked.
type question struct {
	*chessindex.Index
	store    index.Store
	query    index.Query
	position *chess.Position
}

// ask opens the index and reads the position from the arguments. Close the question's
// store after use.
func (f *questionFlags) ask(ctx context.Context, args []string) (question, error) {
	ix, s, err := f.open(ctx)
	if err != nil {
		return question{}, err
	}
	q := question{Index: ix, store: s}
	q.query.View, err = viewOf(ix, f.by)
	if err == nil {
		q.query.Filter, err = f.filter.resolve(ctx, ix.Index)
	}
	if err == nil {
		q.position, err = f.at.position(ix.Position, args)
	}
	if err != nil {
		return question{}, errors.Join(err, s.Close())
	}
	return q, nil
}

// viewOf returns the view of that name.
func viewOf(ix *chessindex.Index, name string) (index.View, error) {
	if name != "" {
		if _, err := parseViews([]string{name}); err != nil {
			return 0, err
		}
	}
	v, err := ix.View(name)
	if err != nil {
		return 0, hint(err, "build it with: zobrist index build --views pawns,material")
	}
	return v, nil
}
