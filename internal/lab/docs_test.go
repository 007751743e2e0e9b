package lab_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// picturesIn matches the pictures of a page.
var picturesIn = regexp.MustCompile(`\]\(lab/([a-z0-9-]+\.svg)\)`)

// docs/lab.md states every experiment as the code does, its pictures are there, and the
// figures of two quick experiments come out again.
func TestDocs(t *testing.T) {
	const folder = "../../docs/"
	content, err := os.ReadFile(folder + "lab.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	head, _, _ := strings.Cut(text, "\n## ")
	head = strings.Join(strings.Fields(head), " ")
	for _, e := range lab.Experiments() {
		_, section, ok := strings.Cut(text, "\n## "+e.Title+"\n")
		if !ok {
			t.Errorf("%s: no section %q", e.Name, e.Title)
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		words := strings.Join(strings.Fields(section), " ")
		for _, want := range []string{
			"**Claim.** " + e.Claim + ".", "**Source.** " + e.Source + ".", "**Rule of the verdict.** " + e.Rule + ".",
			"**Threats to validity.** " + e.Threats + ".",
		} {
			if want != "**Threats to validity.** ." && !strings.Contains(words, want) {
				t.Errorf("%s does not say %q", e.Name, want)
			}
		}
		command := regexp.MustCompile("`lab " + e.Name + "( --full)? (--seed [0-9]+)`").FindStringSubmatch(section)
		if command == nil || !strings.Contains(head, command[2]) {
			t.Errorf("%s has the command %q, and a seed that the head of the page does not state", e.Name, command)
		}
		_, verdict, _ := strings.Cut(section, "**Verdict: ")
		verdict, _, _ = strings.Cut(verdict, ".**")
		if !slices.Contains([]string{lab.Reproduced, lab.Partly, lab.NotReproduced, lab.Sharper, lab.Measured}, verdict) {
			t.Errorf("%s has the verdict %q", e.Name, verdict)
		}
	}

	var want, got []string
	files, err := filepath.Glob(folder + "lab/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		got = append(got, filepath.Base(f))
	}
	for _, m := range picturesIn.FindAllStringSubmatch(text, -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("docs/lab has %v, docs/lab.md shows %v", got, want)
	}

	if oracle.Short() {
		return
	}
	picture := regexp.MustCompile(`\]\(([a-z0-9-]+\.svg)\)`)
	for _, e := range []lab.Experiment{lab.Independence(), lab.Words()} {
		dir := t.TempDir()
		if _, err := run(t, e, lab.Options{Seed: 9, Full: true}).Save(dir); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(dir, e.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		_, tables, ok := strings.Cut(string(page), "\n### ")
		if !ok {
			t.Fatalf("%s.md has no table", e.Name)
		}
		if tables = picture.ReplaceAllString(tables, "](lab/$1)"); !strings.Contains(text, tables) {
			t.Errorf("docs/lab.md has other tables of %s than\n%s", e.Name, tables)
		}
	}
}

// The verdicts in docs/lab.md are what the rules give for the tables there.
func TestDocsVerdicts(t *testing.T) {
	content, err := os.ReadFile("../../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range lab.Experiments() {
		_, section, _ := strings.Cut(string(content), "\n## "+e.Title+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var tables []*lab.Table
		for _, part := range strings.Split(section, "\n### ")[1:] {
			tables = append(tables, parseTable(t, part))
		}
		if len(tables) < e.Laws() || slices.ContainsFunc(tables, func(t *lab.Table) bool { return t.Rows == nil }) {
			left = append(left, e.Name) // the page leaves out long tables
			continue
		}
		v := e.Judge(tables)
		_, stated, _ := strings.Cut(section, "\n**Verdict: ")
		stated, _, _ = strings.Cut(stated, "\n\n")
		stated = strings.Join(strings.Fields(stated), " ")
		if want := v.Word + ".** " + v.Text + "."; !sameFigures(stated, want) {
			t.Errorf("%s: the page says\n%s\nand the tables give\n%s", e.Name, stated, want)
		}
	}
	for _, name := range []string{"effect", "hamming", "history", "recall"} {
		if slices.Contains(left, name) {
			t.Errorf("the tables of %s are not on the page", name)
		}
	}
	t.Logf("not judged: %v", left)
}

// sameFigures reports whether two texts are the same but for two units in the last digit of their figures: the verdict
// is computed from figures with more digits than the tables show.
func sameFigures(a, b string) bool {
	x, y := figuresIn.FindAllString(a, -1), figuresIn.FindAllString(b, -1)
	if figuresIn.ReplaceAllString(a, "") != figuresIn.ReplaceAllString(b, "") || len(x) != len(y) {
		return false
	}
	for i := range x {
		p, _ := strconv.ParseFloat(x[i], 64)
		q, _ := strconv.ParseFloat(y[i], 64)
		_, decimals, _ := strings.Cut(x[i], ".")
		unit := math.Pow10(-len(decimals))
		if strings.Contains(x[i], "e") {
			unit = p
		}
		if math.Abs(p-q) > 2.01*unit+2e-4*p { // sums of rounded figures, and their ratios to half-widths
			return false
		}
	}
	return true
}

var figuresIn = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)

var unescape = strings.NewReplacer("\\|", "|", "&lt;", "<", "\\*", "*", "\\_", "_")

// parseTable reads a table of the page, from its title on.
func parseTable(t *testing.T, part string) *lab.Table {
	title, rest, _ := strings.Cut(part, "\n")
	table := &lab.Table{Title: title, Name: lab.TableTitled(title)}
	if table.Name == "" {
		t.Errorf("no table is titled %q", title)
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		var row []any
		for text := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ") {
			text = unescape.Replace(text)
			if n, err := strconv.Atoi(text); err == nil {
				row = append(row, n)
			} else if x, err := strconv.ParseFloat(text, 64); err == nil {
				row = append(row, x)
			} else if text == "-" {
				row = append(row, nil)
			} else {
				row = append(row, text)
			}
		}
		if table.Columns == nil {
			for _, name := range row {
				table.Columns = append(table.Columns, fmt.Sprint(name))
			}
		} else {
			table.Add(row...)
		}
	}
	return table
}
