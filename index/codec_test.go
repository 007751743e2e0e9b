package index_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// TestFormat has the stored forms of format 1, as in docs/formats.md. Once format 1
// is released, do not edit them: a new form is a new format.
func TestFormat(t *testing.T) {
	key := index.KeyOf(zobrist.Uint128{Hi: 0x1122334455667788, Lo: 0x99aabbccddeeff00})
	if got := hex.EncodeToString(key); got != "99aabbccddeeff007788" {
		t.Errorf("key %s", got)
	}
	for _, c := range []struct {
		name  string
		value []byte
		want  string
	}{
		{"one game", index.NewRecord([]uint32{5}, []uint32{0x1c2}, false), "0bc201"},
		{"one game that ends", index.NewRecord([]uint32{300}, []uint32{0}, false), "d904"},
		{"loose games", index.NewRecord([]uint32{3, 4, 9}, []uint32{7, 2, 7}, false), "04" + "020204" + "07040306"},
		{"a tally", index.NewRecord([]uint32{1, 2, 6}, []uint32{7, 7, 7}, true),
			"02" + "0701" + "01020000" + "c117" + "03" + "f20e"},
		{"postings", index.AppendPostings([]uint32{10, 11, 200}, []uint32{1, 3, 1}), "01020abe01" + "03010b"},
		{"game", index.AppendGame(&index.Game{First: "A", Second: "Bé", SecondRating: 2000, Result: game.Draw,
			Date: index.Date{Year: 1999, Month: 2}, Moves: []uint32{1, 300}}),
			"02" + "cf0f0200" + "00d00f" + "0141" + "0342c3a9" + "0000000000" + "0201ac02"},
	} {
		if got := hex.EncodeToString(c.value); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestMerge merges random records in random orders and groupings. The result must
// be the same each time.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var values [][]byte
		game := uint32(0)
		for range 1 + rng.IntN(6) {
			n := 1 + rng.IntN(5)
			games, moves := make([]uint32, n), make([]uint32, n)
			for i := range games {
				game += 1 + uint32(rng.IntN(1000))
				games[i], moves[i] = game, uint32(rng.IntN(4))*uint32(1+rng.IntN(2)*70000)
			}
			values = append(values, index.NewRecord(games, moves, rng.IntN(3) == 0))
		}
		all := merge(t, values...)
		for range 5 {
			rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			cut := rng.IntN(len(values) + 1)
			grouped := all
			switch cut {
			case 0, len(values):
				grouped = merge(t, values...)
			default:
				grouped = merge(t, merge(t, values[:cut]...), merge(t, values[cut:]...))
			}
			if !bytes.Equal(grouped, all) {
				t.Fatalf("%x merged in another order or grouping gives %x, not %x", values, grouped, all)
			}
		}
	}
	if _, err := index.MergeRecords(nil); err == nil {
		t.Error("merged nothing")
	}
}

func merge(tb testing.TB, values ...[]byte) []byte {
	tb.Helper()
	v, err := index.MergeRecords(nil, values...)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// FuzzDecoders gives arbitrary bytes to the decoders of all sections. They must
// return ErrCorrupt, or a value that does not change when encoded and decoded.
func FuzzDecoders(f *testing.F) {
	f.Add(byte(index.Positions), []byte{0x0b, 0xc2, 1})
	f.Add(byte(index.Positions), index.NewRecord([]uint32{1, 2, 3}, []uint32{5, 6, 5}, false))
	f.Add(byte(index.Positions), index.NewRecord([]uint32{1, 2, 3}, []uint32{5, 6, 0}, true))
	f.Add(byte(index.Positions), binary.AppendUvarint(nil, 1<<63))
	f.Add(byte(index.Postings), index.AppendPostings([]uint32{10, 11, 200}, []uint32{1, 3, 1}))
	f.Add(byte(index.Facts), make([]byte, 16))
	f.Add(byte(index.Games), index.AppendGame(&index.Game{First: "A", Round: "1", Moves: []uint32{1, 2}}))
	f.Fuzz(func(t *testing.T, section byte, value []byte) {
		s := index.Section(section%4 + 1)
		again, err := index.RoundTrip(s, value)
		if err != nil {
			if !errors.Is(err, index.ErrCorrupt) {
				t.Fatalf("section %v, %x: %v does not wrap ErrCorrupt", s, value, err)
			}
			return
		}
		third, err := index.RoundTrip(s, again)
		if err != nil || !bytes.Equal(again, third) {
			t.Fatalf("section %v: %x is written as %x and read back as %x, error %v", s, value, again, third, err)
		}
		if n, err := index.SplitChunk(value); err == nil && n > len(value) {
			t.Fatalf("%d games in %d bytes", n, len(value))
		}
		if s != index.Positions {
			return
		}
		games, err := index.RecordGames(value)
		if err != nil || games < 1 {
			t.Fatalf("%x: %d games, error %v", value, games, err)
		}
		other := index.NewRecord([]uint32{1 << 31}, []uint32{3}, true)
		if x, y := merge(t, value, other), merge(t, other, value); !bytes.Equal(x, y) {
			t.Fatalf("%x: merging depends on the order", value)
		}
	})
}

// FuzzGame writes and reads games.
func FuzzGame(f *testing.F) {
	f.Add("White", "Black", "Cup", 2700, 2650, 1972, []byte{1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, first, second, event string, r1, r2, year int, moves []byte) {
		g := index.Game{First: first, Second: second, Event: event, FirstRating: r1, SecondRating: r2,
			Date: index.Date{Year: year}, Result: game.Draw}
		for ; len(moves) >= 4; moves = moves[4:] {
			g.Moves = append(g.Moves, binary.LittleEndian.Uint32(moves))
		}
		value := index.AppendGame(&g)
		again, err := index.RoundTrip(index.Games, value)
		if err != nil || !slices.Equal(value, again) {
			t.Fatalf("%+v: %x, then %x, error %v", g, value, again, err)
		}
	})
}
