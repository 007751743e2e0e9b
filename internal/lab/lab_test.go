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

	"github.com/zobrist-go/zobrist/internal/lab"
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
		Plot:  &lab.Plot{Title: "Squares", X: "n", Y: "n²", LogX: true, LogY: true},
	}
	t.Add(1, 1.0, "first")
	t.Add(3, 123456.0, nil)
	t.Add(4, math.NaN(), "no figure")
	t.Plot.Series = []lab.Series{
		{Name: "n²", X: []float64{0, 1, 3}, Y: []float64{0, 1, 9}},
		{Name: "marks", X: []float64{2}, Y: []float64{4}, Points: true},
	}
	return &lab.Report{
		Experiment: "demo", Claim: "squares grow", Source: "Euclid", Seed: 1, Interrupted: true,
		Tables: []*lab.Table{t},
	}
}

func TestReportText(t *testing.T) {
	var text, plain bytes.Buffer
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
  4  NaN     no figure
  note: exact

interrupted: what is missing above was not finished
`
	if text.String() != want {
		t.Errorf("text\n%q, want\n%q", text.String(), want)
	}
	if err := r.WritePlain(&plain); err != nil {
		t.Fatal(err)
	}
	want = "squares.partial\t1\t1\tfirst\nsquares.partial\t3\t123500\t-\nsquares.partial\t4\tNaN\tno figure\n"
	if plain.String() != want {
		t.Errorf("plain %q, want %q", plain.String(), want)
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
	if got := strings.Join(names, " "); got != "demo.json squares.partial.tsv squares.partial.svg" {
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
	svg, err := os.Open(files[2])
	if err != nil {
		t.Fatal(err)
	}
	defer svg.Close()
	lines := 0
	for d := xml.NewDecoder(svg); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			lines++
		}
	}
	if lines < 10 {
		t.Errorf("the plot has %d paths", lines)
	}
	if _, err := report().Save(filepath.Join(files[1], "x")); err == nil {
		t.Error("saving below a file succeeds")
	}
}

func TestExperiments(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range lab.Experiments() {
		if e.Name == "" || e.Title == "" || e.Claim == "" || e.Source == "" || seen[e.Name] {
			t.Errorf("experiment %+v", e)
		}
		seen[e.Name] = true
	}
}
