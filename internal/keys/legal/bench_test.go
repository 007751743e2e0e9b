package legal_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/keyfile"
)

// Two legal positions of chess with one hash, under the keys of the Polyglot format.
func BenchmarkCollide(b *testing.B) {
	var seed uint64
	for b.Loop() {
		seed++
		o := attack.Options{Threads: 1, Seed: seed}
		if _, err := attack.Collide(context.Background(), keyfile.Polyglot(), legal.Chess(), o); err != nil {
			b.Fatal(err)
		}
	}
}
