package pgn

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// A File is an open file of games, decompressed as it is read.
type File struct {
	io.Reader
	name  string
	size  int64
	count *counter
	close []func() error // in this order
}

// Open opens a file of games, or standard input where the name is "-". The
// first bytes tell whether it is compressed by gzip, bzip2 or Zstandard; the
// name does not matter.
func Open(name string) (*File, error) {
	f, size := os.Stdin, int64(-1)
	if name != "-" {
		var err error
		if f, err = os.Open(name); err != nil {
			return nil, fmt.Errorf("pgn: %w", err)
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		} else if err == nil && info.IsDir() {
			f.Close()
			return nil, fmt.Errorf("pgn: %s is a folder; name the files in it", name)
		}
	}
	count := &counter{r: f}
	r, err := Decompress(count)
	if err != nil {
		if name != "-" {
			f.Close()
		}
		return nil, fmt.Errorf("%w in %s", err, name)
	}
	opened := &File{Reader: r, name: name, size: size, count: count, close: []func() error{r.Close}}
	if name != "-" {
		opened.close = append(opened.close, f.Close)
	}
	return opened, nil
}

// Name returns the name given to [Open].
func (f *File) Name() string { return f.name }

// Size returns the length of the file as it lies on the disk, in bytes, or −1
// where it is not known.
func (f *File) Size() int64 { return f.size }

// Consumed returns how many bytes of the file, as it lies on the disk, have
// been read. Any goroutine may ask.
func (f *File) Consumed() int64 { return f.count.n.Load() }

// Close closes the file. Standard input stays open.
func (f *File) Close() error {
	var first error
	for _, c := range f.close {
		if err := c(); err != nil && first == nil {
			first = err
		}
	}
	f.close = nil
	return first
}

// counter counts the bytes read through it.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// Decompress returns what r holds, decompressed where its first bytes are
// those of gzip, bzip2 or Zstandard. Several compressed files one after the
// other are one text. Closing does not close r.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("pgn: read: %w", err)
	}
	switch {
	case len(magic) >= 2 && string(magic[:2]) == "\x1f\x8b":
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("pgn: gzip: %w", err)
		}
		return z, nil
	case len(magic) >= 4 && string(magic[:3]) == "BZh" && magic[3] >= '1' && magic[3] <= '9':
		return io.NopCloser(bzip2.NewReader(b)), nil
	case string(magic) == "\x28\xb5\x2f\xfd", len(magic) == 4 && magic[0]&0xf0 == 0x50 && string(magic[1:]) == "\x2a\x4d\x18":
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, fmt.Errorf("pgn: zstd: %w", err)
		}
		return z.IOReadCloser(), nil
	}
	return io.NopCloser(b), nil
}
