package lines_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/internal/system/lines"
)

// TestScanner compares the lines with the results of [strings.Split], however the text arrives.
func TestScanner(t *testing.T) {
	const limit = 10
	long := strings.Repeat("x", limit+1)
	for _, text := range []string{
		"", "\n", "a", "a\nb", "a\r\nb\r\n", "\n\na\n", long, long + "\n", long + "\nb", "a\n" + long + long + long + "\nb\n",
		long[1:] + "\n" + long + "\n" + long[1:], strings.Repeat(long+"\n", 3), strings.Repeat(long, 100), long + "\n\n",
	} {
		var want []string
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			if text == "" {
				break
			}
			if len(line) > limit {
				line = "too long"
			}
			want = append(want, strings.TrimSuffix(line, "\r"))
		}
		for how, r := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)),
			"halves": iotest.HalfReader(strings.NewReader(text)), "end": iotest.DataErrReader(strings.NewReader(text)),
		} {
			var got []string
			s := lines.New(r, limit)
			for s.Scan() {
				if got = append(got, s.Text()); s.TooLong() {
					got[len(got)-1] += "too long"
				}
			}
			if s.Err() != nil || !slices.Equal(got, want) {
				t.Errorf("%.50q, %s: %q, %v, want %q", text, how, got, s.Err(), want)
			}
		}
	}
}

// An error of the reader comes after the lines before it.
func TestScannerError(t *testing.T) {
	broken := errors.New("broken")
	s := lines.New(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken)), 4)
	n := 0
	for s.Scan() {
		n++
	}
	if n != 1 || !errors.Is(s.Err(), broken) {
		t.Error(fmt.Sprint(n, " lines"), s.Err())
	}
}
