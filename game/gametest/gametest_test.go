package gametest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
)

// recorder is a testing.TB that keeps the failure to itself.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper()             {}
func (r *recorder) Failed() bool        { return r.failure != "" }
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// verdict returns the failure that the kit reports, or "".
func verdict(t *testing.T, test func(tb testing.TB)) string {
	r := &recorder{TB: t}
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		test(r)
	}()
	if panicked := <-done; panicked != nil {
		t.Fatalf("the kit panics: %v", panicked)
	}
	return r.failure
}

func TestCorrectGame(t *testing.T) {
	gametest.Run(t, clobberGame(""))
}

func FuzzCorrectGame(f *testing.F) { gametest.Fuzz(f, clobberGame("")) }

// Each fault is found, and the report describes it.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ fault, report string }{
		{"hash forgets the captured stone", "the difference is the key of O"},
		{"hash forgets the turn", "the difference is the key of O to move"},
		{"hash is one for all", "but the features that hold make"},
		{"wide hash is wrong", "128-bit hash"},
		{"unmake forgets the turn", "changes the features: only before {X c1 ⊕ O to move}, only after {O c1}"},
		{"unmake forgets the captured stone", "changes the features: only before {X c1}, only after {O c1}"},
		{"unmake forgets the last place", "only after {captured on"},
		{"unmake forgets the hash", "changes the hash"},
		{"unmake forgets the wide hash", "changes the 128-bit hash"},
		{"unmake forgets a fact to observe", `changes what Observe shows from "early" to "late"`},
		{"unmake spoils the next make", "only before {captured on"},
		{"unmake does not panic", "Unmake does not panic"},
		{"low half is another hash", "the low half of Hash128"},
		{"a feature twice", "lists X a1 more than once"},
		{"a feature outside the space", "feature 19 is not in space"},
		{"two classes at a place", `X a1 ⊕ O a1 hold together, but group "stone" (grid)`},
		{"two of a one-of group", `captured on a1 ⊕ captured on d1 hold together, but group "last" (one of)`},
		{"features overwrite dst", "AppendFeatures does not append to a slice of one"},
		{"features differ between calls", "feature"},
		{"turn is no feature", "the difference is the key of O to move"},
		{"moves overwrite dst", "AppendMoves does not append"},
		{"moves disturb dst", "AppendMoves does not append"},
		{"moves in changing order", "calling the methods once more changes the moves"},
		{"a move twice", "is listed twice"},
		{"a move is missing", "perft at depth 2 is 10, want 12"},
		{"looking at moves changes the hash", "changes the hash"},
		{"a score while play goes on", "Score is 1 while play goes on"},
		{"the end is not seen", "there are no moves, but Score says that play goes on"},
		{"positions share their cells", "features"},
		{"copies share their cells", "a move in the position of which it is a copy"},
		{"copies share their history", "a copy"},
		{"a copy forgets the last place", "Clone changes the features"},
		{"parse fails", "Parse cannot read what String wrote"},
		{"parse forgets the turn", "only before {O to move}"},
		{"make allocates", "allocate"},
		{"image is not undone", "the image of move"},
		{"image is another move's", "a move whose image is"},
	} {
		t.Run(test.fault, func(t *testing.T) {
			copy(shared, row)
			got := verdict(t, func(tb testing.TB) { gametest.Run(tb, clobberGame(test.fault)) })
			if !strings.Contains(got, test.report) {
				t.Errorf("report is %q, want one with %q", got, test.report)
			}
			if strings.HasPrefix(got, "gametest: ") == (got == "") {
				t.Errorf("report %q does not say where it comes from", got)
			}
		})
	}
}

