package storetest

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// empty asks a store without an index.
func (s *suite) empty() {
	if _, err := s.got().Manifest(s.Context()); !errors.Is(err, index.ErrEmpty) {
		s.Errorf("manifest: %v, want ErrEmpty", err)
	}
	ask := func() {
		for _, err := range s.got().Each(s.Context(), index.Positions) {
			s.Errorf("a position, error %v", err)
		}
		s.compareLookup(index.Query{}, []zobrist.Uint128{{}, hashOf(0, 0)})
		s.compareList(index.Query{}, hashOf(0, 0))
		s.compareSelect(index.Filter{})
		for what, err := range map[string]error{
			"verify": func() error { _, err := s.store.Verify(s.Context(), nil); return err }(),
			"remove": func() error {
				n, err := s.store.Remove(s.Context(), index.Filter{}, nil)
				s.equal("games removed", n, int64(0))
				return err
			}(),
			"refresh": func() error { _, err := s.store.Refresh(s.Context()); return err }(),
			"size":    func() error { _, _, err := s.store.Size(s.Context()); return err }(),
		} {
			if err != nil {
				s.Errorf("%s: %v", what, err)
			}
		}
	}
	ask()
	s.begin(index.BuildOptions{}).close()
	if _, err := s.store.Begin(s.Context(), s.config, index.BuildOptions{Workers: -1}); err == nil {
		s.Error("a build with -1 workers is no error")
	}
	if _, err := s.got().Manifest(s.Context()); !errors.Is(err, index.ErrEmpty) {
		s.Errorf("manifest after a build without a commit: %v, want ErrEmpty", err)
	}
	s.reopen()
	ask()
}

// questions asks about one build.
func (s *suite) questions() {
	s.build(index.BuildOptions{}, s.short(1000, 300))
	s.compare(s.short(80, 40))
	s.verify()
	s.reopen()
	s.compare(s.short(25, 10))
}

// popular has positions of more than 5,000 games.
func (s *suite) popular() {
	for range 3 {
		s.build(index.BuildOptions{Workers: 2}, s.short(2600, 600))
	}
	s.compare(s.short(15, 6))
}

// emptied builds, removes all games, and builds with another configuration, which an index without games takes.
func (s *suite) emptied() {
	s.build(index.BuildOptions{}, 20)
	p := s.begin(index.BuildOptions{})
	p.keep(index.Source{Name: "barren", Digest: "d"})
	p.commit()
	another := s.store
	if !s.o.Volatile {
		another = s.o.Open(s.T, s.dir)
		defer another.Close()
	}
	for _, store := range []index.Store{s.store, s.model} {
		_, err := store.Remove(s.Context(), index.Filter{}, nil)
		s.noError(err)
	}
	s.config.Game, s.config.Rules, s.config.Views = "other", "others", []string{"band", "other"}
	s.config.Set = zobrist.Set{Name: "other", Keys: zobrist.Keys{3}, Second: zobrist.Keys{1}}
	s.begin(index.BuildOptions{}).close() // which changes nothing
	s.equal("game after a build without a commit", s.game(), config.Game)
	b, err := another.Begin(s.Context(), s.config, index.BuildOptions{})
	s.noError(err)
	s.noError(b.Close())
	snapshot, err := another.State()
	s.noError(err)
	defer snapshot.Close()
	m, err := snapshot.Manifest(s.Context())
	s.noError(err)
	s.equal("game where a build without a commit began", m.Game, config.Game)
	s.build(index.BuildOptions{}, 20)
	s.equal("game", s.game(), "other")
	s.compare(20)
	s.verify()
	s.reopen()
	s.compare(10)
}

// game returns the game of the index after it was opened again.
func (s *suite) game() string {
	s.reopen()
	m, err := s.got().Manifest(s.Context())
	s.noError(err)
	s.equal("number of games", m.Games == 0, m.Game == config.Game)
	return m.Game
}

// build adds random games in one build, as one source.
func (s *suite) build(o index.BuildOptions, n int) {
	s.Helper()
	p := s.begin(o)
	p.add(s.walks(n))
	p.keep(index.Source{Name: "games"})
	p.commit()
}

