package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

// addCompletion sets the completions of flags and arguments for cmd and all commands
// below it. Arguments are recognized by their names in the usage line.
func addCompletion(cmd *cobra.Command) {
	only := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	orFile := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveDefault)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *choice:
			_ = cmd.RegisterFlagCompletionFunc(f.Name, only(v.names))
		case *condition:
			if names := conditionNames[v.name]; names != nil {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, only(names))
			}
		case *gameFlag:
			_ = cmd.RegisterFlagCompletionFunc(f.Name, only(gameNames()))
		}
		switch f.Name {
		case "layout":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, orFile(keyfile.Layouts()))
		case "keys":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, orFile(keyNames()))
		case "by", "views":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, only([]string{"pawns", "material"}))
		case "db":
			_ = cmd.MarkFlagDirname(f.Name)
		}
	})
	switch arguments := strings.TrimPrefix(cmd.Use, cmd.Name()); {
	case strings.Contains(arguments, "KEYS"):
		cmd.ValidArgsFunction = orFile(keyNames())
	case strings.Contains(arguments, "FILE [POSITION]"):
		cmd.ValidArgsFunction = orFile([]string{"startpos"})
	case strings.Contains(arguments, "POSITION"):
		cmd.ValidArgsFunction = only([]string{"startpos"})
	case strings.Contains(arguments, "GAME"):
		cmd.ValidArgsFunction = only(gameNames())
	case strings.Contains(arguments, queryNames[0]):
		cmd.ValidArgsFunction = only(queryNames)
	case !strings.Contains(arguments, "FILE"):
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		addCompletion(c)
	}
}

// keyNames lists KEYS, with a seed those that take one.
func keyNames() []string {
	names := []string{"polyglot", "stockfish", "gnuchess", "coded:1"}
	for _, generator := range zobrist.Generators() {
		names = append(names, "random:"+generator+":1")
	}
	return names
}
