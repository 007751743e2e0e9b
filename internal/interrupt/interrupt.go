// Package interrupt makes reading stop when a context ends.
package interrupt

import (
	"context"
	"io"
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

func (r reader) Read(p []byte) (int, error) {
	r.start()
	return r.PipeReader.Read(p)
}
