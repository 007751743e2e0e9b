package flat

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestManifestCheck: the error for a manifest that contradicts itself says in what.
func TestManifestCheck(t *testing.T) {
	run := func(name string, base, numbers, games int64) runEntry {
		return runEntry{File: name, Base: base, Numbers: numbers, Games: games}
	}
	first := run("000001.run", 0, 10, 9)
	for want, runs := range map[string][]runEntry{
		"":                                   {first, run("000002.run", 10, 5, 5)},
		"5 numbers from 9 on, outside of 10": {first, run("000002.run", 9, 5, 5)},
		"outside of 0 to 15":                 {run("000001.run", 0, 16, 16)},
		"0 numbers from 10 on":               {first, run("000002.run", 10, 0, 0)},
		"run 000001.run has 11 games with 10 numbers": {run("000001.run", 0, 10, 11)},
		"has 0 games": {run("000001.run", 0, 10, 0)},
	} {
		m := manifest{Manifest: index.Manifest{Next: 15}, Runs: runs}
		for _, r := range runs {
			m.Games += r.Games
		}
		err := m.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%+v: %v, want %q", runs, err, want)
		}
	}
}
