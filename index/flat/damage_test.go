package flat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// A question returns its answer as a text.
type question struct {
	name string
	ask  func(tb testing.TB, s *state) (string, error)
}

// questionsOf returns questions about all that the model has.
func (m *model) questions() (list []question) {
	add := func(name string, ask func(tb testing.TB, s *state) (string, error)) {
		list = append(list, question{name, ask})
	}
	filters := []index.Filter{
		{},
		{Results: []game.Result{game.Draw}},
		{Players: []string{"player 1", "player 2", "", "nobody"}, Side: game.FirstSide},
		{Event: "event 1"}, {Openings: []string{"a01", "A02"}}, {Sources: []string{"one"}},
	}
	for view := range len(m.visits) - 1 {
		var hashes []zobrist.Uint128
		for visits := m.visits[view]; len(visits) > 0; visits = visits[samePosition(visits):] {
			hashes = append(hashes, hashOf(keyOf(&visits[0])))
		}
		for i, f := range filters {
			q := index.Query{View: index.View(view), Filter: f}
			add(fmt.Sprint("lookup ", view, i), func(tb testing.TB, s *state) (string, error) {
				var answer strings.Builder
				err := asking(s).Lookup(tb.Context(), q, hashes, func(i int, moves []index.MoveTally) error {
					fmt.Fprint(&answer, i, moves)
					return nil
				})
				return answer.String(), err
			})
			add(fmt.Sprint("count ", view, i), func(tb testing.TB, s *state) (string, error) {
				counts := make([]int64, len(hashes))
				err := count(tb, s, q, hashes, counts)
				return fmt.Sprint(counts), err
			})
			for _, n := range []int{0, len(hashes) / 2} {
				add(fmt.Sprint("list ", view, i, n), func(tb testing.TB, s *state) (string, error) {
					page, err := asking(s).List(tb.Context(), q, hashes[n], index.ListOptions{Limit: 5, Skip: 1})
					return fmt.Sprint(page), err
				})
				add(fmt.Sprint("history ", view, i, n), func(tb testing.TB, s *state) (string, error) {
					periods, err := asking(s).History(tb.Context(), q, hashes[n])
					return fmt.Sprint(periods), err
				})
			}
		}
		add(fmt.Sprint("each ", view), func(tb testing.TB, s *state) (string, error) {
			var answer strings.Builder
			for p, err := range s.each(tb.Context(), index.View(view)) {
				if err != nil {
					return "", err
				}
				fmt.Fprint(&answer, p)
			}
			return answer.String(), nil
		})
	}
	for i, f := range filters {
		add(fmt.Sprint("select ", i), func(tb testing.TB, s *state) (answer string, err error) {
			for number, err := range s.selectGames(tb.Context(), f, 3) {
				if err != nil {
					return answer, err
				}
				answer += fmt.Sprint(number, " ")
			}
			return answer, nil
		})
	}
	add("games", func(tb testing.TB, s *state) (string, error) {
		var numbers []int64
		for i, g := range m.games {
			if g != nil {
				numbers = append(numbers, int64(i))
			}
		}
		games, err := asking(s).Games(tb.Context(), numbers, true)
		return fmt.Sprint(games), err
	})
	add("players", func(tb testing.TB, s *state) (string, error) {
		players, err := asking(s).Players(tb.Context(), "")
		return fmt.Sprint(players), err
	})
	add("size", func(tb testing.TB, s *state) (string, error) {
		parts, err := s.size(tb.Context())
		return fmt.Sprint(parts), err
	})
	return list
}

// A standing holds a state that belongs to no folder.
type standing struct{ s *state }

func (h standing) Acquire() (*shared, error) { return h.s.shared, nil }
func (h standing) Close()                    {}

// asking returns a snapshot of a state that is never released.
func asking(s *state) *snapshot {
	if s.shared == nil {
		s.shared = &shared{Value: s}
	}
	return &snapshot{standing{s}}
}

// count sets counts[i] to the number of games of hashes[i].
func count(tb testing.TB, s *state, q index.Query, hashes []zobrist.Uint128, counts []int64) error {
	q.Totals = true
	return asking(s).Lookup(tb.Context(), q, hashes, func(i int, total []index.MoveTally) error {
		counts[i] += total[0].Games
		return nil
	})
}

