package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/records/charset"
)

// An Input is a text of records to add, plain or compressed by gzip, bzip2 or Zstandard, or in
// a zip or tar archive.
type Input struct {
	Name   string    // path of a file, "-" for standard input, or any name of a reader
	Reader io.Reader // the text; nil means the file of that name
}

// ImportOptions say how games are added. Zero fields mean the defaults.
type ImportOptions struct {
	BuildOptions // its Workers parse as well as sort

	// Force adds inputs even if the index has them already. Their games are left out as
	// duplicates nevertheless, unless KeepDuplicates is set.
	Force bool

	// MaxPly is the number of plies after which positions are not indexed; 0 means
	// that all are. The games are kept whole.
	MaxPly int

	// Filter selects the games to add. An input of which it left out a game is not
	// recognised if it comes again, but its games are. Nor is an input without a game that
	// can be added.
	Filter Filter

	// Players selects games of these players. A person wrote each name, and it means one player of those in the
	// inputs: see [Index.ResolvePlayer]. Side says whether such a player has to be the first or the second one.
	// None is any player. Aliases, which may be nil, are names that count as one.
	Players []string
	Side    game.Side
	Aliases *Aliases

	// FirstPlayers and SecondPlayers are such names for one side each. If several of
	// the three are given, a game has to meet each.
	FirstPlayers, SecondPlayers []string

	// Encoding is the encoding of records that are not in UTF-8 and do not name their own. It has its name in HTML, such
	// as "windows-1251" or "gbk". "" means that the encoding of each input is guessed, and that it is Windows-1252 if no
	// guess is certain. The first mebibyte of the input decides, with samples of the rest if it is a plain file, and with
	// the other files of its folder or archive if it has too few words itself.
	Encoding string

	// If Guessed is not nil it is called once for each input whose encoding is guessed and is not Windows-1252.
	Guessed func(input, encoding string)

	// If Duplicate is not nil it is called for each game that was left out because the index has it, in order, by one
	// goroutine at a time. The calls wait until the input is kept and the wanted players are known, because the numbers
	// are final only then. When more than 10,000 calls wait, all are made at once, even if the input is dropped later.
	Duplicate func(Duplicate)

	// If Progress is not nil it is called now and then, by one goroutine at a time.
	Progress func(Progress)

	// If Broken is not nil it is called for each game with an error in it, in order, by one goroutine at a time, and
	// for files in archives that hold no games of the index: of zip first, of tar after their games; and for files in
	// folders that are left out, after games of theirs. If err.Whole is set, the main line is not concerned and the game
	// is added all the same; if err.Cut is set, it is added up to there. Games that the filter leaves out are not
	// reported then.
	Broken func(input string, err *game.RecordError)
}

// A Duplicate is a game of an input that was left out because the index has the same one.
type Duplicate struct {
	Input  string // name of the input
	Game   int    // its number there, from 1
	Source string // the source that the same game in the index came from, which may be the input
	First  int64  // number of the same game in the index
}

// Progress says how far an import is.
type Progress struct {
	Sorting bool    // all games are read; positions are being sorted and written
	Input   string  // being read
	Games   int64   // read so far and not dropped
	Bytes   int64   // read so far of all inputs, as they are compressed
	Size    int64   // of all inputs, −1 if one of them has no known size
	Sorted  float64 // share of the sorting that is done, 0 to 1
}

