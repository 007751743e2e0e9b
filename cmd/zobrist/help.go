package main

import (
	"embed"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

// The folder help has the help of the commands: after "## NAME: ARGUMENTS" a short text, a blank line, a long text if
// there is one, and examples. A section "## {{WORD}}" is a text that others have in place of {{WORD}}.
//
//go:embed help/*.txt
var helpFiles embed.FS

// helpText is the help of one command.
type helpText struct{ arguments, short, long, examples string }

// helpTexts are the texts by the names of the commands. They are read when they are first needed.
var helpTexts = sync.OnceValue(func() map[string]helpText {
	words := []string{"{{keys}}", keyfile.Names, "{{layouts}}", layoutNames,
		"{{generators}}", strings.Join(zobrist.Generators(), ", ")}
	texts := make(map[string]string)
	files, err := helpFiles.ReadDir("help")
	for _, f := range files {
		var text []byte
		if text, err = helpFiles.ReadFile("help/" + f.Name()); err != nil {
			break
		}
		for section := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n## ") {
			head, body, _ := strings.Cut(strings.TrimPrefix(section, "## "), "\n")
			if texts[head] = body; strings.HasPrefix(head, "{{") {
				words = append(words, head, body)
			}
		}
	}
	if err != nil {
		panic(err) // the files are embedded
	}
	fill := strings.NewReplacer(words...)
	all := make(map[string]helpText)
	for head, text := range texts {
		name, arguments, _ := strings.Cut(head, ": ")
		text, examples, _ := strings.Cut(text, "\n\nExamples:\n")
		short, long, _ := strings.Cut(text, "\n\n")
		all[name] = helpText{arguments, short, fill.Replace(long), examples}
	}
	return all
})

// command returns a command with the help of its name, such as "index find". arguments checks the arguments; nil takes
// any. Errors before the body are usage errors.
func (a *app) command(name string, arguments cobra.PositionalArgs, body runFunc) *cobra.Command {
	h, ok := helpTexts()[name]
	if !ok {
		panic("no help for " + name)
	}
	use := strings.TrimSpace(name[strings.LastIndexByte(name, ' ')+1:] + " " + h.arguments)
	return &cobra.Command{Use: use, Short: h.short, Long: h.long, Example: h.examples, Args: arguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			a.started = true
			return body(cmd, args)
		}}
}

// noun returns a command that only holds others. Called without one of them
// it prints its help and is a usage error.
func (a *app) noun(name string, verbs ...*cobra.Command) *cobra.Command {
	cmd := a.command(name, nil, nil)
	cmd.RunE = a.needsCommand
	cmd.AddCommand(verbs...)
	return cmd
}
