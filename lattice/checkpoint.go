package lattice

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// Errors about files, wrapped by the errors of [ReadCheckpoint] and [Resume].
var (
	ErrCorrupt = errors.New("lattice: damaged checkpoint")
	ErrVersion = errors.New("lattice: checkpoint of another version")
	ErrKeys    = errors.New("lattice: checkpoint of other keys")
)

// A Checkpoint is a moment of a simulation, which [Resume] continues exactly as the
// simulation would have gone on. It does not contain the memory, which changes only
// the time that steps take.
type Checkpoint struct {
	Lattice string          `json:"lattice"` // in the notation of Parse
	Species []string        `json:"species"`
	Hash    zobrist.Uint128 `json:"hash"`   // of the state, under the keys of the simulation
	Steps   uint64          `json:"steps"`  // so far
	Time    float64         `json:"time"`   // so far
	Random  []byte          `json:"random"` // the generator: rand.PCG's binary form
	Note    json.RawMessage `json:"note"`   // of the caller, about the simulation; or null
	Sites   []uint8         `json:"-"`      // the species on each site
}

// The file, all numbers little-endian:
//
//	 0  8  "zobrisKM"
//	 8  4  version, 1
//	12  4  length of the JSON
//	16  4  number of sites
//	20     JSON: the Checkpoint without its sites
//	       one byte a site: its species
//	    4  CRC-32C of everything before
const (
	fileMagic   = "zobrisKM"
	fileVersion = 1
	headerBytes = 20
	maxJSON     = 1 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checkpoint returns the present moment, with a note of the caller in JSON.
func (m *Simulation) Checkpoint(note json.RawMessage) *Checkpoint {
	random, _ := m.source.MarshalBinary() // never fails
	return &Checkpoint{
		Lattice: m.state.lattice.String(),
		Species: slices.Clone(m.state.names),
		Hash:    m.state.hash,
		Steps:   m.steps,
		Time:    m.time,
		Random:  random,
		Note:    note,
		Sites:   slices.Clone(m.state.species),
	}
}

// WriteTo writes the checkpoint, about one byte a site.
func (c *Checkpoint) WriteTo(w io.Writer) (int64, error) {
	text, err := json.Marshal(c)
	if err == nil && len(text) > maxJSON {
		err = fmt.Errorf("%d bytes besides the sites; at most %d fit", len(text), maxJSON)
	}
	if err != nil {
		return 0, fmt.Errorf("lattice: write checkpoint: %w", err)
	}
	b := append([]byte(fileMagic), make([]byte, headerBytes-len(fileMagic))...)
	binary.LittleEndian.PutUint32(b[8:], fileVersion)
	binary.LittleEndian.PutUint32(b[12:], uint32(len(text)))
	binary.LittleEndian.PutUint32(b[16:], uint32(len(c.Sites)))
	b = append(append(b, text...), c.Sites...)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	n, err := w.Write(b)
	if err != nil {
		err = fmt.Errorf("lattice: write checkpoint: %w", err)
	}
	return int64(n), err
}

// ReadCheckpoint reads the file that [Checkpoint.WriteTo] wrote, to the end of r. The
// error wraps [ErrCorrupt] or [ErrVersion], or is a read error.
func ReadCheckpoint(r io.Reader) (*Checkpoint, error) {
	const most = headerBytes + maxJSON + maxSites + 4
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("lattice: read checkpoint: %w", err)
	}
	if len(b) < headerBytes+4 || string(b[:8]) != fileMagic {
		return nil, fmt.Errorf("%w: no checkpoint header", ErrCorrupt)
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != fileVersion {
		return nil, fmt.Errorf("%w: version %d, not %d", ErrVersion, v, fileVersion)
	}
	text, sites := uint64(binary.LittleEndian.Uint32(b[12:])), uint64(binary.LittleEndian.Uint32(b[16:]))
	end := len(b) - 4
	if headerBytes+text+sites != uint64(end) {
		return nil, fmt.Errorf("%w: %d bytes, not %d", ErrCorrupt, len(b), headerBytes+text+sites+4)
	}
	if binary.LittleEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], castagnoli) {
		return nil, fmt.Errorf("%w: the checksum is wrong", ErrCorrupt)
	}
	c := &Checkpoint{Sites: b[headerBytes+text : end]}
	if err := json.Unmarshal(b[headerBytes:headerBytes+text], c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return c, nil
}

// State returns the state. The error wraps [ErrKeys] if the set is not the one of
// the simulation, otherwise [ErrCorrupt].
func (c *Checkpoint) State(set zobrist.Set) (*State, error) {
	l, err := Parse(c.Lattice)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if len(c.Sites) != l.Sites() {
		return nil, fmt.Errorf("%w: %d sites for %v, which has %d", ErrCorrupt, len(c.Sites), l, l.Sites())
	}
	s, err := NewState(l, set, c.Species...)
	switch {
	case errors.Is(err, ErrLattice):
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	case err != nil:
		return nil, err
	}
	for site, a := range c.Sites {
		if int(a) >= len(c.Species) {
			return nil, fmt.Errorf("%w: species %d on site %d, and there are %d", ErrCorrupt, a, site, len(c.Species))
		}
		s.Set(site, int(a))
	}
	if s.hash != c.Hash {
		return nil, fmt.Errorf("%w: the state has hash %v, and had %v", ErrKeys, s.hash, c.Hash)
	}
	return s, nil
}

// Resume continues from a checkpoint. The set and the dynamics must be the ones of the
// simulation; o.Seed does not matter. The error is from [Checkpoint.State] or
// [NewSimulation].
func Resume(c *Checkpoint, set zobrist.Set, d Dynamics, o Options) (*Simulation, error) {
	s, err := c.State(set)
	if err != nil {
		return nil, err
	}
	m, err := NewSimulation(s, d, o)
	if err != nil {
		return nil, err
	}
	var source rand.PCG
	if err := source.UnmarshalBinary(c.Random); err != nil {
		return nil, fmt.Errorf("%w: generator: %w", ErrCorrupt, err)
	}
	if !(c.Time >= 0) {
		return nil, fmt.Errorf("%w: time %v, which is not 0 or more", ErrCorrupt, c.Time)
	}
	*m.source, m.steps, m.time = source, c.Steps, c.Time
	return m, nil
}
