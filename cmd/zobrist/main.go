// Command zobrist is one command over the whole toolkit: hashes of positions,
// keys and their audit, indexes of games, perft and exact solutions.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 for success, 1 if the command ran but failed or found what it
// was asked to look for, 2 if it was called wrongly, and 128 plus the number of
// the signal if one stopped it: 130 after Ctrl-C.
package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/keyfile"
)

//go:embed help/*.txt
var helpFiles embed.FS

var program = cli.Program{
	Name:   "zobrist",
	Root:   newRoot,
	Help:   helpFiles,
	Colors: true, // of play
	Words: map[string]string{
		"{{keys}}": keyfile.Names, "{{layouts}}": layoutNames,
		"{{generators}}": strings.Join(zobrist.Generators(), ", "),
	},
	Complete: addCompletion,
}

func main() { program.Main() }

// app is what the commands share.
type app struct{ *cli.App }

// newRoot returns the whole command tree, by topics.
func newRoot(c *cli.App) *cobra.Command {
	a := &app{c}
	root := a.Noun("zobrist")
	cli.AddGroup(root, "Positions:", newHash(a), newPerft(a), newSolve(a))
	cli.AddGroup(root, "Keys:", newKeys(a), newOdds(a))
	cli.AddGroup(root, "Games:", newIndex(a), newEvals(a), newServe(a), newBook(a), newGames(a), newPlay(a), newUCI(a), newGTP(a))
	return root
}

// jsonLines is the form of answers to many questions from standard input.
const jsonLines = "a line of JSON for each line"
