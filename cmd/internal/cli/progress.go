package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// Progress is one line on a terminal's standard error: the task, the part that is done, the time left, the rate, and
// the most memory that the process had. Its methods are safe for concurrent use and do nothing if there is no
// terminal.
type Progress struct {
	out   io.Writer // nil if there is no terminal
	width int       // of the terminal
	unit  string    // of the count: "games", "B" for bytes, "" for none
	total int64     // 0 or less: not known

	// Then is what comes after it, which the time left leaves out: "before sorting". It is set before other goroutines
	// use the line.
	Then string

	mu           sync.Mutex
	what, note   string
	count        int64
	start, shown time.Time
	marks        [2]progressMark
	ended        bool
}

// A progressMark is the count after some time. The time left follows from the rate since the first of two
// marks, 10 to 20 seconds ago: a build that goes on has a count from the beginning, and rates change.
type progressMark struct {
	elapsed time.Duration
	count   int64
}

const markTime = 10 * time.Second

// Progress starts a line. unit is the unit of the count, and total the count at the
// end, 0 or less if it is unknown.
func (a *App) Progress(what, unit string, total int64) *Progress {
	p := &Progress{what: what, unit: unit, total: total, start: time.Now()}
	if a.Quiet || !isTerminal(a.terminal) {
		return p
	}
	p.out, p.width = a.terminal, 80
	if f, ok := a.terminal.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			p.width = w
		}
	}
	p.draw(p.start)
	return p
}

// Set says that n of the total are done.
func (p *Progress) Set(n int64) { p.update(func() { p.count = n }) }

// Describe changes what the line says is being done, and what it says of the
// speed, "" for the rate of the count.
func (p *Progress) Describe(what, note string) { p.update(func() { p.what, p.note = what, note }) }

// update changes the line, and draws it unless that was done just now.
func (p *Progress) update(change func()) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	change()
	now := time.Now()
	if elapsed := now.Sub(p.start); elapsed >= p.marks[1].elapsed+markTime {
		p.marks[0], p.marks[1] = p.marks[1], progressMark{elapsed, p.count}
	}
	if now.Sub(p.shown) >= 100*time.Millisecond {
		p.draw(now)
	}
}

// Done removes the line. After that the other methods have no effect.
func (p *Progress) Done() {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.ended = true
}

func (p *Progress) draw(now time.Time) {
	p.shown = now
	fmt.Fprintf(p.out, "\r%s\x1b[K", p.fitting(now.Sub(p.start), PeakMemory()))
}

// fitting is the line, with fewer parts if it is wider than the terminal, and then with the task cut short.
func (p *Progress) fitting(elapsed time.Duration, memory int64) string {
	text := p.text(elapsed, memory, false)
	if utf8.RuneCountInString(text) >= p.width {
		text = p.text(elapsed, memory, true)
	}
	excess := utf8.RuneCountInString(text) - (p.width - 1)
	if excess <= 0 {
		return text
	}
	if what := []rune(p.what); len(what) > excess {
		text = string(what[:len(what)-excess-1]) + "…" + strings.TrimPrefix(text, p.what)
	}
	return string([]rune(text)[:p.width-1])
}

// text is the line after so long a time, with so much memory, 0 if that is not known. The first
// second says nothing about speed. A brief line leaves out what comes
// later, and the count if it has a share and a rate.
func (p *Progress) text(elapsed time.Duration, memory int64, brief bool) string {
	name := func(n int64) string { return Group3(n) + " " + p.unit }
	if p.unit == "B" {
		name = func(n int64) string { return Bytes(float64(n)) }
	}
	timed := elapsed >= time.Second && p.count > 0
	rate := float64(p.count-p.marks[0].count) / (elapsed - p.marks[0].elapsed).Seconds()
	var parts []string
	if p.total > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %%", 100*float64(p.count)/float64(p.total)))
		if timed && rate > 0 {
			left := leftText(float64(p.total-p.count) / rate)
			if p.Then != "" && !brief {
				left += " " + p.Then
			}
			parts = append(parts, left)
		}
	}
	switch {
	case p.unit == "", brief && p.total > 0 && timed:
	case p.total > 0:
		parts = append(parts, name(p.count)+" of "+strings.TrimSuffix(name(p.total), " "+p.unit))
	default:
		parts = append(parts, name(p.count))
	}
	switch {
	case p.note != "":
		parts = append(parts, p.note)
	case timed && rate >= 10 && p.unit != "":
		parts = append(parts, name(int64(rate))+"/s")
	}
	if timed && memory > 0 {
		parts = append(parts, Bytes(float64(memory))+" of memory")
	}
	return string((&PlainWriter{}).plain([]byte(p.what + ": " + strings.Join(parts, ", "))))
}

// leftText writes a number of seconds still to go.
func leftText(seconds float64) string {
	if days := seconds / (24 * 60 * 60); days > 2 {
		return fmt.Sprintf("%.3g days left", days)
	}
	return (time.Duration(seconds) * time.Second).String() + " left"
}
