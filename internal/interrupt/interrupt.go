// Package interrupt makes opening and reading stop when a context ends.
package interrupt

import (
	"context"
	"io"
	"os"
	"sync"
)

// reader is a pipe that the first Read fills from source.
type reader struct {
	*io.PipeReader
	start func()
}

// Reader returns a reader of what r holds. Once ctx has ended, its Read fails
// with [context.Cause] of ctx, even if r blocks, as a terminal or a pipe does.
// From the first Read on, a goroutine reads r, up to 32 KiB ahead. After Close or
// the end of ctx it ends as soon as r returns.
func Reader(ctx context.Context, r io.Reader) io.ReadCloser {
	in, out := io.Pipe()
	context.AfterFunc(ctx, func() { out.CloseWithError(context.Cause(ctx)) })
	return reader{in, sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(out, r)
			out.CloseWithError(err)
		}()
	})}
}

// Open opens a file as [os.Open] does. If ctx ends first, it returns the cause: opening a named
// pipe blocks until another process writes to it. A goroutine stays until then.
func Open(ctx context.Context, name string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result)
	go func() {
		f, err := os.Open(name)
		select {
		case opened <- result{f, err}:
		case <-ctx.Done():
			_ = f.Close() // may be nil
		}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (r reader) Read(p []byte) (int, error) {
	r.start()
	return r.PipeReader.Read(p)
}
