package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// tree returns the program's command with what every program has: global flags, the commands version, man, help and
// completion, and its errors and texts in our form.
func (p *Program) tree(a *App) *cobra.Command {
	root := p.Root(a)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkFlags(cmd); err != nil {
			return err
		}
		for c := cmd; c != nil; c = c.Parent() {
			if output := c.Annotations[onlyForm]; output != "" {
				return a.OneForm(output)
			}
		}
		return nil
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if words := cmd.Flags().Args(); meansCommand(cmd, words) {
			a.noHelp = Usagef("", "unknown command %q for %s", words[0], cmd.CommandPath())
			return
		}
		help(cmd, args)
	})
	root.SetIn(a.In)
	root.SetOut(a.Text)
	root.SetErr(a.Err)
	root.SetUsageFunc(printUsage)
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.BoolVar(&a.JSON, "json", false, "print the result as JSON")
	flags.BoolVarP(&a.Quiet, "quiet", "q", false, "no progress and no remarks")
	if p.Colors {
		flags.BoolVar(&a.noColor, "no-color", false, "no colours")
	}
	root.Version = Version()
	root.AddCommand(newVersion(a), newMan(a))
	root.SetHelpCommand(newHelp(root))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			a.makeNoun(cmd)
			OneForm(cmd, "a script")
		case "help":
			OneForm(cmd, "a text")
		}
	}
	p.addCompletion(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if words := cmd.Flags().Args(); meansCommand(cmd, words) {
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
			if err != nil || len(rest) > 0 && !cmd.HasSubCommands() || meansCommand(cmd, rest) {
				return Usagef("", "unknown command %q", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag() // --help says the same
			cmd.InitDefaultVersionFlag()
			if err := cmd.ParseFlags(rest); err != nil { // for help about an argument
				return err
			}
			return cmd.Help()
		},
	}
}

// meansCommand reports whether words after cmd can only be meant as commands below it, which it does not have.
func meansCommand(cmd *cobra.Command, words []string) bool {
	return len(words) > 0 && cmd.HasSubCommands() && (IsNoun(cmd) || cmd.ValidateArgs(words) != nil)
}

// onlyForm is the annotation of a command whose output has one form: what it is.
const onlyForm = "only form"

// OneForm says that cmd and the commands below it do not print JSON, but the output named: "a script". Then --json is
// a usage error.
func OneForm(cmd *cobra.Command, output string) { annotate(cmd, onlyForm, output) }

// annotate adds text to an annotation.
func annotate(cmd *cobra.Command, name, text string) {
	if cmd.Annotations == nil {
		cmd.Annotations = make(map[string]string)
	}
	cmd.Annotations[name] += text
}

// AddGroup adds commands to root under a heading of its help: "Keys:".
func AddGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, cmd := range commands {
		cmd.GroupID = title
		root.AddCommand(cmd)
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