// Faults in what the kit is told, and faults that only some fields reveal.
func TestDescriptions(t *testing.T) {
	for _, test := range []struct {
		name   string
		fault  string
		change func(g *gametest.Game[step])
		report string
	}{
		{"no New", "", func(g *gametest.Game[step]) { g.New = nil }, "Game.New is nil"},
		{"wrong number of keys", "", func(g *gametest.Game[step]) { g.Set.Keys = set.Keys[1:] }, "18 keys for 19 features"},
		{"wrong number of secondary keys", "", func(g *gametest.Game[step]) { g.Set.Second = set.Second[1:] },
			"18 keys of the secondary code for 19 features"},
		{"wrong start", "", func(g *gametest.Game[step]) { g.Set.Start++ }, "after no moves"},
		{"perft", "", func(g *gametest.Game[step]) { g.Perft = []uint64{5, 17} }, "perft at depth 2 is 12, want 17"},
		{"positions", "", func(g *gametest.Game[step]) { g.Positions = []uint64{6} },
			"5 distinct hashes after 1 plies, want 6"},
		{"an image with a lesser hash", "", func(g *gametest.Game[step]) {
			g.Images = func([]zobrist.Feature) (all [][]zobrist.Feature) {
				for f := range zobrist.Feature(space.Len()) { // one of 19 sums is less than another one
					all = append(all, []zobrist.Feature{f})
				}
				return all
			}
		}, "but an image has"},
		{
			"equal hashes of different positions", "hash is one for all",
			func(g *gametest.Game[step]) { g.Set.Keys, g.Parse = nil, nil },
			"two positions have the hash 0x0000000000000007",
		},
		{
			"identity that is too coarse", "",
			func(g *gametest.Game[step]) { g.Identity = func(game.Position[step]) string { return "same" } },
			"the position same had hash",
		},
		{
			"unmake without space or keys", "unmake forgets the turn",
			func(g *gametest.Game[step]) { *g = gametest.Game[step]{New: g.New} }, "changes the features",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := clobberGame(test.fault)
			test.change(&g)
			got := verdict(t, func(tb testing.TB) { gametest.Run(tb, g) })
			if !strings.Contains(got, test.report) {
				t.Errorf("report is %q, want one with %q", got, test.report)
			}
		})
	}
}

// A walk alone, as a fuzz target runs it, finds the faults of make and unmake.
func TestWalkFindsFaults(t *testing.T) {
	bytes := []byte{0, 0, 0, 255, 1, 0, 0, 255, 0, 1, 1, 1}
	if got := verdict(t, func(tb testing.TB) { gametest.Walk(tb, clobberGame(""), bytes) }); got != "" {
		t.Errorf("correct game: %s", got)
	}
	for _, fault := range []string{
		"hash forgets the captured stone", "unmake forgets the turn", "unmake forgets the hash",
		"unmake spoils the next make",
	} {
		if verdict(t, func(tb testing.TB) { gametest.Walk(tb, clobberGame(fault), bytes) }) == "" {
			t.Errorf("%s: not found", fault)
		}
	}
}

func nimGame() gametest.Game[int] {
	return gametest.Game[int]{
		New:   func() game.Position[int] { return newNim(9) },
		Space: nimSpace,
		Set:   nimSet,
		Perft: []uint64{3, 9, 27, 66, 96}, // sums of 1 to 5 terms from 1 to 3, at most 9
	}
}

func TestNim(t *testing.T) { gametest.Run(t, nimGame()) }
func FuzzNim(f *testing.F) { gametest.Fuzz(f, nimGame()) }

func BenchmarkWalk(b *testing.B) {
	bytes := []byte{0, 1, 2, 1, 0, 2, 1}
	for b.Loop() {
		gametest.Walk(b, nimGame(), bytes)
	}
}

// badNim has a wrong hash from the end on.
type badNim struct{ *nim }

func (n badNim) Hash() uint64 {
	if n.heap <= 3 {
		return n.hash ^ 1
	}
	return n.hash
}

func (badNim) MoveString(take int) string { return fmt.Sprint("take-", take) }

// A report leaves out the moves that are not needed, and writes moves as the game does.
func TestReport(t *testing.T) {
	g := nimGame()
	g.New = func() game.Position[int] { return badNim{newNim(9)} }
	got := verdict(t, func(tb testing.TB) { gametest.Walk(tb, g, []byte{0, 0, 255, 0, 0, 2, 2}) })
	if want := "gametest: after 2 moves [take-3 take-3]: hash"; !strings.HasPrefix(got, want) {
		t.Errorf("report is %q, want one with %q", got, want)
	}
}
