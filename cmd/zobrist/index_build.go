package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/search"
)

// buildAnswer is what `zobrist index build` prints.
type buildAnswer struct {
	Games      int64            `json:"games"`      // added
	Visits     int64            `json:"visits"`     // pairs of a game and a position in it
	Positions  int64            `json:"positions"`  // different ones among the games added
	Broken     int64            `json:"broken"`     // left out because of an error
	Cut        int64            `json:"cut"`        // read up to an error in their moves
	Remarks    int64            `json:"remarks"`    // kept, although something in them was not read
	Duplicates int64            `json:"duplicates"` // left out because the index has them
	Filtered   int64            `json:"filtered"`   // left out because the filter does not select them
	Skipped    map[string]int   `json:"skipped"`    // left out because of their variant
	Known      []string         `json:"known"`      // files that were in the index
	Unread     []string         `json:"unread"`     // files in folders left out because they cannot be read to their end
	Packed     []string         `json:"packed"`     // files in folders passed over because of their format, in this run
	Encodings  map[string]int64 `json:"encodings"`  // files read in an encoding that was guessed, by its name, in this run
	Resumed    int64            `json:"resumed"`    // games that an interrupted build had read
	Total      int64            `json:"total"`      // games in the index now
	Keys       string           `json:"keys"`
	Seconds    float64          `json:"seconds"`
	Memory     int64            `json:"memory"` // most bytes of it that the process had, mapped files included; 0 if unknown
}

// buildFlags are the flags of `zobrist index build`.
type buildFlags struct {
	indexFlags
	filter     filterFlags
	encoding   encodingFlag
	game       cli.Choice
	enPassant  cli.Choice
	colors     cli.Choice
	views      []string
	maxPly     int
	noText     bool
	duplicates cli.Choice
	memory     cli.Size
	threads    int
	force      bool
	sample     bool
	errors     int
}

const memoryHelp = "memory for positions, at least 16M; what exceeds it goes to temporary files " +
	"(plus up to 45 bytes a game)"

func newIndexBuild(a *app) *cobra.Command {
	f := &buildFlags{
		game:       cli.Choice{Names: games.Names()},
		enPassant:  cli.Choice{Names: []string{"legal", "pseudo-legal", "always"}},
		duplicates: cli.Choice{Value: "skip", Names: []string{"skip", "keep", "list"}},
		colors:     cli.Choice{Names: []string{"kept", "exchanged"}},
	}
	cmd := a.Command("index build", nil, func(cmd *cobra.Command, args []string) error {
		return a.indexBuild(cmd.Context(), f, args)
	})
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", "", dbHelp)
	flags.StringVar(&f.keys, "keys", "", "`KEYS` of a new index: "+keyfile.Names+" (default: the default keys)")
	flags.Var(&f.game, "game", "game of a new index: "+strings.Join(games.Names(), ", ")+
		" (default: by the name of the first file, or "+games.Names()[0]+")")
	flags.Var(&f.enPassant, "en-passant",
		"en-passant squares that distinguish positions in a new index: legal, pseudo-legal or always (default legal)")
	flags.Var(&f.colors, "colors", "whether positions of Go and checkers with the colours exchanged are one "+
		"in a new index: kept or exchanged (default kept)")
	flags.StringSliceVar(&f.views, "views", nil,
		"`VIEWS` that a new index can be asked by: pawns and material, of Go corner and corner9; see index find --by")
	flags.IntVar(&f.maxPly, "max-ply", 0, "plies of a game whose positions are indexed (default: all)")
	flags.BoolVar(&f.noText, "no-text", false, "do not keep the texts of the games")
	flags.Var(&f.duplicates, "duplicates", "games that the index has already: skip, keep, or list, which skips "+
		"and shows them")
	registerMemory(&f.memory, flags, memoryHelp)
	flags.IntVar(&f.threads, "threads", 0, "goroutines (default: one a core)")
	flags.BoolVar(&f.force, "force", false, "read files again that are in the index already, and add the games that "+
		"are not")
	flags.BoolVar(&f.sample, "sample", false, "add the sample of famous games that comes with this program")
	flags.IntVar(&f.errors, "errors", 10, "number of faults of each kind to report, −1 for all")
	f.encoding.register(flags)
	f.filter.register(flags)
	_ = cmd.MarkFlagRequired("db")
	return cmd
}

// buildGC is the garbage, in percent of the live heap, at which it is collected during a build.
// Most of the live heap has no pointers, so that it costs little.
const buildGC = 25

