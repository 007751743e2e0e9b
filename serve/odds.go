package serve

import (
	"net/http"
	"strconv"

	"github.com/zobrist-go/zobrist/odds"
)

type oddsJSON struct {
	Probes    float64   `json:"probes"`
	Errors    float64   `json:"errors"`
	Slots     float64   `json:"slots"`
	Fill      float64   `json:"fill"`
	TagBits   int       `json:"tagBits"`
	WrongHits float64   `json:"wrongHits"`
	NoError   float64   `json:"noError"`
	Tags      []tagJSON `json:"tags"`
	Plan      *planJSON `json:"plan"`
}

type tagJSON struct {
	TagBits   int     `json:"tagBits"`
	WrongHits float64 `json:"wrongHits"`
	NoError   float64 `json:"noError"`
}

type planJSON struct {
	Positions float64 `json:"positions"`
	Bytes     float64 `json:"bytes"`
	EntryBits int     `json:"entryBits"`
	IndexBits int     `json:"indexBits"`
}

// real returns a number between two bounds.
func (v *values) real(name string, standard, least, most float64) float64 {
	text := v.Get(name)
	if text == "" {
		return standard
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= least && x <= most) {
		v.fail("%s: not a number from %g to %g: %q", name, least, most, text)
	}
	return x
}

// An oddsQuery is the query of GET /odds.
type oddsQuery struct {
	probes, errors, slots, fill float64
	positions                   float64 // 0: no plan is wanted
	payload                     int     // bits
}

func readOdds(v *values) oddsQuery {
	return oddsQuery{
		probes: v.real("probes", 1e9, 1, 1e30), errors: v.real("errors", 1, 1e-30, 1e30),
		slots: v.real("slots", 4, 1, 1024), fill: v.real("fill", 1, 1e-9, 1),
		positions: v.real("positions", 0, 1, 1e15), payload: v.within("payload", 64, 0, 1024),
	}
}

// odds answers GET /odds.
func (s *Server) odds(w http.ResponseWriter, _ *request, q oddsQuery) error {
	j := oddsJSON{Probes: q.probes, Errors: q.errors, Slots: q.slots, Fill: q.fill, Tags: []tagJSON{}}
	tag := func(bits int) tagJSON {
		t := odds.Tags{Probes: j.Probes, Fill: j.Fill, Slots: j.Slots, TagBits: bits}
		return tagJSON{bits, t.WrongHits(), t.NoError()}
	}
	j.TagBits = odds.TagBits(odds.Tags{Probes: j.Probes, Fill: j.Fill, Slots: j.Slots}, j.Errors)
	best := tag(j.TagBits)
	j.WrongHits, j.NoError = best.WrongHits, best.NoError
	for bits := max(1, j.TagBits-4); bits <= j.TagBits+4; bits++ {
		j.Tags = append(j.Tags, tag(bits))
	}
	if q.positions > 0 {
		p := odds.NewPlan(odds.PlanOptions{
			Positions: q.positions, Probes: j.Probes, Wanted: j.Errors, Payload: q.payload, Fill: j.Fill, Slots: j.Slots,
		})
		j.Plan = &planJSON{p.Positions, p.Bytes, p.EntryBits, p.IndexBits}
	}
	return writeJSON(w, http.StatusOK, j)
}
