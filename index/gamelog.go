package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
)

// A gameLog is a temporary file of the games of a build, as in entries of the
// Games section, with their facts in memory.
type gameLog struct {
	path  string
	file  *os.File // made when first needed
	w     *bufio.Writer
	bytes int64
	sum   uint32 // of these bytes, CRC-32C
	facts []facts
}

func newGameLog(path string) *gameLog { return &gameLog{path: path} }

// open opens the file and cuts it to a length. Sum is the checksum of what is left.
func (l *gameLog) open(flags int, bytes int64, sum uint32) (err error) {
	if l.file, err = os.OpenFile(l.path, os.O_RDWR|flags, 0o666); err != nil {
		return err
	}
	l.bytes, l.sum = bytes, sum
	l.w = bufio.NewWriterSize(l.file, 1<<18)
	if err := l.file.Truncate(bytes); err != nil {
		return err
	}
	_, err = l.file.Seek(bytes, io.SeekStart)
	return err
}

func (l *gameLog) add(games []byte, fs []facts) error {
	if l.file == nil {
		if err := l.open(os.O_CREATE, 0, 0); err != nil {
			return err
		}
	}
	l.bytes += int64(len(games))
	l.sum = crc32.Update(l.sum, castagnoli, games)
	l.facts = append(l.facts, fs...)
	_, err := l.w.Write(games)
	return err
}

// each visits the games in order, each with the length that precedes it.
func (l *gameLog) each(visit func(game []byte) error) error {
	if l.file == nil {
		return nil
	}
	if err := l.w.Flush(); err != nil {
		return err
	}
	return l.scan(len(l.facts), visit)
}

// scan visits the n games in the file. The file may be damaged: only if scan
// returns nil are the games those that were written.
func (l *gameLog) scan(n int, visit func(game []byte) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.bytes), 1<<18)
	var game []byte
	at, sum := int64(0), uint32(0)
	for range n {
		length, err := binary.ReadUvarint(r)
		if err != nil {
			return l.readError(err, at)
		}
		game = binary.AppendUvarint(game[:0], length)
		head := len(game)
		if left := l.bytes - at - int64(head); left < 0 || length > uint64(min(left, math.MaxInt32)) {
			return damaged(l.path, 0, l.bytes)
		}
		game = slices.Grow(game, int(length))[:head+int(length)]
		if _, err := io.ReadFull(r, game[head:]); err != nil {
			return l.readError(err, at)
		}
		at += int64(len(game))
		sum = crc32.Update(sum, castagnoli, game)
		if err := visit(game); err != nil {
			return err
		}
	}
	if at != l.bytes || sum != l.sum {
		return damaged(l.path, 0, l.bytes)
	}
	return nil
}

// readError says where reading failed. A file that ends too early, or that holds
// no number, is damaged.
func (l *gameLog) readError(err error, at int64) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return fmt.Errorf("read %s, byte %d: %w", l.path, at, err)
	}
	return damaged(l.path, 0, l.bytes)
}

// close removes the file.
func (l *gameLog) close() {
	if l.file != nil {
		l.file.Close()
	}
	os.Remove(l.path)
}