// check returns an error if a number is out of its range.
func (f *buildFlags) check() error {
	if err := checkMemory(&f.memory); err != nil {
		return err
	}
	if err := cli.InRange("max-ply", f.maxPly, 0, math.MaxInt); err != nil {
		return err
	}
	return cmp.Or(cli.InRange("threads", f.threads, 0, search.MaxThreads), f.encoding.check())
}

// inputs returns the inputs of these names, and before them the sample if it is wanted.
func (a *app) inputs(files []string, famous bool) []index.Input {
	inputs := make([]index.Input, 0, len(files)+1)
	if famous {
		games := strings.NewReader(sample.Famous())
		inputs = append(inputs, index.Input{Name: "sample/famous.pgn", Reader: games})
	}
	for _, name := range files {
		in := index.Input{Name: name}
		if name == "-" {
			in = index.Input{Name: "standard input", Reader: a.In}
		}
		inputs = append(inputs, in)
	}
	return inputs
}

func (a *app) indexBuild(ctx context.Context, f *buildFlags, files []string) error {
	inputs := a.inputs(files, f.sample)
	if len(inputs) == 0 {
		return cli.Usagef("name PGN files, - for standard input, or --sample", "no games to add")
	}
	if err := f.check(); err != nil {
		return err
	}
	aliases, err := f.filter.aliases(ctx)
	if err != nil {
		return err
	}
	s, err := openStore(ctx, f.db, false)
	if err != nil {
		return f.explain(err)
	}
	defer s.Close()
	ix, err := f.openBuild(ctx, s, inputs)
	if err != nil {
		return f.explain(err)
	}
	filter, err := f.filter.filter(ix.game)
	if err != nil {
		return err
	}
	m, err := ix.Manifest(ctx)
	if err != nil && !errors.Is(err, index.ErrEmpty) {
		return f.explain(err)
	}
	if err := a.checkSpace(f, s, files, m.Games == 0); err != nil {
		return err
	}
	first, second := games.Colors(ix.game, f.filter.white, f.filter.black)
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	watch := newBuildWatch(a, f.errors)
	sum, err := ix.Import(ctx, index.ImportOptions{
		BuildOptions: index.BuildOptions{
			Memory: int64(f.memory), Workers: f.threads, NoTexts: f.noText,
			KeepDuplicates: f.duplicates.Value == "keep",
		},
		Force: f.force, MaxPly: f.maxPly, Filter: filter, Players: f.filter.players, Side: filter.Side,
		FirstPlayers: first, SecondPlayers: second, Aliases: aliases,
		Encoding: f.encoding.name, Guessed: f.encoding.watch(a),
		Progress: watch.progress, Broken: watch.broken, Duplicate: watch.duplicate(f.duplicates.Value == "list"),
	}, inputs...)
	watch.done()
	if err != nil {
		err = f.explainInput(explainPlayer(hintGames(err), "these games"), files)
		return f.explainChange(err, goesOn(ctx, s))
	}
	a.Changed, ctx = true, context.WithoutCancel(ctx)
	m, err = ix.Manifest(ctx)
	if err != nil && !errors.Is(err, index.ErrEmpty) {
		return fmt.Errorf("the build took effect, but the index could not be read again: %w", f.explain(err))
	}
	answer := newBuildAnswer(sum, m, start)
	answer.Remarks, answer.Encodings = watch.remarks, f.encoding.guessed
	answer.Packed = watch.passedOver(sum.Unread)
	f.encoding.report(a)
	if !a.JSON {
		if other := passedOver(ix.game, files); other != "" {
			a.Remark("passed over %s; --game chooses another game", other)
		}
		a.remarkBuild(answer, "; --force adds its new games", "; --duplicates list shows them")
	}
	return cmp.Or(a.Print(answer), answer.failure(ix.game, watch.read))
}

// newBuildAnswer returns the answer about a build, which began at start, of an index with a manifest. It is without
// what a watch counts.
func newBuildAnswer(sum index.Summary, m index.Manifest, start time.Time) buildAnswer {
	b := buildAnswer{
		Games: sum.Games, Duplicates: sum.Duplicates, Visits: sum.Visits, Positions: sum.Records,
		Skipped: make(map[string]int), Known: append([]string{}, sum.Dropped...), Resumed: sum.Resumed,
		Unread: append([]string{}, sum.Unread...), Packed: []string{}, Encodings: make(map[string]int64),
		Total: m.Games, Keys: m.KeysName, Seconds: time.Since(start).Seconds(), Memory: cli.PeakMemory(),
	}
	for _, s := range sum.Sources {
		b.Broken += s.Broken
		b.Cut += s.Cut
		b.Filtered += s.Filtered
		for variant, n := range s.Skipped {
			b.Skipped[variant] += n
		}
	}
	return b
}

