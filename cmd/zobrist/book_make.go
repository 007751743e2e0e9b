package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/search"
)

// makeAnswer is what `zobrist book make` prints.
type makeAnswer struct {
	File string `json:"file"`
	polyglot.MakeStats
	Filtered int64   `json:"filtered"` // games that the filter does not select
	Seconds  float64 `json:"seconds"`

	unread error // about files of games in archives
}

// makeFlags are the flags of `zobrist book make`.
type makeFlags struct {
	index                indexFlags
	filter               filterFlags
	encoding             encodingFlag
	output               string
	options              polyglot.MakeOptions
	onlyWhite, onlyBlack bool
	uniform, mean        bool
	priorGiven           bool
	memory               cli.Size
	sample               bool
	errors               int
}

func newBookMake(a *app) *cobra.Command {
	f := new(makeFlags)
	cmd := a.Command("book make", nil, func(cmd *cobra.Command, args []string) error {
		f.priorGiven = cmd.Flags().Changed("prior")
		return a.bookMake(cmd.Context(), f, args)
	})
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "`FILE` to write the book to, - for standard output")
	flags.IntVar(&f.options.MaxPly, "max-ply", 0, "plies of each game to read (default: all)")
	flags.IntVar(&f.options.MinGames, "min-games", 3, "least number of games that played a move")
	flags.Float64Var(&f.options.MinScore, "min-score", 0, "least score of a move in per cent")
	flags.BoolVar(&f.onlyWhite, "only-white", false, "only moves of White")
	flags.BoolVar(&f.onlyBlack, "only-black", false, "only moves of Black")
	flags.BoolVar(&f.uniform, "uniform", false, "weight 1 for all moves")
	flags.BoolVar(&f.mean, "mean", false, "weights by the mean score, with --prior games of the position's mean added")
	flags.IntVar(&f.options.Prior, "prior", 10, "games that --mean adds")
	registerMemory(&f.memory, flags, "memory for sorting, at least 16M")
	flags.IntVarP(&f.options.Workers, "threads", "t", 0, "goroutines (default: one a core)")
	flags.BoolVar(&f.sample, "sample", false, "read the sample of famous games that comes with this program, too")
	flags.IntVar(&f.errors, "errors", 10, "number of faults of each kind to report, −1 for all")
	flags.StringVar(&f.index.db, "db", "", dbHelp+"; its games are read")
	f.encoding.register(flags)
	f.filter.register(flags)
	_ = cmd.MarkFlagRequired("output")
	cli.Exclude(cmd, "only-white", "only-black")
	cli.Exclude(cmd, "uniform", "mean")
	return cmd
}

// check returns a usage error, or completes the options.
func (f *makeFlags) check(inputs int) error {
	const many = 1 << 30
	o := &f.options
	for _, err := range []error{
		cli.InRange("max-ply", o.MaxPly, 0, many), cli.InRange("min-games", o.MinGames, 1, many),
		cli.InRange("prior", o.Prior, 1, many), cli.InRange("min-score", o.MinScore, 0, 100),
		cli.InRange("threads", o.Workers, 0, search.MaxThreads), f.encoding.check(),
		checkMemory(&f.memory),
	} {
		if err != nil {
			return err
		}
	}
	switch {
	case f.priorGiven && !f.mean:
		return cli.Usagef("give --mean as well, or leave it out", "--prior is for --mean alone")
	case inputs == 0:
		return cli.Usagef("name PGN files, - for standard input, or --sample", "no games to read")
	}
	switch o.Memory = int64(f.memory); {
	case f.onlyWhite:
		o.Side = game.FirstSide
	case f.onlyBlack:
		o.Side = game.SecondSide
	}
	switch {
	case f.uniform:
		o.Weights = polyglot.Uniform
	case f.mean:
		o.Weights = polyglot.ByMean
	}
	// A device, such as /dev/stdout, has no folder for temporary files.
	if info, err := os.Stat(f.output); f.output != "-" && (err != nil || info.Mode().IsRegular()) {
		o.Folder = filepath.Dir(f.output)
	}
	return nil
}

