package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// Save writes the report into the folder dir, which it makes, and returns the paths
// written: EXPERIMENT.json, .md and .html, a .tsv for each table and an .svg for
// each plot, and what [Load] reads. The names of the files of a partial table end in
// .partial.tsv and .partial.svg; they go once the table is whole.
func (r *Report) Save(dir string) ([]string, error) {
	f := &folder{dir: dir}
	summary, err := json.MarshalIndent(r, "", "  ")
	f.write(r.Experiment+".json", append(summary, '\n'), err)
	for _, t := range r.Tables {
		f.write(t.file(".tsv"), t.tsv(), nil)
		if picture := t.svg(); picture != nil {
			f.write(t.file(".svg"), picture, nil)
		}
	}
	f.remove(r)
	state, err := r.state()
	f.write(r.stateFile(), state, err)
	f.pages(r.Experiment, r.Title, []*Report{r})
	return f.written, f.err
}

// SaveAll writes each report as [Report.Save] does, and all of them as one in
// report.md and report.html.
func SaveAll(dir string, reports []*Report) ([]string, error) {
	f := &folder{dir: dir}
	for _, r := range reports {
		files, err := r.Save(dir)
		if err != nil {
			return f.written, err
		}
		f.written = append(f.written, files...)
	}
	f.pages("report", "Published claims about hashing positions, reproduced", reports)
	return f.written, f.err
}

// file returns the name of one of the table's files.
func (t *Table) file(ending string) string { return t.Name + partial(t, ".partial") + ending }

// folder writes files until the first error.
type folder struct {
	dir     string
	written []string
	err     error
}

// remove removes the files of partial tables that are whole now.
func (f *folder) remove(r *Report) {
	for _, t := range r.Tables {
		if t.Partial || f.err != nil {
			continue
		}
		for _, ending := range []string{".partial.tsv", ".partial.svg"} {
			if err := os.Remove(filepath.Join(f.dir, t.Name+ending)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				f.err = fmt.Errorf("save report: %w", err)
			}
		}
	}
}

// write writes a file unless err, which made its content, or an earlier one is set.
func (f *folder) write(name string, content []byte, err error) {
	if f.err != nil {
		return
	}
	path := filepath.Join(f.dir, name)
	if err == nil {
		err = os.MkdirAll(f.dir, 0o777)
	}
	if err == nil {
		err = replace.File(path, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	}
	if err != nil {
		f.err = fmt.Errorf("save report: %s: %w", name, err)
		return
	}
	f.written = append(f.written, path)
}

// pages writes name.md and name.html.
func (f *folder) pages(name, title string, reports []*Report) {
	p := page{Title: title, Made: made(), Reports: reports}
	f.write(name+".md", p.markdown(), nil)
	f.write(name+".html", p.html(), nil)
}
