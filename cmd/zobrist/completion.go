package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/keyfile"
)

// addCompletion sets the completions of a command's flags and arguments. Arguments are recognized by their names in
// the usage line.
func addCompletion(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *condition:
			if names := conditionNames[v.name]; names != nil {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, cli.Only(names))
			}
		case *gameFlag:
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cli.Only(gameNames()))
		}
		switch f.Name {
		case "layout":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cli.OrFile(keyfile.Layouts()))
		case "keys":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cli.OrFile(keyNames()))
		case "by", "views":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cli.Only([]string{"pawns", "material"}))
		case "db":
			_ = cmd.MarkFlagDirname(f.Name)
		}
	})
	switch arguments := cli.Arguments(cmd); {
	case strings.Contains(arguments, "KEYS"):
		cmd.ValidArgsFunction = cli.OrFile(keyNames())
	case strings.Contains(arguments, "FILE [POSITION]"):
		cmd.ValidArgsFunction = cli.OrFile([]string{"startpos"})
	case strings.Contains(arguments, "POSITION"):
		cmd.ValidArgsFunction = cli.Only([]string{"startpos"})
	case strings.Contains(arguments, "GAME"):
		cmd.ValidArgsFunction = cli.Only(gameNames())
	case strings.Contains(arguments, queryNames[0]):
		cmd.ValidArgsFunction = cli.Only(queryNames)
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
