package flat_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func open(tb testing.TB, dir string) index.Store {
	tb.Helper()
	s, err := flat.Open(dir, flat.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

var config = index.Config{
	Game: "steps", Rules: "test", Views: []string{"band"},
	Set: zobrist.Set{Name: "test", Keys: zobrist.Keys{2}, Second: zobrist.Keys{1}},
}

func hashOf(view, state uint64) zobrist.Uint128 {
	mix := func(z uint64) uint64 {
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	n := state<<8 | view
	return zobrist.Uint128{Hi: mix(n + 0x9e3779b97f4a7c15), Lo: mix(3*n + 1)}
}

// addGame adds the game of a number to a batch. The same number gives the same game.
func addGame(b *index.Batch, number int) {
	rng := rand.New(rand.NewPCG(uint64(number), 5))
	g := index.Game{
		First: fmt.Sprint("player ", rng.IntN(40)), Second: fmt.Sprint("player ", rng.IntN(40)),
		FirstRating: 1500 + rng.IntN(1200), SecondRating: rng.IntN(2) * 2000,
		Result: game.Result(rng.IntN(4)), Date: index.Date{Year: 1990 + number%30, Month: 1 + number%12},
		Event: fmt.Sprint("event ", number%7), Site: fmt.Sprint("site ", number),
		Opening: fmt.Sprint("B", 10+number%60),
		Text:    fmt.Appendf(nil, "[Site \"%d\"] {%x} *\n", number, rng.Uint64()),
	}
	states, state := []uint64{0}, uint64(0)
	for range 5 + rng.IntN(30) {
		move := uint32(1 + min(rng.IntN(6), rng.IntN(6)))
		if state = state*7 + uint64(move); len(states) > 6 {
			state ^= rng.Uint64()
		}
		g.Moves, states = append(g.Moves, move), append(states, state)
	}
	hashes := make([][]zobrist.Uint128, 2)
	for _, s := range states {
		hashes[0], hashes[1] = append(hashes[0], hashOf(0, s)), append(hashes[1], hashOf(1, s%50))
	}
	b.Add(&g, hashes...)
}

// A step is a change of an index: games are added, or all games of an event are removed.
type step struct {
	from, to int
	remove   string
}

// steps lead to merges of two and of three runs, to a run with nothing left and to
// one that is not touched.
var steps = []step{
	{from: 0, to: 1500}, {from: 1200, to: 1800}, {remove: "event 3"}, {from: 2000, to: 2250}, {from: 2250, to: 2500},
	{remove: "event 1"}, {from: 0, to: 3500}, {remove: "event"}, {from: 100, to: 800},
}

// perBatch is the number of games in a batch.
const perBatch = 50

// apply makes a step. A build goes on from one that was interrupted.
func (t step) apply(ctx context.Context, s index.Store, o index.BuildOptions) error {
	if t.remove != "" {
		_, err := s.Remove(ctx, index.Filter{Event: t.remove}, nil)
		return err
	}
	b, err := s.Begin(ctx, config, o)
	if err != nil {
		return err
	}
	from := t.from
	if _, err := b.Restore(func(m json.RawMessage) bool { return json.Unmarshal(m, &from) == nil }); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	var batch index.Batch
	for ; from < t.to; from += perBatch {
		batch.Reset()
		for n := from; n < min(from+perBatch, t.to); n++ {
			addGame(&batch, n)
		}
		if _, err := b.Append(ctx, &batch); err != nil {
			return fmt.Errorf("append: %w; then %v", err, b.Close())
		}
		if err := b.Save(from + perBatch); err != nil {
			return fmt.Errorf("save: %w; then %v", err, b.Close())
		}
	}
	b.Keep(index.Source{Name: t.name(), Digest: t.name()})
	if _, err = b.Commit(ctx, nil); err != nil {
		return fmt.Errorf("commit: %w; then %v", err, b.Close())
	}
	return b.Close()
}

func (t step) name() string { return fmt.Sprint("games ", t.from, " to ", t.to) }

// crash are options of builds with as many files and moments as possible.
var crash = index.BuildOptions{Memory: index.MinMemory, Checkpoint: 20 * perBatch * 24, Workers: 2}

// A question has an answer that depends on the games of an index alone.
type question struct {
	name string
	ask  func(s index.State) (any, error)
}

var seed = maphash.MakeSeed()

// add returns a checksum of what was added before and of one value more, with all its
// fields. It means nothing to another process.
func add[T comparable](sum uint64, value T) uint64 {
	return maphash.Comparable(seed, struct {
		sum   uint64
		value T
	}{sum, value})
}

// questions ask for everything, and for a few positions in several ways.
func questions() []question {
	ctx := context.Background()
	var hashes []zobrist.Uint128
	for state := range uint64(80) {
		hashes = append(hashes, hashOf(0, state))
	}
	list := []question{
		{"manifest", func(s index.State) (any, error) {
			m, err := s.Manifest(ctx)
			m.Records, m.Builds = 0, 0 // depend on the builds
			return m, err
		}},
		{"players", func(s index.State) (any, error) { return s.Players(ctx, "player 1") }},
		{"games", func(s index.State) (any, error) {
			numbers, err := collect(s, index.Filter{})
			if err != nil {
				return nil, err
			}
			games, err := s.Games(ctx, numbers, true)
			return []any{numbers, games}, err
		}},
	}
	for v := range 2 {
		list = append(list, question{fmt.Sprint("positions of view ", v), func(s index.State) (any, error) {
			sum := uint64(0)
			for p, err := range s.Each(ctx, index.View(v)) {
				if err != nil {
					return nil, err
				}
				sum = add(sum, p.Key)
				for _, m := range p.Moves {
					sum = add(sum, m)
				}
			}
			return sum, nil
		}})
	}
	filters := []index.Filter{{}, {Event: "4"},
		{Players: []string{"player 3", "player 8"}, Since: index.Date{Year: 2001}},
		{Openings: []string{"B2"}, Ratings: []index.Range{{Min: 1900}}},
		{Sources: []string{"games 2250 to 2500", "games 0 to 3500"}}}
	for i, f := range filters {
		q := index.Query{Filter: f}
		list = append(list, question{fmt.Sprint("look-up ", i), func(s index.State) (any, error) {
			found := make([]string, len(hashes))
			err := s.Lookup(ctx, q, hashes, func(i int, moves []index.MoveTally) error {
				found[i] = fmt.Sprint(moves)
				return nil
			})
			return found, err
		}}, question{fmt.Sprint("count ", i), func(s index.State) (any, error) {
			counts := make([]int64, len(hashes))
			q.Totals = true
			err := s.Lookup(ctx, q, hashes, func(i int, total []index.MoveTally) error {
				counts[i] = total[0].Games
				return nil
			})
			return counts, err
		}}, question{fmt.Sprint("list ", i), func(s index.State) (any, error) {
			return s.List(ctx, q, hashOf(0, 2), index.ListOptions{Limit: 50, Recent: i%2 == 1})
		}}, question{fmt.Sprint("history ", i),
			func(s index.State) (any, error) { return s.History(ctx, q, hashOf(0, 3)) }},
			question{fmt.Sprint("select ", i), func(s index.State) (any, error) { return collect(s, f) }})
	}
	return list
}

// verify verifies a store.
func verify(ctx context.Context, s index.Store) error {
	_, err := s.Verify(ctx, nil)
	return err
}

func collect(s index.State, f index.Filter) (numbers []int64, err error) {
	for n, err := range s.Select(context.Background(), f, 0) {
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// answer returns the answer in a few bytes. Nil slices and empty ones are the same.
func (q question) answer(s index.Store) (string, error) {
	a, err := q.ask(storetest.Now(s))
	text := fmt.Appendf(nil, "%v", a)
	return fmt.Sprintf("%s: %x", q.name, sha256.Sum256(text)), err
}

// answers returns the answers to all questions.
func answers(s index.Store) (string, error) {
	var all strings.Builder
	for _, q := range questions() {
		a, err := q.answer(s)
		if err != nil {
			return "", fmt.Errorf("%s: %w", q.name, err)
		}
		fmt.Fprintln(&all, a)
	}
	return all.String(), nil
}

// difference returns the first line in which answers differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + " and " + y[i]
		}
	}
	return ""
}

// checkFiles returns the names of all files of an index. It fails if there are others
// than the manifest, the lock and the runs that the manifest names.
func checkFiles(tb testing.TB, dir string) []string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "MANIFEST"))
	if err != nil {
		tb.Fatal(err)
	}
	want := []string{"LOCK", "MANIFEST"}
	for word := range strings.SplitSeq(string(text), `"`) {
		if strings.HasSuffix(word, ".run") {
			want = append(want, word)
		}
	}
	slices.Sort(want)
	var got []string
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, path); name != "." {
			got = append(got, name)
		}
		return err
	})
	if err != nil || !slices.Equal(got, want) {
		tb.Errorf("the folder has %v, error %v; want %v", got, err, want)
	}
	return got
}

// emptied is a store whose manifest may be missing.
type emptied struct{ index.Store }

func (s emptied) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return emptiedSnapshot{snapshot}, err
}

type emptiedSnapshot struct{ index.State }

func (s emptiedSnapshot) Manifest(ctx context.Context) (index.Manifest, error) {
	m, err := s.State.Manifest(ctx)
	if err != nil && strings.Contains(err.Error(), index.ErrEmpty.Error()) {
		return index.Manifest{}, nil
	}
	return m, err
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