func (a *app) bookMake(ctx context.Context, f *makeFlags, files []string) error {
	if f.output == "-" {
		if err := a.OneForm("the book with -o -"); err != nil {
			return err
		}
	}
	n := len(files)
	if f.sample || f.index.db != "" {
		n++
	}
	if err := cmp.Or(f.check(n), checkReplaced(f.output)); err != nil {
		return err
	}
	files = a.distinct(files)
	inputs := pgnFiles{ctx: ctx}
	var left makeAnswer // out of the book before it is made
	if f.index.db == "" && f.filter.any() {
		folder, err := os.MkdirTemp(f.options.Folder, "zobrist-book-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		if left, err = a.selectGames(ctx, f, folder, files); err != nil {
			return err
		}
		f.index.db, f.filter, f.sample, files = folder, filterFlags{}, false, nil
	}
	if f.sample {
		famous := strings.NewReader(sample.Famous())
		inputs.list = append(inputs.list, &gamesFile{games: &inputs, name: "sample/famous.pgn", from: famous})
	}
	for _, name := range files {
		if err := inputs.add(name, a.In); err != nil {
			return err
		}
	}
	stored, stop, err := a.bookGames(ctx, f)
	if err != nil {
		return err
	}
	defer stop()
	if f.options.Games = stored; stored != nil {
		inputs.size = -1
	}
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	bar := a.Progress("read", "B", inputs.size)
	watch := newBuildWatch(a, f.errors)
	f.options.Progress = func(games int64) {
		bar.Describe("read "+cli.Number(games, "game"), "")
		bar.Set(inputs.read.Load())
	}
	f.options.Broken = func(input int, err *game.RecordError) { watch.broken(inputs.list[input].name, err) }
	answer := makeAnswer{File: f.output}
	err = a.WriteOutput(f.output, func(w io.Writer) (err error) {
		answer.MakeStats, err = polyglot.Make(ctx, w, f.options, inputs.readers()...)
		return err
	})
	bar.Done()
	left.unread = inputs.report(watch)
	watch.done()
	answer.Seconds = time.Since(start).Seconds()
	answer.Broken, answer.Variants = answer.Broken+left.Broken, answer.Variants+left.Variants
	answer.Cut += left.Cut
	answer.Filtered = left.Filtered
	if err != nil {
		return f.explain(err, answer.Games)
	}
	if answer.Broken > 0 && !a.JSON {
		a.Remark("left out %s", cli.Number(answer.Broken, "broken game"))
	}
	if answer.Cut > 0 && !a.JSON {
		a.Remark("counted %s up to an error in the moves", cli.Number(answer.Cut, "game"))
	}
	if answer.Variants > 0 && !a.JSON {
		a.Remark("left out %s of another variant", cli.Number(answer.Variants, "game"))
	}
	if f.output == "-" {
		return left.unread
	}
	return cmp.Or(a.Print(answer), left.unread)
}

// checkReplaced returns an error if the output would replace a file that is not a book, such as the first file of games
// after -o *.pgn. It reads only the beginning of the file.
func checkReplaced(name string) error {
	info, err := os.Stat(name)
	if name == "-" || err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // writing returns the error
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	for _, err := range polyglot.NewReader(io.LimitReader(file, 16<<10)).All() {
		if err != nil {
			return cli.Usagef("name another file after -o, or delete this one", "%s exists and is no book: %v", name, err)
		}
	}
	return nil
}

// explain says what to do about an error after so many games were read.
func (f *makeFlags) explain(err error, games int64) error {
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Hint(err, "nothing was written")
	case f.index.db != "" && errors.Is(err, game.ErrMove):
		return f.index.explain(fmt.Errorf("%w: %w", index.ErrCorrupt, err))
	case f.index.db != "" && errors.Is(err, index.ErrCorrupt):
		return f.index.explain(err)
	case errors.Is(err, polyglot.ErrEmpty) && games == 0:
		if f.index.db != "" {
			return cli.Hint(errors.New("no game of the index is selected, and no book was written"), "select more games")
		}
		return cli.Hint(errors.New("the files have no game that can be read, and no book was written"), "name PGN files")
	case errors.Is(err, polyglot.ErrEmpty):
		return cli.Hint(fmt.Errorf("no move of %s is kept, and no book written", cli.Number(games, "game")),
			"lower --min-games or --min-score, or read more games")
	}
	return hintGames(err)
}

// distinct returns the files without those that come twice, under one name or several. Their games count once.
func (a *app) distinct(files []string) []string {
	var infos []os.FileInfo
	return slices.DeleteFunc(slices.Clone(files), func(name string) bool {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() { // reading it returns the error
			return false
		}
		if slices.ContainsFunc(infos, func(i os.FileInfo) bool { return os.SameFile(i, info) }) {
			a.Remark("%s is named twice; its games count once", name)
			return true
		}
		infos = append(infos, info)
		return false
	})
}

