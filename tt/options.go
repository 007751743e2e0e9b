package tt

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist/odds"
)

// ErrOptions is wrapped by the errors about [Options] that contradict
// themselves or ask for what no layout has.
var ErrOptions = errors.New("tt: bad options")

// A Layout is how a table packs its slots into cache lines of 64 bytes.
type Layout uint8

const (
	// Auto is Full, or Compact where Options give TagBits or Chance.
	Auto Layout = iota

	// Full has slots of 16 bytes that verify all 64 bits of the hash and
	// keep 51 bits of payload.
	Full

	// Compact has slots of 8 bytes with a tag of 8 to 48 bits; the payload
	// has 51 bits less the tag's. A slot is one word: it cannot tear.
	Compact

	// Payload has slots of 16 bytes that keep 64 bits of payload. They hold
	// 51 bits of the hash; the address knows the others, so that a table has
	// at least 512 KiB.
	Payload

	// Wide has slots of 32 bytes that verify all bits of a 128-bit hash and
	// keep 64 bits of payload.
	Wide
)

var layouts = [...]struct {
	name string
	ways int // slots in a line
}{{"auto", 0}, {"full", 4}, {"compact", 8}, {"payload", 4}, {"wide", 2}}

// String returns "auto", "full", "compact", "payload" or "wide".
func (l Layout) String() string {
	if int(l) < len(layouts) {
		return layouts[l].name
	}
	return fmt.Sprintf("layout %d", uint8(l))
}

// Limits of the sizes, in bits and bytes.
const (
	MinTagBits = 8
	MaxTagBits = 48

	lineBytes       = 64
	defaultBytes    = 16 << 20
	minPayloadBytes = lineBytes << metaBits // the address knows 13 bits
)

// Options describe a table. The zero value is a table of 16 MiB of the layout
// [Full] with the policy [DepthAge] that watches nothing.
type Options struct {
	// Bytes is the size of the table, any number from 64; it is rounded down
	// to whole lines of 64. 0 means 16 MiB.
	Bytes int64

	// Layout is how slots are packed; see the constants.
	Layout Layout

	// TagBits is the width of the tag of the layout [Compact], 8 to 48.
	// 0 means that Chance chooses, or 16 bits where that is 0 too.
	TagBits int

	// Chance, in place of TagBits, is the wanted probability of at least one
	// wrong hit in Probes probes of positions that are not in the full table.
	// The layout Auto becomes Full where 48 bits are too few.
	Chance, Probes float64

	// Policy is what a new entry replaces. Victim, where it is not nil, is
	// asked instead: it returns the way to replace, or −1 to drop the new
	// entry. Ways is only valid during the call, which other goroutines may
	// make at the same time.
	Policy Policy
	Victim func(ways []Way, depth int8) int

	// Sample is one in how many lines is watched for errors; 0 means none.
	// See [Stats]. A watched line takes 96 bytes more.
	Sample int

	// Keys is the digest of the keys that the hashes come from, as
	// zobrist.Set.Digest returns it. Save writes it, and Load refuses a
	// file with another one. The zero value is for whoever does not care.
	Keys [32]byte
}

// plan fills in the defaults and checks the options.
func (o Options) plan() (Options, error) {
	fail := func(format string, args ...any) (Options, error) {
		return o, fmt.Errorf("%w: "+format, append([]any{ErrOptions}, args...)...)
	}
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	switch {
	case o.Bytes < lineBytes:
		return fail("%d bytes; the least is %d", o.Bytes, lineBytes)
	case int(o.Layout) >= len(layouts):
		return fail("%v; the last is %v", o.Layout, Wide)
	case o.Policy > TwoTier:
		return fail("%v; the last is %v", o.Policy, TwoTier)
	case o.Sample < 0:
		return fail("a sample of one line in %d; give a number above 0, or 0 for none", o.Sample)
	case o.TagBits != 0 && (o.TagBits < MinTagBits || o.TagBits > MaxTagBits):
		return fail("a tag of %d bits; give %d to %d", o.TagBits, MinTagBits, MaxTagBits)
	case o.TagBits != 0 && o.Layout != Auto && o.Layout != Compact:
		return fail("the layout %v has no tag to choose; use Compact or leave TagBits 0", o.Layout)
	case o.TagBits != 0 && o.Chance != 0:
		return fail("both TagBits and Chance; leave one 0")
	case o.Chance != 0 && !(o.Chance > 0 && o.Chance < 1 && o.Probes > 0 && o.Probes <= math.MaxFloat64):
		return fail("a chance of %g in %g probes; give a chance between 0 and 1 and a number of probes above 0", o.Chance, o.Probes)
	}
	o.Bytes -= o.Bytes % lineBytes
	if o.Chance != 0 {
		return o.choose()
	}
	if o.Layout == Auto {
		o.Layout = Full
		if o.TagBits != 0 {
			o.Layout = Compact
		}
	}
	if o.Layout == Compact && o.TagBits == 0 {
		o.TagBits = 16
	}
	if o.Layout == Payload && o.Bytes < minPayloadBytes {
		return fail("%d bytes for the layout payload, whose least is %d; use Wide or a larger table", o.Bytes, minPayloadBytes)
	}
	return o, nil
}

// choose finds the layout and the tag for a wanted chance of a wrong hit.
func (o Options) choose() (Options, error) {
	wanted := -math.Log1p(-o.Chance) // expected wrong hits
	lines := o.Bytes / lineBytes
	compact := o
	compact.Layout, compact.TagBits, compact.Chance = Compact, MaxTagBits, 0
	if o.Layout == Auto || o.Layout == Compact {
		t := compact.errors(lines, 1)
		t.Probes = o.Probes
		tag := max(odds.TagBits(t, wanted), MinTagBits)
		t.TagBits = tag
		if tag <= MaxTagBits && t.WrongHits() <= wanted {
			compact.TagBits = tag
			return compact, nil
		}
	}
	if o.Layout != Compact {
		full := o
		full.Chance = 0
		if full.Layout == Auto {
			full.Layout = Full
		}
		t := full.errors(lines, 1)
		t.Probes = o.Probes
		if t.WrongHits() <= wanted {
			return full.plan()
		}
	}
	return o, fmt.Errorf("%w: no layout %v of %d bytes has a chance of %g of a wrong hit in %g probes; use Wide with 128-bit hashes, or a larger chance",
		ErrOptions, o.Layout, o.Bytes, o.Chance, o.Probes)
}

// errors describes the table to package odds, filled to the given part.
func (o Options) errors(lines int64, fill float64) odds.Table {
	t := odds.Table{Fill: fill, Slots: float64(layouts[o.Layout].ways), TagBits: o.TagBits,
		IndexBits: bits.Len64(uint64(lines)) - 1, HashBits: 64}
	switch o.Layout {
	case Full, Payload:
		t.TagBits = 64
	case Wide:
		t.TagBits, t.HashBits = 128, 128
	}
	return t
}
