package flat

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// verify reads everything. It uses all processors, but calls progress by one goroutine at a
// time.
func (s *state) verify(ctx context.Context, progress func(done float64)) error {
	var total, done float64
	for i := range s.runs {
		total += s.runs[i].work()
	}
	var mu sync.Mutex
	step := func(work float64) {
		mu.Lock()
		defer mu.Unlock()
		if done += work; progress != nil {
			progress(min(done/total, 1))
		}
	}
	for i := range s.runs {
		r := s.runs[i].run
		if err := r.VerifyHeader(); err != nil {
			return err
		}
		var present atomic.Uint32
		records, visits := make([]atomic.Int64, r.header.views+1), make([]atomic.Int64, r.header.views+1)
		for _, check := range [][]verifyPart{r.pageParts(), r.contentParts()} {
			err := sorted.EachTask(ctx, len(check), runtime.GOMAXPROCS(0), func() func(int) error {
				v := verifier{r: r, present: &present, records: records, visits: visits}
				return func(task int) error {
					err := s.guard(func() error { return check[task].verify(&v) })
					step(check[task].work)
					return err
				}
			})
			if err != nil {
				return err
			}
		}
		switch h, all := &r.header, index.Positions; {
		case records[all].Load() != h.records || visits[all].Load() != h.visits:
			return r.Corrupt(0, sorted.PageSize, "the header counts other positions than the segments")
		case present.Load() != h.present:
			return r.Corrupt(0, sorted.PageSize, "the header counts other games than there are")
		}
	}
	return ctx.Err()
}

// A verifyPart is a part of a run that is verified apart from the others.
type verifyPart struct {
	work   float64 // about how long it takes, in units of a page
	verify func(*verifier) error
}

const (
	pagesTogether = 1024 // pages of a part
	gamesTogether = 64 * blockGames
	segmentWork   = 1.0
	gameWork      = 1.0 / 16
)

// pageParts are all pages.
func (r *run) pageParts() (list []verifyPart) {
	end := r.Pages()
	for from := int64(0); from < end; from += pagesTogether {
		to := min(from+pagesTogether, end)
		list = append(list, verifyPart{float64(to - from), func(v *verifier) error { return v.pages(from, to) }})
	}
	return list
}

// contentParts are the dictionaries, the segments and the games, whose pages were verified.
func (r *run) contentParts() (list []verifyPart) {
	for d := playersSection; d <= openingsSection; d++ {
		list = append(list, verifyPart{0, func(v *verifier) error { return v.names(d) }})
	}
	for view := range r.header.views + 1 {
		for first := range 256 {
			list = append(list, verifyPart{segmentWork, func(v *verifier) error { return v.segment(view, byte(first)) }})
		}
	}
	for from := uint32(0); from < r.header.games; from += gamesTogether {
		to := min(from+gamesTogether, r.header.games)
		list = append(list, verifyPart{gameWork * float64(to-from), func(v *verifier) error { return v.games(from, to) }})
	}
	return list
}

// work returns about how long a run takes to verify, in units of a page.
func (r *run) work() float64 {
	return float64(r.Pages()) + segmentWork*float64(256*(r.header.views+1)) +
		gameWork*float64(r.header.games)
}

// A verifier checks parts of a run. It belongs to one goroutine.
type verifier struct {
	r       *run
	cursor  cursor
	tallies []index.Tally  // of the groups of a position
	last    []uint32       // game of each group
	sums    []uint64       // of mixGame, likewise
	present *atomic.Uint32 // games that are there
	records []atomic.Int64 // of each view
	visits  []atomic.Int64 // likewise
}

// pages compares pages with their checksums, also those that were checked before.
func (v *verifier) pages(from, to int64) error { return v.r.VerifyPages(from, to) }

// names checks the order of a dictionary.
func (v *verifier) names(dictionary kind) error {
	s := &v.r.sections[dictionary]
	var last []byte
	for id := range s.arg {
		name, err := v.r.name(dictionary, id)
		if err != nil {
			return err
		}
		if id > 0 && string(last) >= string(name) {
			return v.r.Corrupt(s.offset, s.length, "the dictionary is not in order")
		}
		last = name
	}
	return nil
}

// segment reads all positions of a segment and compares the tallies with the facts.
func (v *verifier) segment(view int, first byte) error {
	c := &v.cursor
	if err := c.reset(v.r, view, first); err != nil {
		return err
	}
	if err := v.directory(); err != nil {
		return err
	}
	var last index.Key
	visits := int64(0)
	for n := 0; ; n++ {
		k, ok, err := c.advance()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if n > 0 && last.Compare(k) >= 0 {
			return v.bad("positions are not in order")
		}
		last = k
		games, err := v.position(k)
		if err != nil {
			return err
		}
		visits += games
	}
	if visits != c.segment.visits {
		return v.bad("the table counts other games than the segment")
	}
	v.records[view].Add(int64(c.segment.records))
	v.visits[view].Add(visits)
	return nil
}

