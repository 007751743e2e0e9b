package flat

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
)

// A tempFile is a temporary file of records, which is written from its beginning to its end. The last
// records are in memory, and a short file is never made.
type tempFile struct {
	path   string
	record int      // bytes; an append is of one or several records
	buffer int      // bytes in memory
	file   *os.File // made when first needed
	size   int64    // of its content
	sum    uint32   // CRC-32C of that
	buf    []byte   // follows
}

const tempBuffer = 64 << 10

// len returns the number of bytes that were appended.
func (t *tempFile) len() int64 { return t.size + int64(len(t.buf)) }

// append appends records.
func (t *tempFile) append(b []byte) error {
	if len(t.buf) > 0 && len(t.buf)+len(b) > t.buffer {
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.buf = append(t.buf, b...)
	return nil
}

func (t *tempFile) flush() (err error) {
	if t.file == nil {
		if t.file, err = os.OpenFile(t.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
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

// readAt reads the record at an offset.
func (t *tempFile) readAt(b []byte, at int64) error {
	if at >= t.size {
		copy(b, t.buf[at-t.size:])
		return nil
	}
	if _, err := t.file.ReadAt(b, at); err != nil {
		return unreadable(t.path, at, err)
	}
	return nil
}

// each calls f with all records, many at a time. The records are verified only if each returns nil.
func (t *tempFile) each(f func([]byte) error) error {
	size := int64(tempBuffer / t.record * t.record)
	piece, sum := make([]byte, min(t.size, size)), uint32(0)
	for at := int64(0); at < t.size; at += int64(len(piece)) {
		piece = piece[:min(t.size-at, size)]
		if n, err := t.file.ReadAt(piece, at); n < len(piece) && err != io.EOF {
			return unreadable(t.path, at, err)
		} else if n < len(piece) {
			return damaged(t.path, at, t.size)
		}
		sum = crc32.Update(sum, castagnoli, piece)
		if err := f(piece); err != nil {
			return err
		}
	}
	if sum != t.sum {
		return damaged(t.path, 0, t.size)
	}
	return f(t.buf)
}

// close removes the file.
func (t *tempFile) close() error {
	if t.file == nil {
		return nil
	}
	err := errors.Join(t.file.Close(), os.Remove(t.path))
	t.file = nil
	return err
}

// reset removes the file and begins another one, at a path.
func (t *tempFile) reset(path string) error {
	err := t.close()
	t.path, t.size, t.sum, t.buf = path, 0, 0, t.buf[:0]
	return err
}
