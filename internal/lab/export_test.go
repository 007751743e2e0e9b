package lab

import "github.com/zobrist-go/zobrist/game/chess"

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
	EqualMeans     = equalMeans
	PoissonMaximum = poissonMaximum
)

type Sample = sample

// Judged reports whether whole reports get a verdict.
func (e Experiment) Judged() bool { return e.judge != nil }

// CRand returns the first word of the generator of the C standard.
func CRand(seed uint32) uint64 { g := crand(seed); return g.Uint64() }

// SmallCollisions is [Collisions] to a small depth.
func SmallCollisions() Experiment { return collisionSizes{3, 4, 2, 1 << 20}.experiment() }

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
func Third(p *chess.Position) lawful { return lawful{p} }
