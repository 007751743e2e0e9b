package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// buildWatch shows how far a build is, and reports the first faults of each kind.
type buildWatch struct {
	app     *app
	bar     *cli.Progress
	sorting bool
	shown   time.Time
	start   time.Time       // of reading
	from    int64           // games that were read before
	errors  int             // of a kind that are shown, negative for all
	shownOf map[string]int  // faults, by their kinds
	hidden  int64           // faults that are not shown
	remarks int64           // games
	packed  map[string]bool // files in formats that are not read
	read    int64           // bytes
}

func newBuildWatch(a *app, errors int) *buildWatch {
	return &buildWatch{app: a, errors: errors, shownOf: make(map[string]int), packed: make(map[string]bool)}
}

func (w *buildWatch) progress(p index.Progress) {
	w.read = max(w.read, p.Bytes)
	switch {
	case p.Sorting && !w.sorting:
		w.done()
		w.sorting = true
		w.bar = w.app.Progress("sort "+cli.Group3(p.Games)+" games", "", shareSteps)
	case w.bar == nil:
		w.bar = w.app.Progress("read", "B", p.Size)
		w.bar.Then, w.from, w.start = "before sorting", p.Games, time.Now()
	}
	if p.Sorting {
		w.bar.Set(int64(p.Sorted * shareSteps))
		return
	}
	if now := time.Now(); now.Sub(w.shown) > 100*time.Millisecond {
		w.shown = now
		rate := ""
		if s := now.Sub(w.start).Seconds(); s >= 1 {
			rate = cli.Group3(int64(float64(p.Games-w.from)/s)) + " games/s"
		}
		w.bar.Describe("read "+cli.Number(p.Games, "game"), rate)
		w.bar.Set(p.Bytes)
	}
}

func (w *buildWatch) broken(source string, err *game.RecordError) {
	if err.Whole && err.Format != "archive" {
		w.remarks++
	}
	if refused := new(archive.Error); errors.As(err, &refused) && refused.Format {
		w.packed[source] = true
	}
	kind := kindOf(err)
	if w.errors >= 0 && w.shownOf[kind] == w.errors {
		w.hidden++
		return
	}
	w.shownOf[kind]++
	what := "left out"
	switch {
	case err.Cut:
		what = "kept up to there"
	case err.Whole:
		what = "kept"
	}
	w.app.Remark("warning: %s: %s, %s", source, strings.TrimPrefix(err.Error(), err.Format+": "), what)
}

// passedOver returns the files in formats that are not read, except for the files of a list.
func (w *buildWatch) passedOver(unread []string) []string {
	for _, name := range unread {
		delete(w.packed, name)
	}
	return append([]string{}, slices.Sorted(maps.Keys(w.packed))...)
}

// kindOf returns the kind of a fault, so that many of one kind hide no others.
func kindOf(err *game.RecordError) string {
	kind := fmt.Sprint(err.Format == "archive", err.Whole)
	for _, reason := range []error{game.ErrNoGame, game.ErrVariant, game.ErrMove, game.ErrUnfinished, game.ErrTooLong,
		game.ErrSyntax, archive.ErrDamaged} {
		if errors.Is(err, reason) {
			return kind + reason.Error()
		}
	}
	return kind
}

// duplicate returns what reports games that the index has already, nil for nothing.
func (w *buildWatch) duplicate(list bool) func(index.Duplicate) {
	if !list {
		return nil
	}
	return func(d index.Duplicate) {
		w.app.Remark("%s, game %d: the same as game %d of the index, from %s", d.Input, d.Game, d.First, d.Source)
	}
}

// done ends a line of progress, and says how many faults were not shown before it.
func (w *buildWatch) done() {
	if w.bar != nil {
		w.bar.Done()
		w.bar = nil
	}
	if w.hidden > 0 && w.errors > 0 {
		w.app.Remark("warning: %s not shown, after %d of a kind; --errors -1 shows all", faults(w.hidden), w.errors)
	}
	w.hidden = 0
}

// faults returns "1 fault is" or "15 faults are".
func faults(n int64) string {
	if n == 1 {
		return "1 fault is"
	}
	return cli.Number(n, "fault") + " are"
}
