package lattice_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/lattice"
)

// start starts a small simulation and lets it take some steps.
func start(t *testing.T, steps int) *lattice.Simulation {
	t.Helper()
	v := lattice.Vacancy{Model: lattice.FeCu(), Temperature: 600}
	sim, err := lattice.NewSimulation(alloy(t, "bcc:3", zobrist.Set{}, 5), v, lattice.Options{Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		sim.Step()
	}
	return sim
}

func written(t testing.TB, c *lattice.Checkpoint) []byte {
	t.Helper()
	var b bytes.Buffer
	if n, err := c.WriteTo(&b); err != nil || n != int64(b.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, b.Len(), err)
	}
	return b.Bytes()
}

// A simulation that was saved and read goes on as the one that was not.
func TestResume(t *testing.T) {
	sim := start(t, 1000)
	file := written(t, sim.Checkpoint(json.RawMessage(`{"a":1}`)))
	c, err := lattice.ReadCheckpoint(iotest.HalfReader(bytes.NewReader(file)))
	if err != nil || string(c.Note) != `{"a":1}` {
		t.Fatalf("%+v, %v", c, err)
	}
	v := lattice.Vacancy{Model: lattice.FeCu(), Temperature: 600}
	again, err := lattice.Resume(c, zobrist.Set{}, v, lattice.Options{Memory: newMemory(t, lattice.MemoryOptions{})})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3000 {
		if again.Steps() != sim.Steps() || again.Time() != sim.Time() ||
			again.State().Hash128() != sim.State().Hash128() {
			t.Fatalf("step %d: %v at %v, want %v at %v", i, again.State().Hash128(), again.Time(),
				sim.State().Hash128(), sim.Time())
		}
		sim.Step()
		again.Step()
	}
}

// The file of a first state is as it was. Do not edit: formats and hash values are
// frozen from release 1.0 on, and before it a change of either is a decision.
func TestFrozenCheckpoint(t *testing.T) {
	file := written(t, start(t, 0).Checkpoint(json.RawMessage(`"note"`)))
	const want = "40f10ed25cb8c7ff2eb3e14697f3dc7d87ae748259d39b3e3ad82ef620628552"
	if got := fmt.Sprintf("%x", sha256.Sum256(file)); got != want {
		t.Errorf("SHA-256 %s of %q", got, file)
	}
}

// A file with any one bit changed, cut or continued is refused.
func TestDamage(t *testing.T) {
	good := written(t, start(t, 10).Checkpoint(nil))
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			_, err := lattice.ReadCheckpoint(bytes.NewReader(bad))
			if !errors.Is(err, lattice.ErrCorrupt) && !errors.Is(err, lattice.ErrVersion) {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
		}
		if _, err := lattice.ReadCheckpoint(bytes.NewReader(good[:i])); !errors.Is(err, lattice.ErrCorrupt) {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
	if _, err := lattice.ReadCheckpoint(bytes.NewReader(append(good, 0))); !errors.Is(err, lattice.ErrCorrupt) {
		t.Errorf("a byte more: %v", err)
	}
	good[8]++
	if _, err := lattice.ReadCheckpoint(bytes.NewReader(good)); !errors.Is(err, lattice.ErrVersion) {
		t.Errorf("version 2: %v", err)
	}
	_, err := lattice.ReadCheckpoint(iotest.ErrReader(errors.ErrUnsupported))
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// A checkpoint that is whole and says nonsense is refused.
func TestNonsense(t *testing.T) {
	for _, test := range []struct {
		spoil func(*lattice.Checkpoint)
		want  error
	}{
		{func(c *lattice.Checkpoint) { c.Hash.Hi++ }, lattice.ErrKeys},
		{func(c *lattice.Checkpoint) { c.Lattice = "bcc:4" }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Lattice = "" }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Species = nil }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Sites[3] = 3 }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Sites = c.Sites[1:] }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Random = c.Random[1:] }, lattice.ErrCorrupt},
		{func(c *lattice.Checkpoint) { c.Time = -1 }, lattice.ErrCorrupt},
	} {
		c := start(t, 10).Checkpoint(nil)
		test.spoil(c)
		c, err := lattice.ReadCheckpoint(bytes.NewReader(written(t, c)))
		if err != nil {
			t.Fatal(err)
		}
		v := lattice.Vacancy{Model: lattice.FeCu(), Temperature: 600}
		if _, err := lattice.Resume(c, zobrist.Set{}, v, lattice.Options{}); !errors.Is(err, test.want) {
			t.Errorf("%v, want %v", err, test.want)
		}
	}
	long := start(t, 1).Checkpoint([]byte(`"` + strings.Repeat("a", 1<<20) + `"`))
	if _, err := long.WriteTo(new(bytes.Buffer)); err == nil {
		t.Error("a note of a mebibyte is written")
	}
}

// Bytes with a right checksum never panic, and the result can be written again.
func FuzzReadCheckpoint(f *testing.F) {
	l, err := lattice.Parse("square:3")
	if err != nil {
		f.Fatal(err)
	}
	s, err := lattice.NewState(l, zobrist.Set{}, "down", "up")
	if err != nil {
		f.Fatal(err)
	}
	sim, err := lattice.NewSimulation(s, lattice.Ising(2), lattice.Options{})
	if err != nil {
		f.Fatal(err)
	}
	good := written(f, sim.Checkpoint(nil))
	f.Add(good[:len(good)-4])
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
		c, err := lattice.ReadCheckpoint(bytes.NewReader(binary.LittleEndian.AppendUint32(bytes.Clone(data), sum)))
		if err != nil {
			return
		}
		if len(c.Lattice) < 12 {
			sim, err := lattice.Resume(c, zobrist.Set{}, lattice.Ising(2), lattice.Options{})
			if err == nil {
				sim.Step()
			}
		}
		if _, err := lattice.ReadCheckpoint(bytes.NewReader(written(t, c))); err != nil {
			t.Error(err)
		}
	})
}
