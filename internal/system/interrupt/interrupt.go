// Package interrupt makes opening and reading stop when a context ends.
package interrupt

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// reader is a pipe that the first Read fills from source.
type reader struct {
	*io.PipeReader
	start  func()
	forget func() bool // the context
}

// Reader returns a reader of what r holds. Once ctx has ended, its Read fails
// with [context.Cause] of ctx, even if r blocks, as a terminal or a pipe does.
// From the first Read on, a goroutine reads r, up to 32 KiB ahead. After Close or
// the end of ctx it ends as soon as r returns.
func Reader(ctx context.Context, r io.Reader) io.ReadCloser {
	in, out := io.Pipe()
	forget := context.AfterFunc(ctx, func() { out.CloseWithError(context.Cause(ctx)) })
	return reader{in, sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(out, r)
			out.CloseWithError(err)
		}()
	}), forget}
}

// Await returns what f returns, or the cause of the end of ctx if that comes first. In that case
// f goes on in its goroutine, and its result is dropped; the garbage collector closes a file in it.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	returned := make(chan result, 1)
	go func() {
		value, err := f()
		returned <- result{value, err}
	}()
	select {
	case r := <-returned:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// A File is open for reading. Reading a named pipe or another thing that may have nothing to read
// ends with the context, as by [Reader].
type File struct {
	file *os.File
	from io.ReadCloser // file, unless it may block
}

// Open opens a file as [os.Open] does. If ctx ends first, it returns the cause: opening a named
// pipe blocks until another process writes to it.
func Open(ctx context.Context, name string) (*File, error) {
	f, err := Await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return &File{f, f}, nil
	}
	return &File{f, Reader(ctx, f)}, nil
}

// ReadFile reads a whole file of at most max bytes, as [Open] and Read do.
func ReadFile(ctx context.Context, name string, max int64) ([]byte, error) {
	f, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, max+1))
	if err == nil && int64(len(text)) > max {
		err = fmt.Errorf("%s is larger than %d bytes", name, max)
	}
	return text, err
}

// Read implements [io.Reader].
func (f *File) Read(p []byte) (int, error) { return f.from.Read(p) }

// Seek implements [io.Seeker], for a regular file.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.file.Seek(offset, whence) }

// ReadAt implements [io.ReaderAt], for a regular file.
func (f *File) ReadAt(p []byte, offset int64) (int, error) { return f.file.ReadAt(p, offset) }

// Stat describes the file.
func (f *File) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// Close implements [io.Closer].
func (f *File) Close() error {
	err := f.file.Close()
	if f.from != f.file {
		_ = f.from.Close() // has no error
	}
	return err
}

// Digest returns the SHA-256 of a regular file in hexadecimal. It reads the file from the present place to its end, and
// goes back to its beginning. The error is [context.Context.Err] of ctx if that ends first.
func (f *File) Digest(ctx context.Context) (string, error) {
	const piece = 16 << 20
	h := sha256.New()
	for err := error(nil); err != io.EOF; {
		if err = ctx.Err(); err == nil {
			_, err = io.CopyN(h, f, piece)
		}
		if err != nil && err != io.EOF {
			return "", err
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (r reader) Read(p []byte) (int, error) {
	r.start()
	return r.PipeReader.Read(p)
}

func (r reader) Close() error {
	r.forget()
	return r.PipeReader.Close()
}
