package cli

import (
	"strings"
	"testing"
	"time"
)

// The line has the count in units that a person reads, a rate only if
// there is one to speak of, and the time left.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		unit         string
		count, total int64
		elapsed      time.Duration
		want         string
	}{
		{"parts", 0, 400, 0, "do: 0 %, 0 parts of 400"},
		{"parts", 3, 400, 20 * time.Second, "do: 1 %, 44m6s left, 3 parts of 400"},
		{"parts", 200, 400, 90 * time.Second, "do: 50 %, 1m30s left, 200 parts of 400"},
		{"", 373, 1000, time.Second, "do: 37 %, 1s left"},
		{"words", 1 << 20, 1 << 62, time.Minute,
			"do: 0 %, 3.05e+09 days left, 1,048,576 words of 4,611,686,018,427,387,904, 17,476 words/s"},
		{"B", 3 << 20, 6 << 20, 2 * time.Second, "do: 50 %, 2s left, 3 MiB of 6 MiB, 1.5 MiB/s"},
		{"B", 3 << 20, -1, 2 * time.Second, "do: 3 MiB, 1.5 MiB/s"},
		{"sums", 50_000, 1_000_000, 500 * time.Millisecond, "do: 5 %, 50,000 sums of 1,000,000"},
		{"sums", 50_000, 1_000_000, 5 * time.Second, "do: 5 %, 1m35s left, 50,000 sums of 1,000,000, 10,000 sums/s"},
		{"tables", 7, -1, time.Minute, "do: 7 tables"},
	} {
		p := &Progress{what: "do", unit: test.unit, count: test.count, total: test.total}
		if got := p.text(test.elapsed, 0, false); got != test.want {
			t.Errorf("%d of %d after %v: %q, want %q", test.count, test.total, test.elapsed, got, test.want)
		}
	}
}

// The time left follows from the last seconds: here a build goes on after 5 MiB that another one has read,
// and slows down.
func TestProgressRate(t *testing.T) {
	p := &Progress{what: "read 7 games", unit: "B", total: 10 << 20, Then: "before sorting", count: 6 << 20}
	p.marks[0] = progressMark{elapsed: 20 * time.Second, count: 5 << 20}
	const want = "read 7 games: 60 %, 1m20s left before sorting, 6 MiB of 10 MiB, 51.2 KiB/s, 64 MiB of memory"
	if got := p.text(40*time.Second, 64<<20, false); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// In 80 columns, the line of a large build keeps the time left, the rate and the memory.
func TestProgressFits(t *testing.T) {
	p := &Progress{width: 80, what: "read 232,175 games", unit: "B", total: 30 << 30, Then: "before sorting", count: 3 << 30,
		note: "1,253 games/s"}
	const want = "read 232,175 games: 10 %, 27m0s left, 1,253 games/s, 512 MiB of memory"
	if got := p.fitting(3*time.Minute, 512<<20); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.what = "read a file with a long name.pgn"
	const shorter = "read a file with a long na…: 10 %, 27m0s left, 1,253 games/s, 512 MiB of memory"
	if got := p.fitting(3*time.Minute, 512<<20); got != shorter {
		t.Errorf("%q, want %q", got, shorter)
	}
}

// A line is cut at the width of the terminal, and done removes it.
func TestProgressWidth(t *testing.T) {
	var out strings.Builder
	p := &Progress{out: &out, width: 10, what: "a long text"}
	p.Set(1)
	p.Done()
	if want := "\ra long te\x1b[K\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// Done removes the line for good: a goroutine that reports late does not draw it again.
func TestProgressDone(t *testing.T) {
	var out strings.Builder
	p := &Progress{out: &out, width: 80, what: "read", unit: "games"}
	p.Set(1)
	p.Done()
	before := out.String()
	p.shown = time.Time{} // long ago
	p.Set(2)
	p.Describe("sort", "")
	p.Done()
	if !strings.HasSuffix(before, "\r\x1b[K") || out.String() != before {
		t.Errorf("%q, then %q", before, out.String())
	}
}