// openBytes writes a run file and opens it as an index.
func openBytes(tb testing.TB, path string, data []byte, views int) (*state, error) {
	tb.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		tb.Fatal(err)
	}
	r, err := openRun(path)
	if err != nil {
		return nil, err
	}
	s := &state{manifest: index.Manifest{Views: make([]string, views-1)}, runs: []placedRun{{r, 0}}}
	for i := range s.manifest.Views {
		s.manifest.Views[i] = fmt.Sprint("view", i)
	}
	s.sources = []index.Source{{Name: "zero", End: 10}, {Name: "one", First: 10, End: 1000}}
	return s, nil
}

// damageModel returns a model with something in every section, its file, and the
// answers to its questions.
func damageModel(tb testing.TB) (m *model, data []byte, answers []string) {
	tb.Helper()
	m = randomModel(rand.New(rand.NewPCG(5, 5)), 150, 2, 300, true)
	path := filepath.Join(tb.TempDir(), "whole.run")
	m.write(tb, path, true)
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := openBytes(tb, path, data, 2)
	if err != nil {
		tb.Fatal(err)
	}
	defer s.runs[0].Close()
	for _, q := range m.questions() {
		answer, err := q.ask(tb, s)
		if err != nil {
			tb.Fatal(q.name, err)
		}
		answers = append(answers, answer)
	}
	for k := factsSection; k < kinds; k++ {
		if !s.runs[0].has(k) {
			tb.Fatalf("the model has nothing in section %d", k)
		}
	}
	return m, data, answers
}

// TestDamage damages bytes in all regions of a run. Every question then has the
// same answer as before or an error, and verify finds each of them.
func TestDamage(t *testing.T) {
	m, data, answers := damageModel(t)
	questions := m.questions()
	rng := rand.New(rand.NewPCG(1, 1))
	path := filepath.Join(t.TempDir(), "1.run")
	trial := func(what string, damaged []byte) {
		s, err := openBytes(t, path, damaged, 2)
		if err != nil {
			if !errors.Is(err, index.ErrCorrupt) {
				t.Fatalf("%s: open: %v", what, err)
			}
			return
		}
		defer s.runs[0].Close()
		for i, q := range questions {
			answer, err := q.ask(t, s)
			if err != nil && !errors.Is(err, index.ErrCorrupt) || err == nil && answer != answers[i] {
				t.Fatalf("%s: %s: %v, another answer", what, q.name, err)
			}
		}
		if err := s.verify(t.Context(), nil); !errors.Is(err, index.ErrCorrupt) {
			t.Fatalf("%s: verify: %v", what, err)
		}
	}
	times := 2
	if oracle.Short() {
		times = 1
	}
	for page := 0; page < len(data); page += sorted.PageSize {
		for range times {
			damaged := append([]byte(nil), data...)
			at := page + rng.IntN(sorted.PageSize)
			damaged[at] ^= byte(1 + rng.IntN(255))
			trial(fmt.Sprintf("byte %d changed", at), damaged)
		}
	}
	for at := range 64 { // each field of the header
		damaged := append([]byte(nil), data...)
		damaged[at] ^= byte(1 << rng.IntN(8))
		trial(fmt.Sprintf("byte %d changed", at), damaged)
	}
	for range 10 {
		n := rng.IntN(len(data))
		trial(fmt.Sprintf("cut off at byte %d", n), data[:n])
		trial(fmt.Sprintf("page of byte %d empty", n), append(append(append([]byte(nil), data[:n&^(sorted.PageSize-1)]...),
			make([]byte, sorted.PageSize)...), data[n&^(sorted.PageSize-1)+sorted.PageSize:]...))
	}
	trial("longer", append(append([]byte(nil), data...), make([]byte, sorted.PageSize)...))
	trial("empty", nil)
}

