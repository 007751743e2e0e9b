package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot returns the whole command tree.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "zobrist",
		Short: "Hashes of positions, keys you can prove, and everything that was played",
		Long: `Hashes of positions, keys you can prove, and everything that was played.

The exit status is 0; 1 after an error, or for a result that a command's help names; 2
if the command line is wrong; and 130 or 143 after Ctrl-C or SIGTERM.`,
		Example: `  zobrist index build --db games.db games.pgn.zst
  zobrist index find --db games.db --moves "e4 e5 Nf3"
  zobrist hash "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  zobrist perft --depth 5`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs, // needsCommand names the unknown command
		RunE:          a.needsCommand,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkFlags(cmd); err != nil {
				return err
			}
			if output := onlyForm[strings.Fields(cmd.CommandPath() + " .")[1]]; output != "" {
				return a.oneForm(output)
			}
			return nil
		},
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasSubCommands() {
			a.noHelp = usagef("", "unknown command %q for %s", words[0], cmd.CommandPath())
			return
		}
		help(cmd, args)
	})
	root.SetIn(a.in)
	root.SetOut(a.text)
	root.SetErr(a.err)
	root.SetUsageFunc(printUsage)
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.BoolVar(&a.json, "json", false, "print the result as JSON")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "no progress and no remarks")
	flags.Bool("no-color", false, "no colours; only play has any, on a terminal")
	root.Version = buildVersion().Version
	for _, group := range commands(a) {
		root.AddGroup(&cobra.Group{ID: group.id, Title: group.title})
		for _, cmd := range group.commands {
			cmd.GroupID = group.id
			root.AddCommand(cmd)
		}
	}
	root.AddCommand(newVersion(a), newMan(a))
	root.SetHelpCommand(newHelp(root))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.RunE = a.needsCommand
		}
	}
	addCompletion(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
			return a.needsCommand(cmd, words) // the flag may be one of the command meant
		}
		return flagError(cmd, err)
	})
	checkUsage(root)
	return root
}

// newHelp returns the command help.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("", "unknown command %q", strings.Join(args, " "))
			}
			return cmd.Help()
		},
	}
}

// onlyForm names the output of the commands that do not print JSON.
var onlyForm = map[string]string{
	"uci": "the UCI protocol", "gtp": "the protocol GTP", "play": "a dialogue", "completion": "a script",
	"help": "a text",
}

// group is a heading of the help with the commands below it.
type group struct {
	id, title string
	commands  []*cobra.Command
}

// commands lists the commands by topic.
func commands(a *app) []group {
	return []group{
		{"positions", "Positions:", []*cobra.Command{newHash(a), newPerft(a), newSolve(a)}},
		{"keys", "Keys:", []*cobra.Command{newKeys(a), newOdds(a), newLattice(a), newLab(a)}},
		{"games", "Games:", []*cobra.Command{
			newIndex(a), newEvals(a), newServe(a), newBook(a), newGames(a), newPlay(a), newUCI(a), newGTP(a)}},
	}
}

// printUsage prints what cobra's template does, with the examples first, as a reader wants them. A template would make
// the program 20 % larger, as text/template finds methods by name, so the linker could drop none.
func printUsage(cmd *cobra.Command) error {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
		other := "Commands:"
		for _, g := range cmd.Groups() {
			printGroup(&b, cmd, g.Title, g.ID)
			other = "Others:"
		}
		printGroup(&b, cmd, other, "")
	}
	if cmd.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", flagUsages(cmd.LocalFlags()))
	}
	if cmd.HasAvailableInheritedFlags() {
		fmt.Fprintf(&b, "\nGlobal flags:\n%s", flagUsages(cmd.InheritedFlags()))
	}
	_, err := io.WriteString(cmd.OutOrStderr(), b.String())
	return err
}

// flagUsages describes flags, a switch as --json and not as pflag does, --json[=true|false].
func flagUsages(flags *pflag.FlagSet) string {
	switches := make(map[*pflag.Flag]pflag.Value)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "bool" {
			switches[f], f.Value = f.Value, plainSwitch{f.Value}
		}
	})
	defer func() {
		for f, v := range switches {
			f.Value = v
		}
	}()
	return flags.FlagUsages()
}

// A plainSwitch is a value of a flag of which pflag shows the name alone.
type plainSwitch struct{ pflag.Value }

func (plainSwitch) Type() string { return "boolfunc" }

// printGroup lists the commands of a group.
func printGroup(b *strings.Builder, cmd *cobra.Command, title, id string) {
	fmt.Fprintf(b, "\n%s\n", title)
	for _, c := range cmd.Commands() {
		if c.GroupID == id && c.IsAvailableCommand() {
			fmt.Fprintf(b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
		}
	}
}
