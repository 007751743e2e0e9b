package sorted_test

import (
	"cmp"
	"encoding/binary"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A visit is a record with a payload of 8 bytes, two numbers.
type visit = sorted.Record[played]

type played struct{ game, move uint32 }

const visitSize = 18

func decode(dst []visit, raw []byte) {
	for i := range dst {
		b := raw[visitSize*i:]
		dst[i] = visit{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint16(b[8:]),
			played{binary.LittleEndian.Uint32(b[10:]), binary.LittleEndian.Uint32(b[14:])}}
	}
}

func add(t *testing.T, a *sorted.Adder, v visit) {
	t.Helper()
	var raw [8]byte
	binary.LittleEndian.PutUint32(raw[:], v.Value.game)
	binary.LittleEndian.PutUint32(raw[4:], v.Value.move)
	if err := a.Add(0, v.Key(), raw[:]); err != nil {
		t.Fatal(err)
	}
}

func newSorter(limit int64) sorted.Sorter[played] {
	return sorted.Sorter[played]{Limit: limit, Decode: decode,
		Tie: func(a, b played) int { return cmp.Compare(a.game, b.game) }}
}

// A list is a sink that keeps all visits.
type list struct {
	visits []visit
	often  []sorted.Key
}

func (l *list) Sorted(visits []visit) error {
	l.visits = append(l.visits, visits...)
	return nil
}

// Popular reads the pieces twice, as an encoder may.
func (l *list) Popular(k sorted.Key, pieces func(func([]visit) error) error) error {
	var once []visit
	for range 2 {
		var again []visit
		if err := pieces(func(visits []visit) error {
			again = append(again, visits...)
			clear(visits) // it may change them
			return nil
		}); err != nil {
			return err
		}
		if once != nil && !slices.Equal(once, again) {
			panic("pieces differ")
		}
		once = again
	}
	l.often = append(l.often, k)
	return l.Sorted(once)
}

// TestSort sorts visits of which many share a key, or the first bytes of one, in little memory.
func TestSort(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		// Keys of one part. Some differ only in the last bytes.
		keys := []sorted.Key{{Lo: 7 << 56, Hi: 1}, {Lo: 7 << 56, Hi: 2}, {Lo: 7<<56 | 1, Hi: 1}, {Lo: 7<<56 | 1<<30}}
		for range 200 {
			keys = append(keys, sorted.Key{Lo: 7<<56 | rng.Uint64()>>8, Hi: uint16(rng.Uint32())})
		}
		limit := []int64{1 << 20, 64 << 10, 16 << 10, 16 << 10}[seed]
		s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(t.TempDir(), "visits"), Size: 8,
			Memory: []int64{1 << 30, 1 << 16, 1 << 16, 1 << 30}[seed]})
		a := s.Adder()
		var want []visit
		for game := range uint32(6000) {
			for i, k := range keys {
				if i < 6 && rng.IntN(6) >= i || i >= 6 && rng.IntN(100) == 0 {
					v := visit{k.Lo, k.Hi, played{game, rng.Uint32N(20)}}
					want = append(want, v)
					add(t, a, v)
				}
			}
		}
		s.End()
		slices.SortStableFunc(want, func(a, b visit) int { return a.Key().Compare(b.Key()) })
		var got list
		o := newSorter(limit)
		if err := o.Part(s, 0, 7, &got); err != nil {
			t.Fatal(err)
		}
		if s.Close(); !slices.Equal(got.visits, want) {
			t.Fatalf("seed %d: %d visits sorted otherwise than in memory", seed, len(got.visits))
		}
		if small := limit < 6000*24; small != (len(got.often) > 0) {
			t.Errorf("seed %d: %d popular keys with a limit of %d bytes", seed, len(got.often), limit)
		}
	}
}

// TestSpillResumed damages and cuts what another process has written, and resumes from the rest.
func TestSpillResumed(t *testing.T) {
	for _, size := range []int{8, sorted.Variable} {
		o := sorted.SpillOptions{Path: filepath.Join(t.TempDir(), "visits"), Size: size, Memory: 100 << 10}
		s := family.NewSpill(o)
		a, rng := s.Adder(), rand.New(rand.NewPCG(1, 1))
		var want []visit
		more := func(n int) {
			for range n {
				v := visit{rng.Uint64(), uint16(rng.Uint32()), played{rng.Uint32(), rng.Uint32()}}
				want = append(want, v)
				add(t, a, v)
			}
		}
		more(10_000)
		if err := errors.Join(s.Flush(), s.Sync()); err != nil {
			t.Fatal(err)
		}
		extents := s.Extents()
		kept := len(want)
		more(5000) // which are not in the journal
		s.Suspend()
		whole, err := os.ReadFile(o.Path)
		if err != nil {
			t.Fatal(err)
		}
		want = want[:kept]
		// resume returns the visits, and what was wrong.
		resume := func(content []byte) ([]visit, error) {
			if err := os.WriteFile(o.Path, content, 0o666); err != nil {
				t.Fatal(err)
			}
			s = family.NewSpill(o)
			defer s.Close()
			if err := s.Restore(extents); err != nil {
				return nil, err
			}
			s.End()
			var got list
			for part := range 256 {
				var err error
				if size == sorted.Variable {
					p := sorted.PayloadSorter{Limit: 1 << 20}
					err = p.Part(s, 0, byte(part), got.payloads)
				} else {
					p := newSorter(1 << 20)
					err = p.Part(s, 0, byte(part), &got)
				}
				if err != nil {
					return nil, err
				}
			}
			return got.visits, nil
		}
		got, err := resume(whole)
		slices.SortFunc(want, func(a, b visit) int { return a.Key().Compare(b.Key()) })
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("size %d: %d visits of %d, or another order; error %v", size, len(got), len(want), err)
		}
		end := int64(0)
		for _, part := range extents[0] {
			for _, e := range part {
				end = max(end, e.Offset+e.Length)
			}
		}
		for range 50 {
			damaged := slices.Clone(whole)
			damaged[rng.Int64N(end)] ^= 1 << rng.IntN(8)
			if rng.IntN(5) == 0 {
				damaged = damaged[:rng.Int64N(end)]
			}
			if got, err := resume(damaged); !errors.Is(err, errDamaged) {
				t.Fatalf("size %d: %d visits of a damaged file, error %v", size, len(got), err)
			}
		}
		if err := os.Remove(o.Path); err == nil {
			t.Error("the file is left")
		}
	}
}

// payloads takes the visits of a key from their payloads.
func (l *list) payloads(k sorted.Key, payloads iter.Seq[[]byte]) error {
	for p := range payloads {
		v := played{binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[4:])}
		l.visits = append(l.visits, visit{k.Lo, k.Hi, v})
	}
	return nil
}

// TestSortAllocations: no record is copied to the heap to be compared, also in a bucket of very many equal keys.
func TestSortAllocations(t *testing.T) {
	const n = 1 << 15
	s := family.NewSpill(sorted.SpillOptions{Size: 8, Memory: 1 << 30})
	defer s.Close()
	a := s.Adder()
	for game := range uint32(n) {
		add(t, a, visit{Lo: 7 << 56, Value: played{n - game, 0}})
	}
	s.End()
	o := newSorter(1 << 30)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := o.Part(s, 0, 7, nothing{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if made := after.Mallocs - before.Mallocs; made > n/8 {
		t.Errorf("%d allocations to sort %d records", made, n)
	}
}
