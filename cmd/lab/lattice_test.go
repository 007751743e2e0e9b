package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/lattice"
)

// vanishing are dynamics during which the folder of the checkpoint goes.
type vanishing struct {
	lattice.Dynamics
	dir string
}

func (v vanishing) Apply(s *lattice.State, event int) {
	_ = os.RemoveAll(v.dir)
	v.Dynamics.Apply(s, event)
}

// A simulation whose last state cannot be saved prints its result all the same.
func TestLatticeUnsaved(t *testing.T) {
	l, err := lattice.Parse("square:4")
	if err != nil {
		t.Fatal(err)
	}
	setup := latticeSetup{Model: ising, Temperature: 2, Seed: 1}
	s, err := setup.start(l, 0)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	sim, err := lattice.NewSimulation(s, vanishing{lattice.Ising(2), dir}, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	a := program.NewApp(t.Context(), nil, &out, io.Discard)
	f := &latticeRunFlags{setup: setup, steps: 10, output: filepath.Join(dir, "magnet")}
	err = f.simulate(t.Context(), a, sim, nil, nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "magnet is as it was") {
		t.Errorf("error %v", err)
	}
	if got := out.String(); !strings.Contains(got, "steps     10, 10 now\n") || strings.Contains(got, "file  ") {
		t.Errorf("printed\n%s", got)
	}
}

// Both kinds of picture show every atom in its colour, inside the frame.
func TestLatticePictures(t *testing.T) {
	for _, test := range []struct{ lattice, model string }{
		{"bcc:5x4x3", "fecu"}, {"fcc:2x3x4", "many"}, {"cubic:4", ising}, {"square:7x5", ising},
	} {
		l, err := lattice.Parse(test.lattice)
		if err != nil {
			t.Fatal(err)
		}
		s, err := latticeSetup{Model: test.model, Seed: 1}.start(l, 10)
		if err != nil {
			t.Fatal(err)
		}
		marks, height := latticePicture(s)
		drawn := 0
		for _, m := range marks {
			if m.shape != '/' {
				drawn++
			}
			if min(m.x1, m.y1)-m.r < 0 || m.x1+m.r > latticeWidth || m.y1+m.r > height {
				t.Errorf("%s: %+v is cut in %v×%v", test.lattice, m, latticeWidth, height)
			}
		}
		want := l.Sites()
		if l.Dimensions() != 2 {
			want -= len(s.Sites(0))
		}
		if drawn != want || drawn == 0 {
			t.Errorf("%s: %d marks, want %d", test.lattice, drawn, want)
		}
		var svg, pixels bytes.Buffer
		if err := drawLattice(&svg, s, ".svg"); err != nil {
			t.Fatal(err)
		}
		elements := 0
		for d := xml.NewDecoder(&svg); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := token.(xml.StartElement); ok {
				elements++
			}
		}
		if elements != len(marks)+2 { // the frame and its ground
			t.Errorf("%s: %d elements of %d marks", test.lattice, elements, len(marks))
		}
		if err := drawLattice(&pixels, s, ".png"); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&pixels)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range marks {
			if got := picture.At(int(m.x1), int(m.y1)); l.Dimensions() == 2 && got != m.colour {
				t.Errorf("%s: colour %v, want %v", test.lattice, got, m.colour)
			}
		}
	}
}

// An interrupted simulation leaves a checkpoint, and goes on from it as the one that
// was not interrupted.
func TestLatticeInterrupted(t *testing.T) {
	dir := t.TempDir()
	laboratory := func(ctx context.Context, args string) (out string, status int) {
		var stdout, stderr strings.Builder
		status = program.Run(ctx, strings.Fields(args), strings.NewReader(""), &stdout, &stderr)
		return stdout.String() + stderr.String(), status
	}
	cut, whole := filepath.Join(dir, "cut"), filepath.Join(dir, "whole")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	const flags = "lattice run --lattice bcc:3 --temperature 700 --copper 5 "
	out, status := laboratory(ctx, flags+"--steps 1e12 -o "+cut)
	if status != cli.ExitFailure || !strings.Contains(out, "hint: lab lattice run --resume "+cut) {
		t.Fatalf("status %d: %s", status, out)
	}
	c, _, err := readCheckpoint(t.Context(), cut)
	if err != nil {
		t.Fatal(err)
	}
	if out, status = laboratory(t.Context(), "lattice run --steps 1000 --remember both --resume "+cut); status != cli.ExitOK {
		t.Fatalf("status %d: %s", status, out)
	}
	all := fmt.Sprintf("%s --steps %d --remember nothing -o %s", flags, c.Steps+1000, whole)
	if out, status = laboratory(t.Context(), all); status != cli.ExitOK {
		t.Fatalf("status %d: %s", status, out)
	}
	resumed, _ := laboratory(t.Context(), "lattice show --json "+cut)
	straight, _ := laboratory(t.Context(), "lattice show --json "+whole)
	if resumed != straight || !strings.Contains(straight, fmt.Sprint(c.Steps+1000)) {
		t.Errorf("resumed after %d steps:\n%s\nnever stopped:\n%s", c.Steps, resumed, straight)
	}
}

// A file that cannot be written stops the command before it has simulated.
func TestLatticeUnwritable(t *testing.T) {
	var out, errs strings.Builder
	args := []string{"lattice", "run", "--steps", "1e15", "-o", filepath.Join(t.TempDir(), "none", "file")}
	if status := program.Run(t.Context(), args, strings.NewReader(""), &out, &errs); status != cli.ExitFailure || out.Len() > 0 {
		t.Errorf("status %d: %s%s", status, out.String(), errs.String())
	}
}
