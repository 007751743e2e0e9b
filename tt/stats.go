package tt

import (
	"math"

	"github.com/zobrist-go/zobrist/odds"
)

// Stats is what the watched clusters of a table have seen since it was made or
// cleared. Counts are of the sample: times Sample, Probes, Hits, WrongHits
// and Type2 estimate the table's. Without Options.Sample all but Dropped are 0.
//
// A type 1 error gives the entry of another position. It shows by the whole
// hash, which a watched cluster keeps beside the tag. A table that verifies the
// whole hash can show none: its Type1 and Predicted are 0. Nor can entries that
// [Load] read, until they are stored again.
//
// A type 2 error is a miss of a position whose entry was replaced: a useful
// entry lost. A watched cluster remembers up to 12 of these, folded to 32 bits.
//
// Wrong hits come in clusters (TR#88, The clustering of errors). Hashes are
// linear: whether two positions of a cluster share their tag depends on the
// difference a ⊕ b of their hashes alone. The same two positions meet again, and
// so do others that differ in the same features. Therefore Type1 and Predicted
// count differences, each once, and not probes.
type Stats struct {
	Sample    int    `json:"sample"` // one cluster in Sample is watched; 0: none
	Probes    uint64 `json:"probes"`
	Hits      uint64 `json:"hits"`      // right or wrong
	WrongHits uint64 `json:"wrongHits"` // type 1 errors, repeated ones too
	Type2     uint64 `json:"type2"`

	// Type1 is the number of differences that led to wrong hits, estimated if
	// it is large. Predicted is its expectation with random keys: 2^−Bits for
	// each difference between an absent position that was probed and a position
	// of its cluster. Bits counts the bits of the tag that the address does not imply.
	Type1     uint64  `json:"type1"`
	Predicted float64 `json:"type1Predicted"`
	Bits      int     `json:"bits"`

	// Low and High are limits, at 99 % confidence, of the expectation that
	// Type1 speaks for: Poisson's, and 6 % wider because differences are
	// estimated.
	Low  float64 `json:"type1Low"`
	High float64 `json:"type1High"`

	// Dropped counts entries of the whole table that were not stored, because their
	// payload is wider than [Table.PayloadBits].
	Dropped uint64 `json:"dropped"`
}

// Agrees reports whether the predicted number of type 1 errors lies within the
// confidence limits of the measured one. With random keys it does for at least
// 99 tables of 100, no matter how often positions are probed again.
func (s Stats) Agrees() bool { return s.Low <= s.Predicted && s.Predicted <= s.High }

// Add returns the counts of two tables with the same Options together.
func (s Stats) Add(u Stats) Stats {
	s.Sample, s.Bits = u.Sample, u.Bits
	s.Probes += u.Probes
	s.Hits += u.Hits
	s.WrongHits += u.WrongHits
	s.Type2 += u.Type2
	s.Type1 += u.Type1
	s.Predicted += u.Predicted
	s.Dropped += u.Dropped
	s.limit()
	return s
}

// limit sets Low and High.
func (s *Stats) limit() {
	const estimated = math.Sqrt2 * distinctError // of two counts
	s.Low, s.High = odds.PoissonLimits(s.Type1)
	s.Low *= 1 - estimated
	s.High *= 1 + estimated
}

// Stats sums up the watched clusters. It may run beside probes and stores.
func (t *Table) Stats() Stats {
	if t.options.Sample == 0 {
		return Stats{Dropped: t.dropped.Load()}
	}
	w := &t.watching
	s := Stats{
		Sample:    t.options.Sample,
		Bits:      t.options.odds(1).Bits(),
		WrongHits: w.wrong.Load(),
		Type1:     uint64(math.Round(w.mistaken.count())),
		Type2:     w.lost.Load(),
		Dropped:   t.dropped.Load(),
	}
	for i := range w.watches {
		s.Hits += w.watches[i].hits.Load()
		s.Probes += w.watches[i].misses.Load()
	}
	s.Probes += s.Hits
	s.Predicted = math.Ldexp(w.compared.count(), -s.Bits)
	s.limit()
	return s
}

// Chance returns the probability of at least one wrong hit in that many probes
// of absent positions, with the table as full as it is now and random keys. It
// counts the used slots of up to 2^18 clusters, some 20 ms, and adds one, so that a
// table with few entries does not count as empty.
func (t *Table) Chance(probes float64) float64 {
	used, _, slots := t.countSlots(1 << 18)
	e := t.options.odds(min(float64(used+1)/float64(slots), 1))
	e.Probes = probes
	return e.SomeError()
}
