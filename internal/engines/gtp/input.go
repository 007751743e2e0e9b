package gtp

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// input reads one line ahead, so that the next line can end a search. It belongs to one goroutine
// at a time.
type input struct {
	lines <-chan line
	next  *line // that arrived noticed
}

type line struct {
	text string
	err  error
}

// newInput reads until an error or the end of ctx.
func newInput(ctx context.Context, r *bufio.Reader) *input {
	lines := make(chan line)
	go func() {
		defer close(lines)
		first := true // a byte-order mark may stand before it
		for {
			text, err := readLine(r)
			if first {
				text, first = strings.TrimPrefix(text, "\ufeff"), false
			}
			select {
			case lines <- line{text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return &input{lines: lines}
}

// wait returns when a line has arrived, or ctx has ended.
func (in *input) wait(ctx context.Context) {
	if in.next != nil {
		return
	}
	select {
	case l, ok := <-in.lines:
		if !ok {
			l.err = io.EOF
		}
		in.next = &l
	case <-ctx.Done():
	}
}

// arrived reports whether a line, or the end, has arrived.
func (in *input) arrived() bool {
	if in.next != nil {
		return true
	}
	select {
	case l, ok := <-in.lines:
		if !ok {
			l.err = io.EOF
		}
		in.next = &l
		return true
	default:
		return false
	}
}

// take returns the next line.
func (in *input) take(ctx context.Context) (string, error) {
	in.wait(ctx)
	if in.next == nil {
		return "", context.Cause(ctx)
	}
	l := *in.next
	in.next = nil
	return l.text, l.err
}
