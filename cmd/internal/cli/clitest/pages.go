package clitest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

var (
	codeIn   = regexp.MustCompile("(?ms)^```.*?^```|`[^`]+`")
	flagIn   = regexp.MustCompile(`(?:^| )-(-[a-z][a-z0-9-]*|[a-z])\b`)
	quotedIn = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// Pages: the commands and flags of a program exist that the code in the pages of the module in folder has. There are so
// many of each at least.
func Pages(t *testing.T, p *cli.Program, folder string, least int) {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md", "serve/internal/page/*.md"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	root := p.Tree()
	command := regexp.MustCompile("(?m)(?:^|[`|&] ?|^\\$ |\\./|cmd/|run )" + p.Name + "(?:@latest)?( [a-z][^`|&#>\\n]*)")
	commands, flags := 0, 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(page) == "formats.md" {
			continue // the first words of files look like commands
		}
		for _, m := range command.FindAllStringSubmatch(strings.Join(codeIn.FindAllString(string(text), -1), "\n"), -1) {
			line := quotedIn.ReplaceAllString(m[1], "")
			cmd, rest, err := root.Find(strings.Fields(line))
			var words []string
			for _, word := range rest {
				if strings.HasPrefix(word, "-") {
					break
				}
				words = append(words, word)
			}
			if err != nil || cmd.HasSubCommands() && len(words) > 0 && (cli.IsNoun(cmd) || cmd.ValidateArgs(words) != nil) ||
				cmd == root && cli.IsNoun(cmd) {
				t.Errorf("%s: no command %s%s", page, p.Name, line)
				continue
			}
			commands++
			for _, f := range flagIn.FindAllStringSubmatch(line, -1) {
				name, long := strings.CutPrefix(f[1], "-")
				known := cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
				if !long {
					known = cmd.Flags().ShorthandLookup(name) != nil || cmd.InheritedFlags().ShorthandLookup(name) != nil
				}
				if flags++; !known && name != "help" && name != "h" {
					t.Errorf("%s: %s has no flag -%s", page, cmd.CommandPath(), f[1])
				}
			}
		}
	}
	if commands < least || flags < least {
		t.Errorf("found %d commands with %d flags", commands, flags)
	}
}
