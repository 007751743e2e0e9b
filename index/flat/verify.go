package flat

import (
	"context"

	"github.com/zobrist-go/zobrist/index"
)

// verify is [index.Store.Verify].
func (s *state) verify(ctx context.Context, progress func(done float64)) error {
	var total, done float64
	for i := range s.runs {
		total += s.runs[i].work()
	}
	v := verifier{step: func(n float64) error {
		if done += n; progress != nil {
			progress(min(done/total, 1))
		}
		return ctx.Err()
	}}
	return s.guard(func() error {
		for i := range s.runs {
			v.r = s.runs[i].run
			for _, check := range []func() error{v.pages, v.names, v.segments, v.games} {
				if err := check(); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// work returns about how long a run takes to verify, in units of a page.
func (r *run) work() float64 {
	return float64(len(r.data)/pageSize) + float64(256*(r.header.views+1)) + float64(r.header.games)/16
}

// A verifier checks a run.
type verifier struct {
	r    *run
	step func(work float64) error
}

// pages compares all pages with their checksums, also those that were checked before.
func (v *verifier) pages() error {
	r := v.r
	if _, err := r.checkHeader(); err != nil {
		return err
	}
	for page := range r.pages + r.tablePages() {
		if err := r.checkPage(page); err != nil {
			return err
		}
		if page%64 == 63 {
			if err := v.step(64); err != nil {
				return err
			}
		}
	}
	return nil
}

// names checks the order of the dictionaries.
func (v *verifier) names() error {
	for d := playersSection; d <= openingsSection; d++ {
		s := &v.r.sections[d]
		var last []byte
		for id := range s.arg {
			name, err := v.r.name(d, id)
			if err != nil {
				return err
			}
			if id > 0 && string(last) >= string(name) {
				return v.r.corrupt(s.offset, s.length, "the dictionary is not in order")
			}
			last = name
		}
	}
	return nil
}

// segments reads all positions and compares the tallies with the facts.
func (v *verifier) segments() error {
	var c cursor
	for view := range v.r.header.views + 1 {
		var records, visits int64
		for first := range 256 {
			if err := c.reset(v.r, view, byte(first)); err != nil {
				return err
			}
			n, err := v.segment(&c)
			if err != nil {
				return err
			}
			records += int64(c.segment.records)
			visits += n
			if err := v.step(1); err != nil {
				return err
			}
		}
		if h := &v.r.header; view == int(index.Positions) && (records != h.records || visits != h.visits) {
			return v.r.corrupt(0, pageSize, "the header counts other positions than the segments")
		}
	}
	return nil
}

// segment returns the number of visits.
func (v *verifier) segment(c *cursor) (visits int64, err error) {
	bad := func(what string) error {
		s := &c.segment
		return v.r.corrupt(s.offset, s.end()-s.offset, what)
	}
	var last index.Key
	for n := 0; ; n++ {
		k, ok, err := c.advance()
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		if n > 0 && last.Compare(k) >= 0 {
			return 0, bad("positions are not in order")
		}
		last = k
		list, err := c.visits(k)
		if err != nil {
			return 0, err
		}
		visits += int64(len(list))
		for len(list) > 0 {
			n := 1
			for n < len(list) && list[n].move == list[0].move {
				n++
			}
			if err := v.group(c, list[:n]); err != nil {
				return 0, err
			}
			list = list[n:]
		}
	}
	if visits != c.segment.visits {
		return 0, bad("the table counts other games than the segment")
	}
	return visits, nil
}

// group checks the games of a position that played one move.
func (v *verifier) group(c *cursor, list []visit) error {
	var t index.Tally
	for i := range list {
		absent, err := v.r.absent(list[i].game)
		if err != nil {
			return err
		}
		if absent {
			return v.r.corrupt(c.segment.offset, c.segment.end()-c.segment.offset,
				"a position has a game that was removed")
		}
		facts, err := v.r.facts(list[i].game)
		if err != nil {
			return err
		}
		t.Count(facts)
	}
	if len(list) <= tallyGames {
		return nil
	}
	for i := range c.groups {
		g := &c.groups[i]
		if g.move == list[0].move && (g.tally != t || g.sample != list[len(list)-1].game) {
			return v.r.corrupt(c.segment.offset, c.segment.end()-c.segment.offset, "a tally is not that of its games")
		}
	}
	return nil
}

// games reads all games.
func (v *verifier) games() error {
	reader := gameReader{r: v.r}
	present := uint32(0)
	for number := range v.r.header.games {
		if _, err := reader.game(number, true); err != nil {
			return err
		}
		absent, err := v.r.absent(number)
		if err != nil {
			return err
		}
		if !absent {
			present++
		}
		if number%1024 == 1023 {
			if err := v.step(64); err != nil {
				return err
			}
		}
	}
	if present != v.r.header.present {
		return v.r.corrupt(0, pageSize, "the header counts other games than there are")
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
	rest := int64(len(r.data))
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
			table, err := r.bytes(r.sections[k].offset, r.sections[k].length)
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
