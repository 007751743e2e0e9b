package sorted_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// damageTable returns a table with short and long records, its bytes and what it holds.
func damageTable(tb testing.TB) (data []byte, m model) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "table")
	s := family.NewSpill(sorted.SpillOptions{Size: sorted.Variable, Memory: 1 << 30})
	a, rng := s.Adder(), rand.New(rand.NewPCG(7, 7))
	m = make(model)
	for i := range 1500 {
		k, n := uniform(rng), rng.IntN(60)
		if i%100 == 0 {
			n = 6000
		}
		payload := make([]byte, n)
		for j := range payload {
			payload[j] = byte(rng.Uint32())
		}
		m[k] = [][]byte{payload}
		if err := a.Add(0, k, payload); err != nil {
			tb.Fatal(err)
		}
	}
	s.End()
	w, err := family.CreateTable(path, sorted.TableOptions{Settings: []byte("settings"), Bytes: 2 << 20})
	if err == nil {
		err = w.Sort(tb.Context(), s, 0, sorted.WorkOptions{Memory: 1 << 20, Workers: 1}, join)
	}
	if err == nil {
		_, err = w.Close()
	}
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return data, m
}

// ask asks for each record, for all in order, and for some that are not there. It returns the number of errors.
// Answers must be the right ones unless wrong is true, and errors must say that the file is corrupt, and name it.
func (m model) ask(t *testing.T, table *sorted.Table, what string, wrong bool) (failed int) {
	t.Helper()
	note := func(err error) bool {
		if err != nil {
			failed++
			if !errors.Is(err, errCorrupt) || !strings.Contains(err.Error(), table.Path) {
				t.Fatalf("%s: error %v", what, err)
			}
		}
		return err == nil
	}
	keys := m.keys()
	for _, k := range keys {
		if got, ok, err := table.Find(nil, k); note(err) && !wrong && (!ok || !bytes.Equal(got, m.joined(k))) {
			t.Fatalf("%s: %v has another record", what, k)
		}
		if _, ok, err := table.Find(nil, sorted.Key{Lo: k.Lo, Hi: ^k.Hi}); note(err) && !wrong && ok {
			t.Fatalf("%s: a record that is not there", what)
		}
		note(table.Ahead(k))
	}
	i, whole := 0, true
	for e, err := range table.All(sorted.Key{}) {
		if !note(err) {
			whole = false
			break
		}
		if !wrong && (i >= len(keys) || e.Key != keys[i] || !bytes.Equal(e.Payload, m.joined(e.Key))) {
			t.Fatalf("%s: record %d is another", what, i)
		}
		i++
	}
	if whole && !wrong && i != len(keys) {
		t.Fatalf("%s: %d records of %d", what, i, len(keys))
	}
	return failed
}

// TestDamage damages a byte of each page, each field of the header, and cuts the file. Answers are right or errors,
// and Verify finds each damage.
func TestDamage(t *testing.T) {
	data, m := damageTable(t)
	path := filepath.Join(t.TempDir(), "damaged")
	rng := rand.New(rand.NewPCG(1, 1))
	failed, opened := 0, 0
	trial := func(what string, damaged []byte) {
		t.Helper()
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := family.OpenTable(path)
		if err != nil {
			if !errors.Is(err, errCorrupt) && !errors.Is(err, errUnknown) || !strings.Contains(err.Error(), path) {
				t.Fatalf("%s: open: %v", what, err)
			}
			return
		}
		defer table.Close()
		opened++
		failed += m.ask(t, table, what, false)
		err = table.Verify(t.Context(), nil, nil)
		if !errors.Is(err, errCorrupt) || !strings.Contains(err.Error(), path) {
			t.Fatalf("%s: verify: %v", what, err)
		}
	}
	change := func(at int) {
		damaged := bytes.Clone(data)
		damaged[at] ^= byte(1 + rng.IntN(255))
		trial(fmt.Sprintf("byte %d changed", at), damaged)
	}
	for page := 0; page < len(data); page += sorted.PageSize {
		change(page + rng.IntN(sorted.PageSize))
	}
	for at := range 104 { // the header with its two sections
		change(at)
	}
	for range 10 {
		n := rng.IntN(len(data))
		trial(fmt.Sprintf("cut off at byte %d", n), data[:n])
		at := n &^ (sorted.PageSize - 1)
		empty := bytes.Clone(data)
		clear(empty[at : at+sorted.PageSize])
		trial(fmt.Sprintf("page at byte %d empty", at), empty)
	}
	trial("longer", append(bytes.Clone(data), make([]byte, sorted.PageSize)...))
	trial("empty", nil)
	if opened == 0 || failed == 0 {
		t.Errorf("%d damaged tables were opened, and %d answers failed", opened, failed)
	}
}