// failure returns the error of a build of so many bytes that took effect, but did not read all files, or added no game.
func (b buildAnswer) failure(g games.Game, read int64) error {
	switch {
	case len(b.Unread) > 0:
		return cli.Hint(unreadError(b.Unread), "get damaged files again, and unpack and remove packed ones; the same "+
			"command then adds their games")
	case read == 0 && b.Total == 0 && len(b.Known) == 0:
		return cli.Hint(errors.New("no game was added: the input is empty"), "name files of games")
	case read == 0:
		return nil
	}
	return b.barren(g)
}

// openBuild opens the index to which a build adds games. Without flags it is as it was; if it has no games, it is of
// the game of the first file.
func (f *buildFlags) openBuild(ctx context.Context, s index.Store, inputs []index.Input) (*gameIndex, error) {
	m, err := index.ReadManifest(ctx, s)
	if err != nil && !errors.Is(err, index.ErrEmpty) {
		return nil, err
	}
	name := cmp.Or(f.game.Value, m.Game)
	if m.Games == 0 && f.game.Value == "" {
		name = cmp.Or(m.Game, games.Names()[0])
		path := inputs[0].Name
		g, err := interrupt.Await(ctx, func() (games.Game, error) { return games.OfPath(path), nil })
		if err != nil {
			return nil, err
		}
		of, err := games.Named(name)
		if g != nil && (err != nil || of.About().Ending != g.About().Ending) { // a variant has the files of chess
			name = g.About().Name
		}
	}
	g, err := games.Named(name)
	if err != nil {
		return nil, err
	}
	if m.Game != name {
		if m.Games > 0 {
			return nil, cli.Hint(fmt.Errorf("%s holds %s, and an index holds one game", f.db, m.Game),
				"name another folder by --db, which will hold %s", name)
		}
		m = index.Manifest{} // a new index
	}
	o := games.Options{Rules: cmp.Or(m.Rules, g.About().Rules[0]), Views: f.views}
	for _, rule := range [][3]string{
		{"en-passant", "en passant: ", f.enPassant.Value}, {"colors", "colors: ", f.colors.Value},
	} {
		if rule[2] == "" {
			continue
		}
		if o.Rules = rule[1] + rule[2]; !slices.Contains(g.About().Rules, o.Rules) {
			return nil, cli.Usagef("leave it out", "--%s does not apply to %s", rule[0], g.About().Name)
		}
	}
	if err := checkViews(g, "views", f.views...); err != nil {
		return nil, err
	}
	if f.keys == "" && m.Game == g.About().Name {
		o.Set, err = f.keysOf(ctx, g, m)
	} else if o.Set, err = indexKeys(ctx, g, f.keys); err != nil {
		err = cli.UsageError(err)
	}
	if err != nil {
		return nil, err
	}
	return openGame(ctx, s, g, o)
}

// explainInput names index merge if an input without games is the folder of an index.
func (f *buildFlags) explainInput(err error, files []string) error {
	if !errors.As(err, new(*archive.Error)) {
		return err
	}
	for _, name := range files {
		_, missing := os.Stat(filepath.Join(name, "MANIFEST"))
		if missing == nil && strings.HasPrefix(err.Error(), name+": ") {
			return cli.Hint(err, "it is an index; add its games by: zobrist index merge --db %s %s", f.db, name)
		}
	}
	return err
}

// goesOn says what the same command does after a build that was interrupted.
func goesOn(ctx context.Context, s index.Store) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if _, left, err := s.Size(ctx); err == nil && left > 0 {
		return "goes on from the " + cli.Group3(left) + " bytes that it has saved there"
	}
	return "begins again"
}

