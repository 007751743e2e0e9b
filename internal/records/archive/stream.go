package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/game"
)

// decompress is Decompress for a file that is no archive.
func decompress(r io.Reader, note func(Left)) (io.ReadCloser, error) {
	b, ok := r.(*bufio.Reader)
	if !ok {
		b = bufio.NewReaderSize(r, 64<<10)
	}
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, explain(err)
	}
	f := formatOf(magic)
	if f == nil {
		return decompressed{io.NopCloser(b)}, nil
	}
	s := &streams{file: b, in: b, format: f, note: note}
	if err := s.open(); err != nil {
		return nil, explain(err)
	}
	return decompressed{s}, nil
}

// A format is a format of compressed text, which consists of one or more streams.
type format struct {
	least int                    // bytes of a file in this format
	mark  string                 // that each stream has near its beginning
	magic func(head []byte) bool // reports whether a stream may begin so
	open  func(t *tail) (io.ReadCloser, error)

	// behind returns how many bytes beyond the end of a stream were read, if err only says that no other stream
	// begins there, else −1.
	behind func(t *tail, err error) int
}

func formatOf(magic []byte) *format {
	for i := range formats {
		if len(magic) >= formats[i].least && formats[i].magic(magic) {
			return &formats[i]
		}
	}
	return nil
}

// prefix returns a test of a beginning, which may be cut off.
func prefix(magic string) func([]byte) bool {
	return func(head []byte) bool {
		n := min(len(head), len(magic))
		return string(head[:n]) == magic[:n]
	}
}

var formats = [...]format{{
	least: 2,
	mark:  "\x1f\x8b\x08",
	magic: prefix("\x1f\x8b"),
	open: func(t *tail) (io.ReadCloser, error) {
		z, err := gzip.NewReader(t.in)
		if err == nil {
			z.Multistream(false)
		}
		return z, err
	},
	behind: func(_ *tail, err error) int {
		if err == io.EOF {
			return 0
		}
		return -1
	},
}, {
	least: 4,
	mark:  "1AY&SY",
	magic: func(head []byte) bool {
		return prefix("BZh")(head) && (len(head) < 4 || head[3] >= '1' && head[3] <= '9')
	},
	open: func(t *tail) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(t)), nil },
	behind: func(t *tail, err error) int {
		for n := range 5 { // the reader looks for the beginning of another stream
			if err != io.EOF && n > 0 && t.endsBzip2(n) {
				return n
			}
		}
		return -1
	},
}, {
	least: 4,
	mark:  "\x28\xb5\x2f\xfd",
	magic: func(head []byte) bool {
		return prefix("\x28\xb5\x2f\xfd")(head) || // a frame, or one to be skipped
			head[0]&0xf0 == 0x50 && prefix("\x2a\x4d\x18")(head[1:])
	},
	open: func(t *tail) (io.ReadCloser, error) {
		t.frames = newZstdFrames()
		z, err := zstd.NewReader(t, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, fmt.Errorf("archive: zstd: %w", err)
		}
		return z.IOReadCloser(), nil
	},
	behind: func(t *tail, err error) int {
		if errors.Is(err, zstd.ErrMagicMismatch) || errors.Is(err, io.ErrUnexpectedEOF) {
			return t.frames.behind()
		}
		return -1
	},
}}

// streams is the text of compressed streams of one format, one after the other. Zero bytes after a stream fill up a
// block, as on a tape.
type streams struct {
	file   *bufio.Reader
	in     *bufio.Reader // file, or back and then file
	back   *pushedBack   // nil if in is file
	format *format
	note   func(Left)
	tail   *tail
	text   io.ReadCloser
	ended  bool
}

// open begins to read a stream.
func (s *streams) open() error {
	s.tail = &tail{in: s.in}
	text, err := s.format.open(s.tail)
	if err != nil {
		text = io.NopCloser(failed{err})
	}
	s.text = text
	return err
}

// Read implements [io.Reader].
func (s *streams) Read(p []byte) (int, error) {
	for !s.ended {
		n, err := s.text.Read(p)
		if err == nil {
			return n, nil
		}
		behind := s.format.behind(s.tail, err)
		if behind < 0 {
			return n, err
		}
		if err := s.next(behind); err != nil || n > 0 {
			return n, err
		}
	}
	return 0, io.EOF
}

