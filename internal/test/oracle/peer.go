package oracle

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A Peer is a program, or a function in its place, that exchanges lines with a test. Its output is
// read at once, so it never waits for the test unless 65,536 lines are unread. The test's goroutine
// owns it.
type Peer struct {
	// Patience is how long the test waits for a line or for the end of the program; the default is
	// ten minutes.
	Patience time.Duration

	tb    testing.TB
	in    io.Writer
	lines chan string // closed at the end
}

// Start starts a program. When the test is over, its input is closed, and it must end with status
// 0.
func Start(tb testing.TB, path string, args ...string) *Peer {
	tb.Helper()
	cmd := exec.Command(path, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	p := newPeer(tb, in, out)
	tb.Cleanup(func() {
		defer time.AfterFunc(p.Patience, func() { cmd.Process.Kill() }).Stop()
		in.Close()
		p.drain()
		if err := cmd.Wait(); err != nil {
			tb.Errorf("%s: %v", path, err)
		}
	})
	return p
}

// Serve is [Start] for an engine of this module: a function that must return nil at the end of its
// input.
func Serve(tb testing.TB, engine func(in io.Reader, out io.Writer) error) *Peer {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	end := make(chan error, 1)
	go func() {
		end <- engine(inR, outW)
		inR.Close()
		outW.Close()
	}()
	p := newPeer(tb, inW, outR)
	tb.Cleanup(func() {
		inW.Close()
		p.drain()
		if err := <-end; err != nil {
			tb.Error(err)
		}
	})
	return p
}

func newPeer(tb testing.TB, in io.Writer, out io.Reader) *Peer {
	p := &Peer{Patience: 10 * time.Minute, tb: tb, in: in, lines: make(chan string, 1<<16)}
	go func() {
		defer close(p.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, math.MaxInt)
		for s.Scan() {
			p.lines <- s.Text()
		}
	}()
	return p
}

// drain reads to the end of what the peer writes.
func (p *Peer) drain() {
	for range p.lines {
	}
}

// Send writes a line, or several.
func (p *Peer) Send(format string, args ...any) {
	p.tb.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.tb.Fatalf("send %q: %v", fmt.Sprintf(format, args...), err)
	}
}

// Until returns the next lines, up to and with the first one that begins with prefix. It fails the
// test if there is none before the peer ends or Patience runs out.
func (p *Peer) Until(prefix string) []string {
	p.tb.Helper()
	var heard []string
	late := time.After(p.Patience)
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.tb.Fatalf("the peer ended before a line %q…; heard %q", prefix, heard)
			}
			heard = append(heard, line)
			if strings.HasPrefix(line, prefix) {
				return heard
			}
		case <-late:
			p.tb.Fatalf("no line %q… in %v; heard %q", prefix, p.Patience, heard)
		}
	}
}

// Line returns the next line, without its end.
func (p *Peer) Line() string {
	p.tb.Helper()
	return p.Until("")[0]
}
