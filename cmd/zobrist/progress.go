package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is one line on a terminal's standard error: what is being done,
// how far it is, the rate and the time left. Its methods are safe for
// concurrent use, and do nothing where nobody watches.
type progress struct{ bar *progressbar.ProgressBar }

// progress starts a line; unit is what is counted ("games", "B" for bytes),
// total how many there will be, or −1 where nobody knows.
func (a *app) progress(what, unit string, total int64) *progress {
	if a.quiet || !isTerminal(a.err) {
		return &progress{}
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(a.err),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.ThemeASCII),
	}
	if unit == "B" {
		options = append(options, progressbar.OptionShowBytes(true))
	} else {
		options = append(options, progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit))
	}
	p := &progress{progressbar.NewOptions64(total, options...)}
	_ = p.bar.RenderBlank() // a first sign at once
	return p
}

// set says that n of the total are done.
func (p *progress) set(n int64) {
	if p.bar != nil {
		_ = p.bar.Set64(n)
	}
}

// describe changes what the line says is being done.
func (p *progress) describe(what string) {
	if p.bar != nil {
		p.bar.Describe(what)
	}
}

// done removes the line.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