// Import adds the games of all inputs, in their order, in one step: if it fails or
// its process is killed, the index stays as it was. Inputs whose content is known are
// dropped. If none of the inputs has a game that can be added, is known or is empty, nothing is committed,
// and the index stays as it was too.
//
// A file in a folder or a zip archive is left out with all its games if it cannot be read to its end, because it is
// damaged, cut off or encrypted, or a link to nothing. So is a folder in a folder. Each is given to Broken and named in
// Unread of the summary, and a later Import reads it again. Archives without games, and files in formats that are not
// read, such as 7z, are given to Broken too, but they are not named in Unread, unless their names say that they hold
// games: games.pgn.7z. If there is nothing else to read, Import returns the error of the last such file.
//
// An error about an input names it and, if reading failed, the place. It wraps [game.ErrNoGame] if 64 MiB on end hold
// no game, ErrDamaged of package pgn if compressed text is damaged or cut off, and otherwise the error of the file,
// the reader or the decompressor.
//
// Other errors come from the store. They wrap [ErrLocked] during another build or removal, [os.ErrPermission] if the
// store is open for reading only, [ErrKeys] or [ErrConfig] if the store has got another index, and [ErrDamaged] if a
// temporary file was damaged. If ctx ends, the error wraps its error or its cause.
//
// Which player a name means is known only after all games are read. A name that fits several is then an
// [*AmbiguousError]. If it means fewer players than those whom it fits, or has aliases by ids, the
// inputs are read a second time, and the error wraps [ErrReadTwice] if they cannot.
//
// If all inputs are files, Import saves from time to time what it has read. After it
// failed, was cancelled or killed, the next Import of the same files goes on from there.
func (ix *Index) Import(ctx context.Context, o ImportOptions, inputs ...Input) (Summary, error) {
	if err := o.setDefaults(); err != nil {
		return Summary{}, err
	}
	if err := ix.adapter.NewPosition().Set(""); err != nil {
		return Summary{}, fmt.Errorf("index: the adapter's Position.Set(\"\") fails: %w; "+
			"let it return to the usual start, by which games without a start are replayed", err)
	}
	w := &wanted{patterns: [3][]string{o.Players, o.FirstPlayers, o.SecondPlayers},
		side: o.Side, aliases: o.Aliases}
	sum, again, err := ix.importOf(ctx, o, w, inputs)
	if again != nil {
		o.Broken, o.Guessed = ignore, func(string, string) {} // the first reading has reported all
		sum, _, err = ix.importOf(ctx, o, again, inputs)
	}
	return sum, err
}

func (o *ImportOptions) setDefaults() error {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Broken == nil {
		o.Broken = ignore
	}
	if o.Guessed == nil {
		o.Guessed = func(string, string) {}
	}
	if _, err := charset.Named(cmp.Or(o.Encoding, charset.Default)); err != nil {
		return fmt.Errorf("index: ImportOptions.Encoding: %w", err)
	}
	return nil
}

func ignore(string, *game.RecordError) {}

