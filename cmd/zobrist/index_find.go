package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// findFlags are the flags of `zobrist index find`.
type findFlags struct {
	questionFlags
	counts bool
	verify bool
	evals  evalFlags
	store  *evalStore // of evaluations, nil for none
}

func newIndexFind(a *app) *cobra.Command {
	f := &findFlags{}
	cmd := a.Command("index find", nil, func(cmd *cobra.Command, args []string) error {
		return a.indexFind(cmd.Context(), f, args, cmd.Flags().Changed("verify"))
	})
	f.register(cmd, "count games by a part of the position")
	flags := cmd.Flags()
	flags.BoolVar(&f.counts, "counts", false, "print the number of games alone")
	flags.BoolVar(&f.verify, "verify", true, "replay one game of each move; the default is false for many positions")
	flags.StringVar(&f.evals.db, "evals", "", "`FOLDER` of evaluations: show the values of the position and of its moves")
	return cmd
}

func (a *app) indexFind(ctx context.Context, f *findFlags, args []string, chosen bool) error {
	many := len(args) == 1 && args[0] == "-"
	if many {
		if err := a.OneForm(jsonLines); err != nil {
			return err
		}
		args = nil
		if f.at.moves != "" {
			return cli.Usagef("leave it out", "--moves has no effect on positions from standard input")
		}
	}
	q, err := f.ask(ctx, args)
	if err != nil {
		return err
	}
	defer q.store.Close()
	if f.evals.db != "" {
		if _, ok := q.game.(games.Boarder); !ok {
			return cli.Usagef("leave it out", "--evals is for chess, and the index holds %s", q.game.About().Name)
		}
		if f.store, err = f.evals.open(); err != nil {
			return err
		}
		defer f.store.Close()
	}
	if many {
		f.verify = f.verify && chosen
		return a.findMany(ctx, f, q.gameIndex, q.query)
	}
	found, err := f.find(ctx, q.gameIndex, q.query, q.place)
	if err != nil {
		return f.explain(err)
	}
	if found.Foreign > 0 {
		games := cli.Number(found.Foreign, "game")
		a.Remark("%s with a move that is not legal here: of another position with the same key", games)
	}
	if err := a.remarkElsewhere(ctx, &f.questionFlags, q, args, found.Games); err != nil {
		return f.explain(err)
	}
	return a.Print(found)
}

// find answers one question.
func (f *findFlags) find(ctx context.Context, ix *gameIndex, q index.Query, at place) (findAnswer, error) {
	if f.counts {
		n, err := ix.Count(ctx, q, at.position)
		found := findAnswer{place: at, game: ix.game, by: f.by, counts: true}
		found.Games = n
		return found, err
	}
	answer, err := ix.Find(ctx, q, at.position)
	if err == nil && f.verify {
		err = ix.VerifyAnswer(ctx, q.View, at.position, answer)
		if errors.Is(err, index.ErrClash) {
			err = cli.Hint(err, "a game may have been forged to have this hash; --verify=false answers by the hash alone")
		}
	}
	if err != nil {
		return findAnswer{}, err
	}
	found := findAnswer{Answer: answer, place: at, game: ix.game, by: f.by}
	found.json = games.NewAnswer(ix.game, at.position, q.View, at.line, answer)
	if err = found.json.AddGames(ctx, ix.game, ix, answer.Moves); err == nil && f.store != nil {
		found.json.Evaluation, err = games.Evaluate(f.store, chessindex.Board(at.position))
		err = f.evals.explain(err)
	}
	return found, err
}

// findAnswer is what `zobrist index find` prints about a position.
type findAnswer struct {
	index.Answer
	place
	game   games.Game
	by     string // the name of the view, "" for positions
	counts bool   // only the number of games
	json   games.Answer
}

// MarshalJSON writes the answer as the server does.
func (f findAnswer) MarshalJSON() ([]byte, error) {
	if f.counts {
		return jsontext.Marshal(countJSON{f.game.About().Text(f.position.String()), f.Games})
	}
	return jsontext.Marshal(f.json)
}

// addMembers returns a JSON object with the members of another value as well.
func addMembers(object json.RawMessage, v any) (json.RawMessage, error) {
	more, err := jsontext.Marshal(v)
	if err != nil || string(more) == "{}" {
		return object, err
	}
	end := len(object) - 1
	for object[end] != '}' {
		end--
	}
	return append(append(object[:end:end], ','), more[1:]...), nil
}

