package lab

import (
	"context"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

var (
	CuckooFails   = cuckooFails
	Probes        = probes
	SimpleTwoBins = simpleTwoBins
	DenseByte     = denseByte
	Golay         = golay
	Moved         = moved
	Ranks         = ranks
	Correlation   = correlation

	Timed          = timed
	Wrapped        = wrapped
	EqualMeans     = equalMeans
	PoissonMaximum = poissonMaximum
)

type Sample = sample

// Judged reports whether whole reports get a verdict.
func (e Experiment) Judged() bool { return e.judge != nil }

// SmallCollisions is [Collisions] to a small depth.
func SmallCollisions() Experiment { return collisionSizes{3, 4, 2, 1, 1 << 20}.experiment() }

// SmallType1 is [Type1] with a small table, which is filled soon.
func SmallType1() Experiment { return type1(1 << 16) }

// Injections counts the nodes of n at which an injector errs, the first time in the first nodes if that is not 0.
func Injections(rate float64, n, nodes int, seed uint64) int {
	j := newInjector(rate, nodes, Options{}.source(1, seed))
	for i := range n {
		j.seen(uint64(i + 1))
	}
	return j.wrong
}

// The hash functions of the engine.
var (
	DrawTabulation = drawTabulation
	Characters     = characters
)

const PositionChars = positionChars

func (e *engineHash) Hash(p *chess.Position) uint64 { return e.hash(p) }
func (e *engineHash) Options() chess.Options        { return e.options() }

// Third gives a position the rule that it is drawn at its third occurrence.
func Third(p *engine.Position) lawful { return lawful{p} }

// Second gives a position the rule that it is drawn at its second occurrence.
func Second(p *engine.Position) hasty { return hasty{p} }

// Sized is an experiment with two tables, whose only figures are its sizes.
func Sized(first, second int) Experiment {
	table := func(name string) func(context.Context, Options, int, func(float64)) (*Table, error) {
		return func(_ context.Context, _ Options, z int, _ func(float64)) (*Table, error) {
			t := &Table{Name: name, Title: name, Columns: []string{"size"}}
			t.Add(z)
			return t, nil
		}
	}
	return Experiment{
		Name: "sized", Claim: "a table has a size",
		laws: []law{
			lawOf("first", trials(first, first), table("first")),
			lawOf("second", trials(second, second), table("second")),
		},
		judge: func(*Report) Verdict { return Verdict{Measured, "it has"} },
	}
}

// Judge applies the experiment's rule to tables.
func (e Experiment) Judge(tables []*Table) Verdict {
	return e.judge(&Report{Experiment: e.Name, Tables: tables})
}

// TableTitled returns the name of the table whose title, filled with some figures, is title.
func TableTitled(title string) string {
	for name, s := range sections() {
		if s["table"] == nil {
			continue
		}
		parts := placeholder.Split(s["title"][0], -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		if regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(title) {
			return name
		}
	}
	return ""
}

// Laws returns the number of the experiment's tables.
func (e Experiment) Laws() int { return len(e.laws) }

// Judged is an experiment without tables whose verdict has the word.
func Judged(word string) Experiment {
	return Experiment{Name: "judged", judge: func(*Report) Verdict { return Verdict{word, "why"} }}
}
