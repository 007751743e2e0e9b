package dependency

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
)

// A keySum is the sum of the words of a set of at most four.
type keySum struct {
	sum uint64
	set [4]uint16
}

// A pair is the sum of two words, low < high.
type pair struct {
	sum       uint64
	low, high uint16
}

// prefixes holds the pair sums in buckets by their top bits, each bucket in
// two orders, so that the sums of k words with a given prefix can be listed.
type prefixes struct {
	words  []uint64
	k      int
	bits   int // of the prefix, 1 to 24
	start  []int32
	byLow  []pair // descending low in each bucket
	byHigh []pair // ascending high in each bucket
	sums   []uint64
	single []uint16 // for k = 2: the words by prefix, ascending in each bucket
}

// sumsAtOnce is about how many sums share a prefix: 8 bytes each.
const sumsAtOnce = 1 << 21

// newPrefixes files the words or their pairs. It stops early when ctx ends.
func newPrefixes(ctx context.Context, words []uint64, k int) *prefixes {
	n := len(words)
	p := &prefixes{words: words, k: k, bits: 1}
	for p.bits < 24 && math.Ldexp(Choose(n, k), -p.bits) > sumsAtOnce {
		p.bits++
	}
	if k < 2 {
		return p
	}
	shift := 64 - p.bits
	p.start = make([]int32, 1<<p.bits+1)
	if k == 2 {
		p.fileWords(shift)
		return p
	}
	// Pairs are counted by prefix and then filed, in the order that a bucket keeps.
	for i, a := range words {
		if ctx.Err() != nil {
			return p
		}
		for _, b := range words[:i] {
			p.start[(a^b)>>shift+1]++
		}
	}
	for i := range 1 << p.bits {
		p.start[i+1] += p.start[i]
	}
	p.byLow, p.sums = make([]pair, n*(n-1)/2), make([]uint64, n*(n-1)/2)
	next := slices.Clone(p.start)
	for low := n - 2; low >= 0; low-- {
		for high := low + 1; high < n; high++ {
			sum := words[low] ^ words[high]
			at := &next[sum>>shift]
			p.byLow[*at], p.sums[*at] = pair{sum, uint16(low), uint16(high)}, sum
			*at++
		}
	}
	if k == 4 {
		p.byHigh = make([]pair, len(p.byLow))
		copy(next, p.start)
		for high := range n {
			for low := range high {
				sum := words[low] ^ words[high]
				at := &next[sum>>shift]
				p.byHigh[*at] = pair{sum, uint16(low), uint16(high)}
				*at++
			}
		}
	}
	return p
}

// fileWords sorts the words by their prefix.
func (p *prefixes) fileWords(shift int) {
	for _, w := range p.words {
		p.start[w>>shift+1]++
	}
	for i := range len(p.start) - 1 {
		p.start[i+1] += p.start[i]
	}
	next := slices.Clone(p.start)
	p.single = make([]uint16, len(p.words))
	for i, w := range p.words {
		at := &next[w>>shift]
		p.single[*at] = uint16(i)
		*at++
	}
}

// part returns n as a part of all prefixes.
func (p *prefixes) part(n int64) float64 { return math.Ldexp(float64(n), -p.bits) }

// bucket returns the range of the pairs whose sums have the prefix.
func (p *prefixes) bucket(prefix uint64) (from, to int) {
	return int(p.start[prefix]), int(p.start[prefix+1])
}

// A sieve keeps of all sums with one prefix those that occur twice.
type sieve struct {
	*prefixes
	ctx   context.Context // ends a run early, whose sums are then not all
	spent int             // sums since ctx was looked at
	parts [256][]uint64   // sums by the 8 bits below the prefix
	seen  []uint64        // two bits a slot: met once, met again
}

// run returns the sums of k words with the prefix that two or more sets
// share, in order of the sum.
func (s *sieve) run(prefix uint64) []keySum {
	for i := range s.parts {
		s.parts[i] = s.parts[i][:0]
	}
	switch s.k {
	case 4:
		s.fill4(prefix)
	default:
		s.each(prefix, func(k keySum) { s.add(k.sum) })
	}
	var twice []uint64
	for _, part := range s.parts {
		twice = append(twice, s.repeated(part)...)
	}
	if len(twice) == 0 {
		return nil
	}
	// The sets of these few sums are found by listing all once more.
	slices.Sort(twice)
	twice = slices.Compact(twice)
	filter := make([]uint64, 1024)
	low := uint(64 - s.bits - 16)
	for _, v := range twice {
		filter[v>>low>>6&1023] |= 1 << (v >> low & 63)
	}
	var sums []keySum
	s.each(prefix, func(k keySum) {
		if filter[k.sum>>low>>6&1023]>>(k.sum>>low&63)&1 == 1 {
			if _, ok := slices.BinarySearch(twice, k.sum); ok {
				sums = append(sums, k)
			}
		}
	})
	slices.SortFunc(sums, func(a, b keySum) int { return cmp.Compare(a.sum, b.sum) })
	return sums
}

