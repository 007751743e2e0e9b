package evals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/disk"
)

// ImportOptions say which parts of the sources an import keeps. Zero fields mean the defaults.
type ImportOptions struct {
	BuildOptions // its Workers read as well as sort

	Lines     int  // of an evaluation that are kept, 0 for all: the first ones
	Plies     int  // of a line that are kept, 0 for all
	Positions bool // positions are kept, for [Export]; some 11 bytes each

	Depth  int    // of evaluations whose source does not say it; 0 means that it is not known
	Into   string // name of the source to which all is added, which may be there already; "" for one of each input
	Format Format // of the inputs; 0 means that their names or contents say it
	Force  bool   // reads inputs that the store has already; with Into they are always read

	// Problem, if not nil, is called for each problem, in the order of the inputs, by one goroutine at a time.
	Problem func(Problem)

	// Reading, if not nil, is called now and then, by one goroutine at a time.
	Reading func(Reading)

	saveEvery, readEvery time.Duration // between saves and calls of Reading; 0 for the usual times
}

// A Format is a kind of source.
type Format uint8

const (
	Lichess Format = iota + 1 // lines of JSON, as in lichess_db_eval.jsonl
	EPD                       // lines of EPD with ce or dm
	PGN                       // games with comments such as [%eval 0.25]
)

// String returns "lichess", "epd" or "pgn".
func (f Format) String() string {
	if f < Lichess || f > PGN {
		return fmt.Sprintf("format %d", uint8(f))
	}
	return [...]string{"lichess", "epd", "pgn"}[f-Lichess]
}

// A Reading says how far an import has read.
type Reading struct {
	Input     string // that is read
	Bytes     int64  // read so far of all inputs, as they are compressed
	Size      int64  // of all inputs, −1 if one has no known size
	Positions int64  // that were found
}

// An Input is a source to read: plain, compressed by gzip, bzip2 or Zstandard, or in a tar archive. A zip archive has
// to be a file.
type Input struct {
	Name   string    // path of a file, or any name of a reader
	Reader io.Reader // the text; nil means the file of that name
}

// A Summary says what an import has done.
type Summary struct {
	Sources []Source // that were read, as the store has them now
	Known   []string // inputs that the store had already
	CutOff  []string // inputs that could not be read to their end; what was read is in the store
	Resumed int64    // positions that an interrupted import had kept
	Counts           // of all sources that were read
}

// Import adds the evaluations of all inputs to a store of chess, in one step, and makes the store if there is none.
// If it fails, its context ends or its process is killed, the store stays as it was. If all inputs are files and Into
// is "", it saves from time to time what it has read, and the next Import of the same files with the same options
// resumes from there.
//
// For each number of lines, the store keeps at most one evaluation of a position: an evaluation replaces others that
// have no more lines and are not deeper. If depths and numbers of lines are equal, the one with more nodes is kept,
// then the one of the source that was added later. The order in which inputs are read does not matter otherwise.
//
// What cannot be read is given to Problem and counted, and the rest is read. An input that is damaged or cut off is
// read as far as it goes. The error wraps [ErrLocked] during another change, [ErrGame] if the store is of another
// game, and the error of a file that cannot be opened or read; then nothing was added.
func Import(ctx context.Context, dir string, o ImportOptions, inputs ...Input) (sum Summary, err error) {
	if err := o.setDefaults(); err != nil {
		return sum, err
	}
	if err := o.check(); err != nil {
		return sum, err
	}
	in := &intake{o: &o, sum: &sum}
	if err := in.open(ctx, inputs); err != nil {
		return sum, errors.Join(err, in.close())
	}
	defer in.close()
	if err := in.checkDisk(dir); err != nil {
		return sum, err
	}
	b, err := begin(dir, Chess(), o.BuildOptions)
	if err != nil {
		return sum, err
	}
	defer func() { err = errors.Join(err, b.end()) }()
	in.build = b
	if err := in.read(ctx); err != nil {
		return sum, err
	}
	if len(sum.Sources) == 0 || sum.Positions == 0 {
		b.kept = false
		return sum, nil
	}
	if err := b.commit(ctx); err != nil {
		return sum, err
	}
	b.kept = false
	return sum, nil
}

func (o *ImportOptions) check() error {
	for _, f := range []struct {
		name         string
		value, limit int
	}{{"Lines", o.Lines, maxLines}, {"Plies", o.Plies, maxPlies}, {"Depth", o.Depth, MaxDepth}} {
		if f.value < 0 || f.value > f.limit {
			return fmt.Errorf("evals: ImportOptions.%s: %d is not in 0 to %d", f.name, f.value, f.limit)
		}
	}
	if o.Problem == nil {
		o.Problem = func(Problem) {}
	}
	if o.Reading == nil {
		o.Reading = func(Reading) {}
	}
	o.saveEvery = cmp.Or(o.saveEvery, 30*time.Second)
	o.readEvery = cmp.Or(o.readEvery, 50*time.Millisecond)
	return nil
}

// ErrSpace: the disk has not enough room for a build.
var ErrSpace = errors.New("evals: not enough room on the disk")

