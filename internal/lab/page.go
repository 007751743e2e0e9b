package lab

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"
)

// A page shows one or more reports, with the plots and tables that lie beside it.
type page struct {
	Title, Made string
	Reports     []*Report
}

// made says when, on what machine and by what program the pages are written.
func made() string {
	processor := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				processor = strings.TrimSpace(model)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d processors (%s), %s/%s, %s%s", time.Now().UTC().Format("2 January 2006"),
		runtime.NumCPU(), processor, runtime.GOOS, runtime.GOARCH, runtime.Version(), commit())
}

// commit says from what commit the program was built, "" if it does not know.
func commit() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, changed string
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) > 7:
			revision = ", commit " + s.Value[:7]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	return revision + changed
}

// command is how the report was made.
func (r *Report) command() string {
	c := "lab " + r.Experiment
	if r.Full {
		c += " --full"
	}
	if r.Trials > 0 {
		c += fmt.Sprintf(" --trials %d", r.Trials)
	}
	if r.Seed != 1 {
		c += fmt.Sprintf(" --seed %d", r.Seed)
	}
	return c
}

// spent is the time that the report took, and how it was made if not as the page was.
func (r *Report) spent(page string) string {
	s := fmt.Sprintf("%.0f s of processor time", r.Processor)
	if r.Made != page && r.Made != "" {
		s += "; " + r.Made
	}
	return s
}

// lineWidth is the longest line of a paragraph, in characters.
const lineWidth = 119

// wrapped divides a paragraph into lines, of which all but the first begin with indent.
func wrapped(text, indent string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch n := utf8.RuneCountInString(word); {
		case column == 0:
			column = n
		case column+1+n > lineWidth:
			b.WriteString("\n" + indent)
			column = len(indent) + n
		default:
			b.WriteByte(' ')
			column += 1 + n
		}
		b.WriteString(word)
	}
	return b.String() + "\n"
}

// interruptedText is in place of the verdict of a report that is not whole.
const interruptedText = "interrupted: some figures were not finished, and nothing is concluded"

// verdictText is the verdict in a line.
func (r *Report) verdictText() (word, text string) {
	if r.Verdict.Word == "" {
		return "no verdict", interruptedText
	}
	return r.Verdict.Word, r.Verdict.Text
}

var markdownCell = strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", "*", "\\*", "_", "\\_")

// markdown writes the page for a reader of plain text.
func (p page) markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s", p.Title, wrapped("Measured on "+p.Made+".", ""))
	if len(p.Reports) > 1 {
		b.WriteString("\n| experiment | claim's source | verdict | s of processor time |\n|---|---|---|---|\n")
		for _, r := range p.Reports {
			word, _ := r.verdictText()
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %.0f |\n", r.Title, r.Experiment, markdownCell.Replace(r.Source),
				word, r.Processor)
		}
	}
	for _, r := range p.Reports {
		word, text := r.verdictText()
		if len(p.Reports) > 1 {
			fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n\n## %s\n", r.Experiment, r.Title)
		}
		paragraph := func(head, text string) {
			if text != "" {
				b.WriteString(wrapped("**"+head+".** "+text+".", "") + "\n")
			}
		}
		b.WriteString("\n")
		paragraph("Claim", r.Claim)
		paragraph("Source", r.Source)
		paragraph("Rule of the verdict", r.Rule)
		paragraph("Verdict: "+word, text)
		paragraph("Threats to validity", r.Threats)
		b.WriteString(wrapped("`"+r.command()+"`, "+r.spent(p.Made), ""))
		for _, t := range r.Tables {
			t.markdown(&b)
		}
	}
	return b.Bytes()
}

func (t *Table) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s%s\n", t.Title, partial(t, " (partial: interrupted)"))
	if t.svg() != nil {
		fmt.Fprintf(b, "\n![%s](%s)\n", markdownCell.Replace(t.Title), t.file(".svg"))
	}
	var heads []string
	for _, c := range t.Columns {
		heads = append(heads, markdownCell.Replace(c))
	}
	fmt.Fprintf(b, "\n| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, row := range t.Rows {
		var fields []string
		for _, c := range cells(row) {
			fields = append(fields, markdownCell.Replace(c))
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(fields, " | "))
	}
	if len(t.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString(wrapped("- "+n, "  "))
	}
}

//go:embed page.css
var pageStyle string

// html writes the page for a browser: one file, with its plots inside. It uses no template, because a program with one
// is larger by a fifth: text/template finds methods by name, so the linker can drop none.
func (p page) html() []byte {
	var b bytes.Buffer
	// write writes a format whose arguments are all texts to be escaped.
	write := func(format string, texts ...string) {
		escaped := make([]any, len(texts))
		for i, text := range texts {
			escaped[i] = html.EscapeString(text)
		}
		fmt.Fprintf(&b, format, escaped...)
	}
	write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", p.Title)
	b.WriteString("<style>\n" + pageStyle + "</style>\n</head>\n<body>\n")
	write("<h1>%s</h1>\n<p>Measured on %s.</p>\n", p.Title, p.Made)
	many := len(p.Reports) > 1
	if many {
		b.WriteString("<table>\n<tr><th>experiment</th><th>claim's source</th><th>verdict</th>" +
			"<th>s of processor time</th></tr>\n")
		for _, r := range p.Reports {
			word, _ := r.verdictText()
			write("<tr><td><a href=\"#%s\">%s</a></td><td>%s</td><td>%s</td><td class=\"number\">%s</td></tr>\n",
				r.Experiment, r.Title, r.Source, word, fmt.Sprintf("%.0f", r.Processor))
		}
		b.WriteString("</table>\n")
	}
	for _, r := range p.Reports {
		write("<section id=\"%s\">\n", r.Experiment)
		if many {
			write("<h2>%s</h2>\n", r.Title)
		}
		word, text := r.verdictText()
		for _, paragraph := range [][2]string{{"Claim", r.Claim}, {"Source", r.Source},
			{"Rule of the verdict", r.Rule}, {"Verdict: " + word, text}, {"Threats to validity", r.Threats}} {
			if paragraph[1] != "" {
				write("<p><b>%s.</b> %s.</p>\n", paragraph[0], paragraph[1])
			}
		}
		write("<p><code>%s</code>, %s</p>\n", r.command(), r.spent(p.Made))
		for _, t := range r.Tables {
			t.html(&b, write)
		}
		b.WriteString("</section>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.Bytes()
}

// html writes the table and its plot. Numbers stand on the right.
func (t *Table) html(b *bytes.Buffer, write func(format string, texts ...string)) {
	write("<h3>%s%s</h3>\n", t.Title, partial(t, " (partial: interrupted)"))
	b.Write(t.svg()) // our own, with all text escaped
	b.WriteString("\n<div class=\"table\"><table>\n<tr>")
	for _, c := range t.Columns {
		write("<th>%s</th>", c)
	}
	b.WriteString("</tr>\n")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, text := range cells(row) {
			if _, isText := row[i].(string); isText {
				write("<td>%s</td>", text)
			} else {
				write("<td class=\"number\">%s</td>", text)
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table></div>\n")
	if len(t.Notes) > 0 {
		b.WriteString("<ul>")
		for _, n := range t.Notes {
			write("<li>%s</li>", n)
		}
		b.WriteString("</ul>\n")
	}
}
