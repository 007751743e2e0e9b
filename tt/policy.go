package tt

import "fmt"

// A Policy says which entry of a full line gives way to a new one. An entry
// of the same position is always replaced, empty slots are used first.
type Policy uint8

const (
	// DepthAge replaces the entry with the least depth − 8·age.
	DepthAge Policy = iota

	// Always replaces an entry chosen by the hash, whatever its depth.
	Always

	// DepthPreferred replaces the least deep entry, and drops the new one
	// where all are deeper. Age does not count.
	DepthPreferred

	// TwoTier keeps the last slot of a line for whatever comes; the others
	// are replaced by entries as deep, or when they are of an older search.
	TwoTier
)

// String returns the name of the policy.
func (p Policy) String() string {
	if names := [...]string{"depth and age", "always", "depth preferred", "two-tier"}; int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("policy %d", uint8(p))
}

// A Way describes a slot of a line to a replacement policy.
type Way struct {
	Used  bool
	Depth int8 // 0 where not Used
	Age   int  // searches since the entry was last stored or found, 0 to 31
}

// worth orders entries by depth − 8·age, which it returns but for a constant.
// An empty slot counts as an entry of depth −128 from before the first
// generation: less than any entry until generations have gone round.
func worth(m, generation uint64) int {
	return int(m&0xff + (m>>genShift-generation-1)&genMask<<3)
}

// victim chooses the way that a new entry replaces, among the management
// words of a line, or −1. It is called for all policies but DepthAge.
func (t *Table) victim(m []uint64, generation, hash uint64, depth int8) int {
	if t.options.Victim == nil && t.options.Policy != DepthAge {
		for w := range m {
			if genOf(m[w]) == 0 {
				return w
			}
		}
	}
	last := len(m) - 1
	switch {
	case t.options.Victim != nil:
		return t.ask(m, generation, depth)
	case t.options.Policy == Always:
		// Bits that are neither the address's nor, in the narrow layouts, the tag's.
		return int(hash * 0x9e3779b97f4a7c15 >> 60 & uint64(last))
	case t.options.Policy == DepthPreferred:
		way := 0
		for w := range m {
			if depthOf(m[w]) < depthOf(m[way]) {
				way = w
			}
		}
		if depthOf(m[way]) > depth {
			return -1
		}
		return way
	case t.options.Policy == TwoTier:
		way := leastWorth(m[:last], generation)
		if genOf(m[way]) == generation && depthOf(m[way]) > depth {
			return last
		}
		return way
	}
	return leastWorth(m, generation)
}

// leastWorth returns the way with the least worth, the first of equals.
func leastWorth(m []uint64, generation uint64) int {
	way, least := 0, worth(m[0], generation)
	for w := 1; w < len(m); w++ {
		if v := worth(m[w], generation); v < least {
			way, least = w, v
		}
	}
	return way
}

// ask calls the caller's own policy.
func (t *Table) ask(m []uint64, generation uint64, depth int8) int {
	var ways [8]Way
	for w := range m {
		if gen := genOf(m[w]); gen != 0 {
			ways[w] = Way{true, depthOf(m[w]), int((generation - gen) & genMask)}
		}
	}
	way := t.options.Victim(ways[:len(m)], depth)
	if way >= len(m) {
		panic(fmt.Sprintf("tt: Options.Victim chose way %d of %d", way, len(m)))
	}
	return way
}
