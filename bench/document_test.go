package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

// A run prints the rows of docs/benchmarks.md as a table in Markdown, after the figures of each benchmark:
//
//	go test -run '^$' -bench . -benchtime 5x -timeout 1h .

// A row is a line of the table.
type row struct{ what, ours, theirs, ratio string }

// document has the rows of this run, in order.
var document []row

// elsewhere are rows that other commands print.
var elsewhere = []row{
	{what: "table of 1 GiB … with errors watched", ours: "`go test -run '^$' -bench Watch -benchtime 50x ./tt`"},
	{what: "audit on two cores", ours: "`go test -run '^$' -bench . ./internal/keys/dependency`"},
	{what: "key of an element", ours: "`go test -run '^$' -bench ElementKey .`"},
	{what: "PDN archive", ours: "`go test -run '^$' -bench Reader ./pdn`"},
	{what: "answers to FENs", ours: "`go test -run '^$' -bench Answers ./index/chess`"},
	{what: "export", ours: "`zobrist index export`, docs/benchmarks.md has the command"},
}

// A cell is the median of a figure of the rounds, in a text with one verb for it.
type cell struct{ format, figure string }

func (r rounds) text(c cell) string {
	if len(r[c.figure]) == 0 {
		return ""
	}
	return fmt.Sprintf(c.format, median(r[c.figure]))
}

// row adds a row to the document. The ratio is above 1 if it is in our favour. It stands with its range over the
// rounds. A row without a peer has no ratio, and there is none if the peer is missing.
func (r rounds) row(what string, ours, theirs cell, ratio string) {
	if len(r[ratio]) == 0 && ratio != "" || len(r[ours.figure]) == 0 {
		return
	}
	one := row{what: what, ours: r.text(ours), theirs: r.text(theirs)}
	if ratio != "" {
		one.ratio = spread(r[ratio])
	}
	document = append(slices.DeleteFunc(document, func(o row) bool { return o.what == what && o.theirs == one.theirs }), one)
}

// spread returns the median and, in brackets, the least and the greatest value.
func spread(v []float64) string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", median(v), slices.Min(v), slices.Max(v))
}

func TestMain(m *testing.M) {
	before := load()
	status := m.Run()
	if len(document) > 0 {
		writeDocument(os.Stdout, before)
	}
	os.Exit(status)
}

func writeDocument(w io.Writer, before string) {
	fmt.Fprintf(w, "\nMeasured on %s on %s, %d cores, %s %s; load %s before and %s after.\n"+
		"A ratio is the median over the rounds, with its range.\n\n",
		time.Now().Format("2 January 2006"), processorName(), runtime.NumCPU(), runtime.Version(), level(), before, load())
	fmt.Fprint(w, "| what | zobrist | peer | ratio (range) |\n|---|---|---|---|\n")
	for _, r := range document {
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", r.what, r.ours, r.theirs, r.ratio)
	}
	for _, r := range elsewhere {
		fmt.Fprintf(w, "| %s | %s | | |\n", r.what, r.ours)
	}
}

// level is the level of the processor that this program was built for, as GOAMD64 says it.
func level() string {
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				return runtime.GOOS + "/" + runtime.GOARCH + " " + s.Value
			}
		}
	}
	return runtime.GOOS + "/" + runtime.GOARCH
}

// processorName is what the system calls the processor, with the numbers of its family and model, since guests of
// several generations have one name.
func processorName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "an unknown processor"
	}
	found := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && found[strings.TrimSpace(name)] == "" {
			found[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%s (family %s, model %s)", found["model name"], found["cpu family"], found["model"])
}

// load is the mean number of processes that wanted to run in the last minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// The document has a row for each figure with its range, and a row again takes the place of the one before.
func TestDocument(t *testing.T) {
	defer func(before []row) { document = before }(document)
	document = nil
	r := rounds{"ours": {3, 1, 2}, "theirs": {6, 6, 5}, "ratio": {2, 6, 2.5}}
	for range 2 {
		r.row("a thing", cell{"%.1f s", "ours"}, cell{"peer %.0f", "theirs"}, "ratio")
		r.row("left out", cell{"%.1f s", "ours"}, cell{"peer %.0f", "absent"}, "no ratio")
	}
	var b strings.Builder
	writeDocument(&b, "0.10")
	for _, want := range []string{"\n| a thing | 2.0 s | peer 6 | 2.50 (2.00–6.00) |\n", "load 0.10 before", "GOAMD64"} {
		if want == "GOAMD64" {
			want = level()
		}
		if strings.Count(b.String(), want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "left out") {
		t.Errorf("a row without a peer:\n%s", b.String())
	}
}
