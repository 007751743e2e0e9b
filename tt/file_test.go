package tt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tt"
)

// saved returns a table, what it holds, and its file.
func saved(tb testing.TB, o tt.Options) (hashes []uint64, table *tt.Table, file []byte) {
	table = newTable(tb, o)
	src := rand.New(rand.NewPCG(11, 12))
	for range 2 * table.Len() {
		h := src.Uint64()
		hashes = append(hashes, h)
		table.Store(h, tt.Entry{Payload: narrow(table, src.Uint64()), Depth: int8(src.Uint32())})
		if len(hashes)%1000 == 0 {
			table.NewSearch()
		}
	}
	var b bytes.Buffer
	if err := table.Save(&b); err != nil {
		tb.Fatal(err)
	}
	return hashes, table, b.Bytes()
}

func TestSaveLoad(t *testing.T) {
	sizes := []int64{64, 65536, 65600, 600 << 10}
	if oracle.Cut(t, "a table of 600 KiB") {
		sizes = sizes[:3]
	}
	for _, size := range sizes {
		for _, o := range kinds(size) {
			o.Digest = [32]byte{1, 2, 3}
			hashes, table, file := saved(t, o)
			loaded, err := tt.Load(iotest.HalfReader(bytes.NewReader(file)), tt.Options{Digest: o.Digest, Payload: o.Payload})
			if err != nil {
				t.Fatalf("%s: %v", name(o), err)
			}
			if loaded.Len() != table.Len() || loaded.TagBits() != table.TagBits() {
				t.Errorf("%s: another shape", name(o))
			}
			for _, h := range hashes {
				want, _ := table.Probe(h)
				if got, _ := loaded.Probe(h); got != want {
					t.Fatalf("%s: %+v, was %+v", name(o), got, want)
				}
			}
			var again bytes.Buffer
			if err := loaded.Save(&again); err != nil {
				t.Fatal(err)
			}
			var changed bytes.Buffer // by the hits above
			if err := table.Save(&changed); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again.Bytes(), changed.Bytes()) {
				t.Errorf("%s: saved again, the file differs", name(o))
			}
			loaded.Close()
		}
	}
}

// TestDamage flips every byte of a file, and cuts it everywhere.
func TestDamage(t *testing.T) {
	_, _, file := saved(t, tt.Options{Bytes: 256})
	load := func(b []byte) error {
		table, err := tt.Load(bytes.NewReader(b), tt.Options{Bytes: 1 << 20})
		if err == nil {
			table.Close()
		}
		return err
	}
	if err := load(file); err != nil {
		t.Fatal(err)
	}
	for i := range file {
		want := tt.ErrCorrupt
		if i >= 8 && i < 12 {
			want = tt.ErrVersion
		}
		bad := bytes.Clone(file)
		bad[i] ^= 0x40
		if err := load(bad); !errors.Is(err, want) {
			t.Errorf("byte %d flipped: %v, want %v", i, err, want)
		}
		if err := load(file[:i]); !errors.Is(err, tt.ErrCorrupt) {
			t.Errorf("cut at byte %d: %v", i, err)
		}
	}
	if err := load(append(bytes.Clone(file), 0)); !errors.Is(err, tt.ErrCorrupt) {
		t.Errorf("a byte after the end: %v", err)
	}
	if _, err := tt.Load(iotest.ErrReader(io.ErrClosedPipe), tt.Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a failing reader: %v", err)
	}
	if _, err := tt.Load(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(io.ErrClosedPipe)),
		tt.Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails at the end: %v", err)
	}
	if _, err := tt.Load(bytes.NewReader(file), tt.Options{Bytes: 128}); !errors.Is(err, tt.ErrOptions) {
		t.Errorf("a file larger than allowed: %v", err)
	}
}

// A file that ends after a header that names many clusters is refused at once. It once took memory for all of them, and
// if there was not as much, that was the error.
func TestCutAfterHeader(t *testing.T) {
	_, _, file := saved(t, tt.Options{Bytes: 256})
	for _, clusters := range []uint64{1 << 56, 3 << 30 / 64, 5} {
		binary.LittleEndian.PutUint64(file[16:], clusters)
		binary.LittleEndian.PutUint32(file[56:], crc32.Checksum(file[:56], crc32.MakeTable(crc32.Castagnoli)))
		_, err := tt.Load(bytes.NewReader(file[:60]), tt.Options{})
		if !errors.Is(err, tt.ErrCorrupt) || !strings.Contains(err.Error(), "ends at byte 60") {
			t.Errorf("%d clusters: %v", clusters, err)
		}
	}
}