// directory checks the directory of the segment that is read. A cursor reads the ends of the buckets alone, and a
// look-up also where they begin.
func (v *verifier) directory() error {
	c := &v.cursor
	if c.segment.records == 0 {
		return nil
	}
	last := uint64(0)
	for bucket := range uint64(1)<<c.segment.bucket + 1 {
		entry := c.entry(bucket)
		if entry < last || bucket == 0 && entry != 0 {
			return v.bad("the directory of a segment is not in order")
		}
		last = entry
	}
	if last != uint64(c.segment.records) {
		return v.bad("the directory of a segment counts other positions than the table")
	}
	return nil
}

// bad returns an error of the segment that is read.
func (v *verifier) bad(what string) error {
	s := &v.cursor.segment
	return v.r.Corrupt(s.offset, s.end()-s.offset, what)
}

// position checks the position of the cursor and returns the number of its games.
func (v *verifier) position(k index.Key) (games int64, err error) {
	c := &v.cursor
	if games, err = c.count(); err != nil {
		return 0, err
	}
	if !c.now.several {
		return games, c.each(k, func(visits []visit) error { return v.there(visits[0].Value.game, nil) })
	}
	n := len(c.groups)
	v.tallies = append(v.tallies[:0], make([]index.Tally, n)...)
	v.last = append(v.last[:0], make([]uint32, n)...)
	v.sums = append(v.sums[:0], make([]uint64, n)...)
	err = c.eachGroup(func(i int, games []uint32) error {
		for _, game := range games {
			v.sums[i] += mixGame(game)
			if err := v.there(game, &v.tallies[i]); err != nil {
				return err
			}
		}
		v.last[i] = games[len(games)-1]
		return nil
	})
	if err != nil {
		return 0, err
	}
	for i := range c.groups {
		if g := &c.groups[i]; g.tallied() && (g.tally != v.tallies[i] || g.sample != v.last[i]) {
			return 0, v.bad("a tally differs from its games")
		}
		if c.groups[i].heads > 0 {
			if err := v.verifyCells(&c.groups[i], v.sums[i]); err != nil {
				return 0, err
			}
		}
	}
	return games, nil
}

// there checks that a game is there, and counts it if there is a tally.
func (v *verifier) there(game uint32, to *index.Tally) error {
	absent, err := v.r.absent(game)
	if err != nil {
		return err
	}
	if absent {
		return v.bad("a position has a game that was removed")
	}
	facts, err := v.r.facts(game)
	if err == nil && to != nil {
		to.Count(facts)
	}
	return err
}

// games reads games.
func (v *verifier) games(from, to uint32) error {
	reader := gameReader{r: v.r}
	for number := from; number < to; number++ {
		if _, err := reader.game(number, true); err != nil {
			return err
		}
		absent, err := v.r.absent(number)
		if err != nil {
			return err
		}
		if !absent {
			v.present.Add(1)
		}
	}
	return nil
}

// size returns the bytes of each part of the index.
func (s *state) size(ctx context.Context) ([]index.Part, error) {
	bytes := make(map[string]int64)
	names := []string{"positions", "postings"}
	names = append(names, s.manifest.Views...)
	names = append(names, "digests", "facts", "names", "games", "texts", "checksums and gaps")
	err := s.guard(func() error {
		for i := range s.runs {
			if err := s.runs[i].size(s.manifest.Views, bytes); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	var parts []index.Part
	for _, name := range names {
		parts = append(parts, index.Part{Name: name, Bytes: bytes[name]})
	}
	return parts, nil
}

// size adds the bytes of each part of a run.
func (r *run) size(views []string, bytes map[string]int64) error {
	rest := int64(len(r.Data))
	add := func(name string, n int64) {
		bytes[name] += n
		rest -= n
	}
	for view := range r.header.views + 1 {
		name, lists := "positions", "postings"
		if view == r.digests() {
			name, lists = "digests", "digests"
		} else if view > 0 && view <= len(views) {
			name, lists = views[view-1], views[view-1]
		}
		add(name, 256*segmentSize)
		for first := range 256 {
			s, err := r.segment(view, byte(first))
			if err != nil {
				return err
			}
			if s.records > 0 {
				add(name, s.areaAt()-s.offset)
				add(lists, s.end()-s.areaAt())
			}
		}
	}
	for k := factsSection; k < kinds; k++ {
		name := "names"
		switch k {
		case factsSection, absentSection:
			name = "facts"
		case movesSection, gamesSection:
			name = "games"
		case textsSection:
			name = "texts"
		}
		add(name, r.sections[k].length)
		if k == gamesSection || k == textsSection {
			table, err := r.Bytes(r.sections[k].offset, r.sections[k].length)
			if err != nil {
				return err
			}
			for ; len(table) >= blockEntry; table = table[blockEntry:] {
				add(name, int64(decodeBlock(table).length))
			}
		}
	}
	bytes["checksums and gaps"] += rest
	return nil
}
