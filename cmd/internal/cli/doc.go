// Package cli is what the programs of this project have in common: the streams, flags and exit statuses of a command,
// its help, manual pages and completions, errors with remedies, progress, and the first Ctrl-C.
//
//	//go:embed help/*.txt
//	var help embed.FS
//
//	var program = cli.Program{Name: "lab", Help: help, Root: newRoot}
//
//	func main() { program.Main() }
//
//	func newRoot(a *cli.App) *cobra.Command {
//		root := newExperiment(a) // from a.Command("lab", oneName, …)
//		cli.AddGroup(root, "Lattices:", a.Noun("lattice", newLatticeRun(a), newLatticeShow(a)))
//		return root
//	}
//
// A command comes from [App.Command], which takes its texts from the folder help. Its body returns an error, perhaps
// with a [Hint] or as [Usagef], or gives its result to [App.Print]: an [Answer] is text for a person, and JSON with
// --json. Package clitest checks what holds for every program.
//
// Nothing here is safe for concurrent use, except what says so.
package cli