// importOf reads the inputs and adds the games of the players wanted. If it has learnt that other players are
// meant, it adds nothing and returns them.
func (ix *Index) importOf(ctx context.Context, o ImportOptions, w *wanted, inputs []Input) (sum Summary,
	again *wanted, err error) {
	in := &intake{adapter: ix.adapter, options: o, wanted: w, spelled: make(map[spelling]bool),
		unread: make(map[string]bool)}
	left, err := in.open(ctx, inputs)
	if err != nil {
		return sum, nil, err
	}
	defer in.close()
	b, err := ix.Build(ctx, o.BuildOptions)
	if err != nil {
		return sum, nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	in.builder = b
	if err := in.readKnown(ctx, ix); err != nil {
		return sum, nil, err
	}
	if err := in.resume(); err != nil {
		return sum, nil, err
	}
	for _, name := range left { // an interrupted import may have named them
		in.unreadable(name)
	}
	if err := in.readAll(ctx, ix); err != nil {
		return sum, nil, err
	}
	if again, err = in.resolve(ctx); again != nil || err != nil {
		return sum, again, err
	}
	in.report()
	sum, err = in.end(ctx)
	return sum, nil, err
}

// open opens the inputs. It returns the names of files in folders and archives that are left out.
func (in *intake) open(ctx context.Context, inputs []Input) (left []string, err error) {
	in.inputs, err = openAll(ctx, in.adapter.Endings(), inputs, func(input string, l archive.Left) {
		if in.leave(input, l) {
			left = append(left, memberName(input, l.Name))
		}
	})
	for _, input := range in.inputs {
		if input.size < 0 {
			in.size = -1
			break
		}
		in.size += input.size
	}
	return left, err
}

// readAll adds the inputs that were not read before.
func (in *intake) readAll(ctx context.Context, ix *Index) error {
	stop, err := in.startWorkers(ix)
	if err != nil {
		return err
	}
	defer stop()
	for in.at.Input < len(in.inputs) {
		input := in.inputs[in.at.Input]
		if err := in.add(ctx, input); err != nil {
			return fmt.Errorf("%s: %w", input.name, err)
		}
		in.at.next()
	}
	in.jobs, in.free = nil, nil // with their memory
	return nil
}

// end commits what was read, if any of it is of use.
func (in *intake) end(ctx context.Context) (Summary, error) {
	switch {
	case in.at.Useful:
		return in.commit(ctx)
	case len(in.at.Kept) > 0:
		return Summary{Sources: in.at.Kept, Unread: in.at.Unread}, nil
	case in.refused != nil:
		return Summary{}, in.refused
	}
	return in.commit(ctx)
}

// An intake is an import that is going on.
type intake struct {
	adapter Adapter
	options ImportOptions
	wanted  *wanted
	builder Builder
	known   []Source        // of the index before this import
	digests digests         // of these and of the inputs kept
	unread  map[string]bool // the names of in.at.Unread
	refused error           // why the last file that was passed over is not read

	folders map[string]*charset.Tally // words of the files of folders and archives, by their paths

	spellings []map[string][]string // of known
	spelled   map[spelling]bool     // all that the index has or will have

	next   int64 // number of the first game of this import
	inputs []*input
	size   int64 // of all inputs, −1 if one of them has no known size
	behind int   // inputs whose bytes are counted
	bytes  int64 // read of them
	at     place
	jobs   chan *job
	free   chan *job
}

// add adds an input, or drops it if it is known.
func (in *intake) add(ctx context.Context, input *input) error {
	if known, err := in.knownFile(ctx, input); known || err != nil {
		return err
	}
	if err := input.open(in.adapter.Endings()); err != nil {
		return in.passOver(ctx, input, err)
	}
	if err := in.read(ctx, input); errors.As(err, new(*textError)) {
		return in.passOver(ctx, input, err)
	} else if err != nil {
		return err
	}
	if input.guessed != "" {
		in.options.Guessed(input.name, input.guessed)
	}
	source, err := input.finish()
	if err != nil {
		return err
	}
	whole := true
	for _, left := range input.others {
		if in.leave(input.name, left) {
			in.unreadable(memberName(input.name, left.Name))
			whole = false
		}
	}
	if in.digests[source.Digest] && !in.options.Force {
		in.at.Useful = true
		in.drop(input.name)
		in.forget()
		return nil
	}
	source.Spellings = in.at.Spellings
	source.Broken, source.Cut = in.at.Broken, in.at.Cut
	source.Skipped, source.Filtered = in.at.Skipped, in.at.Filtered
	if source.Filtered > 0 || in.at.barren() || !whole {
		source.Digest, source.File = "", ""
	}
	in.at.Useful = in.at.Useful || !in.at.barren() || input.raw.n.Load() == 0
	in.builder.Keep(source)
	in.digests.add(source)
	source.End = in.at.Games
	in.at.Kept = append(in.at.Kept, source)
	if !in.wanted.any() || in.wanted.resolved { // the numbers are final
		in.report()
	}
	return nil
}

// drop drops the games of the input being read.
func (in *intake) drop(name string) {
	in.builder.Drop(name)
	in.at.Games = 0
	if n := len(in.at.Kept); n > 0 {
		in.at.Games = in.at.Kept[n-1].End
	}
	for n := len(in.at.Held) - 1; n >= 0 && in.at.Held[n].Input == name; n-- {
		in.at.Held = in.at.Held[:n]
	}
}

// digests are the digests of sources and of their files.
type digests map[string]bool

func (d digests) add(s Source) {
	for _, digest := range []string{s.Digest, s.File} {
		if digest != "" {
			d[digest] = true
		}
	}
}

// digestsOf returns the digests of some sources.
func digestsOf(sources []Source) digests {
	d := make(digests)
	for _, s := range sources {
		d.add(s)
	}
	return d
}

// knownFile recognises a file by its bytes, without reading its games.
func (in *intake) knownFile(ctx context.Context, input *input) (bool, error) {
	first := len(in.known) == 0 && in.at.Input == 0 // nothing can be known
	if in.options.Force || input.file == nil || first {
		return false, nil
	}
	digest, err := input.file.Digest(ctx)
	if err != nil || !in.digests[digest] {
		return false, err
	}
	in.at.Useful = true
	in.drop(input.name)
	return true, nil
}

// readKnown notes what the index has.
func (in *intake) readKnown(ctx context.Context, ix *Index) error {
	m, err := ix.Manifest(ctx)
	if err == nil {
		in.next = m.Next
		_, _ = m.Take(ix.config) // Begin returns its error
		in.known = m.Sources
	}
	in.digests = digestsOf(in.known)
	if errors.Is(err, ErrEmpty) {
		return nil
	}
	for _, s := range in.known {
		in.spellings = append(in.spellings, s.Spellings)
	}
	in.know(in.spellings...)
	if !in.wanted.resolved {
		in.wanted.aliases = in.options.Aliases.with(in.spellings...)
	}
	return err
}

// maxHeld is the number of duplicates that are held until it is certain that they are duplicates.
const maxHeld = 10_000

// duplicate notes a duplicate in the input being read, by its number there, until report reports it.
func (in *intake) duplicate(game int, first int64) {
	if in.options.Duplicate == nil {
		return
	}
	d := Duplicate{Input: in.inputs[in.at.Input].name, Game: game, First: first}
	sources, next := in.known, first+1
	if first >= in.next {
		sources, next = in.at.Kept, next-in.next
	}
	i, _ := slices.BinarySearchFunc(sources, next, func(s Source, next int64) int { return cmp.Compare(s.End, next) })
	switch {
	case i < len(sources):
		d.Source = sources[i].Name
	case first >= in.next:
		d.Source = d.Input
	case i > 0:
		d.Source = sources[i-1].Name
	}
	if in.at.Held = append(in.at.Held, d); len(in.at.Held) > maxHeld {
		in.report()
	}
}

// report reports the duplicates that are held.
func (in *intake) report() {
	if in.options.Duplicate != nil { // it may be nil after a resume
		for _, d := range in.at.Held {
			in.options.Duplicate(d)
		}
	}
	in.at.Held = nil
}

// commit sorts what was read and adds it to the index.
func (in *intake) commit(ctx context.Context) (Summary, error) {
	var mu sync.Mutex
	p := in.progress()
	p.Sorting = true
	sum, err := in.builder.Commit(ctx, func(done float64) {
		mu.Lock()
		defer mu.Unlock()
		p.Sorted = done
		in.options.Progress(p)
	})
	sum.Dropped = slices.DeleteFunc(sum.Dropped, func(name string) bool { return in.unread[name] })
	sum.Unread = in.at.Unread
	return sum, err
}

// progress returns how far reading is.
func (in *intake) progress() Progress {
	for ; in.behind < in.at.Input; in.behind++ {
		in.bytes += in.inputs[in.behind].raw.n.Load()
	}
	p := Progress{Games: in.at.Games, Bytes: in.bytes, Size: in.size}
	if in.behind < len(in.inputs) {
		p.Bytes += in.inputs[in.behind].raw.n.Load()
	}
	return p
}

func (in *intake) close() {
	for _, input := range in.inputs {
		input.close()
	}
}
