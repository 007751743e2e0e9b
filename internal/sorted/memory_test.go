package sorted_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// alive returns the bytes that a garbage collection found alive.
func alive() uint64 {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}

// TestMemory sorts records that take many times the memory, a tenth of them of one key, and counts the bytes that are
// alive: a quarter more than the memory, and 3 MiB for what every worker holds.
func TestMemory(t *testing.T) {
	const memory, records = 4 << 20, 400_000
	dir := t.TempDir()
	before, peak := alive(), uint64(0)
	var mu sync.Mutex
	watch := func() {
		mu.Lock()
		defer mu.Unlock()
		peak = max(peak, alive())
	}
	s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(dir, "spill"), Size: sorted.Variable, Memory: memory})
	defer s.Close()
	a, rng := s.Adder(), rand.New(rand.NewPCG(1, 1))
	payload := make([]byte, 100)
	for i := range records {
		k := uniform(rng)
		if i%10 == 0 {
			k = sorted.Key{Lo: 7 << 40}
		}
		if err := a.Add(0, k, payload[:20+rng.IntN(80)]); err != nil {
			t.Fatal(err)
		}
		if i%20_000 == 0 {
			watch()
		}
	}
	a = nil
	s.End()
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	s.Forget()
	w, err := family.CreateTable(filepath.Join(dir, "table"), sorted.TableOptions{Bytes: s.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	next := 0.0
	count := func(dst []byte, _ sorted.Key, payloads iter.Seq[[]byte]) ([]byte, bool, error) {
		n := 0
		for range payloads {
			n++
		}
		return fmt.Append(dst, n), true, nil
	}
	err = w.Sort(t.Context(), s, 0, sorted.WorkOptions{Memory: memory, Workers: 2, Progress: func(done float64) {
		mu.Lock()
		now := done >= next
		if now {
			next += 0.05
		}
		mu.Unlock()
		if now {
			watch()
		}
	}}, count)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, most := peak-before, uint64(memory/4*5+3<<20); got > most {
		t.Errorf("sorting held %d KiB, more than %d", got>>10, most>>10)
	} else {
		t.Logf("%d KiB of %d", got>>10, most>>10)
	}
	table, err := family.OpenTable(filepath.Join(dir, "table"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if p, ok, err := table.Find(nil, sorted.Key{Lo: 7 << 40}); string(p) != "40000" || !ok || err != nil {
		t.Errorf("%q records of the popular key, error %v", p, err)
	}
}

// TestCompact adds many records of few keys, whose counts are added up in memory, and so never reach a file.
func TestCompact(t *testing.T) {
	newSorter := func() *sorted.Sorter[[3]uint16] {
		return &sorted.Sorter[[3]uint16]{Limit: 1 << 20,
			Decode: func(dst []sorted.Record[[3]uint16], raw []byte) {
				for i := range dst {
					b := raw[16*i:]
					dst[i].Lo, dst[i].Hi = le(b, 8), uint16(le(b[8:], 2))
					dst[i].Value = [3]uint16{uint16(le(b[10:], 2)), uint16(le(b[12:], 2)), uint16(le(b[14:], 2))}
				}
			},
			Combine: func(records []sorted.Record[[3]uint16]) []sorted.Record[[3]uint16] {
				sum := records[:0]
				for _, r := range records {
					n := len(sum) - 1
					if n >= 0 && sum[n].Key() == r.Key() && int(sum[n].Value[0])+int(r.Value[0]) <= 60_000 {
						sum[n].Value[0] += r.Value[0]
						continue
					}
					sum = append(sum, r)
				}
				return sum
			},
			Encode: func(dst []byte, records []sorted.Record[[3]uint16]) []byte {
				for _, r := range records {
					for _, x := range []uint64{r.Lo, uint64(r.Hi) | uint64(r.Value[0])<<16} {
						for range 8 {
							dst, x = append(dst, byte(x)), x>>8
						}
					}
				}
				return dst
			},
		}
	}
	for _, keys := range []uint64{1, 1000, 1 << 40} { // the last go to the file
		s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(t.TempDir(), "spill"), Size: 6, Memory: 1 << 20,
			Adders: 2, Compact: func() sorted.Compacter { return newSorter() }})
		want := make(map[sorted.Key]int)
		rng := rand.New(rand.NewPCG(keys, 1))
		var adders [2]*sorted.Adder
		for i := range adders {
			adders[i] = s.Adder()
		}
		for i := range 300_000 {
			k := sorted.Key{Lo: rng.Uint64N(keys) * 0x9e37_79b9_7f4a_7c15, Hi: uint16(i % 3)}
			want[k]++
			if err := adders[i%2].Add(0, k, []byte{1, 0, 0, 0, 0, 0}); err != nil {
				t.Fatal(err)
			}
		}
		s.End()
		if s.InFile() != (keys > 1000) {
			t.Errorf("%d keys: in a file %t", 3*keys, s.InFile())
		}
		got := make(map[sorted.Key]int)
		o := newSorter()
		last := sorted.Key{}
		for part := range 256 {
			err := o.Part(s, 0, byte(part), counter(func(k sorted.Key, n int) {
				if k.Compare(last) < 0 {
					t.Fatalf("%v after %v", k, last)
				}
				last = k
				got[k] += n
			}))
			if err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		if len(got) != len(want) {
			t.Errorf("%d keys of %d", len(got), len(want))
		}
		for k, n := range want {
			if got[k] != n {
				t.Fatalf("%d records of %v, not %d", got[k], k, n)
			}
		}
	}
}

func le(b []byte, bytes int) (x uint64) {
	for i := range bytes {
		x |= uint64(b[i]) << (8 * i)
	}
	return x
}

// A counter is a sink that counts.
type counter func(k sorted.Key, n int)

func (f counter) Sorted(records []sorted.Record[[3]uint16]) error {
	for i := range records {
		f(records[i].Key(), int(records[i].Value[0]))
	}
	return nil
}

func (f counter) Popular(_ sorted.Key, pieces func(func([]sorted.Record[[3]uint16]) error) error) error {
	return pieces(f.Sorted)
}
