package lab

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// The folder text has the words of the experiments, a file each: first the claim, its source, the rule and the text of
// the verdict, then each table with its title, columns, notes and the labels of its plot. A line "key: value" goes on
// in lines that begin with a blank; an empty line ends a section. {%d} and the like are figures, which the program
// gives in the order of the placeholders: in a table first of the title, then of columns, notes and plot.
//
//go:embed text/*.txt
var textFiles embed.FS

// A section has the values of each key in the order of the file.
type section map[string][]string

// sections are named by table, or by the file of an experiment. They are read when they are first needed.
var sections = sync.OnceValue(func() map[string]section {
	all := make(map[string]section)
	files, err := textFiles.ReadDir("text")
	if err != nil {
		panic(err) // the files are embedded
	}
	for _, file := range files {
		text, err := textFiles.ReadFile("text/" + file.Name())
		if err != nil {
			panic(err)
		}
		for part := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			name, s := file.Name(), make(section)
			for line := range strings.SplitSeq(strings.ReplaceAll(part, "\n ", ""), "\n") {
				key, value, _ := strings.Cut(line, ": ")
				if key == "table" {
					name = value
				}
				s[key] = append(s[key], value)
			}
			all[name] = s
		}
	}
	return all
})

// words fill a section with figures.
type words struct {
	section
	figures []any
}

// wordsOf returns a section to fill. An unknown name panics.
func wordsOf(name string, figures []any) *words {
	s, ok := sections()[name]
	if !ok {
		panic("lab: no text for " + name)
	}
	return &words{s, figures}
}

var placeholder = regexp.MustCompile(`\{(%[^{}]*)\}`)

// all returns the values of a key.
func (w *words) all(key string) []string {
	var values []string
	for _, text := range w.section[key] {
		values = append(values, placeholder.ReplaceAllStringFunc(text, func(verb string) string {
			figure := w.figures[0] // a missing one panics, in any run of the experiment
			w.figures = w.figures[1:]
			return fmt.Sprintf(strings.Trim(verb, "{}"), figure)
		}))
	}
	return values
}

// one returns the only value of a key, "" if there is none.
func (w *words) one(key string) string { return strings.Join(w.all(key), "") }

// list returns the parts of a value, nil if there is none.
func (w *words) list(key string) []string {
	if w.section[key] == nil {
		return nil
	}
	return strings.Split(w.one(key), " | ")
}

// newTable returns an empty table with the words of that name.
func newTable(name string, figures ...any) *Table {
	w := wordsOf(name, figures)
	t := &Table{Name: name, Title: w.one("title"), Columns: w.list("columns"), Notes: w.all("note")}
	if w.section["plot"] != nil {
		t.Plot = &plot.Plot{Title: w.one("plot"), X: w.one("x"), Y: w.one("y"), Ticks: w.list("ticks")}
		log := w.one("log")
		t.Plot.LogX, t.Plot.LogY = strings.Contains(log, "x"), strings.Contains(log, "y")
	}
	return t
}

// newExperiment returns an experiment with the words of that name. The figures are for the rule.
func newExperiment(name string, judge func(*Report) Verdict, laws []law, figures ...any) Experiment {
	w := wordsOf(name+".txt", figures)
	return Experiment{
		Name: name, Title: w.one("title"), Claim: w.one("claim"), Source: w.one("source"), Rule: w.one("rule"),
		Threats: w.one("threats"), laws: laws, judge: judge,
	}
}

// verdict returns the word yes if the figures agree, and else NotReproduced, with the experiment's text.
func (r *Report) verdict(agrees bool, yes string, figures ...any) Verdict {
	if !agrees {
		yes = NotReproduced
	}
	return Verdict{yes, wordsOf(r.Experiment+".txt", figures).one("verdict")}
}
