package tabulation_test

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
)

// saver is what all functions do.
type saver interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// functions returns one function of each kind of a family, small ones, with functions of the same kinds to load into.
func functions(f tabulation.Family, seed uint64) (drawn, fresh [4]saver) {
	s := tabulation.NewSource(seed)
	h32, h64 := tabulation.New[uint32](f, s), tabulation.New[uint64](f, s)
	return [4]saver{&h32, &h64, tabulation.NewTuple(f, 1, s), tabulation.NewString(f, s)},
		[4]saver{new(tabulation.Function[uint32]), new(tabulation.Function[uint64]), new(tabulation.Tuple),
			new(tabulation.String)}
}

func marshal(t testing.TB, f encoding.BinaryMarshaler) []byte {
	t.Helper()
	b, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sign sets the checksum of a saved function.
func sign(data []byte) []byte {
	end := len(data) - 4
	binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[:end], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// TestSavedForm guards the format: header and checksum of each kind. It is frozen from release 1.0: do not edit it.
func TestSavedForm(t *testing.T) {
	for f, want := range map[tabulation.Family][4]string{
		tabulation.Simple: {
			"7a7461620101000004000000…7cccb865", "7a7461620102000008000000…571914ff",
			"7a7461620103000001000000…ebf549fb", "7a7461620104000008000000…fe9a1b07",
		},
		tabulation.Double: {
			"7a7461620101050004000000…99c48cf2", "7a7461620102050008000000…d3177d78",
			"7a7461620103050001000000…8c133fd4", "7a7461620104050008000000…85fef0be",
		},
	} {
		drawn, _ := functions(f, 1)
		for i, d := range drawn {
			data := marshal(t, d)
			if got := fmt.Sprintf("%x…%x", data[:12], data[len(data)-4:]); got != want[i] {
				t.Errorf("%v, %T: %s, want %s", f, d, got, want[i])
			}
		}
	}
}

// TestSaveLoad loads functions, new ones and ones that have hashed under other tables.
func TestSaveLoad(t *testing.T) {
	for _, f := range tabulation.Families() {
		want, fresh := functions(f, 1)
		other, _ := functions(f, 2)
		hashes(other)
		for i, w := range want {
			data := marshal(t, w)
			for _, g := range []saver{fresh[i], other[i]} {
				if err := g.UnmarshalBinary(data); err != nil {
					t.Fatalf("%v, %T: %v", f, g, err)
				}
				if !bytes.Equal(marshal(t, g), data) {
					t.Errorf("%v, %T: saved again with other bytes", f, g)
				}
			}
		}
		if w, a, b := hashes(want), hashes(fresh), hashes(other); w != a || w != b {
			t.Errorf("%v: hashes %s, loaded %s and %s", f, w, a, b)
		}
	}
}

// hashes returns hashes by functions, single and in a batch.
func hashes(functions [4]saver) string {
	h32, h64 := functions[0].(*tabulation.Function[uint32]), functions[1].(*tabulation.Function[uint64])
	tuple, str := functions[2].(*tabulation.Tuple), functions[3].(*tabulation.String)
	batch32, batch64 := make([]uint64, 300), make([]uint64, 300)
	h32.HashBatch(batch32, make([]uint32, 300))
	h64.HashBatch(batch64, keys(300))
	return fmt.Sprintf("%x %x %x %x %x %x", h32.Hash(7), batch32[299], h64.Hash(7), batch64[299], tuple.Hash([]byte{7}),
		str.Hash("seven"))
}

func TestLoadErrors(t *testing.T) {
	good := marshal(t, tabulation.NewTuple(tabulation.OnePermutation, 1, tabulation.NewSource(1)))
	text := marshal(t, tabulation.NewString(tabulation.Simple, tabulation.NewSource(1)))
	change := func(data []byte, at int, to ...byte) []byte {
		b := bytes.Clone(data)
		copy(b[at:], to)
		return b
	}
	for _, tt := range []struct {
		name   string
		data   []byte
		offset int
	}{
		{"empty", nil, 0},
		{"magic", change(good, 0, 'Z'), 0},
		{"version", change(good, 4, 2), 4},
		{"kind", change(good, 5, 9), 5},
		{"family", change(good, 6, 200), 6},
		{"reserved", change(good, 7, 1), 7},
		{"no characters", change(good, 8, 0), 8},
		{"too many characters", change(good, 8, 255, 255, 255, 255), 8},
		{"short", good[:len(good)-1], len(good) - 1},
		{"long", append(bytes.Clone(good), 0), len(good)},
		{"damaged", change(good, 100, good[100]+1), len(good) - 4},
		{"no permutation", sign(change(good, 12+256*8, make([]byte, 256*8)...)), 12 + 256*8},
		{"characters of a string", sign(change(text, 8, 4)), 8},
		{"point of a string", sign(change(text, 12, 255, 255, 255, 255, 255, 255, 255, 31)), 12},
	} {
		load := new(tabulation.Tuple).UnmarshalBinary
		if bytes.HasPrefix(tt.data, text[:6]) {
			load = new(tabulation.String).UnmarshalBinary
		}
		var format *tabulation.FormatError
		if err := load(tt.data); !errors.As(err, &format) || format.Offset != tt.offset {
			t.Errorf("%s: %v, want an error at byte %d", tt.name, err, tt.offset)
		}
	}
}

// TestFailedLoad loads every kind into every other, which must leave it as it was.
func TestFailedLoad(t *testing.T) {
	drawn, _ := functions(tabulation.Simple, 1)
	before := hashes(drawn)
	for i, f := range drawn {
		for j, other := range drawn {
			var format *tabulation.FormatError
			if err := f.UnmarshalBinary(marshal(t, other)); (i != j) != errors.As(err, &format) {
				t.Errorf("%T into %T: %v", other, f, err)
			}
		}
	}
	if after := hashes(drawn); after != before {
		t.Errorf("hashes %s, then %s", before, after)
	}
}

// TestHugeTuple: sizes of tables that do not fit into 32 bits are refused.
func TestHugeTuple(t *testing.T) {
	data := append([]byte("ztab\x01\x03"), byte(tabulation.Double), 0, 0, 0, 0, 0)
	data = append(data, make([]byte, 48<<20)...)
	for _, n := range []uint32{3400, 3500, 3900, 4730, 1<<32 - 1} {
		binary.LittleEndian.PutUint32(data[8:], n)
		if err := new(tabulation.Tuple).UnmarshalBinary(data); err == nil {
			t.Errorf("loaded tuples of %d bytes", n)
		}
	}
}

// FuzzDecode edits saved functions. Each edit is four bytes: an offset from the beginning or the end, and a value.
// What loads must be saved as it was; an error must be a *FormatError with an offset in the data.
func FuzzDecode(f *testing.F) {
	var saved [][]byte
	for _, family := range tabulation.Families() {
		drawn, _ := functions(family, 1)
		for _, d := range drawn {
			if data := marshal(f, d); len(data) < 20000 {
				saved = append(saved, data)
			}
		}
	}
	f.Add(uint8(0), []byte(nil), int8(0), true)
	f.Add(uint8(1), []byte{0, 5, 0, 3}, int8(0), true)
	f.Add(uint8(2), []byte{0, 8, 0, 2}, int8(-1), true)
	f.Add(uint8(3), []byte{1, 20, 0, 7}, int8(1), false)
	f.Fuzz(func(t *testing.T, which uint8, edits []byte, longer int8, signed bool) {
		data := bytes.Clone(saved[int(which)%len(saved)])
		if longer < 0 {
			data = data[:len(data)+int(longer)]
		} else {
			data = append(data, make([]byte, longer)...)
		}
		for ; len(edits) >= 4; edits = edits[4:] {
			at := int(binary.BigEndian.Uint16(edits[1:])) % len(data)
			if edits[0]&1 != 0 {
				at = len(data) - 1 - at
			}
			data[at] = edits[3]
		}
		if signed {
			sign(data)
		}
		_, fresh := functions(tabulation.Simple, 1)
		for _, g := range fresh {
			err := g.UnmarshalBinary(data)
			var format *tabulation.FormatError
			switch {
			case err == nil && !bytes.Equal(marshal(t, g), data):
				t.Errorf("%T is saved with other bytes than it was loaded from", g)
			case err != nil && (!errors.As(err, &format) || format.Offset < 0 || format.Offset > len(data)):
				t.Errorf("%T: %v", g, err)
			}
		}
	})
}
