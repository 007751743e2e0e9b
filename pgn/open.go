package pgn

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Open opens a file of games, or standard input if the name is "-". It is
// decompressed as it is read; its first bytes, not its name, tell how. Closing
// does not close standard input. A folder is an error; other errors wrap that of
// [os.Open] or of [Decompress]. Reading returns errors as Decompress says.
func Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return Decompress(os.Stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("pgn: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("pgn: %s is a folder; name the files in it", name)
	}
	r, err := Decompress(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%w in %s", err, name)
	}
	return file{r, f}, nil
}

// A file closes the file below a reader, too.
type file struct {
	io.ReadCloser
	below *os.File
}

func (f file) Close() error { return errors.Join(f.ReadCloser.Close(), f.below.Close()) }

// ErrDamaged: a compressed file is damaged or cut off, so that its text cannot be read.
var ErrDamaged = errors.New("pgn: the compressed text is damaged or cut off")

// Decompress returns what r holds, decompressed if its first bytes are
// those of gzip, bzip2 or Zstandard. Several compressed files one after the
// other are one text. Closing does not close r. An error of r is returned as it
// is. One of the compressed text wraps [ErrDamaged] if it is damaged or cut off, not
// if it needs a dictionary or more than 1 GiB of memory.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(source{r}, 64<<10)
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, explain(err)
	}
	switch {
	case len(magic) >= 2 && string(magic[:2]) == "\x1f\x8b":
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, explain(err)
		}
		return decompressed{z}, nil
	case len(magic) >= 4 && string(magic[:3]) == "BZh" && magic[3] >= '1' && magic[3] <= '9':
		return decompressed{io.NopCloser(bzip2.NewReader(b))}, nil
	case string(magic) == "\x28\xb5\x2f\xfd", // a frame
		len(magic) == 4 && magic[0]&0xf0 == 0x50 && string(magic[1:]) == "\x2a\x4d\x18": // a frame to be skipped
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, fmt.Errorf("pgn: zstd: %w", err)
		}
		return decompressed{z.IOReadCloser()}, nil
	}
	return decompressed{io.NopCloser(b)}, nil
}

// A source marks the errors of a reader, so that they are known above a decompressor.
type source struct{ io.Reader }

type sourceError struct{ error }

func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = sourceError{err}
	}
	return n, err
}

// explain returns an error of the source as it was, and wraps one about damage in [ErrDamaged].
func explain(err error) error {
	var below sourceError
	switch {
	case err == nil, err == io.EOF:
		return err
	case errors.As(err, &below):
		return below.error
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("pgn: zstd: more than 1 GiB of memory: %w", err)
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return fmt.Errorf("pgn: zstd: the text needs a dictionary: %w", err)
	case errors.Is(err, zstd.ErrDecoderClosed), errors.Is(err, io.ErrNoProgress):
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// decompressed is a text whose errors are explained.
type decompressed struct{ io.ReadCloser }

func (d decompressed) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	return n, explain(err)
}
