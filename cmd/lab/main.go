// Command lab is the laboratory: it measures published claims about hashing, simulates crystals that remember their
// states, and tunes the chess engine.
//
//	go run github.com/zobrist-go/zobrist/cmd/lab@latest birthdays
//
// Results go to standard output, everything else to standard error. The exit statuses are the same as of zobrist.
package main

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/lab"
)

//go:embed help/*.txt
var helpFiles embed.FS

var program = cli.Program{
	Name:  "lab",
	Root:  newRoot,
	Help:  helpFiles,
	Words: map[string]string{"{{experiments}}": experimentList()},
}

func main() { program.Main() }

// newRoot returns the command that runs an experiment, with the others below it.
func newRoot(a *cli.App) *cobra.Command {
	root := newExperiment(a)
	cli.AddGroup(root, "Experiments:", newIndependence(a), newAll(a))
	cli.AddGroup(root, "Lattices:", a.Noun("lattice", newLatticeRun(a), newLatticeShow(a)))
	cli.AddGroup(root, "Chess:", newTune(a))
	return root
}

// experimentList lists the experiments, a line each.
func experimentList() string {
	var b strings.Builder
	for _, e := range lab.Experiments() {
		fmt.Fprintf(&b, "  %-12s  %s\n", e.Name, e.Title)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