// passedOver counts the files in folders that have games other than g: "1 .sgf and 2 .pdn files", "" if there are none.
func passedOver(g games.Game, names []string) string {
	counts, total := make(map[string]int), 0
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			continue
		}
		_ = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
				return nil // reading the games has reported it
			}
			if other := games.OfFile(path); other != nil && other.About().Ending != g.About().Ending {
				counts[other.About().Ending]++
				total++
			}
			return nil
		})
	}
	var list []string
	last := 0
	for _, ending := range slices.Backward(slices.Sorted(maps.Keys(counts))) {
		last = counts[ending]
		list = append(list, cli.Group3(int64(last))+" "+ending)
	}
	switch {
	case total == 0:
		return ""
	case last == 1:
		return strings.Join(list, " and ") + " file"
	}
	return strings.Join(list, " and ") + " files"
}

// unreadError is the error of a build that left out files in folders.
func unreadError(names []string) error {
	const most = 10
	list := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %s more", cli.Group3(int64(more)))
	}
	return fmt.Errorf("left out %s that cannot be read: %s", cli.Number(int64(len(names)), "file"), list)
}

// barren returns an error if no game was added, and none of the text is in the index.
func (b buildAnswer) barren(g games.Game) error {
	switch {
	case b.Games > 0 || b.Resumed > 0 || b.Duplicates > 0 || len(b.Known) > 0:
		return nil
	case b.Filtered > 0:
		return cli.Hint(errors.New("no game was added: the filter selects none of those read"), "change the filter")
	case b.Broken > 0:
		return cli.Hint(errors.New("no game was added: all are broken"), "--errors -1 shows the fault of each")
	case len(b.Skipped) > 0:
		return b.hintVariant(g, errors.New("no game was added: all are of other variants"))
	}
	others := slices.DeleteFunc(games.Names(), func(name string) bool {
		other, err := games.Named(name)
		return err != nil || other.About().Records == g.About().Records
	})
	remedy := "name files of games"
	if g.About().Begin != "" {
		remedy += ", which begin with " + g.About().Begin
	}
	return cli.Hint(fmt.Errorf("no game was added: the text is not %s", g.About().Records),
		"%s; for another game, name another folder by --db and give --game %s", remedy, strings.Join(others, " or "))
}

// hintVariant says how an index of the first of the variants that were skipped is made, if there can be one.
func (b buildAnswer) hintVariant(g games.Game, err error) error {
	for _, name := range slices.Sorted(maps.Keys(b.Skipped)) {
		for _, other := range games.Names() {
			of, _ := games.Named(other)
			if holds, _ := games.Holds(of, name); holds && name != "" && of != g && of.About().Records == g.About().Records {
				return cli.Hint(err, "for games of %s, name another folder by --db and give --game %s", name, other)
			}
		}
	}
	return err
}

// remarkBuild prints the files and games that are left out or not new, with remedies for files
// that are known and for duplicates.
func (a *app) remarkBuild(b buildAnswer, known, duplicates string) {
	if b.Resumed > 0 {
		a.Remark("went on after the %s that an interrupted build had read", cli.Number(b.Resumed, "game"))
	}
	const most = 10 // lines
	for i, name := range b.Known {
		if i == most {
			a.Remark("and %s more", cli.Group3(int64(len(b.Known)-most)))
			break
		}
		a.Remark("%s is in the index already%s", name, known)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Skipped)) {
		a.Remark("skipped %s of %s", cli.Number(int64(b.Skipped[name]), "game"), name)
	}
	if n := len(b.Packed); n > 0 {
		a.Remark("passed over %s in formats that are not read", cli.Number(int64(n), "file"))
	}
	if b.Broken > 0 {
		a.Remark("left out %s", cli.Number(b.Broken, "broken game"))
	}
	if b.Cut > 0 {
		a.Remark("kept %s up to an error in the moves", cli.Number(b.Cut, "game"))
	}
	if b.Remarks > 0 {
		a.Remark("kept %s in which something was not read", cli.Number(b.Remarks, "game"))
	}
	if b.Duplicates > 0 {
		a.Remark("left out %s that the index has already%s", cli.Number(b.Duplicates, "game"), duplicates)
	}
	if b.Filtered > 0 {
		a.Remark("left out %s that the filter does not select", cli.Number(b.Filtered, "game"))
	}
}

func (b buildAnswer) Text(w io.Writer) {
	with := ""
	if b.Memory > 0 {
		with = " with " + cli.Bytes(float64(b.Memory)) + " of memory"
	}
	fmt.Fprintf(w, "added %s with %s in %.1f s%s; the index now holds %s\n",
		cli.Number(b.Games, "game"), cli.Number(b.Positions, "position"), b.Seconds, with, cli.Number(b.Total, "game"))
}
