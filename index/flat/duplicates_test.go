package flat

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestDigestTable compares the table with a map, over many sizes and with dropped games. Some digests
// share the bits that a slot keeps, and some the place where the search begins. Some of dropped games come again.
func TestDigestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var gone dropped
	table := newDigestTable(filepath.Join(t.TempDir(), "digests"), &gone)
	defer table.close()
	games := make(map[index.Key]uint32)
	var keys []index.Key
	start := 0
	for n := range 50_000 {
		k := index.Key{Lo: rng.Uint64(), Hi: uint16(rng.Uint32())}
		switch {
		case n > 0 && n%5 == 0:
			k.Lo = keys[rng.IntN(len(keys))].Lo // only Hi differs
		case n > 0 && n%7 == 0:
			k.Lo = keys[rng.IntN(len(keys))].Lo ^ 1<<32
		case n > 0 && n%11 == 0:
			k = keys[rng.IntN(len(keys))] // perhaps of a dropped game
		}
		if _, ok := games[k]; ok {
			continue
		}
		if game, ok, err := table.find(k); ok || err != nil {
			t.Fatalf("game %d has the digest of game %d, error %v", n, game, err)
		}
		if err := table.add(k); err != nil {
			t.Fatal(err)
		}
		games[k] = uint32(len(keys))
		keys = append(keys, k)
		if n%10_000 == 9_999 { // the last games are dropped
			from := len(keys) - rng.IntN(5000) - 1
			gone.add(max(from, start), len(keys))
			start = len(keys)
			for _, k := range keys[max(from, 0):] {
				delete(games, k)
			}
		}
	}
	for i, k := range keys {
		want, there := games[k]
		if game, ok, err := table.find(k); ok != there || game != want && ok || err != nil {
			t.Fatalf("game %d: found %d, %v, error %v; want %d, %v", i, game, ok, err, want, there)
		}
	}
	if perGame := 8 * float64(len(table.slots)) / float64(table.used); perGame > 20 {
		t.Errorf("the table takes %.1f bytes a game", perGame)
	}
}
