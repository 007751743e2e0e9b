package flat

import (
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A manifest is the file MANIFEST. It is replaced as a whole, so whoever reads it
// sees a whole index.
type manifest struct {
	index.Manifest
	Runs    []runEntry     `json:"runs"`    // in the order of their games
	Sources []index.Source `json:"sources"` // a game belongs to the one that has its number
	Made    int64          `json:"made"`    // runs made so far, whose names are not used again
	Origin  uint64         `json:"origin"`  // of the index, drawn by chance: no other one has it
}

// A runEntry names a run. Numbers of games in the run count from 0.
type runEntry struct {
	File    string `json:"file"`
	Base    int64  `json:"base"`    // number in the index of its game 0
	Numbers int64  `json:"numbers"` // of games, those removed included
	Games   int64  `json:"games"`
	Visits  int64  `json:"visits"`
	Records int64  `json:"records"`
	Bytes   int64  `json:"bytes"`
	Sum     uint32 `json:"sum"` // checksum of the file's checksums
}

// entry returns the entry of a run that was written to a file.
func (i runInfo) entry(file string, base int64) runEntry {
	return runEntry{File: file, Base: base, Numbers: int64(i.games), Games: int64(i.present),
		Visits: i.visits, Records: i.records, Bytes: i.bytes, Sum: i.sum}
}

// info describes the run.
func (r *run) info() runInfo {
	h := &r.header
	return runInfo{h.games, h.present, h.visits, h.records, int64(len(r.Data)), h.roots}
}

// end returns the number after the last game of the run.
func (e *runEntry) end() int64 { return e.Base + e.Numbers }

// runSuffix ends the names of runs.
const runSuffix = ".run"

// nextRun returns the name of another run.
func (m *manifest) nextRun() string {
	m.Made++
	return sorted.FileName(m.Made, runSuffix)
}

// clone returns a copy whose lists may be changed.
func (m *manifest) clone() manifest {
	c := *m
	c.Runs, c.Sources = slices.Clone(m.Runs), slices.Clone(m.Sources)
	return c
}

// count sets the numbers that are sums over the runs.
func (m *manifest) count() {
	m.Games, m.Visits, m.Records = 0, 0, 0
	for _, r := range m.Runs {
		m.Games += r.Games
		m.Visits += r.Visits
		m.Records += r.Records
	}
}

// Files implements [sorted.Manifest].
func (m *manifest) Files() []sorted.FileEntry {
	files := make([]sorted.FileEntry, len(m.Runs))
	for i, r := range m.Runs {
		files[i] = sorted.FileEntry{File: r.File, Bytes: r.Bytes, Sum: r.Sum}
	}
	return files
}

// Place implements [sorted.Manifest].
func (m *manifest) Place() sorted.Mark {
	return sorted.Mark{Origin: m.Origin, Builds: m.Builds, Made: m.Made}
}

// Check implements [sorted.Manifest].
func (m *manifest) Check() error {
	end, games := int64(0), int64(0)
	for i := range m.Runs {
		r := &m.Runs[i]
		switch {
		case r.Numbers <= 0 || r.Base < end || r.end() > m.Next:
			return fmt.Errorf("run %s has %d numbers from %d on, outside of %d to %d",
				r.File, r.Numbers, r.Base, end, m.Next)
		case r.Games <= 0 || r.Games > r.Numbers:
			return fmt.Errorf("run %s has %d games with %d numbers", r.File, r.Games, r.Numbers)
		}
		end = r.end()
		games += r.Games
	}
	if m.Next < end || m.Next > index.MaxGames || m.Games != games || m.Builds < 0 || m.Made < 0 {
		return errors.New("its numbers contradict each other")
	}
	return nil
}