// checkDisk returns an error if the disk has less room than the least that such inputs have ever needed: a position
// takes some 60 bytes of a compressed text, 400 of a plain one, and with one line of one move 13 in the store.
func (in *intake) checkDisk(dir string) error {
	need := int64(0)
	for _, i := range in.inputs {
		part := max(i.size, 0) / 32
		if i.packed() {
			part *= 6
		}
		need += part
	}
	if free, ok := disk.Free(dir); ok && free < need {
		return fmt.Errorf("%w of %s: at least %d MB are needed, and %d MB are free", ErrSpace, dir, need/1e6, free/1e6)
	}
	return nil
}

// task names what an import does, for resumptions.
func (o *ImportOptions) task(inputs []*input) string {
	var task strings.Builder
	fmt.Fprintf(&task, "lines %d, plies %d, positions %v, depth %d, into %q, format %v, force %v", o.Lines, o.Plies,
		o.Positions, o.Depth, o.Into, o.Format, o.Force)
	for _, in := range inputs {
		fmt.Fprintf(&task, ", %q %d %s", in.name, in.size, in.modified.UTC().Format(time.RFC3339Nano))
	}
	return task.String()
}

// An intake reads the inputs of an import into a build.
type intake struct {
	o      *ImportOptions
	sum    *Summary
	inputs []*input
	size   int64 // of all, −1 if it is not known
	before int64 // bytes of the inputs that were read
	build  *build
	task   string // "" if nothing is saved
	old    int    // sources of the store before
	at     reading
	saved  time.Time
	shown  time.Time
	source *Source
}

func (in *intake) open(ctx context.Context, list []Input) error {
	for _, i := range list {
		next, err := openInput(ctx, i)
		if err != nil {
			return err
		}
		in.inputs = append(in.inputs, next)
		if in.size >= 0 && next.size >= 0 {
			in.size += next.size
		} else {
			in.size = -1
		}
	}
	return nil
}

func (in *intake) close() error {
	var errs []error
	for _, i := range in.inputs {
		errs = append(errs, i.close())
	}
	return errors.Join(errs...)
}

// read reads all inputs.
func (in *intake) read(ctx context.Context) error {
	b := in.build
	in.old, in.saved = len(b.m.Sources), time.Now()
	first, skip, restored := 0, int64(0), false
	if in.size < 0 || in.o.Into != "" { // nothing is saved
		if err := b.forget(); err != nil {
			return err
		}
	} else {
		in.task = in.o.task(in.inputs)
		j, ok, err := b.restore(in.task)
		if err != nil {
			return err
		}
		if ok && j.Reading.Input < len(in.inputs) {
			first, skip, in.at, restored = j.Reading.Input, j.Reading.Units, j.Reading, len(j.Sources) > 0
			for _, s := range j.Sources {
				in.sum.Resumed += s.units()
			}
		}
	}
	for i, next := range in.inputs {
		if i < first {
			in.before += next.size
			continue
		}
		in.at.Input, in.at.Name = i, next.name
		resumed := restored && i == first // the last source is this input's
		if !resumed {
			skip = 0
		}
		if !resumed && !in.o.Force && in.o.Into == "" {
			known, err := in.known(ctx, next)
			if err != nil {
				return fmt.Errorf("%s: %w", next.name, err)
			}
			if known {
				in.sum.Known = append(in.sum.Known, next.name)
				in.before += next.size
				continue
			}
		}
		switch {
		case resumed:
			in.source = &b.m.Sources[len(b.m.Sources)-1]
		case in.o.Into != "":
			in.source = b.source(in.o.Into, true)
		default:
			in.source = b.source(next.name, false)
		}
		if err := in.readInput(ctx, next, skip); err != nil {
			return fmt.Errorf("%s: %w", next.name, err)
		}
		in.before += max(next.size, 0)
	}
	in.finish()
	return nil
}

// finish makes the summary, and leaves out sources of which nothing was kept.
func (in *intake) finish() {
	b := in.build
	kept := b.m.Sources[:in.old]
	for i := range b.m.Sources {
		s := b.m.Sources[i]
		if i >= in.old {
			in.sum.Counts.add(&s.Counts)
			in.sum.Sources = append(in.sum.Sources, s)
			if s.Counts.Positions == 0 {
				continue
			}
			kept = append(kept, s)
		}
	}
	if in.o.Into != "" && in.source != nil && len(in.sum.Sources) == 0 {
		in.sum.Sources = []Source{*in.source}
		in.sum.Counts = in.source.Counts
	}
	b.m.Sources = kept
}

// known reports whether the store has an input. It reads it once more if a source may be the same.
func (in *intake) known(ctx context.Context, next *input) (bool, error) {
	if next.size < 0 {
		return false, nil
	}
	old := in.build.m.Sources[:in.old]
	if !slices.ContainsFunc(old, func(s Source) bool { return s.Digest != "" && s.Bytes == next.size }) {
		return false, nil
	}
	digest, err := next.file.Digest(ctx)
	return slices.ContainsFunc(old, func(s Source) bool { return s.Digest == digest }), err
}

