package flat

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// Names in the folder of an index.
const (
	manifestName = "MANIFEST"
	lockName     = "LOCK"
	buildDir     = "build" // temporary files of a build
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

// A mark says in the file LOCK which manifest is the newest, so that an older one in its place is
// noticed. It is written after the manifest is durable.
type mark struct {
	Origin uint64 `json:"origin"`
	Builds int64  `json:"builds"`
	Made   int64  `json:"made"`
}

// write writes the mark. Without it, or half of it, nothing is compared.
func (k mark) write(lock *os.File) {
	if runtime.GOOS == "windows" { // where nobody can say when the name of the manifest is durable
		return
	}
	if text, err := json.Marshal(k); err == nil && lock.Truncate(0) == nil {
		_, _ = lock.WriteAt(seal(lockDoc, text), 0)
	}
}

// check returns an error for a manifest that is older than the mark. A mark that cannot be read
// has the origin 0.
func (k mark) check(m *manifest) error {
	if k.Origin != 0 && k.Origin == m.Origin && (m.Builds < k.Builds || m.Made < k.Made) {
		return fmt.Errorf("it is an older one, of %d changes, and there were %d; put the newest one back, "+
			"or remove %s to go on without these changes", m.Builds, k.Builds, lockName)
	}
	return nil
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
	return runInfo{h.games, h.present, h.visits, h.records, int64(len(r.data)), h.roots}
}

// end returns the number after the last game of the run.
func (e *runEntry) end() int64 { return e.Base + e.Numbers }

// file returns the entry without its base: two entries of one file are the same.
func (e runEntry) file() runEntry {
	e.Base = 0
	return e
}

var (
	runName = regexp.MustCompile(`^[0-9]{6,18}\.run$`)

	// runOrTemp matches a run too that is being written, and its temporary files.
	runOrTemp = regexp.MustCompile(`^[0-9]{6,18}\.run(\.[0-9a-z-]+)?$`)
)

// nextRun returns the name of another run.
func (m *manifest) nextRun() string {
	m.Made++
	return fmt.Sprintf("%06d.run", m.Made)
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

// readManifest reads the manifest of a folder. The error wraps [os.ErrNotExist] if
// there is none.
func readManifest(dir string) (manifest, error) {
	path := filepath.Join(dir, manifestName)
	var newest mark // read first: it must not be newer than the manifest because of a change meanwhile
	_ = readSealed(filepath.Join(dir, lockName), lockDoc, &newest)
	var m manifest
	err := readSealed(path, manifestDoc, &m)
	if errors.Is(err, os.ErrNotExist) {
		runs, _ := filepath.Glob(filepath.Join(dir, "*.run"))
		if len(runs) > 0 {
			return manifest{}, fmt.Errorf("%w: %s is missing, but not the files it names", index.ErrCorrupt, path)
		}
	}
	var place *os.PathError
	switch {
	case errors.As(err, &place):
		return manifest{}, err
	case errors.Is(err, errVersion):
		return manifest{}, fmt.Errorf("%w: %s: %w; this release reads format %d; "+
			"build the index again from its games", index.ErrFormat, path, err, format)
	case err == nil:
		err = errors.Join(m.check(), newest.check(&m))
	}
	if err != nil {
		return manifest{}, fmt.Errorf("%w: %s: %w", index.ErrCorrupt, path, err)
	}
	return m, nil
}

// check checks what the code relies on.
func (m *manifest) check() error {
	end, games := int64(0), int64(0)
	for i := range m.Runs {
		r := &m.Runs[i]
		switch {
		case !runName.MatchString(r.File):
			return fmt.Errorf("a run is named %q", r.File)
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
