package tt

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
	"github.com/zobrist-go/zobrist/odds"
)

// ErrOptions is wrapped by the errors about [Options] that contradict themselves or that no table satisfies.
var ErrOptions = errors.New("tt: bad options")

// ErrMemory is wrapped by the errors about a table that this machine has too little memory for.
var ErrMemory = mmap.ErrMemory

const (
	wholeHash      = 64 // tag bits of the full layout
	minTagBits     = 8  // of the compact layout
	maxTagBits     = 48
	maxPayloadBits = 64 - payloadShift
	defaultBytes   = 16 << 20
)

// Options describe a table. The zero value is a table of 16 MiB that verifies
// whole hashes and watches nothing.
type Options struct {
	// Bytes is the size of the table, at least 64; it is rounded down to whole
	// clusters of 64. 0 means 16 MiB.
	Bytes int64

	// Payload is how many bits of [Entry].Payload are needed at least, up to 51.
	// 0 means ScoreBits, for [NewEntry]. A tag that leaves less is refused.
	Payload int

	// TagBits is how many low bits of the hash an entry keeps. 64, or 0 without
	// Chance, means the whole hash: slots of 16 bytes with 51 bits of payload.
	// With 8 to 48 a slot has 8 bytes, and 51 − TagBits bits of payload.
	TagBits int

	// Chance, in place of TagBits, is the wanted probability of at least one
	// wrong hit in Probes probes of positions that are not in the full table.
	// The least TagBits that keep it and leave room for Payload are chosen.
	Chance, Probes float64

	// Sample is one in how many clusters is watched for errors; 0 means none.
	// See [Stats]. A watched cluster takes 128 bytes more.
	Sample int

	// Digest is the digest of what the entries depend on: of the keys, as zobrist.Set.Digest
	// returns it, perhaps with the game and its rules. Save writes it, and Load refuses a file
	// with another one. The zero value means unknown keys, and is not compared.
	Digest [32]byte
}

// complete fills in the defaults and checks the options.
func (o Options) complete() (Options, error) {
	o.Bytes, o.Payload = cmp.Or(o.Bytes, defaultBytes), cmp.Or(o.Payload, ScoreBits)
	problem := ""
	switch {
	case o.Bytes < clusterBytes:
		problem = fmt.Sprintf("%d bytes; the least is %d", o.Bytes, clusterBytes)
	case o.Sample < 0:
		problem = fmt.Sprintf("a sample of one cluster in %d; give a number above 0, or 0 for none", o.Sample)
	case o.Payload < 0 || o.Payload > maxPayloadBits:
		problem = fmt.Sprintf("a payload of %d bits; give 1 to %d", o.Payload, maxPayloadBits)
	case o.TagBits != 0 && !validTag(o.TagBits):
		problem = fmt.Sprintf("a tag of %d bits; give %d to %d, or %d for the whole hash",
			o.TagBits, minTagBits, maxTagBits, wholeHash)
	case o.TagBits != 0 && o.payloadBits() < o.Payload:
		problem = fmt.Sprintf("a tag of %d bits leaves %d of payload, and %d are needed; give %s", o.TagBits,
			o.payloadBits(), o.Payload, o.remedy())
	case o.TagBits != 0 && o.Chance != 0:
		problem = "both TagBits and Chance; leave one 0"
	case o.Chance != 0 && !(o.Chance > 0 && o.Chance < 1 && o.Probes > 0 && o.Probes <= math.MaxFloat64):
		problem = fmt.Sprintf(
			"a chance of %g in %g probes; give a chance between 0 and 1 and a number of probes above 0",
			o.Chance, o.Probes)
	}
	if problem != "" {
		return o, fmt.Errorf("%w: %s", ErrOptions, problem)
	}
	o.Bytes -= o.Bytes % clusterBytes
	if o.Chance != 0 {
		return o.chooseTag()
	}
	o.TagBits = cmp.Or(o.TagBits, wholeHash)
	return o, nil
}

// remedy says which tags leave room for Payload.
func (o Options) remedy() string {
	if most := maxPayloadBits - o.Payload; most >= minTagBits {
		return fmt.Sprintf("TagBits of %d to %d, or %d for the whole hash, or a smaller Payload", minTagBits, most, wholeHash)
	}
	return fmt.Sprintf("TagBits of %d for the whole hash, or a smaller Payload", wholeHash)
}

func validTag(bits int) bool { return bits >= minTagBits && bits <= maxTagBits || bits == wholeHash }

// chooseTag sets TagBits to the least that keeps the wanted Chance.
func (o Options) chooseTag() (Options, error) {
	wanted := -math.Log1p(-o.Chance) // expected wrong hits
	for o.TagBits = minTagBits; o.TagBits <= wholeHash; o.TagBits++ {
		if validTag(o.TagBits) && o.payloadBits() >= o.Payload && o.odds(1).WrongHits() <= wanted {
			return o, nil
		}
	}
	return o, fmt.Errorf("%w: no table of %d bytes has a chance of %g of a wrong hit in %g probes; give a larger chance",
		ErrOptions, o.Bytes, o.Chance, o.Probes)
}

// slots returns the number of slots in a cluster.
func (o Options) slots() int {
	if o.TagBits == wholeHash {
		return fullSlots
	}
	return compactSlots
}

// payloadBits returns the width of the payload. A tag takes some of it, but the
// whole hash has a word of its own.
func (o Options) payloadBits() int { return maxPayloadBits - o.TagBits%wholeHash }

// odds describes the table to package odds, filled to the given part and probed
// Options.Probes times.
func (o Options) odds(fill float64) odds.Tags {
	return odds.Tags{
		Fill:      fill,
		Slots:     float64(o.slots()),
		TagBits:   o.TagBits,
		IndexBits: bits.Len64(uint64(o.Bytes/clusterBytes)) - 1,
		HashBits:  64,
		Probes:    o.Probes,
	}
}