func (s *suite) verify() {
	s.Helper()
	unread, err := s.store.Verify(s.Context(), func(done float64) {
		if done < 0 || done > 1 {
			s.Errorf("%v of the index is verified", done)
		}
	})
	s.noError(err)
	s.equal("what could not be read", unread, []error(nil))
	parts, left, err := s.store.Size(s.Context())
	s.noError(err)
	total := int64(0)
	for _, p := range parts {
		total += p.Bytes
	}
	if total <= 0 || left != 0 {
		s.Errorf("the index has %d bytes, and %d are left over", total, left)
	}
	s.sums()
}

// sums compares the sums of all visits, if the store has them.
func (s *suite) sums() {
	s.Helper()
	var sums [2][]index.Sum
	for i, from := range []index.Store{s.store, s.model} {
		p, err := from.State()
		s.noError(err)
		defer p.Close()
		summer, ok := p.(index.Summer)
		if !ok {
			return
		}
		sums[i], err = summer.Sums(s.Context(), func(done float64) {
			if done < 0 || done > 1 {
				s.Errorf("%v of the visits are summed up", done)
			}
		})
		s.noError(err)
	}
	s.equal("sums of visits", sums[0], sums[1])
}

// builds makes many random builds: of no game, of few, of many, with sources dropped,
// with builds that do not end, and with removals among them.
func (s *suite) builds() {
	for i := range s.short(10, 6) {
		o := index.BuildOptions{Workers: 1 + s.rng.IntN(3), Memory: index.MinMemory, Checkpoint: 1}
		p := s.begin(o)
		for range s.rng.IntN(4) {
			p.add(s.walks(s.rng.IntN(1 + s.rng.IntN(200))))
			if s.rng.IntN(4) == 0 {
				p.drop("dropped")
				continue
			}
			p.keep(index.Source{Name: fmt.Sprint("source ", s.rng.IntN(4)), Digest: fmt.Sprint("digest ", i)})
		}
		if s.rng.IntN(3) == 0 {
			p.add(s.walks(10)) // neither kept nor dropped
		}
		switch {
		case i > 0 && s.rng.IntN(5) == 0:
			p.close()
		default:
			p.commit()
		}
		s.compare(s.short(3, 2))
		if s.rng.IntN(4) == 0 && len(s.games) > 0 {
			f := s.filter()
			if f.Empty() {
				f.Event = "rated"
			}
			s.removeAll(f)
			s.compare(2)
		}
		if s.rng.IntN(5) == 0 {
			s.reopen()
			s.compare(2)
		}
	}
	s.verify()
}

// sources keeps and drops sources. A source keeps its digests until it loses a game.
func (s *suite) sources() {
	p := s.begin(index.BuildOptions{})
	p.add(s.walks(30))
	p.keep(index.Source{Name: "a", Digest: "d1", File: "f1", Broken: 3, Skipped: map[string]int{"Atomic": 2},
		Spellings: map[string][]string{"1503014": {"Carlsen, Magnus", "Carlsen,M"}}})
	p.add(s.walks(40))
	p.drop("b")
	p.keep(index.Source{Name: "nothing", Digest: "d3"})
	p.add(s.walks(20))
	p.keep(index.Source{Name: "c", Digest: "d4"})
	sum := p.commit()
	if sum.Games != 50 || len(sum.Sources) != 3 || sum.Sources[2].First != 30 || sum.Sources[2].End != 50 {
		s.Errorf("summary %+v", sum)
	}
	s.compare(5)
	s.reopen()
	s.digests("d1", "f1", "d3", "d4")
	s.addsNothing(s.begin(index.BuildOptions{}))
	s.removeAll(index.Filter{Sources: []string{"c"}, Players: []string{s.games[len(s.games)-15].First}})
	s.digests("d1", "f1", "d3") // games of d4 may be wanted back
	p = s.begin(index.BuildOptions{})
	p.add(s.walks(20))
	p.keep(index.Source{Name: "c", Digest: "d4"})
	p.commit()
	s.removeAll(index.Filter{Sources: []string{"a"}})
	s.digests("d3", "d4")
	s.compare(5)
}

