//go:build unix

package sorted_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

const childVariable = "ZOBRIST_SORTED_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		if err := buildRounds(dir, 3); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("done")
		return
	}
	os.Exit(m.Run())
}

// roundRecords is how many records a round adds.
const roundRecords = 30_000

// roundKey returns the key of a record of a round. Half of the keys come in each round.
func roundKey(round, i int) sorted.Key {
	if i%2 == 1 {
		round = 0
	}
	rng := rand.New(rand.NewPCG(uint64(round), uint64(i)))
	return sorted.Key{Lo: rng.Uint64(), Hi: uint16(rng.Uint32())}
}

// buildRounds brings a store to so many rounds, each of which is a table, and resumes what was interrupted. After each
// round the tables are merged if there are two.
func buildRounds(dir string, rounds int) error {
	f, err := openFolder(dir, false)
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Println("ready")
	for {
		s, err := f.Acquire()
		if err != nil {
			return err
		}
		round, tables := int(s.Manifest.Builds), len(s.Files)
		s.Release()
		if round == rounds && tables < 2 {
			return nil
		}
		if err := change(f, round, tables > 1); err != nil {
			return err
		}
	}
}

// change adds a round to a store, or merges its tables.
func change(f *sorted.Folder[*manifest, *sorted.Table], round int, merge bool) error {
	c, err := f.Change(newManifest)
	if err != nil {
		return err
	}
	defer c.End()
	m := *c.Manifest()
	m.Made++
	name := sorted.FileName(m.Made, ".tab")
	path := filepath.Join(f.Dir(), name)
	w, err := family.CreateTable(path, sorted.TableOptions{Bytes: 1 << 20})
	if err != nil {
		return err
	}
	work := sorted.WorkOptions{Memory: 300 << 10, Workers: 2}
	if merge {
		err = w.Merge(context.Background(), c.Base().Files, work, join)
		m.Tables = nil
	} else {
		m.Builds++
		err = sortRound(c, w, round, work)
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	info, err := w.Close()
	if err != nil {
		return err
	}
	entry := sorted.FileEntry{File: name, Bytes: info.Bytes, Sum: info.Sum}
	m.Tables = append(m.Tables[:len(m.Tables):len(m.Tables)], entry)
	if err := c.Publish(&m); err != nil || merge {
		return err
	}
	return errors.Join(c.RemoveBuild(), c.End())
}

// sortRound adds the records of a round, from the last one that a journal has, and writes a journal now and then.
func sortRound(c *sorted.Change[*manifest, *sorted.Table], w *sorted.TableWriter, round int,
	work sorted.WorkOptions) error {
	dir, err := c.BuildDir()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "journal")
	s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(dir, "spill"), Size: sorted.Variable,
		Memory: 200 << 10})
	defer s.Suspend()
	var j journal
	if err := family.ReadSealed(path, "journal", &j); err == nil {
		if err := s.Restore(j.Extents); err != nil {
			return err
		}
		fmt.Println("resumed")
	}
	a := s.Adder()
	for i := j.Added; i < roundRecords; i++ {
		if err := a.Add(0, roundKey(round, i), fmt.Append(nil, round, " ", i)); err != nil {
			return err
		}
		if i%5000 == 4999 {
			if err := errors.Join(s.Flush(), s.Sync()); err != nil {
				return err
			}
			if err := family.WriteSealed(path, "journal", journal{i + 1, s.Extents()}); err != nil {
				return err
			}
		}
	}
	s.End()
	return w.Sort(context.Background(), s, 0, work, join)
}

// checkRounds checks that a store has some whole rounds, and returns how many.
func checkRounds(t *testing.T, dir string) int {
	t.Helper()
	f, err := openFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	rounds := int(s.Manifest.Builds)
	for round := range rounds {
		for i := round; i < roundRecords; i += 997 {
			found, want := false, fmt.Sprint(round, " ", i)
			for _, table := range s.Files {
				p, _, err := table.Find(nil, roundKey(round, i))
				if err != nil {
					t.Fatal(err)
				}
				for text := range strings.SplitSeq(string(p), "|") {
					found = found || text == want
				}
			}
			if !found {
				t.Fatalf("of %d rounds, record %d of round %d is missing", rounds, i, round)
			}
		}
	}
	for _, table := range s.Files {
		if err := table.Verify(t.Context(), nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	return rounds
}

// TestKill kills a process that adds to a store, at random moments. The store has the rounds of before or after, and
// the next process resumes and leaves no other file.
func TestKill(t *testing.T) {
	kills := 12
	if oracle.Short() {
		kills = 4
	}
	rng := rand.New(rand.NewPCG(1, 2))
	took, resumed, killed := time.Duration(0), 0, 0
	for trial := range kills + 1 {
		dir := filepath.Join(t.TempDir(), "store")
		for first, before := true, 0; ; first = false {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childVariable+"="+dir)
			cmd.Stderr = os.Stderr
			pipe, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			out := bufio.NewReader(pipe)
			if line, err := out.ReadString('\n'); err != nil || line != "ready\n" {
				t.Fatalf("%q, error %v", line, err)
			}
			start := time.Now()
			if trial > 0 && first { // the first trial measures
				timer := time.AfterFunc(time.Duration(rng.Float64()*float64(took)), func() { _ = cmd.Process.Kill() })
				defer timer.Stop()
			}
			said, _ := io.ReadAll(out)
			err = cmd.Wait()
			took = max(took, time.Since(start))
			resumed += strings.Count(string(said), "resumed")
			now := checkRounds(t, dir)
			if now < before {
				t.Fatalf("%d rounds after %d", now, before)
			}
			before = now
			if err == nil {
				if !strings.HasSuffix(string(said), "done\n") || now != 3 {
					t.Fatalf("%d rounds, output %q", now, said)
				}
				break
			}
			if !first || trial == 0 {
				t.Fatal(err)
			}
			killed++
		}
		f, err := openFolder(dir, false) // files of a state before the last one stay until the next change
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.Change(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.End(), f.Close()); err != nil {
			t.Fatal(err)
		}
		var names []string
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if err != nil || len(names) != 3 || names[1] != "LOCK" || names[2] != "MANIFEST" {
			t.Errorf("left: %v, error %v", names, err)
		}
	}
	t.Logf("%d kills, %d builds resumed", killed, resumed)
	if killed == 0 {
		t.Error("no process was killed")
	}
}
