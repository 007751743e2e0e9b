package work_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/work"
)

// TestInstrument: where counting is put, and that lines stay where they are.
func TestInstrument(t *testing.T) {
	const source = `package p

import "bytes"

func f(b []byte) int { // a comment
	for i := range b {
		b = append(b, string(b[i:])...)
	}
	for {
		if n := bytes.IndexByte(bytes.TrimSpace(b), ','); n >= 0 && !bytes.HasPrefix(b, nil) {
			return n + bytes.LastIndexByte(b, ',') + copy(b, b[n:]) + len(b)
		}
		func() {}()
	}
}

func g()
`
	const want = `package p;import zwork "github.com/zobrist-go/zobrist/internal/work"

import "bytes"

func f(b []byte) int {zwork.N++; // a comment
	for i := range b {zwork.N++;
		b = append(b, zwork.All(string(zwork.All(b[i:])))...)
	}
	for {zwork.N++;
		if n := zwork.Found(bytes.IndexByte(zwork.In(bytes.TrimSpace(zwork.All(b))), ',')); n >= 0 && !bytes.HasPrefix(b, nil) {
			return n + zwork.FoundLast(bytes.LastIndexByte(zwork.In(b), ',')) + copy(b, zwork.All(b[n:])) + len(b)
		}
		func() {zwork.N++;}()
	}
}

func g()
`
	got, err := work.Instrument("p.go", []byte(source))
	if err != nil || string(got) != want {
		t.Errorf("error %v\n%s", err, got)
	}
	if _, err := work.Instrument("p.go", []byte("package")); err == nil {
		t.Error("half a file is counted")
	}
}

// TestCounts: what is put around a call counts the bytes that the call looks
// at, and changes nothing.
func TestCounts(t *testing.T) {
	b := []byte("hay, hay, needle")
	for _, c := range []struct {
		name string
		got  func() int
		is   int
		n    int
	}{
		{"found", func() int { return work.Found(bytes.IndexByte(work.In(b), ',')) }, 3, 4},
		{"not found", func() int { return work.Found(strings.IndexByte(work.In("hay"), ',')) }, -1, 3},
		{"last found", func() int { return work.FoundLast(bytes.LastIndexByte(work.In(b), ',')) }, 8, 8},
		{"last not found", func() int { return work.FoundLast(bytes.LastIndexByte(work.In(b), 'x')) }, -1, 16},
		{"all", func() int { return bytes.Count(work.All(b), []byte("hay")) }, 2, 16},
		{"a character", func() int { return len(string(work.All('x'))) }, 1, 1},
	} {
		begin := work.N
		if got, n := c.got(), work.N-begin; got != c.is || n != c.n {
			t.Errorf("%s: %d with %d counted, want %d with %d", c.name, got, n, c.is, c.n)
		}
		work.N = begin
	}
}