func TestOtherKeys(t *testing.T) {
	_, _, file := saved(t, tt.Options{Bytes: 256, Digest: [32]byte{1}})
	if _, err := tt.Load(bytes.NewReader(file), tt.Options{Digest: [32]byte{2}}); !errors.Is(err, tt.ErrKeys) {
		t.Errorf("other keys: %v", err)
	}
	table, err := tt.Load(bytes.NewReader(file), tt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
}

// TestFrozenFile pins version 2 of the format. Do not edit the bytes: a change
// of the format takes a new version.
func TestFrozenFile(t *testing.T) {
	zeros := strings.Repeat("\x00", 32)
	compact := newTable(t, tt.Options{Bytes: 64, TagBits: 16})
	compact.Store(0x0123456789abcdef, tt.Entry{Payload: 0x12345, Depth: 7})
	full := newTable(t, tt.Options{Bytes: 64})
	full.Store(0xabcdef, tt.Entry{Payload: 0x1234, Depth: 5})
	full.Store(0x123456789abcdef0, tt.Entry{Payload: 0x777, Depth: -3})
	for _, frozen := range []struct {
		table *tt.Table
		file  string
	}{
		{compact, "zobrisTT\x02\x00\x00\x00\x10\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00" + zeros + "\xc9\xc8\xce\x52" +
			"\x87\xa1\x68\x24\x00\x00\xef\xcd" + zeros + zeros[:24] +
			"\xb5\x77\xeb\x43"},
		{full, "zobrisTT\x02\x00\x00\x00\x40\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00" + zeros + "\x47\x6a\x58\x2e" +
			"\x6a\x4c\xed\x02\x00\x00\x00\x00\x8d\x3f\x52\x9a\x78\x56\x34\x12" + zeros[:16] +
			"\x85\x81\x46\x02\x00\x00\x00\x00\x7d\xe1\xee\x00\x00\x00\x00\x00" + zeros[:16] +
			"\x5b\x32\xbf\xa6"},
	} {
		var b bytes.Buffer
		if err := frozen.table.Save(&b); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != frozen.file {
			t.Errorf("the format has changed:\n got %q\nwant %q", got, frozen.file)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, o := range kinds(256) {
		_, _, file := saved(f, o)
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := tt.Load(bytes.NewReader(file), tt.Options{Bytes: 1 << 20})
		if err != nil {
			return
		}
		defer table.Close()
		var b bytes.Buffer
		if err := table.Save(&b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file, b.Bytes()) {
			t.Error("a table saved again is not the file it came from")
		}
		table.Probe(1)
		table.Store(1, tt.Entry{})
	})
}

// TestLoadAnything: the zero Options take what the file has, whatever its tags leave of payload. If the caller needs
// more, the error says how much can be asked for, and asking for that works.
func TestLoadAnything(t *testing.T) {
	for _, tagBits := range []int{8, 17, 18, 30, 48, 64} {
		table := newTable(t, tt.Options{Bytes: 640, TagBits: tagBits, Payload: 1})
		entry := tt.Entry{Payload: 1, Depth: 3}
		table.Store(12345, entry)
		var file bytes.Buffer
		if err := table.Save(&file); err != nil {
			t.Fatal(err)
		}
		most := table.PayloadBits()
		for payload, good := range map[int]bool{0: true, 1: true, most: true, most + 1: false} {
			loaded, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Payload: payload})
			if !good {
				if want := fmt.Sprintf("give at most %d, 0 for what there is", most); !errors.Is(err, tt.ErrOptions) ||
					most < 51 && !strings.Contains(err.Error(), want) {
					t.Errorf("tags of %d bits, payload %d: %v, want %q", tagBits, payload, err, want)
				}
				continue
			}
			if err != nil {
				t.Errorf("tags of %d bits, payload %d: %v", tagBits, payload, err)
				continue
			}
			if e, ok := loaded.Probe(12345); !ok || e.Payload != entry.Payload || e.Depth != entry.Depth ||
				loaded.PayloadBits() != most {
				t.Errorf("tags of %d bits: %+v, %v, %d bits of payload", tagBits, e, ok, loaded.PayloadBits())
			}
			if err := loaded.Close(); err != nil {
				t.Error(err)
			}
		}
		bytesOf := int64(640)
		if _, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Bytes: bytesOf - 64}); err == nil ||
			!strings.Contains(err.Error(), "640 bytes") {
			t.Errorf("tags of %d bits, too few bytes: %v", tagBits, err)
		}
		if loaded, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Bytes: bytesOf}); err != nil {
			t.Errorf("tags of %d bits, the bytes of the error: %v", tagBits, err)
		} else if err := loaded.Close(); err != nil {
			t.Error(err)
		}
	}
}
