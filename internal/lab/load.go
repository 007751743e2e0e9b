package lab

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// savedReport is a report in the file that [Load] reads. JSON would lose the types of
// numbers and the marks of the plots. The plot is saved instead of the picture, so that
// a loaded report is drawn by the current package plot.
type savedReport struct {
	Version int
	Report  Report // without tables
	Tables  []savedTable
}

type savedTable struct {
	Table Table // without rows
	Rows  [][]savedCell

	Seconds, Processor float64 // that it took
}

// savedCell is a cell: Value unless Missing. Gob has no nil in a list.
type savedCell struct {
	Missing bool
	Value   any
}

// savedVersion is the version of the format. Raise it also if an experiment gives other
// figures with the same sizes, for instance because a constant has changed.
const savedVersion = 5

func (r *Report) stateFile() string { return "." + r.Experiment + ".gob" }

// state returns the file for [Load].
func (r *Report) state() ([]byte, error) {
	s := savedReport{Version: savedVersion, Report: *r}
	s.Report.Tables = nil
	for _, t := range r.Tables {
		saved := savedTable{Table: *t, Seconds: t.seconds, Processor: t.processor}
		saved.Table.Rows = nil
		for _, row := range t.Rows {
			cells := make([]savedCell, len(row))
			for i, v := range row {
				if v == nil {
					cells[i] = savedCell{Missing: true, Value: ""}
				} else {
					cells[i] = savedCell{Value: v}
				}
			}
			saved.Rows = append(saved.Rows, cells)
		}
		s.Tables = append(s.Tables, saved)
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}

// Load returns the report of an experiment that was saved in the folder dir. It is nil if
// there is none, or none that was made with these options. It ends before the first table
// that was made with other sizes than the experiment has now. If it is Interrupted,
// [Experiment.Resume] goes on with it.
func (e Experiment) Load(dir string, o Options) (*Report, error) {
	r := &Report{Experiment: e.Name}
	path := filepath.Join(dir, r.stateFile())
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var s savedReport
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&s); err != nil {
		return nil, fmt.Errorf("load report: %s: %w", path, err)
	}
	*r = s.Report
	if s.Version != savedVersion || r.Seed != o.seed() || r.Full != o.Full || r.Trials != o.Trials ||
		r.Experiment != e.Name || r.Claim != e.Claim || r.Source != e.Source || r.Rule != e.Rule {
		return nil, nil
	}
	fits := true
	for i, saved := range s.Tables {
		t := saved.Table
		if fits = fits && i < len(e.laws) && t.Sizes == e.laws[i].sizes(o); !fits {
			r.Interrupted = true
			r.Seconds -= saved.Seconds
			r.Processor -= saved.Processor
			continue
		}
		t.seconds, t.processor = saved.Seconds, saved.Processor
		for _, cells := range saved.Rows {
			row := make([]any, len(cells))
			for i, c := range cells {
				if !c.Missing {
					row[i] = c.Value
				}
			}
			t.Rows = append(t.Rows, row)
		}
		r.Tables = append(r.Tables, &t)
	}
	if len(r.Tables) < len(e.laws) {
		r.Interrupted = true
	}
	if r.Interrupted {
		r.Verdict = Verdict{}
	}
	return r, nil
}
