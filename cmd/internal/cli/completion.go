package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addCompletion sets the completions of flags and arguments for cmd and all commands below it: what the program says,
// the names of a [Choice], and files only for an argument FILE.
func (p *Program) addCompletion(cmd *cobra.Command) {
	if p.Complete != nil {
		p.Complete(cmd)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(*Choice); ok {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, Only(c.Names))
		}
	})
	if cmd.ValidArgsFunction == nil && !strings.Contains(Arguments(cmd), "FILE") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		p.addCompletion(c)
	}
}

// Arguments returns the arguments of a command as its usage line has them.
func Arguments(cmd *cobra.Command) string { return strings.TrimPrefix(cmd.Use, cmd.Name()) }

// Only completes a flag or an argument by some values, and no files.
func Only(values []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// OrFile completes a flag or an argument by some values, or files.
func OrFile(values []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveDefault)
}
