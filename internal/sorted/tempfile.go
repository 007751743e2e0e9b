package sorted

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
)

// A TempFile is a temporary file of records of one length, which is written from its beginning to its end. The last
// records are in memory, and a short file is never made. It belongs to one goroutine. The first four fields are set by
// its owner.
type TempFile struct {
	Family *Family
	Path   string
	Record int // bytes; an append is of one or several records
	Buffer int // bytes in memory

	file *os.File // made when first needed
	size int64    // of its content
	sum  uint32   // CRC-32C of that
	buf  []byte   // follows
}

// TempBuffer is a usual number of bytes for [TempFile].Buffer, and what Each reads at once.
const TempBuffer = 64 << 10

// Len returns the number of bytes that were appended.
func (t *TempFile) Len() int64 { return t.size + int64(len(t.buf)) }

// Append appends records.
func (t *TempFile) Append(b []byte) error {
	if len(t.buf) > 0 && len(t.buf)+len(b) > t.Buffer {
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.buf = append(t.buf, b...)
	return nil
}

func (t *TempFile) flush() (err error) {
	if t.file == nil {
		if t.file, err = os.OpenFile(t.Path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
			return err
		}
	}
	if _, err := t.file.WriteAt(t.buf, t.size); err != nil {
		return err
	}
	t.size += int64(len(t.buf))
	t.sum = crc32.Update(t.sum, castagnoli, t.buf)
	t.buf = t.buf[:0]
	return nil
}

// ReadAt reads the record at an offset.
func (t *TempFile) ReadAt(b []byte, at int64) error {
	if at >= t.size {
		copy(b, t.buf[at-t.size:])
		return nil
	}
	if _, err := t.file.ReadAt(b, at); err != nil {
		return t.Family.Unreadable(t.Path, at, err)
	}
	return nil
}

// Each calls f with all records, many at a time. The records are verified only if each returns nil.
func (t *TempFile) Each(f func([]byte) error) error {
	size := int64(TempBuffer / t.Record * t.Record)
	piece, sum := make([]byte, min(t.size, size)), uint32(0)
	for at := int64(0); at < t.size; at += int64(len(piece)) {
		piece = piece[:min(t.size-at, size)]
		if n, err := t.file.ReadAt(piece, at); n < len(piece) && err != io.EOF {
			return t.Family.Unreadable(t.Path, at, err)
		} else if n < len(piece) {
			return t.Family.DamagedAt(t.Path, at, t.size)
		}
		sum = crc32.Update(sum, castagnoli, piece)
		if err := f(piece); err != nil {
			return err
		}
	}
	if sum != t.sum {
		return t.Family.DamagedAt(t.Path, 0, t.size)
	}
	return f(t.buf)
}

// Close removes the file.
func (t *TempFile) Close() error {
	if t.file == nil {
		return nil
	}
	err := errors.Join(t.file.Close(), os.Remove(t.Path))
	t.file = nil
	return err
}

// Reset removes the file and begins another one, at a path.
func (t *TempFile) Reset(path string) error {
	err := t.Close()
	t.Path, t.size, t.sum, t.buf = path, 0, 0, t.buf[:0]
	return err
}
