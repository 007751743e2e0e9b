package tt

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkWatch compares a table of 1 GiB that watches one cluster in 64 with
// itself when it watches none: the median ratio of the times of neighbouring
// parts, so that what else the machine does meets both. Positions are found,
// absent, stored again, and stored in place of others. -benchtime 50x.
func BenchmarkWatch(b *testing.B) {
	for _, tag := range []int{wholeHash, 16} {
		t, err := New(Options{Bytes: 1 << 30, TagBits: tag, Sample: 64})
		if err != nil {
			b.Fatal(err)
		}
		name := "layout=full/op="
		if tag != wholeHash {
			name = "layout=compact/op="
		}
		benchmarkWatch(b, name, t)
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkWatch(b *testing.B, name string, t *Table) {
	const part, ring = 1 << 15, 1 << 20
	hashes, absent, entries := make([]uint64, ring), make([]uint64, ring), make([]Entry, ring)
	src := rand.NewPCG(1, 2)
	for stored := 0; stored < t.Len()*7/10; stored += ring {
		for i := range hashes {
			hashes[i] = src.Uint64()
		}
		t.StoreBatch(hashes, entries)
	}
	for i := range absent {
		absent[i] = src.Uint64()
	}
	probe := func(hashes []uint64) {
		for i, h := range hashes {
			t.Prefetch(hashes[(i+32)%part])
			t.Probe(h)
		}
	}
	batch := func(hashes []uint64) { t.ProbeBatch(hashes, entries) }
	store := func(hashes []uint64) { t.StoreBatch(hashes, entries) }
	goUpTo, watches := t.goUpTo, t.watching.watches
	for _, op := range []struct {
		name   string
		hashes []uint64
		run    func(hashes []uint64)
	}{
		{"batch", hashes, batch}, {"batch-absent", absent, batch},
		{"probe", hashes, probe}, {"probe-absent", absent, probe},
		{"store", hashes, store}, {"store-new", absent, store},
	} {
		b.Run(name+op.name, func(b *testing.B) {
			var ratios []float64
			for pair := 0; b.Loop(); pair++ {
				for at := 0; at < ring; at += 2 * part {
					var took [2]time.Duration
					for k := range 2 {
						t.goUpTo, t.watching.watches = 0, nil
						watched := (k + pair) & 1
						if watched == 1 {
							t.goUpTo, t.watching.watches = goUpTo, watches
						}
						begin := time.Now()
						op.run(op.hashes[at+k*part : at+(k+1)*part])
						took[watched] = time.Since(begin)
					}
					ratios = append(ratios, float64(took[1])/float64(took[0]))
				}
				if op.name == "store-new" { // each time in place of others
					for i := range absent {
						absent[i] = src.Uint64()
					}
				}
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "watched/plain")
			b.ReportMetric(0, "ns/op")
		})
	}
	t.goUpTo, t.watching.watches = goUpTo, watches
}