// next goes on to the next stream. The last bytes that were read are behind the end of this one.
func (s *streams) next(behind int) error {
	if behind > 0 {
		s.unread(s.tail.last(behind))
	}
	for {
		head, err := s.in.Peek(4)
		switch {
		case err != nil && err != io.EOF:
			return err
		case len(head) == 0:
			s.ended = true
			return nil
		case head[0] == 0:
			_, _ = s.in.Discard(1)
			continue
		case s.format.magic(head):
			if err := s.text.Close(); err != nil {
				return err
			}
			return s.open()
		}
		break
	}
	damaged, err := s.marked()
	switch {
	case err != nil:
		return err
	case damaged || s.note == nil:
		return fmt.Errorf("%w: bytes follow that are not compressed", ErrDamaged)
	}
	s.ended = true
	s.note(Left{Err: fmt.Errorf("%w: other bytes follow the compressed text", game.ErrSyntax),
		Remedy: "they are not read"})
	return nil
}

// unread puts bytes back that were read last. There is one reader above the file at most, however many streams there are.
func (s *streams) unread(last []byte) {
	if s.back == nil {
		s.back = &pushedBack{last, s.file}
		s.in = bufio.NewReader(s.back)
		return
	}
	buffered, _ := s.in.Peek(s.in.Buffered())
	s.back.bytes = slices.Concat(last, buffered, s.back.bytes)
	s.in.Reset(s.back)
}

// pushedBack reads bytes, and then the file.
type pushedBack struct {
	bytes []byte
	file  *bufio.Reader
}

// Read implements [io.Reader].
func (b *pushedBack) Read(p []byte) (int, error) {
	if len(b.bytes) == 0 {
		return b.file.Read(p)
	}
	n := copy(p, b.bytes)
	b.bytes = b.bytes[n:]
	return n, nil
}

// marked reads to the end of the file, and reports whether another stream seems to begin somewhere.
func (s *streams) marked() (bool, error) {
	window := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := readSome(s.in, window[kept:])
		switch {
		case err == io.EOF:
			return false, nil
		case err != nil:
			return false, err
		}
		b := window[:kept+n]
		if bytes.Contains(b, []byte(s.format.mark)) {
			return true, nil
		}
		kept = copy(window, b[max(0, len(b)-len(s.format.mark)+1):])
	}
}

// Close implements [io.Closer].
func (s *streams) Close() error { return s.text.Close() }

// A tail reads from in and keeps the last bytes.
type tail struct {
	in     *bufio.Reader
	kept   [2 * tailSize]byte
	n      int         // bytes in kept
	frames *zstdFrames // nil for other formats
}

// tailSize is at least the length of the end of a bzip2 stream with a byte for its place and those behind it.
const tailSize = 16

// readSome reads at least one byte. The error is [io.ErrNoProgress] if the file gives neither bytes nor an error again
// and again: decompressors would wait for ever.
func readSome(in *bufio.Reader, p []byte) (int, error) {
	if _, err := in.Peek(1); err != nil {
		return 0, err
	}
	return in.Read(p)
}

// Read implements [io.Reader].
func (t *tail) Read(p []byte) (int, error) {
	n, err := readSome(t.in, p)
	t.keep(p[:n])
	if t.frames != nil {
		t.frames.pass(p[:n])
	}
	return n, err
}

// ReadByte implements [io.ByteReader], so that decompressors read no more than they need.
func (t *tail) ReadByte() (byte, error) {
	c, err := t.in.ReadByte()
	if err == nil {
		if t.n == len(t.kept) {
			t.n = copy(t.kept[:], t.kept[tailSize:])
		}
		t.kept[t.n] = c
		t.n++
	}
	return c, err
}

func (t *tail) keep(b []byte) {
	b = b[max(0, len(b)-tailSize):]
	if t.n+len(b) > len(t.kept) {
		t.n = copy(t.kept[:], t.last(tailSize))
	}
	t.n += copy(t.kept[t.n:], b)
}

// last returns the last bytes, up to tailSize.
func (t *tail) last(n int) []byte { return bytes.Clone(t.kept[max(0, t.n-n):t.n]) }

// endsBzip2 reports whether a bzip2 stream ends before the last n bytes: with 48 bits that mark the end, a sum of 32
// and up to 7 more, which fill up the byte.
func (t *tail) endsBzip2(n int) bool {
	const mark = 0x177245385090
	b := t.kept[:max(0, t.n-n)]
	if len(b) < 11 {
		return false
	}
	var bits uint64 // the last 88 bits except for the sum
	for _, c := range b[len(b)-11 : len(b)-4] {
		bits = bits<<8 | uint64(c)
	}
	for fill := range 8 { // the mark ends 32 bits and the filling before the end
		if bits>>fill&(1<<48-1) == mark {
			return true
		}
	}
	return false
}