// TestOverwritten changes a page that was verified when it was read. Only Verify reads it again.
func TestOverwritten(t *testing.T) {
	data, m := damageTable(t)
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := family.OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if n := m.ask(t, table, "whole", false); n > 0 {
		t.Fatalf("%d errors", n)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("damage"), 5*sorted.PageSize+77)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := table.Verify(t.Context(), nil, nil); !errors.Is(err, errCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("verify: %v", err)
	}
}

// TestVersion opens tables of other formats.
func TestVersion(t *testing.T) {
	data, _ := damageTable(t)
	for _, version := range []byte{0, 2} {
		data[8] = version
		repair(data)
		path := filepath.Join(t.TempDir(), "table")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := family.OpenTable(path); !errors.Is(err, errUnknown) || !strings.Contains(err.Error(), path) {
			t.Errorf("format %d: %v", version, err)
		}
	}
}

// repair writes the checksums that a file of pages ought to have; see docs/formats.md.
func repair(data []byte) {
	le, table := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	const page = sorted.PageSize
	pagesOf := func(bytes int) int { return (bytes + page - 1) / page }
	pages := int(le.Uint64(data[16:]))
	tables := pagesOf(4 * pages)
	if pages > 0 && (pages+tables+pagesOf(4*tables))*page == len(data) {
		for n := 1; n < pages+tables; n++ {
			at := pages*page + 4*n
			if n >= pages {
				at = (pages+tables)*page + 4*(n-pages)
			}
			le.PutUint32(data[at:], crc32.Checksum(data[n*page:(n+1)*page], table))
		}
		le.PutUint32(data[48:], crc32.Checksum(data[(pages+tables)*page:], table))
	}
	le.PutUint32(data[page-4:], crc32.Checksum(data[:page-4], table))
}

// FuzzTable changes bytes of a table and repairs the checksums. No look-up may panic or go on for ever; answers may be
// wrong.
func FuzzTable(f *testing.F) {
	data, m := damageTable(f)
	path := filepath.Join(f.TempDir(), "table")
	for seed := range 60 {
		f.Add(uint64(seed), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		damaged := bytes.Clone(data)
		pages := int(binary.LittleEndian.Uint64(data[16:]))
		end := pages * sorted.PageSize
		for range n%16 + 1 {
			at := rng.IntN(end)
			switch rng.IntN(4) {
			case 0:
				at = rng.IntN(104)
			case 1: // directories and the table of segments
				at = end - 1 - rng.IntN(sorted.PageSize)
			case 2: // heads of leaves
				at = rng.IntN(pages)*sorted.PageSize + rng.IntN(60)
			}
			damaged[at] ^= byte(1 << rng.IntN(8))
			if rng.IntN(4) == 0 {
				damaged[at] = byte(rng.Uint32())
			}
		}
		repair(damaged)
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := family.OpenTable(path)
		if err == nil {
			defer table.Close()
			m.ask(t, table, "changed", true)
			err = table.Verify(t.Context(), nil, nil)
		}
		if err != nil && !errors.Is(err, errCorrupt) && !errors.Is(err, errUnknown) {
			t.Fatal(err)
		}
	})
}
