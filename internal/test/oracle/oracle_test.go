package oracle_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// skipper is a test that may be skipped.
type skipper struct {
	testing.TB
	skipped bool
}

func (s *skipper) Skipf(string, ...any) {
	s.skipped = true
	runtime.Goexit()
}

// A program that is there is found, and nothing is if ZOBRIST_ORACLES is "none": the test is skipped.
func TestNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZOBRIST_DATA", filepath.Dir(file))
	for name, find := range map[string]func(testing.TB){
		"data":    func(tb testing.TB) { oracle.Data(tb, "data") },
		"content": func(tb testing.TB) { oracle.Read(tb, "data") },
		"program": func(tb testing.TB) { oracle.Program(tb, os.Args[0], "none") },
		"file":    func(tb testing.TB) { oracle.File(tb, file, "none") },
	} {
		for _, value := range []string{"required", "none"} {
			t.Setenv("ZOBRIST_ORACLES", value)
			s, ended := &skipper{TB: t}, make(chan bool)
			go func() {
				defer close(ended)
				find(s)
			}()
			<-ended
			if s.skipped != (value == "none") {
				t.Errorf("%s, ZOBRIST_ORACLES=%s: skipped %v", name, value, s.skipped)
			}
		}
	}
}
