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
// Games table, with their facts in memory. It can go back to an earlier
// length, which a sorted run cannot.
type gameLog struct {
	path  string
	file  *os.File // made when first needed
	w     *bufio.Writer
	bytes int64
	sum   uint32    // of these bytes, CRC-32C
	sums  []partSum // after about every mebibyte
	facts []facts
}

// A partSum is the checksum of the bytes up to an end of a batch.
type partSum struct {
	Bytes int64
	Sum   uint32
}

const sumEvery = 1 << 20

func newGameLog(path string) *gameLog { return &gameLog{path: path} }

// open opens the file, empty or as it was left.
func (l *gameLog) open(flags int) (err error) {
	if l.file, err = os.OpenFile(l.path, os.O_RDWR|flags, 0o666); err == nil {
		l.w = bufio.NewWriterSize(l.file, 1<<18)
	}
	return err
}

func (l *gameLog) add(games []byte, fs []facts) error {
	if l.file == nil {
		if err := l.open(os.O_CREATE | os.O_TRUNC); err != nil {
			return err
		}
	}
	l.bytes += int64(len(games))
	l.sum = crc32.Update(l.sum, castagnoli, games)
	last := int64(0)
	if n := len(l.sums); n > 0 {
		last = l.sums[n-1].Bytes
	}
	if l.bytes-last >= sumEvery {
		l.sums = append(l.sums, partSum{l.bytes, l.sum})
	}
	l.facts = append(l.facts, fs...)
	_, err := l.w.Write(games)
	return err
}

// truncate goes back to an earlier number of games and bytes, whose checksum
// is sum.
func (l *gameLog) truncate(games int, bytes int64, sum uint32) error {
	if l.file == nil {
		return nil
	}
	if err := l.w.Flush(); err != nil {
		return err
	}
	if err := l.file.Truncate(bytes); err != nil {
		return err
	}
	l.facts, l.bytes, l.sum = l.facts[:games], bytes, sum
	for n := len(l.sums); n > 0 && l.sums[n-1].Bytes > bytes; n-- {
		l.sums = l.sums[:n-1]
	}
	_, err := l.file.Seek(bytes, io.SeekStart)
	return err
}

// each visits the games in order, with the length that precedes each.
func (l *gameLog) each(visit func(game []byte) error) error {
	if l.file == nil {
		return nil
	}
	if err := l.w.Flush(); err != nil {
		return err
	}
	return l.scan(len(l.facts), visit)
}

// scan visits the games in the file, n by number. It trusts none of them: the
// file may be damaged, and what was visited too where it returns an error.
func (l *gameLog) scan(n int, visit func(game []byte) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.bytes), 1<<18)
	var game []byte
	at, sum := int64(0), uint32(0)
	checked := int64(0) // bytes found to be good
	sums := append(slices.Clip(l.sums), partSum{l.bytes, l.sum})
	bad := func() error { return damaged(l.path, checked, sums[0].Bytes) }
	for range n {
		length, err := binary.ReadUvarint(r)
		if err != nil {
			return l.readError(err, at, bad)
		}
		game = binary.AppendUvarint(game[:0], length)
		head := len(game)
		if left := l.bytes - at - int64(head); left < 0 || length > uint64(min(left, math.MaxInt32)) {
			return bad()
		}
		game = slices.Grow(game, int(length))[:head+int(length)]
		if _, err := io.ReadFull(r, game[head:]); err != nil {
			return l.readError(err, at, bad)
		}
		at += int64(len(game))
		sum = crc32.Update(sum, castagnoli, game)
		if at > sums[0].Bytes {
			return bad()
		}
		if at == sums[0].Bytes && at < l.bytes {
			if sum != sums[0].Sum {
				return bad()
			}
			checked, sums = at, sums[1:]
		}
		if err := visit(game); err != nil {
			return err
		}
	}
	if at != l.bytes || sum != l.sum {
		return bad()
	}
	return nil
}

// readError tells where reading failed; a file that ends too early, or holds
// no number, is damaged.
func (l *gameLog) readError(err error, at int64, bad func() error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return fmt.Errorf("read %s, byte %d: %w", l.path, at, err)
	}
	return bad()
}

// close removes the file.
func (l *gameLog) close() {
	if l.file != nil {
		l.file.Close()
	}
	os.Remove(l.path)
}
