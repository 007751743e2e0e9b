package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// A Report is what an experiment found.
type Report struct {
	Experiment  string   `json:"experiment"`
	Title       string   `json:"title"`
	Claim       string   `json:"claim"`
	Source      string   `json:"source"`
	Rule        string   `json:"rule,omitempty"`
	Threats     string   `json:"threats,omitempty"`
	Verdict     Verdict  `json:"verdict"` // zero if interrupted
	Seed        uint64   `json:"seed"`
	Trials      int      `json:"trials,omitempty"` // 0: the experiment's own number
	Full        bool     `json:"full,omitempty"`
	Seconds     float64  `json:"seconds"`          // time of day
	Processor   float64  `json:"processorSeconds"` // of all threads; time of day on systems other than Linux
	Made        string   `json:"made,omitempty"`   // when, and on what machine
	Interrupted bool     `json:"interrupted,omitempty"`
	Tables      []*Table `json:"tables"`
}

// A Verdict compares what was found with the claim.
type Verdict struct {
	Word string `json:"word"` // Reproduced, Partly, NotReproduced, Sharper or Measured
	Text string `json:"text"` // why, with figures
}

// qualify says that a claim may have failed because the experiment was small.
func (v *Verdict) qualify(o Options) {
	if !o.Full && (v.Word == NotReproduced || v.Word == Partly) {
		v.Text += "; so few trials may be too weak to decide: --full makes enough"
	}
}

// The words of a [Verdict].
const (
	Reproduced    = "reproduced"
	Partly        = "partly reproduced"
	NotReproduced = "not reproduced"
	Sharper       = "sharper"  // it holds, and more can be said than was claimed
	Measured      = "measured" // the source poses a question, and this is the answer
)

// Table returns the table of that name, or nil.
func (r *Report) Table(name string) *Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// column returns the figures of a column, NaN for cells without one. An unknown
// name panics.
func (t *Table) column(name string) []float64 {
	i := slices.Index(t.Columns, name)
	figures := make([]float64, len(t.Rows))
	for k, row := range t.Rows {
		switch v := row[i].(type) {
		case float64:
			figures[k] = v
		case int:
			figures[k] = float64(v)
		case uint64:
			figures[k] = float64(v)
		default:
			figures[k] = math.NaN()
		}
	}
	return figures
}

// figure returns the cell of a column in the first row that begins with key, NaN if there is none.
func (t *Table) figure(column string, key ...any) float64 {
	for i, cells := range t.Rows {
		if slices.Equal(cells[:len(key)], key) {
			return t.column(column)[i]
		}
	}
	return math.NaN()
}

// A Table is one law: its figures, and a plot of them.
type Table struct {
	Partial bool   // rows are missing, because the experiment was interrupted
	Name    string // lower case with dashes; the stem of its files
	Title   string
	Columns []string // with their units, all different
	Rows    [][]any  // string, int, uint64, float64; nil for "not measured"
	Notes   []string
	Plot    *plot.Plot // nil if there is none
	Sizes   string     // how much work it was: a table made with others is not loaded

	seconds, processor float64 // that it took, as in Report
}

// MarshalJSON writes the rows as objects whose members are the columns, in
// their order.
func (t *Table) MarshalJSON() ([]byte, error) {
	rows := make([]json.RawMessage, len(t.Rows))
	for i, row := range t.Rows {
		var b bytes.Buffer
		for j, v := range row {
			name, err := json.Marshal(t.Columns[j])
			if err != nil {
				return nil, err
			}
			if x, ok := v.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
				v = nil // JSON has no such number
			}
			value, err := json.Marshal(v)
			if err != nil {
				return nil, fmt.Errorf("table %s, row %d, %s: %w", t.Name, i+1, t.Columns[j], err)
			}
			fmt.Fprintf(&b, ",%s:%s", name, value)
		}
		rows[i] = append([]byte{'{'}, append(bytes.TrimPrefix(b.Bytes(), []byte{','}), '}')...)
	}
	return json.Marshal(struct {
		Name    string            `json:"name"`
		Title   string            `json:"title"`
		Partial bool              `json:"partial,omitempty"`
		Rows    []json.RawMessage `json:"rows"`
		Notes   []string          `json:"notes,omitempty"`
	}{t.Name, t.Title, t.Partial, rows, t.Notes})
}

// svg returns the plot as a picture, nil if there is none.
func (t *Table) svg() []byte {
	if t.Plot == nil {
		return nil
	}
	return t.Plot.SVG()
}

// Add appends a row.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, cells) }

// cell writes one figure: four significant digits for a measured number.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "-"
		}
		s := strconv.FormatFloat(v, 'g', 4, 64)
		if x, err := strconv.ParseFloat(s, 64); err == nil && x >= 1e4 && x < 1e9 {
			s = strconv.FormatFloat(x, 'f', -1, 64)
		}
		return s
	default:
		return fmt.Sprint(v)
	}
}

// WriteText writes the report for a person.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n(%s; seed %d)\n", r.Experiment, r.Claim, r.Source, r.Seed)
	if r.Rule != "" {
		fmt.Fprintf(&b, "rule of the verdict: %s\n", r.Rule)
	}
	if r.Verdict.Word != "" {
		fmt.Fprintf(&b, "verdict: %s: %s\n", r.Verdict.Word, r.Verdict.Text)
	}
	if r.Threats != "" {
		fmt.Fprintf(&b, "threats to validity: %s\n", r.Threats)
	}
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n%s%s\n", t.Title, partial(t, " (partial: interrupted)"))
		tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "  "+strings.Join(t.Columns, "\t"))
		for _, row := range t.Rows {
			fmt.Fprintln(tw, "  "+strings.Join(cells(row), "\t"))
		}
		tw.Flush()
		for _, n := range t.Notes {
			fmt.Fprintf(&b, "  note: %s\n", n)
		}
	}
	if r.Interrupted {
		b.WriteString("\ninterrupted: rows and tables that are missing above were not finished\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// partial returns mark if the table lacks rows.
func partial(t *Table, mark string) string {
	if t.Partial {
		return mark
	}
	return ""
}

// tsv returns the table with its headings as tab-separated lines.
func (t *Table) tsv() []byte {
	var b strings.Builder
	b.WriteString(strings.Join(t.Columns, "\t") + "\n")
	for _, row := range t.Rows {
		b.WriteString(strings.Join(cells(row), "\t") + "\n")
	}
	return []byte(b.String())
}

func cells(row []any) []string {
	text := make([]string, len(row))
	for i, v := range row {
		text[i] = cell(v)
	}
	return text
}
