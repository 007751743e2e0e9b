package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// There is a page for each command, and groff formats it without a warning, with each flag and each line of the
// examples.
func TestManual(t *testing.T) {
	groff, dir := oracle.Program(t, "groff", "groff-base"), t.TempDir()
	var out, errs strings.Builder
	if status := run(context.Background(), []string{"man", dir}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	root := newRoot(&app{out: &output{}})
	for _, name := range leaves(root, "") {
		if name == "help" {
			continue // --help of the others
		}
		cmd, _, err := root.Find(strings.Fields(name))
		if err != nil {
			t.Fatal(err)
		}
		page := filepath.Join(dir, manualName(cmd)+".1")
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
	}
}

// Each section of the folder help is the help of a command, or a text that others contain; every placeholder is filled.
func TestHelpTexts(t *testing.T) {
	commands := map[string]bool{"lab experiment": true} // of each experiment
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		commands[strings.TrimPrefix(cmd.CommandPath(), "zobrist ")] = true
		if strings.Contains(cmd.Short+cmd.Long+cmd.Example, "{{") {
			t.Errorf("%s: a placeholder is left: %s", cmd.CommandPath(), cmd.Long)
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(newRoot(&app{out: &output{}}))
	for name, h := range helpTexts() {
		if !strings.HasPrefix(name, "{{") && !commands[name] {
			t.Errorf("the section %q is of no command", name)
		}
		if h.short == "" || strings.HasSuffix(h.long, "\n") {
			t.Errorf("%q: %+v", name, h)
		}
	}
}