// ended reports whether ctx has ended. It looks once in a million sums, of which n come next.
func (s *sieve) ended(n int) bool {
	if s.spent += n + 1; s.spent < 1<<20 {
		return false
	}
	s.spent = 0
	if s.ctx.Err() == nil {
		return false
	}
	s.spent = 1 << 20 // at once from now on
	return true
}

// add enters a sum.
func (s *sieve) add(sum uint64) {
	part := &s.parts[uint8(sum>>uint(56-s.bits))]
	*part = append(*part, sum)
}

// fill4 enters the sums of four words a < b < c < d as a pair (a, b) from one
// bucket and a pair (c, d) from its partner: each set once.
func (s *sieve) fill4(prefix uint64) {
	shift := uint(56-s.bits) & 63
	for q := range uint64(1) << s.bits {
		from, to := s.bucket(q ^ prefix)
		partner, sums := s.byLow[from:to], s.sums[from:to]
		from, to = s.bucket(q)
		end := len(partner)
		for _, a := range s.byHigh[from:to] {
			for end > 0 && partner[end-1].low <= a.high {
				end--
			}
			if end == 0 {
				break
			}
			if s.ended(end) {
				return
			}
			for _, b := range sums[:end] {
				v := a.sum ^ b
				part := &s.parts[uint8(v>>shift)]
				*part = append(*part, v)
			}
		}
	}
}

// each lists the sums of k words with the prefix together with their sets.
func (s *sieve) each(prefix uint64, visit func(keySum)) {
	switch s.k {
	case 1:
		for i, w := range s.words {
			if w>>(64-s.bits) == prefix {
				visit(keySum{w, [4]uint16{uint16(i)}})
			}
		}
	case 2:
		for q := range uint64(1) << s.bits {
			if q > q^prefix {
				continue // its partner was taken
			}
			from, to := s.bucket(q)
			first := s.single[from:to]
			from, to = s.bucket(q ^ prefix)
			for i, a := range first {
				second := s.single[from:to]
				if prefix == 0 {
					second = first[i+1:]
				}
				if s.ended(len(second)) {
					return
				}
				for _, b := range second {
					visit(keySum{s.words[a] ^ s.words[b], [4]uint16{min(a, b), max(a, b)}})
				}
			}
		}
	case 3:
		for i, w := range s.words {
			from, to := s.bucket(w>>(64-s.bits) ^ prefix)
			if s.ended(to - from) {
				return
			}
			for _, a := range s.byLow[from:to] {
				if int(a.low) <= i {
					break
				}
				visit(keySum{w ^ a.sum, [4]uint16{uint16(i), a.low, a.high}})
			}
		}
	case 4:
		for q := range uint64(1) << s.bits {
			from, to := s.bucket(q ^ prefix)
			partner := s.byLow[from:to]
			from, to = s.bucket(q)
			for _, a := range s.byHigh[from:to] {
				if s.ended(len(partner)) {
					return
				}
				for _, b := range partner {
					if b.low <= a.high {
						break
					}
					visit(keySum{a.sum ^ b.sum, [4]uint16{a.low, a.high, b.low, b.high}})
				}
			}
		}
	}
}

// repeated returns the values that occur more than once in part, with their
// repeats and, rarely, others. It reorders part. Two rounds of a bitmap with
// two bits a slot remove nearly all of the rest, then they are sorted.
func (s *sieve) repeated(part []uint64) []uint64 {
	if len(part) < 2 {
		return nil
	}
	slots := max(bits.Len(uint(len(part)))+3, 8) // 8 to 16 slots a value
	words := 1 << (slots - 5)
	if len(s.seen) < words {
		s.seen = make([]uint64, words)
	}
	seen := s.seen[:words]
	shift := 56 - s.bits // below the prefix and the number of the part
	for range 2 {
		shift -= slots
		if shift < 0 {
			break
		}
		clear(seen)
		for _, v := range part {
			slot := v >> uint(shift)
			word := &seen[slot>>5&uint64(words-1)]
			once := uint64(1) << (slot & 31 * 2)
			*word |= once | *word&once<<1
		}
		kept := 0
		for _, v := range part {
			slot := v >> uint(shift)
			part[kept] = v
			kept += int(seen[slot>>5&uint64(words-1)] >> (slot&31*2 + 1) & 1)
		}
		part = part[:kept]
	}
	slices.Sort(part)
	var twice []uint64
	for i := 1; i < len(part); i++ {
		if part[i] == part[i-1] {
			twice = append(twice, part[i])
		}
	}
	return twice
}
