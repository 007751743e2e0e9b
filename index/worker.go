package index

import (
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist/game"
)

// A worker reads chunks into batches.
type worker struct {
	reader  Reader
	options *ImportOptions
	config  Config
	filter  *Matcher
	wanted  *wanted
	record  Record
	fits    map[string]uint8 // of players, by their names
}

// parse fills the job's batch with the games of its chunk.
func (w *worker) parse(j *job) {
	g := &w.record.Game
	for i := j.skip; i < j.chunk.Len(); i++ {
		err := w.reader.Read(j.chunk, i, &w.record)
		var broken *game.RecordError
		switch errors.As(err, &broken); {
		case err == nil:
		case errors.Is(err, game.ErrVariant):
			j.skipped = append(j.skipped, broken.Text)
			continue
		case broken != nil && !broken.Kept():
			j.broken = append(j.broken, broken)
			continue
		case broken != nil:
		default:
			j.err = err
			return
		}
		selected := w.matchPlayers(g, j.fits) && w.filter.Match(g, j.input)
		if selected || w.wanted.any() && !w.wanted.resolved { // any spelling may be one of a player wanted
			j.spelled = w.appendSpellings(j.spelled)
		}
		if !selected {
			j.filtered++
			continue
		}
		if broken != nil {
			j.broken = append(j.broken, broken)
		}
		if err := w.record.check(&w.config); err != nil {
			j.err = fmt.Errorf("game %d: %w", j.chunk.First()+i, err)
			return
		}
		if g.Text = nil; !w.options.NoTexts {
			g.Text = j.chunk.Game(i)
		}
		j.batch.AddFolded(g, firstPlies(w.record.Hashes, w.options.MaxPly), w.record.Words)
		j.numbers = append(j.numbers, j.chunk.First()+i)
	}
	j.chunk.Release()
}

// check returns an error if a record is not what an index with a configuration takes.
func (r *Record) check(c *Config) error {
	if i := slices.Index(r.Moves, 0); i >= 0 {
		return fmt.Errorf("index: the adapter's reader gives move %d the word 0, which stands for the end of a game; "+
			"let words begin with 1", i+1)
	}
	if len(r.Hashes) != 1+len(c.Views) {
		return fmt.Errorf("index: the adapter's reader gives hashes of %d views, and the index has %d; give those of "+
			"Positions, then those of each view of Config.Views", len(r.Hashes), 1+len(c.Views))
	}
	for view, hashes := range r.Hashes {
		var words []uint32
		if view < len(r.Words) {
			words = r.Words[view]
		}
		bits := c.wordBits(view)
		switch {
		case (bits > 0 || words != nil) && len(words) != len(hashes):
			return fmt.Errorf("index: the adapter's reader gives %d words for %d hashes of view %d; give one for each",
				len(words), len(hashes), view)
		case bits == 0 && words != nil:
			return fmt.Errorf("index: the adapter's reader gives words for view %d; set its Config.WordBits", view)
		case words == nil && len(hashes) > len(r.Moves)+1:
			return fmt.Errorf("index: the adapter's reader gives %d hashes of view %d in a game of %d moves; "+
				"give one for the start and one after each move", len(hashes), view, len(r.Moves))
		}
		if i := slices.IndexFunc(words, func(w uint32) bool { return w>>bits != 0 }); i >= 0 {
			return fmt.Errorf("index: the adapter's reader gives view %d the word %#x, which has more than the %d bits of "+
				"Config.WordBits", view, words[i], bits)
		}
	}
	return nil
}

// appendSpellings appends the names of the record's players that have ids.
func (w *worker) appendSpellings(list []spelling) []spelling {
	for side, name := range [2]string{w.record.Game.First, w.record.Game.Second} {
		if id := w.record.IDs[side]; id != "" && name != "" && len(name) <= 128 {
			list = append(list, spelling{id, name})
		}
	}
	return list
}

// matchPlayers reports whether a game is selected by its players, and counts the games of those who fit.
func (w *worker) matchPlayers(g *Game, games map[string]int64) bool {
	if !w.wanted.any() {
		return true
	}
	first, second := w.fitsOf(g.First), w.fitsOf(g.Second)
	if first != 0 {
		games[g.First]++
	}
	if second != 0 && g.First != g.Second {
		games[g.Second]++
	}
	return w.wanted.match(first, second)
}

// fitsOf is [wanted.fits]: many games share a name.
func (w *worker) fitsOf(name string) uint8 {
	conditions, ok := w.fits[name]
	if !ok {
		if len(w.fits) > 1<<14 {
			clear(w.fits)
		}
		conditions = w.wanted.fits(name)
		w.fits[name] = conditions
	}
	return conditions
}
