package odds

import "math"

// PlanOptions says what a table is wanted for. Its zero value asks for a
// table of nothing.
type PlanOptions struct {
	Positions  float64 // to be held
	Probes     float64 // of positions that are not in the table
	Wanted     float64 // wrong hits expected over all probes, at most; 0 means 1
	Payload    int     // bits of an entry beside the tag: value, move, depth
	Fill       float64 // part of the slots in use once all are held; 0 means 1
	Slots      float64 // slots in a cluster; 0 means 1
	PowerOfTwo bool    // the number of clusters is a power of two
}

// A Plan is a table big enough, with tags long enough.
type Plan struct {
	Entries   float64 `json:"entries"`   // slots
	IndexBits int     `json:"indexBits"` // bits that choose the cluster
	TagBits   int     `json:"tagBits"`   // −1 where 1000 do not suffice
	EntryBits int     `json:"entryBits"` // tag and payload
	Bytes     float64 `json:"bytes"`     // of all entries
	WrongHits float64 `json:"wrongHits"` // expected over all probes
}

// NewPlan sizes a table: the bytes for a number of positions at an error rate.
func NewPlan(o PlanOptions) Plan {
	t := Table{Probes: o.Probes, Fill: o.Fill, Slots: max(o.Slots, 1)}
	if t.Fill <= 0 {
		t.Fill = 1
	}
	wanted := o.Wanted
	if wanted == 0 {
		wanted = 1
	}
	clusters := math.Ceil(o.Positions / t.Fill / t.Slots)
	index := int(math.Ceil(math.Log2(max(1, clusters))))
	if o.PowerOfTwo {
		clusters = math.Ldexp(1, index)
		t.Fill = min(1, o.Positions/clusters/t.Slots)
	}
	t.TagBits = TagBits(t, wanted)
	p := Plan{Entries: clusters * t.Slots, IndexBits: index, TagBits: t.TagBits, WrongHits: t.WrongHits()}
	p.EntryBits = t.TagBits + o.Payload
	p.Bytes = math.Ceil(p.Entries / 8 * float64(p.EntryBits))
	return p
}
