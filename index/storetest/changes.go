package storetest

import (
	"fmt"

	"github.com/zobrist-go/zobrist/index"
)

// resume suspends builds at random moments and goes on with what was saved.
func (s *suite) resume() {
	for round := range s.short(4, 3) {
		var parts [][]walk
		for range 2 + s.rng.IntN(8) {
			parts = append(parts, s.walks(1+s.rng.IntN(150)))
			s.games = append(s.games, parts[len(parts)-1]...)
		}
		s.games = s.games[:len(s.games)-len(parts[len(parts)-1])]
		o := index.BuildOptions{Checkpoint: 1, Memory: index.MinMemory}
		stops := 0
		for done := 0; ; {
			p := s.begin(o)
			if state, ok := p.restore(); ok {
				if _, err := fmt.Sscan(state, &done); err != nil {
					s.Fatal(err)
				}
			} else {
				done = 0
			}
			stopped := false
			for ; done < len(parts) && !stopped; done++ {
				p.add(parts[done])
				if done%3 == 1 {
					p.keep(index.Source{Name: fmt.Sprint("source ", done%4), Digest: fmt.Sprint(round, done)})
				}
				if done%5 == 4 {
					p.drop("dropped")
				}
				if s.rng.IntN(2) == 0 {
					p.save(fmt.Sprint(done + 1))
				}
				stopped = stops < 5 && s.rng.IntN(4) == 0
			}
			if stopped {
				stops++
				p.close()
				s.reopen()
				continue
			}
			p.keep(index.Source{Name: "games"})
			p.commit()
			break
		}
		s.compare(2)
	}
	s.resumeOther()
	s.verify()
}

// resumeOther must not go on with files of an older state of the index, nor
// with a build that is refused.
func (s *suite) resumeOther() {
	for _, other := range []bool{true, false} {
		p := s.begin(index.BuildOptions{Checkpoint: 1})
		p.add(s.walks(50))
		p.save("x")
		p.close()
		if other {
			s.removeAll(index.Filter{Event: "rated"})
		}
		p = s.begin(index.BuildOptions{Checkpoint: 1})
		if _, ok := p.restore(); ok == other {
			s.Errorf("resumed %v, although the index has changed: %v", ok, other)
		}
		p.keep(index.Source{Name: "resumed"})
		p.commit()
		s.compare(2)
	}
}

// texts adds games without their texts.
func (s *suite) texts() {
	s.build(index.BuildOptions{}, 150)
	m, err := s.got().Manifest(s.Context())
	if err != nil || !m.Texts {
		s.Errorf("manifest %+v, error %v; want texts", m, err)
	}
	p := s.begin(index.BuildOptions{})
	large := s.walks(10)
	for i := range large {
		large[i].Text = make([]byte, s.rng.IntN(1<<20))
		for j := range large[i].Text {
			large[i].Text[j] = byte(s.rng.Uint32())
		}
	}
	p.add(large)
	p.keep(index.Source{Name: "large"})
	p.commit()
	s.compare(10)
	s.build(index.BuildOptions{NoTexts: true}, 150)
	s.compare(10)
	p = s.begin(index.BuildOptions{})
	none := s.walks(70)
	for i := range none {
		if none[i].Moves = nil; i%2 == 0 {
			none[i].Text = nil
		}
		none[i].states = none[i].states[:1]
	}
	p.add(none)
	p.keep(index.Source{Name: "none"})
	p.commit()
	s.reopen()
	s.compare(30)
}

// removeAll removes games from both.
func (s *suite) removeAll(f index.Filter) {
	s.Helper()
	got, err := s.store.Remove(s.Context(), f, nil)
	s.noError(err)
	want, err := s.model.Remove(s.Context(), f, nil)
	s.noError(err)
	s.equal("games removed", got, want)
}

// remove removes games by all kinds of filters, in the end all of them.
func (s *suite) remove() {
	for range s.short(3, 2) {
		for i := range 4 {
			p := s.begin(index.BuildOptions{})
			p.add(s.walks(s.rng.IntN(300)))
			p.keep(index.Source{Name: fmt.Sprint("source ", i), Digest: fmt.Sprint(i)})
			p.commit()
		}
		for range 4 {
			f := s.filter()
			if f.Empty() {
				continue
			}
			s.removeAll(f)
			s.compare(5)
		}
		s.reopen()
		s.compare(5)
	}
	s.removeAll(index.Filter{})
	s.compare(5)
	s.removeAll(index.Filter{})
	s.build(index.BuildOptions{}, 100)
	s.compare(20)
	s.reopen()
	s.verify()
	s.compare(5)
}
