package index

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
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
	facts []facts
}

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
	l.facts = append(l.facts, fs...)
	_, err := l.w.Write(games)
	return err
}

// truncate goes back to an earlier number of games and bytes.
func (l *gameLog) truncate(games int, bytes int64) error {
	if l.file == nil {
		return nil
	}
	if err := l.w.Flush(); err != nil {
		return err
	}
	if err := l.file.Truncate(bytes); err != nil {
		return err
	}
	l.facts, l.bytes = l.facts[:games], bytes
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
// file may be damaged.
func (l *gameLog) scan(n int, visit func(game []byte) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.bytes), 1<<18)
	var game []byte
	left := l.bytes
	for range n {
		length, err := binary.ReadUvarint(r)
		if err != nil {
			return fmt.Errorf("read %s: %w", l.path, err)
		}
		game = binary.AppendUvarint(game[:0], length)
		head := len(game)
		if left -= int64(head); left < 0 || length > uint64(min(left, math.MaxInt32)) {
			return fmt.Errorf("%w: %s: a game of %d bytes, and %d are left", ErrCorrupt, l.path, length, left)
		}
		left -= int64(length)
		game = slices.Grow(game, int(length))[:head+int(length)]
		if _, err := io.ReadFull(r, game[head:]); err != nil {
			return fmt.Errorf("read %s: %w", l.path, err)
		}
		if err := visit(game); err != nil {
			return err
		}
	}
	if left != 0 {
		return fmt.Errorf("%w: %s: %d bytes after the last game", ErrCorrupt, l.path, left)
	}
	return nil
}

// close removes the file.
func (l *gameLog) close() {
	if l.file != nil {
		l.file.Close()
	}
	os.Remove(l.path)
}
