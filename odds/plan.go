package odds

import "math"

// PlanOptions describe the use of a table. The zero value describes a table
// of nothing.
type PlanOptions struct {
	Positions  float64 // to be held
	Probes     float64 // of positions that are not in the table
	Wanted     float64 // wrong hits expected over all probes, at most; 0 means 1
	Payload    int     // bits of an entry besides the tag: value, move, depth
	Fill       float64 // part of the slots in use once all are held; 0 means 1
	Slots      float64 // slots in a cluster; 0 means 1
	PowerOfTwo bool    // the number of clusters is a power of two
}

// A Plan is a table big enough, with tags long enough.
type Plan struct {
	Positions float64 `json:"positions"` // held
	Entries   float64 `json:"entries"`   // slots
	IndexBits int     `json:"indexBits"` // bits that choose the cluster
	TagBits   int     `json:"tagBits"`   // −1 if 1000 do not suffice
	EntryBits int     `json:"entryBits"` // tag and payload
	Bytes     float64 `json:"bytes"`     // of all entries
	WrongHits float64 `json:"wrongHits"` // expected over all probes
}

// NewPlan sizes a table: the bytes for a number of positions at an error rate.
func NewPlan(o PlanOptions) Plan {
	o = o.withDefaults()
	t := Tags{Probes: o.Probes, Fill: o.Fill, Slots: o.Slots}
	clusters := math.Ceil(o.Positions / t.Fill / t.Slots)
	if less := clusters - 1; less*t.Slots*t.Fill >= o.Positions {
		clusters = less // 42/.7/6 is above 10 after rounding
	}
	part, index := math.Frexp(max(1, clusters))
	if part == .5 { // clusters is 2^(index−1)
		index--
	}
	if o.PowerOfTwo && clusters > 0 {
		clusters = math.Ldexp(1, index)
		t.Fill = min(1, o.Positions/clusters/t.Slots)
	}
	t.TagBits = TagBits(t, o.Wanted)
	p := Plan{
		Positions: o.Positions, Entries: clusters * t.Slots, IndexBits: index,
		TagBits: t.TagBits, EntryBits: t.TagBits + o.Payload, WrongHits: t.WrongHits(),
	}
	p.Bytes = math.Ceil(p.Entries / 8 * float64(p.EntryBits))
	return p
}

// Fit returns the plan for as many positions as a table of at most that many
// bytes holds, one bit or more for each; o.Positions is ignored.
func Fit(o PlanOptions, bytes float64) Plan {
	low, high := 0.0, 8*bytes+1
	for {
		o.Positions = math.Floor(low + (high-low)/2)
		if !(low < o.Positions && o.Positions < high) {
			break
		}
		if NewPlan(o).Bytes <= bytes {
			low = o.Positions
		} else {
			high = o.Positions
		}
	}
	o.Positions = low
	return NewPlan(o)
}

func (o PlanOptions) withDefaults() PlanOptions {
	o.Slots = max(o.Slots, 1)
	if o.Fill <= 0 {
		o.Fill = 1
	}
	if o.Wanted == 0 {
		o.Wanted = 1
	}
	return o
}
