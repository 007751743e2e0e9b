package lab_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

func splitLines(b []byte) []string { return strings.Split(strings.TrimSpace(string(b)), "\n") }

// fenOf returns the FEN of a line of EPD: its first four fields.
func fenOf(line string) string {
	return strings.Join(strings.Fields(line)[:4], " ") + " 0 1"
}

func report() *lab.Report {
	t := &lab.Table{
		Name: "squares", Title: "Squares", Partial: true, Columns: []string{"n", "n²", "remark"},
		Notes: []string{"exact"},
		Plot:  &plot.Plot{Title: "Squares", X: "n", Y: "n²", LogX: true, LogY: true},
	}
	t.Add(1, 1.0, "first")
	t.Add(3, 123456.0, nil)
	t.Add(4, math.NaN(), "no figure")
	t.Plot.Add(plot.Line, "n²").Point(0, 0).Point(1, 1).Point(3, 9)
	t.Plot.Add(plot.Points, "marks").Between(2, 4, 3, 5)
	return &lab.Report{
		Experiment: "demo", Claim: "squares grow", Source: "Euclid", Seed: 1, Interrupted: true,
		Tables: []*lab.Table{t},
	}
}

func TestReportText(t *testing.T) {
	var text bytes.Buffer
	r := report()
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	want := `demo: squares grow
(Euclid; seed 1)

Squares (partial: interrupted)
  n  n²      remark
  1  1       first
  3  123500  -
  4  -       no figure
  note: exact

interrupted: rows and tables that are missing above were not finished
`
	if text.String() != want {
		t.Errorf("text\n%q, want\n%q", text.String(), want)
	}
}

func TestReportSave(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	files, err := report().Save(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	got := strings.Join(names, " ")
	if got != "demo.json squares.partial.tsv squares.partial.svg .demo.gob demo.md demo.html" {
		t.Errorf("files %s", got)
	}
	var back struct {
		Tables []struct {
			Title string
			Rows  []map[string]any
		}
	}
	b, _ := os.ReadFile(files[0])
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	row := back.Tables[0].Rows[1]
	if back.Tables[0].Title != "Squares" || row["n²"] != 123456.0 || row["remark"] != nil {
		t.Errorf("read back %+v from %s", back, b)
	}
	if svg, err := os.ReadFile(files[2]); err != nil || !bytes.Contains(svg, []byte(">n²</text>")) {
		t.Errorf("%v, the plot is %s", err, svg)
	}
	page, _ := os.ReadFile(files[4])
	for _, want := range []string{
		"**Claim.** squares grow.", "**Source.** Euclid.", "**Verdict: no verdict.** interrupted",
		"![Squares](squares.partial.svg)", "\n| 3 | 123500 | - |\n", "(partial: interrupted)",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in the page\n%s", want, page)
		}
	}
	checkHTML(t, files[5])
	if _, err := report().Save(filepath.Join(files[1], "x")); err == nil {
		t.Error("saving below a file succeeds")
	}
}

// checkHTML looks for the parts of the report and for elements that are not closed.
func checkHTML(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	count := make(map[string]int)
	for depth := 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			if depth != 0 {
				t.Errorf("%d elements of %s are not closed", depth, path)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			count[e.Name.Local]++
		case xml.EndElement:
			depth--
		}
	}
	if count["tr"] != 4 || count["svg"] != 1 || count["td"] != 9 {
		t.Errorf("%s has %v", path, count)
	}
}

// A paragraph keeps its words in lines of less than 120 characters, and each but the last is full.
func TestWrapped(t *testing.T) {
	text := strings.Repeat("Pătraşcu's x ⊕ y of n bits; ", 40)
	lines := strings.Split(strings.TrimSuffix(lab.Wrapped("- "+text, "  "), "\n"), "\n")
	for i, l := range lines {
		n := utf8.RuneCountInString(l)
		if n > 119 || i < len(lines)-1 && n < 108 || i > 0 && (!strings.HasPrefix(l, "  ") || l[2] == ' ') {
			t.Errorf("line of %d characters: %q", n, l)
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); got != "- "+strings.TrimSpace(text) {
		t.Errorf("the words are %q", got)
	}
}

// Names of experiments are different, and each ends in a verdict by a rule.
func TestExperiments(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range lab.Experiments() {
		if e.Name == "" || e.Title == "" || e.Claim == "" || e.Source == "" || e.Rule == "" || seen[e.Name] ||
			!e.Judged() {
			t.Errorf("experiment %+v", e)
		}
		seen[e.Name] = true
	}
}

// A claim that fails in the short form may hold in the full one, which the verdict says.
func TestShortFormMayBeTooWeak(t *testing.T) {
	for word, doubtful := range map[string]bool{
		lab.Reproduced: false, lab.Partly: true, lab.NotReproduced: true, lab.Sharper: false, lab.Measured: false,
	} {
		for _, full := range []bool{false, true} {
			r, err := lab.Judged(word).Run(t.Context(), lab.Options{Full: full})
			if err != nil {
				t.Fatal(err)
			}
			says := strings.Contains(r.Verdict.Text, "too weak to decide: --full")
			if r.Verdict.Word != word || says != (doubtful && !full) {
				t.Errorf("full %v: verdict %+v", full, r.Verdict)
			}
		}
	}
}
