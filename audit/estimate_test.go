package audit_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
)

// TestEstimateOfMany: with 9,000 keys an iteration of Stern's search takes 1.6 s, for cache misses; 16 were announced
// to take 2 s. Of tables with many equal keys no time is known.
func TestEstimateOfMany(t *testing.T) {
	o := audit.Options{MaxWeight: 4, Exhaustive: 4, Truncations: []int{8}, Threads: 1}
	took, err := audit.Estimate(zobrist.Set{Keys: zobrist.NewKeys(9000, rand.NewPCG(1, 2))}, o)
	if err != nil || took < 10*time.Second || took > 90*time.Second {
		t.Errorf("9,000 keys: %v, %v; measured were 29 s", took, err)
	}
	keys := zobrist.NewKeys(500, rand.NewPCG(1, 2))
	for i := range 20 {
		keys[i] = keys[499]
	}
	if took, err := audit.Estimate(zobrist.Set{Keys: keys}, o); took != 0 || err != nil {
		t.Errorf("20 equal keys: %v, %v; want unknown", took, err)
	}
}
