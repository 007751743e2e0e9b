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
				s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(b.TempDir(), "spill"), Size: 8, Memory: memory})
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