// selectGames adds the games of files that the flags select to an index in a folder, and returns how many were left
// out. Which player a name means is known only after all games are read.
func (a *app) selectGames(ctx context.Context, f *makeFlags, folder string, files []string) (left makeAnswer,
	err error) {
	filter, err := f.filter.filter(games.Chess)
	if err != nil {
		return left, err
	}
	aliases, err := f.filter.aliases(ctx)
	if err != nil {
		return left, err
	}
	s, err := flat.Open(folder, flat.Options{})
	if err != nil {
		return left, err
	}
	defer s.Close()
	ix, err := openGame(ctx, s, games.Chess, games.Options{})
	if err != nil {
		return left, err
	}
	watch := newBuildWatch(a, f.errors)
	sum, err := ix.Import(ctx, index.ImportOptions{
		BuildOptions: index.BuildOptions{
			Memory: int64(f.memory), Workers: f.options.Workers, NoTexts: true, KeepDuplicates: true,
		},
		MaxPly: 1, Filter: filter, Players: f.filter.players, Side: filter.Side, FirstPlayers: f.filter.white,
		SecondPlayers: f.filter.black, Aliases: aliases, Progress: watch.progress, Broken: watch.broken,
		Encoding: f.encoding.name, Guessed: f.encoding.watch(a),
	}, a.inputs(files, f.sample)...)
	watch.done()
	f.encoding.report(a)
	for _, s := range sum.Sources {
		left.Broken, left.Cut, left.Filtered = left.Broken+s.Broken, left.Cut+s.Cut, left.Filtered+s.Filtered
		for _, n := range s.Skipped {
			left.Variants += int64(n)
		}
	}
	if err == nil && len(sum.Unread) > 0 {
		return left, cli.Hint(unreadError(sum.Unread), "get them again, or unpack and remove them; no book was written")
	}
	if err == nil && sum.Games == 0 {
		err = cli.Hint(errors.New("no game of the files is selected, and no book was written"), "select more games")
	}
	return left, explainPlayer(hintGames(err), "these games")
}

// bookGames returns the games of the index that the flags name, and what closes it. They are nil if the flags name
// none.
func (a *app) bookGames(ctx context.Context, f *makeFlags) (
	list iter.Seq2[polyglot.Game, error], stop func(), err error) {
	if f.index.db == "" {
		return nil, func() {}, nil
	}
	ix, s, err := f.index.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if _, ok := ix.game.(games.Boarder); !ok {
		err := fmt.Errorf("%s holds %s, and a book is of chess", f.index.db, ix.game.About().Name)
		return nil, nil, errors.Join(err, s.Close())
	}
	filter, err := f.filter.resolve(ctx, ix)
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	snapshot, err := ix.Snapshot()
	if err != nil {
		return nil, nil, errors.Join(f.index.explain(err), s.Close())
	}
	return storedGames(ctx, snapshot, filter), func() { _, _ = snapshot.Close(), s.Close() }, nil
}

// storedGames returns the games of an index that a filter selects.
func storedGames(ctx context.Context, ix *index.Snapshot, filter index.Filter) iter.Seq2[polyglot.Game, error] {
	const many = 256 // games that are read at once
	return func(yield func(polyglot.Game, error) bool) {
		var numbers []int64
		read := func() bool {
			list, err := ix.Games(ctx, numbers, false)
			if numbers = numbers[:0]; err != nil {
				yield(polyglot.Game{}, err)
				return false
			}
			for _, g := range list {
				moves := make([]chess.Move, len(g.Moves))
				for i, word := range g.Moves {
					if moves[i] = chess.Move(word); word >= 1<<16 {
						moves[i] = chess.NoMove // which is not legal either
					}
				}
				if !yield(polyglot.Game{Start: g.Start, Moves: moves, Result: g.Result}, nil) {
					return false
				}
			}
			return true
		}
		for number, err := range ix.Select(ctx, filter, 0) {
			if err != nil {
				yield(polyglot.Game{}, err)
				return
			}
			if numbers = append(numbers, number); len(numbers) == many && !read() {
				return
			}
		}
		read()
	}
}

func (m makeAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "wrote %s with %s for %s, of %s, in %.1f s\n", m.File,
		cli.Number(m.Entries, "move"), cli.Number(m.Positions, "position"), cli.Number(m.Games, "game"), m.Seconds)
}
