// Package storetest checks that an implementation of [index.Store] keeps its
// promises:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, storetest.Options{Open: func(tb testing.TB, dir string) index.Store {
//			store, err := mystore.Open(dir)
//			if err != nil {
//				tb.Fatal(err)
//			}
//			return store
//		}})
//	}
//
// The same games are built into the store and into [Memory], and every answer of
// one is compared with the answer of the other. It takes some seconds, with -short
// less. Run it under the race detector as well.
package storetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// Options say how to open the store.
type Options struct {
	// Open opens the store that dir names: a path of an empty folder at first. Opened
	// again, it holds what was committed before. Tests close what they open, and open a
	// store a second time before they close the first.
	Open func(tb testing.TB, dir string) index.Store

	// Destroy removes the index that dir names, as if by hand while stores are open. Nil leaves
	// out what needs that.
	Destroy func(tb testing.TB, dir string)

	// Volatile says that nothing outlives Close, and that no other store sees the same
	// index. What needs that is left out.
	Volatile bool

	// Quick takes as few games as -short does, for a store of which a question or a build
	// takes long.
	Quick bool

	// Parallel runs the checks in parallel, for a store that is waited for most of the time.
	Parallel bool

	// Only are the names of the checks to run, by default all: Empty, Questions, Popular, Builds, Filters, Sources,
	// LostSources, Duplicates, Resume, Texts, Remove, Refresh, Replaced, Emptied, Snapshots, OneBuild, Errors, Rankings,
	// Nested and Concurrent.
	Only []string

	// Except are names of checks to leave out, such as Resume for a store whose Save saves nothing.
	Except []string
}

// A check is one subtest of [Run].
type check struct {
	name string
	test func(*suite)
}

var checks = []check{
	{"Empty", (*suite).empty},
	{"Questions", (*suite).questions},
	{"Popular", (*suite).popular},
	{"Builds", (*suite).builds},
	{"Filters", (*suite).filters},
	{"Sources", (*suite).sources},
	{"LostSources", (*suite).lostSources},
	{"Duplicates", (*suite).duplicates},
	{"Resume", (*suite).resume},
	{"Texts", (*suite).texts},
	{"Remove", (*suite).remove},
	{"Refresh", (*suite).refresh},
	{"Replaced", (*suite).replaced},
	{"Emptied", (*suite).emptied},
	{"Snapshots", (*suite).snapshots},
	{"OneBuild", (*suite).oneBuild},
	{"Errors", (*suite).errors},
	{"Rankings", (*suite).rankings},
	{"Nested", (*suite).nested},
	{"Concurrent", (*suite).concurrent},
}

// selected returns the checks that the options select. The error names one that does not exist.
func (o Options) selected() (list []check, err error) {
	for _, name := range slices.Concat(o.Only, o.Except) {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.name == name }) {
			return nil, fmt.Errorf("storetest: no check %q; Options.Only says which there are", name)
		}
	}
	for _, c := range checks {
		if (len(o.Only) == 0 || slices.Contains(o.Only, c.name)) && !slices.Contains(o.Except, c.name) {
			list = append(list, c)
		}
	}
	return list, nil
}

// Run runs all checks as subtests.
func Run(t *testing.T, o Options) {
	list, err := o.selected()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			if o.Parallel {
				t.Parallel()
			}
			seed := uint64(len(c.name))
			s := &suite{T: t, o: o, dir: t.TempDir(), model: Memory(), rng: rand.New(rand.NewPCG(seed, 1)),
				config: config}
			s.store = o.Open(t, s.dir)
			defer func() { s.noError(s.store.Close()) }()
			c.test(s)
		})
	}
}

// A suite is a store beside the model with the same index.
type suite struct {
	*testing.T
	o      Options
	dir    string
	store  index.Store
	model  index.Store
	rng    *rand.Rand
	config index.Config
	games  []walk // all that were ever added

	heldStore, heldModel index.State // compared in place of the present states, if not nil
}

// got and want are the states of the store and of the model that are compared.
func (s *suite) got() index.State {
	if s.heldStore != nil {
		return s.heldStore
	}
	return Now(s.store)
}

func (s *suite) want() index.State {
	if s.heldModel != nil {
		return s.heldModel
	}
	return Now(s.model)
}

func (s *suite) noError(err error) {
	if err != nil {
		s.Helper()
		s.Fatal(err)
	}
}

// reopen closes the store and opens it again.
func (s *suite) reopen() {
	if s.o.Volatile {
		return
	}
	s.Helper()
	s.noError(s.store.Close())
	s.store = s.o.Open(s.T, s.dir)
}

// short returns the second number in short mode.
func (s *suite) short(long, short int) int {
	if testing.Short() || s.o.Quick {
		return short
	}
	return long
}

// A pair is a build of the store beside the same build of the model.
type pair struct {
	*suite
	store, model index.Builder
	batch        index.Batch
}

// begin starts a build of both.
func (s *suite) begin(o index.BuildOptions) *pair {
	s.Helper()
	p := &pair{suite: s}
	var err error
	p.store, err = s.store.Begin(s.Context(), s.config, o)
	s.noError(err)
	p.model, err = s.model.Begin(s.Context(), s.config, o)
	s.noError(err)
	return p
}

// add appends games in random batches.
func (p *pair) add(games []walk) {
	p.Helper()
	p.games = append(p.games, games...)
	for len(games) > 0 {
		n := min(len(games), 1+p.rng.IntN(200))
		p.batch.Reset()
		for i := range games[:n] {
			games[i].addTo(&p.batch)
		}
		games = games[n:]
		want, err := p.model.Append(p.Context(), &p.batch)
		p.noError(err)
		got, err := p.store.Append(p.Context(), &p.batch)
		p.noError(err)
		p.equal("duplicates", got, want)
		for i := range p.batch.Games { // the builder must not keep them
			clear(p.batch.Games[i].Moves)
			clear(p.batch.Games[i].Text)
		}
	}
}

func (p *pair) keep(s index.Source) {
	p.store.Keep(s)
	p.model.Keep(s)
}

func (p *pair) drop(name string) {
	p.store.Drop(name)
	p.model.Drop(name)
}

func (p *pair) save(state any) {
	p.Helper()
	p.noError(p.store.Save(state))
	p.noError(p.model.Save(state))
}

// restore goes on from what was saved, and returns the state. If the store says that
// nothing was, neither may the model.
func (p *pair) restore() (state string, ok bool) {
	p.Helper()
	states := make([]string, 2)
	found := make([]bool, 2)
	for i, b := range []index.Builder{p.store, p.model} {
		var err error
		found[i], err = b.Restore(func(m json.RawMessage) bool { return json.Unmarshal(m, &states[i]) == nil })
		p.noError(err)
	}
	if found[0] != found[1] || states[0] != states[1] {
		p.Fatalf("Restore returns %v with %q, want %v with %q", found[0], states[0], found[1], states[1])
	}
	return states[0], found[0]
}

// commit commits both, and closes them.
func (p *pair) commit() index.Summary {
	p.Helper()
	got, err := p.store.Commit(p.Context(), nil)
	p.noError(err)
	want, err := p.model.Commit(p.Context(), nil)
	p.noError(err)
	p.equal("summary", got, want)
	p.close()
	return got
}

func (p *pair) close() {
	p.Helper()
	p.noError(p.store.Close())
	p.noError(p.model.Close())
}
