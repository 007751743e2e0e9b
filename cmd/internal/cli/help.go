package cli

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
)

// helpFiles has the help of the commands that every program has.
//
//go:embed help/*.txt
var helpFiles embed.FS

// helpText is the help of one command.
type helpText struct{ arguments, short, long, examples string }

// help returns the texts of the program by the names of the commands. It reads them when they are first needed.
func (p *Program) help() map[string]helpText {
	p.once.Do(func() {
		words := []string{"{{program}}", p.Name}
		for name, text := range p.Words {
			words = append(words, name, text)
		}
		sections := make(map[string]string)
		for _, files := range []fs.FS{helpFiles, p.Help} {
			if files == nil {
				continue
			}
			if err := readSections(files, sections); err != nil {
				panic(err) // the files are embedded
			}
		}
		for head, body := range sections {
			if strings.HasPrefix(head, "{{") {
				words = append(words, head, body)
			}
		}
		fill := strings.NewReplacer(words...)
		p.texts = make(map[string]helpText)
		for head, text := range sections {
			name, arguments, _ := strings.Cut(head, ": ")
			text, examples, _ := strings.Cut(text, "\n\nExamples:\n")
			short, long, _ := strings.Cut(text, "\n\n")
			p.texts[name] = helpText{arguments, short, fill.Replace(long), fill.Replace(examples)}
		}
	})
	return p.texts
}

// readSections reads the files of the folder help, and adds their sections by their heads.
func readSections(files fs.FS, sections map[string]string) error {
	names, err := fs.Glob(files, "help/*.txt")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for section := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n## ") {
			head, body, _ := strings.Cut(strings.TrimPrefix(section, "## "), "\n")
			sections[head] = body
		}
	}
	return nil
}

// Sections returns the names of all sections of the help: commands, and placeholders in braces.
func (p *Program) Sections() []string {
	var names []string
	for name := range p.help() {
		names = append(names, name)
	}
	return names
}

// Command returns a command with the help of its name, such as "index find". arguments checks the arguments; nil takes
// any. Errors before the body are usage errors.
//
// The texts are in the folder help of the program: after "## NAME: ARGUMENTS" a short text, a blank line, a long text
// if there is one, and examples. A section "## {{WORD}}" is a text that others have in place of {{WORD}}.
func (a *App) Command(
	name string, arguments cobra.PositionalArgs, body func(cmd *cobra.Command, args []string) error,
) *cobra.Command {
	h, ok := a.program.help()[name]
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

// Noun returns a command that only holds others. Called without one of them
// it prints its help and is a usage error.
func (a *App) Noun(name string, verbs ...*cobra.Command) *cobra.Command {
	cmd := a.Command(name, nil, nil)
	a.makeNoun(cmd)
	cmd.AddCommand(verbs...)
	return cmd
}

// makeNoun makes cmd one that only holds others.
func (a *App) makeNoun(cmd *cobra.Command) {
	cmd.Args, cmd.RunE = cobra.ArbitraryArgs, a.needsCommand // which names the unknown command
	annotate(cmd, noun, "yes")
}

// noun is the annotation of a command that only holds others.
const noun = "noun"

// IsNoun reports whether a command only holds others, as [App.Noun] makes them.
func IsNoun(cmd *cobra.Command) bool { return cmd.Annotations[noun] != "" }
