package sorted_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// nothing is a sink that keeps nothing.
type nothing struct{}

func (nothing) Sorted([]visit) error                                      { return nil }
func (nothing) Popular(sorted.Key, func(func([]visit) error) error) error { return nil }

// BenchmarkSort adds records of 18 bytes and sorts them.
func BenchmarkSort(b *testing.B) {
	const n = 1 << 20
	for _, memory := range []int64{1 << 30, 8 << 20} {
		b.Run(fmt.Sprintf("memory=%dMiB", memory>>20), func(b *testing.B) {
			for b.Loop() {
				s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(b.TempDir(), "spill"), Size: 8,
					Memory: memory})
				a, rng := s.Adder(), rand.New(rand.NewPCG(1, 2))
				var payload [8]byte
				for i := range n {
					binary.LittleEndian.PutUint64(payload[:], uint64(i))
					if err := a.Add(0, sorted.Key{Lo: rng.Uint64(), Hi: uint16(i)}, payload[:]); err != nil {
						b.Fatal(err)
					}
				}
				s.End()
				o := newSorter(memory)
				for part := range 256 {
					if err := o.Part(s, 0, byte(part), nothing{}); err != nil {
						b.Fatal(err)
					}
				}
				s.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/record")
		})
	}
}

// BenchmarkFind looks up keys of a table of records of 5 bytes that is in memory.
func BenchmarkFind(b *testing.B) {
	const n = 4 << 20
	dir := b.TempDir()
	s := family.NewSpill(sorted.SpillOptions{Size: sorted.Variable, Memory: 1 << 30})
	a, rng := s.Adder(), rand.New(rand.NewPCG(1, 2))
	for range n {
		if err := a.Add(0, uniform(rng), []byte{1, 2, 3, 4, 5}); err != nil {
			b.Fatal(err)
		}
	}
	s.End()
	w, err := family.CreateTable(filepath.Join(dir, "table"), sorted.TableOptions{Bytes: s.Bytes()})
	if err == nil {
		err = w.Sort(b.Context(), s, 0, sorted.WorkOptions{Memory: 1 << 30, Workers: 2}, join)
	}
	if err != nil {
		b.Fatal(err)
	}
	info, err := w.Close()
	if err != nil {
		b.Fatal(err)
	}
	table, err := family.OpenTable(filepath.Join(dir, "table"))
	if err == nil {
		err = table.Verify(b.Context(), nil, nil)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	var keys []sorted.Key
	for e, err := range table.All(sorted.Key{}) {
		if err != nil {
			b.Fatal(err)
		}
		keys = append(keys, e.Key)
	}
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var payload []byte
	i := 0
	for b.Loop() {
		var ok bool
		if payload, ok, err = table.Find(payload[:0], keys[i]); !ok || err != nil {
			b.Fatal(ok, err)
		}
		if i++; i == len(keys) {
			i = 0
		}
	}
	b.ReportMetric(float64(info.Bytes)/n, "bytes/record")
}
