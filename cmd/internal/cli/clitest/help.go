package clitest

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Leaves lists the commands of a program that do something, by their words; the program itself is "".
func Leaves(p *cli.Program) []string {
	var names []string
	walk(p.Tree(), func(cmd *cobra.Command) {
		if _, name, _ := strings.Cut(cmd.CommandPath(), " "); !cli.IsNoun(cmd) {
			names = append(names, name)
		}
	})
	return names
}

// walk calls f with cmd and all commands below it.
func walk(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		walk(c, f)
	}
}

// Manual: there is a page for each command, and groff formats it without a warning, with each flag and each line of the
// examples.
func Manual(t *testing.T, p *cli.Program) {
	groff, dir := oracle.Program(t, "groff", "groff-base"), t.TempDir()
	var out, errs strings.Builder
	if status := p.Run(t.Context(), []string{"man", dir}, strings.NewReader(""), &out, &errs); status != cli.ExitOK {
		t.Fatal(errs.String())
	}
	walk(p.Tree(), func(cmd *cobra.Command) {
		if !cmd.IsAvailableCommand() || cmd.Name() == "help" {
			return // --help of the others
		}
		page := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
		text, err := exec.Command(groff, "-man", "-Tutf8", "-ww", "-P-cbou", "-rLL=200n", "-Kutf8", page).CombinedOutput()
		if err != nil || strings.Contains(string(text), "troff:") {
			t.Errorf("%s: %v, %.300s", page, err, text)
		}
		words := strings.NewReplacer("−", "-", "‐", "-", "’", "'").Replace(strings.Join(strings.Fields(string(text)), " "))
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			if !strings.Contains(words, strings.NewReplacer("−", "-", "’", "'").Replace(strings.Join(strings.Fields(line),
				" "))) {
				t.Errorf("%s has no example %q", page, line)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(words, "--"+f.Name) {
				t.Errorf("%s has no --%s", page, f.Name)
			}
		})
	})
}

// Help: each section of the folder help is the help of a command, or a text that others contain; every placeholder is
// filled.
func Help(t *testing.T, p *cli.Program) {
	root, own := p.Tree(), p.Sections()
	commands := map[string]bool{root.Name(): true}
	walk(root, func(cmd *cobra.Command) {
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		commands[name] = true
		text := cmd.Short + cmd.Long + cmd.Example
		if strings.Contains(text, "{{") || cmd.Short == "" || strings.HasSuffix(cmd.Long, "\n") && slices.Contains(own, name) {
			t.Errorf("%s: the text is not whole: %s", cmd.CommandPath(), text)
		}
	})
	for _, name := range own {
		if !strings.HasPrefix(name, "{{") && !commands[name] {
			t.Errorf("the section %q is of no command", name)
		}
	}
}
