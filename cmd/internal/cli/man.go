package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// manAnswer is what the command man prints.
type manAnswer struct {
	Folder string   `json:"folder"`
	Files  []string `json:"files"`
}

func newMan(a *App) *cobra.Command {
	return a.Command("man", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		answer := manAnswer{Folder: args[0]}
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return Hint(err, "name a folder that can be made or written")
		}
		err := writeManuals(cmd.Root(), args[0], &answer.Files)
		if err != nil {
			return err
		}
		return a.Print(answer)
	})
}

func (m manAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "wrote %s into %s\n", Number(int64(len(m.Files)), "page"), m.Folder)
}

// writeManuals writes the pages of cmd and of all commands below it, and adds their names to files.
func writeManuals(cmd *cobra.Command, folder string, files *[]string) error {
	name := manualName(cmd) + ".1"
	err := replace.File(filepath.Join(folder, name), func(w io.Writer) error {
		_, err := io.WriteString(w, manual(cmd))
		return err
	})
	*files = append(*files, name)
	for _, c := range cmd.Commands() {
		if err == nil && c.IsAvailableCommand() {
			err = writeManuals(c, folder, files)
		}
	}
	return err
}

func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// A manual is written in roff with the macros of man(7). The help is plain text and stays as it is: cobra's own
// generator takes it for Markdown, in which "Kasp*" and indented tables mean something else.
func manual(cmd *cobra.Command) string {
	var b strings.Builder
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", name) }
	program := cmd.Root().Name()
	fmt.Fprintf(&b, ".TH \"%s\" \"1\" \"\" \"%s %s\" \"%s\"\n", strings.ToUpper(manualName(cmd)), program,
		roff(Version()), program)
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manualName(cmd)), roff(cmd.Short))
	section("SYNOPSIS")
	fmt.Fprintf(&b, "%s\n", roff(strings.TrimSuffix(cmd.UseLine(), " [flags]")))
	if cmd.HasAvailableSubCommands() {
		b.WriteString("COMMAND\n")
	}
	section("DESCRIPTION")
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	for i, paragraph := range strings.Split(text, "\n\n") {
		if strings.HasPrefix(paragraph, "  ") {
			preformatted(&b, paragraph)
			continue
		}
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(paragraph) + "\n")
	}
	if cmd.HasAvailableLocalFlags() {
		section("OPTIONS")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { option(&b, f) })
	}
	if cmd.HasAvailableInheritedFlags() {
		section("GLOBAL OPTIONS")
		cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { option(&b, f) })
	}
	if cmd.HasExample() {
		section("EXAMPLES")
		preformatted(&b, cmd.Example)
	}
	var also []string
	if cmd.HasParent() {
		also = append(also, fmt.Sprintf(".BR %s (1)", roff(manualName(cmd.Parent()))))
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			also = append(also, fmt.Sprintf(".BR %s (1)", roff(manualName(c))))
		}
	}
	if also != nil {
		section("SEE ALSO")
		b.WriteString(strings.Join(also, " ,\n") + "\n")
	}
	return b.String()
}

// preformatted writes text whose lines stay.
func preformatted(b *strings.Builder, text string) {
	fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", roff(text))
}

// option writes a flag with its value, its text and its default.
func option(b *strings.Builder, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, text := pflag.UnquoteUsage(f)
	b.WriteString(".TP\n\\fB")
	if f.Shorthand != "" {
		b.WriteString("\\-" + f.Shorthand + "\\fR, \\fB")
	}
	b.WriteString(roff("--"+f.Name) + "\\fR")
	if value != "" {
		fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
	}
	b.WriteString("\n" + roff(text))
	switch f.DefValue {
	case "", "false", "0", "[]", "0s":
	default:
		b.WriteString(roff(" (default " + f.DefValue + ")"))
	}
	b.WriteString("\n")
}

// roff escapes text. A line that begins with a dot or an apostrophe is no request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
