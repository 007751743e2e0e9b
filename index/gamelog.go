package index

import (
	"bufio"
	"io"
	"os"
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

// scan visits the first n games in the file.
func (l *gameLog) scan(n int, visit func(game []byte) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.bytes), 1<<18)
	var game []byte
	for range n {
		game = game[:0]
		length := uint64(0)
		for shift := 0; ; shift += 7 {
			b, err := r.ReadByte()
			if err != nil {
				return err
			}
			game = append(game, b)
			length |= uint64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		head := len(game)
		game = append(game, make([]byte, length)...)
		if _, err := io.ReadFull(r, game[head:]); err != nil {
			return err
		}
		if err := visit(game); err != nil {
			return err
		}
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
