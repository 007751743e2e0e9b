package chessindex_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// TestPolyglotBook compares moves with a book that Debian's polyglot made from the
// same games: polyglot make-book -max-ply 60 -min-game 2. The weight of an entry is
// 2·wins + draws of the side to move, over all occurrences of the position in the
// first 60 plies of the games. Moves played once and moves that never scored are
// left out.
func TestPolyglotBook(t *testing.T) {
	if oracle.Short() {
		oracle.Long(t, "a book of 40,000 entries against polyglot")
	}
	const plies = 60
	s := storetest.Memory()
	repeated := addFirst(t, open(t, s, asPolyglot), oracle.Read(t, "pgn/masters-20k.pgn.zst"), plies)

	type entry struct {
		key  uint64
		move uint16
	}
	sample := func(key uint64) bool { return key%4 == 0 }
	if oracle.Whole(t, "three of four positions") {
		sample = func(uint64) bool { return true }
	}
	book := make(map[entry]uint16)
	data := oracle.Read(t, "polyglot/masters-20k.ply60-min2.bin")
	for big := binary.BigEndian; len(data) >= 16; data = data[16:] {
		if key := big.Uint64(data); sample(key) {
			book[entry{key, big.Uint16(data[8:])}] = big.Uint16(data[10:])
		}
	}
	equal, skipped := 0, 0
	seen := make(map[uint64]bool)
	walk(t, oracle.Read(t, "pgn/masters-20k.pgn.zst"), func(m *pgn.Mainline) {
		for ply := range min(plies, len(m.Moves)) {
			key := m.Hashes[ply].Lo
			if seen[key] || !sample(key) {
				continue
			}
			seen[key] = true
			moves, _ := byHash(t, s, m.Hashes[ply])
			for _, tally := range moves {
				other := tally.Games - tally.First - tally.Drawn - tally.Second
				wins := tally.First
				if ply%2 == 1 {
					wins = tally.Second
				}
				weight := 2*wins + tally.Drawn + other
				word := chess.Move(tally.Move).Polyglot()
				inBook, ok := book[entry{key, word}]
				switch {
				case repeated[key]:
					skipped++
				case ok != (tally.Games >= 2 && weight > 0) || ok && int64(inBook) != weight:
					t.Errorf("position %016x, move %#04x: in the book %v, weight %d; we have %+v", key, word, ok,
						inBook, tally)
				case ok:
					equal++
				}
				delete(book, entry{key, word})
			}
		}
	})
	for e, weight := range book {
		if !repeated[e.key] { // the index does not count a move played on the second visit
			t.Errorf("position %016x, move %#04x: weight %d in the book, and not in the index", e.key, e.move, weight)
		}
	}
	if equal < 8500 {
		t.Errorf("only %d entries are equal", equal)
	}
	t.Logf("%d entries are equal, %d moves of repeated positions were not compared", equal, skipped)
}

// addFirst adds the first plies of each game. It returns the positions that occur
// more than once in a game.
func addFirst(t *testing.T, ix *index.Index, games []byte, plies int) map[uint64]bool {
	t.Helper()
	b, err := ix.Build(t.Context(), index.BuildOptions{KeepDuplicates: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	repeated := make(map[uint64]bool)
	var batch index.Batch
	walk(t, games, func(m *pgn.Mainline) {
		n := min(plies, len(m.Moves))
		g := index.Game{Result: m.Result}
		for _, move := range m.Moves[:n] {
			g.Moves = append(g.Moves, uint32(move))
		}
		batch.Add(&g, m.Hashes[:n+1])
		for i, h := range m.Hashes[:n] {
			if slices.Contains(m.Hashes[:i], h) {
				repeated[h.Lo] = true
			}
		}
	})
	if _, err := b.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return repeated
}