func (f findAnswer) Text(w io.Writer) {
	sides := f.game.About().Sides
	move := func(m uint32) string {
		_, usual := f.game.Notation(f.position, m)
		return usual
	}
	fmt.Fprintln(w, games.Draw(f.game, f.position))
	if o := f.line.Opening; o != nil {
		fmt.Fprint(w, strings.TrimSpace(o.Code+" "+o.Name))
		if f.line.Ply != nil {
			fmt.Fprintf(w, "; the last move in its book is %s", moveNumber(*f.line.Ply))
		}
		fmt.Fprintln(w)
	}
	values := f.json.Evaluation
	if values != nil && values.Worth != nil {
		fmt.Fprintf(w, "value %v, from %s\n", values.Worth, values.Source)
	}
	counted, same := "game", f.by
	if strings.HasPrefix(f.by, "corner") { // each corner of a game counts
		counted, same = "corner", "stones"
	}
	fmt.Fprint(w, cli.Number(f.Games, counted))
	if f.by != "" {
		fmt.Fprintf(w, " with the same %s", same)
		if f.Games > 0 && !f.counts {
			fmt.Fprintf(w, ": %s wins %s, draws %s, %s wins %s; mean rating %s, last in %s",
				sides[0], share(f.First, f.Games), share(f.Drawn, f.Games), sides[1], share(f.Second, f.Games),
				ratingText(f.game, f.AverageRating()), known(f.LastYear))
		}
	}
	if f.Ended > 0 {
		fmt.Fprintf(w, ", of which %s here", ends(f.Ended))
	}
	fmt.Fprintln(w)
	others := f.valued()
	if len(f.Moves)+len(f.Transpositions)+len(others) == 0 {
		return
	}
	cli.Columns(w, true, func(w io.Writer) {
		last := func(m string) string { return "\n" }
		head := ""
		if values != nil {
			head = "value\t"
			last = func(m string) string { return f.worth(m) + "\t\n" }
		}
		fmt.Fprintf(w, "\nmove\t%ss\t%s\tdraws\t%s\trating\tlast\treaches\t%s\n", counted, sides[0], sides[1], head)
		for _, m := range f.Moves {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", move(m.Move), cli.Group3(m.Games),
				share(m.First, m.Games), share(m.Drawn, m.Games), share(m.Second, m.Games),
				ratingText(f.game, m.SideRating(games.Mover(f.game, f.position, m.Move))), known(m.LastYear), cli.Group3(m.Reaches),
				last(move(m.Move)))
		}
		for _, m := range f.Transpositions {
			fmt.Fprintf(w, "%s\t–\t\t\t\t\t\t%s\t%s", move(m.Move), cli.Group3(m.Reaches), last(move(m.Move)))
		}
		for _, m := range others {
			fmt.Fprintf(w, "%s\t–\t\t\t\t\t\t\t%s\t\n", m.SAN, m.Worth)
		}
	})
}

// worth returns the value of a move, "" if it is not known.
func (f findAnswer) worth(san string) string {
	for _, m := range f.json.Evaluation.Moves {
		if m.SAN == san {
			return m.Worth.String()
		}
	}
	return ""
}

// valued returns the moves with a value that no game has.
func (f findAnswer) valued() (list []games.MoveWorth) {
	if f.json.Evaluation == nil {
		return nil
	}
	seen := make(map[string]bool)
	for _, m := range slices.Concat(f.Moves, f.Transpositions) {
		_, san := f.game.Notation(f.position, m.Move)
		seen[san] = true
	}
	for _, m := range f.json.Evaluation.Moves {
		if !seen[m.SAN] {
			list = append(list, m)
		}
	}
	return list
}

// ratingText writes a rating as people write it in a game, or a dash for 0.
func ratingText(g games.Game, rating int) string {
	if rank := games.Rank(g, rating); rating != 0 && rank != "" {
		return rank
	}
	return known(rating)
}

func ends(n int64) string {
	if n == 1 {
		return "1 ends"
	}
	return cli.Group3(n) + " end"
}

// moveNumber writes the number of the move that ends a line of that number of plies:
// 1 is "1.", 2 is "1…".
func moveNumber(plies int) string {
	dots := "."
	if plies%2 == 0 {
		dots = "…"
	}
	return fmt.Sprintf("%d%s", (plies+1)/2, dots)
}