// lostSources removes games of which other sources had the same ones: these sources are read again.
func (s *suite) lostSources() {
	games := s.walks(30)
	source := func(name string, games []walk) {
		s.Helper()
		p := s.begin(index.BuildOptions{})
		p.add(games)
		p.keep(index.Source{Name: name, Digest: "of " + name})
		p.commit()
	}
	source("all", games)
	source("copy", games[:10])
	source("half", append(s.walks(5), games[5:10]...))
	source("other", s.walks(10))
	s.digests("of all", "of copy", "of half", "of other")
	s.removeAll(index.Filter{Sources: []string{"other"}, Players: []string{"nobody of that name"}}) // nothing
	s.digests("of all", "of copy", "of half", "of other")
	s.removeAll(index.Filter{Sources: []string{"all"}})
	s.digests("of other")
	m, err := s.got().Manifest(s.Context())
	s.noError(err)
	s.equal("sources left", len(m.Sources), 2) // half with its own games, and other
	source("copy", games[:10])
	p := s.begin(index.BuildOptions{})
	p.add(games[:1])
	p.keep(index.Source{Name: "merged", Digest: "of merged", Duplicates: 2}) // where it was read before
	if sum := p.commit(); sum.Duplicates != 1 || sum.Sources[0].Duplicates != 3 {
		s.Errorf("summary %+v, want 1 duplicate, and 3 of its source", sum)
	}
	s.compare(5)
	s.reopen()
	s.removeAll(index.Filter{Sources: []string{"half"}})
	s.digests("of other", "of copy")
	s.compare(5)
}

// digests compares the digests of the store's sources.
func (s *suite) digests(want ...string) {
	s.Helper()
	m, err := s.got().Manifest(s.Context())
	s.noError(err)
	var got []string
	for _, source := range m.Sources {
		for _, digest := range []string{source.Digest, source.File} {
			if digest != "" {
				got = append(got, digest)
			}
		}
	}
	s.equal("digests", got, want)
}

// addsNothing commits a build whose games are all dropped. The index stays the same.
func (s *suite) addsNothing(p *pair) {
	before, err := s.got().Manifest(s.Context())
	s.noError(err)
	p.add(s.walks(10))
	p.drop("dropped")
	p.commit()
	after, err := s.got().Manifest(s.Context())
	s.noError(err)
	s.equal("manifest after a build that adds nothing", after, before)
	s.compare(2)
}

// duplicates adds games again: in one batch, in one build, in another build, after a
// drop and after a removal.
func (s *suite) duplicates() {
	games := s.walks(200)
	p := s.begin(index.BuildOptions{})
	p.add(append(games[:100:100], games[:50]...))
	p.drop("dropped")
	p.add(append(games[50:150:150], games[60:70]...))
	p.keep(index.Source{Name: "a"})
	p.add(append(games[140:160:160], games[60]))
	p.keep(index.Source{Name: "b"})
	if sum := p.commit(); sum.Games != 110 || sum.Duplicates != 21 {
		s.Errorf("summary %+v, want 110 games and 21 duplicates", sum)
	}
	s.compare(5)
	near := append([]walk(nil), games[100:110]...) // the same moves, and something else is not
	for i := range near {
		g := &near[i].Game
		switch i % 7 {
		case 0:
			g.First += "x"
		case 1:
			g.Second += "x"
		case 2:
			g.Date = index.Date{Year: 1800}
		case 3:
			g.Start += "5"
		case 4:
			g.Result ^= 1
		case 5:
			g.Site = "https://example.org/1"
		case 6:
			g.Mark = "12:00"
		}
	}
	remarks := append([]walk(nil), games[110:120]...) // duplicates, although they differ
	for i := range remarks {
		g := &remarks[i].Game
		g.Event, g.Site, g.Round, g.FirstRating = "another", "x", "y", 2777
		g.Text = []byte("other")
	}
	p = s.begin(index.BuildOptions{})
	p.add(append(append(near, remarks...), games[150:]...))
	p.keep(index.Source{Name: "c"})
	if sum := p.commit(); sum.Games != 50 || sum.Duplicates != 20 {
		s.Errorf("summary %+v, want 50 games and 20 duplicates", sum)
	}
	s.reopen()
	p = s.begin(index.BuildOptions{KeepDuplicates: true})
	p.add(games[:100])
	p.keep(index.Source{Name: "d"})
	p.commit()
	s.removeAll(index.Filter{Sources: []string{"d"}})
	s.removeAll(index.Filter{Sources: []string{"b"}})
	p = s.begin(index.BuildOptions{})
	p.add(games[:170])
	p.keep(index.Source{Name: "e"})
	p.commit()
	s.compare(20)
}
