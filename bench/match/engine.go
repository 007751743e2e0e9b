package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// An engine is a process that speaks UCI.
type engine struct {
	name  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when the process ends
	dead  bool        // it ended, or did not answer
}

// patience is how long an engine may take to start, and how much longer than its
// limit it may think before it counts as hung.
const patience = time.Minute

// start starts an engine and sets its options, each NAME=VALUE. A program that is
// not in $PATH is looked for in the folder of Debian's games.
func start(command string, options []string) (*engine, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, fmt.Errorf("an engine has an empty command")
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		games := filepath.Join("/usr/games", words[0])
		if _, missing := os.Stat(games); missing != nil {
			return nil, err
		}
		path = games
	}
	e := &engine{name: command, cmd: exec.Command(path, words[1:]...), lines: make(chan string, 1024)}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(e.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			e.lines <- s.Text()
		}
	}()
	e.send("uci")
	if !e.until("uciok", patience, func(line string) {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.name = name
		}
	}) {
		e.close()
		return nil, fmt.Errorf("%s: no uciok in %v; it is no UCI engine, or needs longer to start", command, patience)
	}
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			e.close()
			return nil, fmt.Errorf("an option is NAME=VALUE, not %q", o)
		}
		e.send("setoption name %s value %s", name, value)
	}
	if !e.ready() {
		e.close()
		return nil, fmt.Errorf("%s: no readyok in %v", command, patience)
	}
	return e, nil
}

// ready waits until the engine has done what it was told.
func (e *engine) ready() bool {
	e.send("isready")
	return e.until("readyok", patience, nil)
}

// send writes a command. An engine that does not take it is noticed by the answer
// that does not come.
func (e *engine) send(format string, args ...any) { fmt.Fprintf(e.in, format+"\n", args...) }

// until hears lines up to the one whose first word is given, and reports whether it
// came in time. Otherwise the engine is dead.
func (e *engine) until(word string, most time.Duration, hear func(string)) bool {
	late := time.NewTimer(most)
	defer late.Stop()
	for {
		select {
		case line, ok := <-e.lines:
			if !ok {
				e.dead = true
				return false
			}
			if hear != nil {
				hear(line)
			}
			if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first == word {
				return true
			}
		case <-late.C:
			e.dead = true
			return false
		}
	}
}

// close ends the process.
func (e *engine) close() {
	if e == nil {
		return
	}
	e.send("quit")
	e.in.Close()
	kill := time.AfterFunc(2*time.Second, func() { e.cmd.Process.Kill() })
	defer kill.Stop()
	for range e.lines { // until it ends
	}
	e.cmd.Wait()
}