// TestDirectory changes entries of the directory of a segment and repairs the checksums. A look-up then misses
// positions that a reading of the segment finds, so verify must compare the directory.
func TestDirectory(t *testing.T) {
	_, data, _ := damageModel(t)
	path := filepath.Join(t.TempDir(), "1.run")
	whole, err := openBytes(t, path, data, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.runs[0].Close()
	var most segment
	for first := range 256 {
		s, err := whole.runs[0].segment(0, byte(first))
		if err != nil {
			t.Fatal(err)
		}
		if s.records > most.records {
			most = s
		}
	}
	last := uint64(1) << most.bucket
	for _, entry := range []uint64{0, last} {
		damaged := append([]byte(nil), data...)
		at := uint64(most.offset)*8 + entry*uint64(most.entryBits())
		damaged[at/8] ^= 1 << (at % 8)
		repair(damaged)
		s, err := openBytes(t, filepath.Join(t.TempDir(), "1.run"), damaged, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer s.runs[0].Close()
		if err := s.verify(t.Context(), nil); !errors.Is(err, index.ErrCorrupt) {
			t.Errorf("entry %d of %d: verify: %v", entry, last, err)
		}
	}
}

// TestVersion opens a run of another format.
func TestVersion(t *testing.T) {
	_, data, _ := damageModel(t)
	data[headerFormat]++
	repair(data)
	if _, err := openBytes(t, filepath.Join(t.TempDir(), "1.run"), data, 2); !errors.Is(err, index.ErrFormat) {
		t.Fatal(err)
	}
}

// Places in the header of a run, as docs/formats.md has them.
const (
	headerFormat   = 8
	headerPages    = 16
	headerRoots    = 48
	headerSections = 56
	headerSum      = 4092
	sectionSize    = 24
)

func pagesFor(bytes int64) int64 { return (bytes + sorted.PageSize - 1) / sorted.PageSize }

// repair writes the checksums that a file ought to have.
func repair(data []byte) {
	le := binary.LittleEndian
	pages := int64(le.Uint64(data[headerPages:]))
	tables := pagesFor(4 * pages)
	if pages > 0 && pages < int64(len(data)) && (pages+tables+pagesFor(4*tables))*sorted.PageSize == int64(len(data)) {
		for page := range pages + tables {
			at := pages*sorted.PageSize + 4*page
			if page >= pages {
				at = (pages+tables)*sorted.PageSize + 4*(page-pages)
			}
			if page > 0 {
				le.PutUint32(data[at:], crc32.Checksum(data[page*sorted.PageSize:(page+1)*sorted.PageSize], castagnoli))
			}
		}
		le.PutUint32(data[headerRoots:], crc32.Checksum(data[(pages+tables)*sorted.PageSize:], castagnoli))
	}
	le.PutUint32(data[headerSum:], crc32.Checksum(data[:headerSum], castagnoli))
}

// FuzzRun changes bytes of a run and repairs the checksums. No question may panic or
// go on for ever; answers may be wrong.
func FuzzRun(f *testing.F) {
	m, data, _ := damageModel(f)
	questions := m.questions()
	path := filepath.Join(f.TempDir(), "1.run")
	for seed := range 40 {
		f.Add(uint64(seed), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		damaged := append([]byte(nil), data...)
		end := int(binary.LittleEndian.Uint64(data[headerPages:])) * sorted.PageSize
		for range n%16 + 1 {
			at := rng.IntN(end)
			switch rng.IntN(4) {
			case 0:
				at = rng.IntN(headerSections + 30*sectionSize)
			case 1: // tables of segments, of blocks
				at = end - 1 - rng.IntN(min(end-sorted.PageSize, 40000))
			}
			damaged[at] ^= byte(1 << rng.IntN(8))
			if rng.IntN(4) == 0 {
				damaged[at] = byte(rng.Uint32())
			}
		}
		repair(damaged)
		s, err := openBytes(t, path, damaged, 2)
		if err == nil {
			defer s.runs[0].Close()
			for _, q := range questions {
				if _, err = q.ask(t, s); err != nil && !errors.Is(err, index.ErrCorrupt) &&
					!errors.Is(err, index.ErrNotFound) {
					t.Fatal(q.name, err)
				}
			}
			err = s.verify(t.Context(), nil)
		}
		if err != nil && !errors.Is(err, index.ErrCorrupt) && !errors.Is(err, index.ErrFormat) {
			t.Fatal(err)
		}
	})
}
