package flat

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// TestCopy copies the games of two runs to one, without some of them.
func TestCopy(t *testing.T) {
	for _, texts := range []bool{true, false} {
		t.Run(fmt.Sprint("texts=", texts), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			path := filepath.Join(t.TempDir(), "joined.run")
			w, err := createRun(path, runOptions{views: 1, texts: texts})
			if err != nil {
				t.Fatal(err)
			}
			var joined model
			copied := 0
			for i, games := range []int{700, 40, 10, 300} {
				m := randomModel(rng, games, 1, 300, i != 3)
				r := openModel(t, m, i != 3).runs[0].run
				remove := make(map[uint32]bool)
				for range i {
					remove[uint32(rng.IntN(games))] = true
				}
				c := newGameCopier(w, r)
				for n, g := range m.games {
					if remove[uint32(n)] {
						m.games[n] = nil
					}
					if g == nil || remove[uint32(n)] {
						err = w.hole(c.hasText(uint32(n)))
					} else {
						err = c.copy(uint32(n), func(game uint32) bool { return remove[game] })
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				joined.games = append(joined.games, m.games...)
				copied += int(c.copied)
			}
			if err := w.endGames(); err != nil {
				t.Fatal(err)
			}
			if _, err := w.close(); err != nil {
				t.Fatal(err)
			}
			if texts && copied < 500 {
				t.Errorf("texts of %d games were copied", copied)
			}
			r, err := openRun(path)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			s := &state{runs: []placedRun{{r, 0}}}
			var numbers []int64
			for n, g := range joined.games {
				if g != nil {
					numbers = append(numbers, int64(n))
				}
			}
			joined.compareGames(t, s, numbers, texts)
			if err := s.verify(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		})
	}
}
