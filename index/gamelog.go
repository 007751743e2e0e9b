package index

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// A gameLog is a temporary file of the games of a build, as in entries of the
// Games table, with their facts in memory. It can go back to an earlier
// length, which a sorted run cannot.
type gameLog struct {
	file  *os.File
	w     *bufio.Writer
	bytes int64
	facts []facts
}

func newGameLog(dir string) (*gameLog, error) {
	f, err := os.OpenFile(filepath.Join(dir, "games"), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	return &gameLog{file: f, w: bufio.NewWriterSize(f, 1<<18)}, nil
}

func (l *gameLog) add(games []byte, fs []facts) error {
	l.bytes += int64(len(games))
	l.facts = append(l.facts, fs...)
	_, err := l.w.Write(games)
	return err
}

// truncate goes back to an earlier number of games and bytes.
func (l *gameLog) truncate(games int, bytes int64) error {
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
	if err := l.w.Flush(); err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.bytes), 1<<18)
	var game []byte
	for range l.facts {
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

func (l *gameLog) close() {
	l.file.Close()
	os.Remove(l.file.Name())
}
