package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/lattice"
)

// latticeShowAnswer is what `lab lattice show` prints.
type latticeShowAnswer struct {
	latticeSetup
	Lattice string           `json:"lattice"`
	Sites   int              `json:"sites"`
	Steps   uint64           `json:"steps"`
	Time    float64          `json:"time"` // s, or attempts a site for ising
	Energy  float64          `json:"energy"`
	Hash    string           `json:"hash"`      // of 128 bits
	Image   string           `json:"canonical"` // the same of all its images under translations; "" if too expensive
	Species []latticeSpecies `json:"species"`
	Picture string           `json:"picture,omitempty"`
}

// latticeSpecies says how the sites of a species lie.
type latticeSpecies struct {
	Name     string `json:"name"`
	Sites    int    `json:"sites"`
	Bonds    int    `json:"bonds"`    // pairs of nearest neighbours among them
	Clusters int    `json:"clusters"` // connected by such bonds
	Largest  int    `json:"largest"`  // sites in the largest cluster
}

func newLatticeShow(a *cli.App) *cobra.Command {
	var picture string
	cmd := a.Command("lattice show", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return showLattice(cmd.Context(), a, args[0], picture)
	})
	cmd.Flags().StringVarP(&picture, "output", "o", "", "`FILE` for the picture, .svg or .png")
	return cmd
}

// maxCanonicalCost is the number of XORs that show spends on a canonical hash.
const maxCanonicalCost = 1e9

func showLattice(ctx context.Context, a *cli.App, name, picture string) error {
	kind := strings.ToLower(filepath.Ext(picture))
	if picture != "" && kind != ".svg" && kind != ".png" {
		return cli.Usagef("name a file that ends in .svg or .png", "no such kind of picture: %s", picture)
	}
	c, setup, err := readCheckpoint(ctx, name)
	if err != nil {
		return err
	}
	s, err := c.State(zobrist.Set{})
	if err != nil {
		return explainCheckpoint(name, err)
	}
	answer := latticeShowAnswer{
		latticeSetup: setup, Lattice: c.Lattice, Sites: len(c.Sites), Steps: c.Steps, Time: c.Time,
		Energy: setup.energy(s), Hash: s.Hash128().String(), Picture: picture,
	}
	rarest, present := len(c.Sites), 0
	for species, name := range s.Species() {
		sites := s.Sites(species)
		answer.Species = append(answer.Species, clusters(s, species, name))
		if species > 0 && len(sites) > 0 {
			rarest, present = min(rarest, len(sites)), present+len(sites)
		}
	}
	if float64(rarest)*float64(present) < maxCanonicalCost {
		answer.Image = s.Canonical().String()
	}
	if picture != "" {
		if err := a.WriteOutput(picture, func(w io.Writer) error { return drawLattice(w, s, kind) }); err != nil {
			return err
		}
	}
	return a.Print(answer)
}

// clusters finds the connected clusters of a species.
func clusters(s *lattice.State, species int, name string) latticeSpecies {
	c := latticeSpecies{Name: name, Sites: len(s.Sites(species))}
	seen := make([]bool, s.Lattice().Sites())
	for _, first := range s.Sites(species) {
		if seen[first] {
			continue
		}
		seen[first] = true
		cluster := []int32{first}
		for i := 0; i < len(cluster); i++ {
			for _, other := range s.Lattice().Neighbors(int(cluster[i]), 0) {
				if s.At(int(other)) != species {
					continue
				}
				c.Bonds++
				if !seen[other] {
					seen[other] = true
					cluster = append(cluster, other)
				}
			}
		}
		c.Clusters++
		c.Largest = max(c.Largest, len(cluster))
	}
	c.Bonds /= 2 // each was met from both ends
	return c
}

func (r latticeShowAnswer) Text(w io.Writer) {
	temperature, unit, energy := r.units()
	fmt.Fprintf(w, "lattice    %s, %s\n", r.Lattice, cli.Number(int64(r.Sites), "site"))
	fmt.Fprintf(w, "model      %s at %v%s, seed %d\n", r.Model, r.Temperature, temperature, r.Seed)
	fmt.Fprintf(w, "steps      %s\n", cli.Group3(int64(r.Steps)))
	fmt.Fprintf(w, "time       %.6g %s\n", r.Time, unit)
	fmt.Fprintf(w, "energy     %.6f%s, %.6f a site\n", r.Energy, energy, r.Energy/float64(r.Sites))
	fmt.Fprintf(w, "hash       %s\n", r.Hash)
	if r.Image != "" {
		fmt.Fprintf(w, "canonical  %s\n", r.Image)
	}
	if r.Picture != "" {
		fmt.Fprintf(w, "picture    %s\n", r.Picture)
	}
	fmt.Fprintln(w)
	cli.Columns(w, false, func(w io.Writer) {
		fmt.Fprintln(w, "species\tsites\tbonds\tclusters\tlargest")
		for _, s := range r.Species {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", s.Name, s.Sites, s.Bonds, s.Clusters, s.Largest)
		}
	})
}