// A job is a piece of an input on its way from the reader to a worker and to the build.
type job struct {
	line     int64  // of its first line, from 1
	text     []byte // whole lines
	lines    int    // in text
	skip     int    // lines at its beginning that were read before
	tooLong  bool   // it stands for one line that is too long
	games    gameChunk
	units    int64 // read with it, since the beginning of the input
	records  []byte
	counts   Counts
	problems []Problem
	done     chan struct{}
}

// workers starts the workers of an input. They end when jobs is closed.
func (in *intake) workers(jobs <-chan *job, format Format) {
	k := keep{lines: in.o.Lines, plies: in.o.Plies, positions: in.o.Positions}
	number, depth := uint32(in.source.Number), int32(in.o.Depth) // a worker may begin when the input has ended
	for range in.o.Workers {
		go func() {
			var at *job
			r := newRecorder(k, number, depth, func(p Problem) { at.problems = append(at.problems, p) })
			w := newWorker(r, format)
			for j := range jobs {
				at = j
				w.read(j)
				j.done <- struct{}{}
			}
		}()
	}
}

// readInput reads an input after its first lines or games, skip by number.
func (in *intake) readInput(ctx context.Context, from *input, skip int64) error {
	format, err := from.begin(in.o.Format)
	if err != nil {
		return in.cutOff(from, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := make(chan *job, 2*in.o.Workers)
	order := make(chan *job, 3*in.o.Workers)
	free := make(chan *job, cap(order)+1)
	for range cap(free) {
		free <- &job{done: make(chan struct{}, 1)}
	}
	in.workers(jobs, format)
	var readErr error
	go func() {
		defer close(order)
		defer close(jobs)
		readErr = from.scan(ctx, format, skip, free, jobs, order)
	}()
	for j := range order {
		<-j.done
		if err == nil {
			err = in.take(ctx, j, from)
		}
		if err != nil {
			cancel()
		}
		j.reset()
		free <- j
	}
	switch {
	case err != nil:
		return err
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case readErr != nil:
		return in.cutOff(from, readErr)
	}
	in.source.Digest, in.source.Bytes = from.finish()
	in.at.Units = 0
	return nil
}

// cutOff keeps what was read of an input that is damaged. Another error is returned.
func (in *intake) cutOff(from *input, err error) error {
	if !errors.Is(err, archive.ErrDamaged) {
		return err
	}
	in.source.Counts.Problems[CutOff]++
	in.o.Problem(Problem{Kind: CutOff, Source: from.name, Line: in.at.Units + 1,
		Reason: "the compressed text is damaged or cut off; what was read before is kept"})
	in.sum.CutOff = append(in.sum.CutOff, from.name)
	in.at.Units = 0
	return nil
}

// take adds the records of a job to the build.
func (in *intake) take(ctx context.Context, j *job, from *input) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	for i := range j.problems {
		j.problems[i].Source = from.name
		in.o.Problem(j.problems[i])
	}
	if err := eachRecord(j.records, in.build.add); err != nil {
		return err
	}
	in.source.Counts.add(&j.counts)
	in.at.Units = j.units
	now := time.Now()
	if now.Sub(in.shown) >= in.o.readEvery {
		in.shown = now
		in.o.Reading(Reading{Input: from.name, Bytes: in.before + from.read.Load(), Size: in.size,
			Positions: in.source.Counts.Positions})
	}
	if in.task == "" || now.Sub(in.saved) < in.o.saveEvery {
		return nil
	}
	if err := in.build.save(in.task, in.old, in.at); err != nil {
		return err
	}
	in.saved = time.Now()
	return nil
}

func (j *job) reset() {
	done, text, records, problems := j.done, j.text[:0], j.records[:0], j.problems[:0]
	const most = 1 << 20
	if cap(text) > most {
		text = nil
	}
	if cap(records) > most {
		records = nil
	}
	*j = job{done: done, text: text, records: records, problems: problems}
}

// formatOf tells the format of a text by its name and its beginning.
func formatOf(name string, head []byte) Format {
	base := name
	for _, packed := range []string{".zst", ".gz", ".bz2"} {
		if filepath.Ext(base) == packed {
			base = base[:len(base)-len(packed)]
		}
	}
	switch filepath.Ext(base) {
	case ".jsonl", ".json", ".ndjson":
		return Lichess
	case ".epd", ".fen":
		return EPD
	case ".pgn":
		return PGN
	}
	for len(head) > 0 && (head[0] <= ' ' || head[0] >= 0xbb) { // blanks, and the mark of UTF-8
		head = head[1:]
	}
	switch {
	case len(head) > 0 && head[0] == '{':
		return Lichess
	case len(head) > 0 && looksLikeFEN(head):
		return EPD
	}
	return PGN
}

// looksLikeFEN reports whether a text begins with a placement of pieces.
func looksLikeFEN(head []byte) bool {
	slashes := 0
	for _, c := range head {
		switch {
		case c == '/':
			slashes++
		case c >= '1' && c <= '8' || chessLetter(c):
		default:
			return slashes == 7
		}
	}
	return slashes == 7
}

func chessLetter(c byte) bool {
	switch c | 32 {
	case 'p', 'n', 'b', 'r', 'q', 'k':
		return true
	}
	return false
}
