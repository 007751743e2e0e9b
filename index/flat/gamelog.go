package flat

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A gameLog is a temporary file of the games of a build, in the order in which they
// were appended. It consists of frames, one for each batch: the number of bytes and
// of games, each in 32 bits, the checksum of these and of the games, and the games.
// Each checksum continues the one of the frame before, so the last one covers the file.
type gameLog struct {
	path  string
	file  *os.File // made when first needed
	games int
	bytes int64
	sum   uint32
	frame []byte // being filled
	count uint32 // games in it
}

const frameHead = 12

// begin begins a frame.
func (l *gameLog) begin() { l.frame, l.count = append(l.frame[:0], make([]byte, frameHead)...), 0 }

// add adds a game to the frame and returns its digest.
func (l *gameLog) add(g *index.Game, texts bool) (undo int, digest index.Key) {
	start := len(l.frame)
	var line int
	l.frame, line = appendGame(l.frame, g, texts)
	l.count++
	return start, lineDigest(l.frame[start:line])
}

// undo takes the last game out of the frame.
func (l *gameLog) undo(start int) {
	l.frame = l.frame[:start]
	l.count--
}

// end writes the frame.
func (l *gameLog) end() error {
	if l.count == 0 {
		return nil
	}
	if l.file == nil {
		f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return err
		}
		l.file = f
	}
	if int64(len(l.frame)) > 1<<32-1 {
		return fmt.Errorf("a batch of %d bytes", len(l.frame))
	}
	binary.LittleEndian.PutUint32(l.frame, uint32(len(l.frame)-frameHead))
	binary.LittleEndian.PutUint32(l.frame[4:], l.count)
	sum := frameSum(l.sum, l.frame)
	binary.LittleEndian.PutUint32(l.frame[8:], sum)
	if _, err := l.file.WriteAt(l.frame, l.bytes); err != nil {
		return err
	}
	l.sum = sum
	l.bytes += int64(len(l.frame))
	l.games += int(l.count)
	return nil
}

func frameSum(before uint32, frame []byte) uint32 {
	return crc32.Update(crc32.Update(before, castagnoli, frame[:8]), castagnoli, frame[frameHead:])
}

// restore opens the file that another process has written and cuts it to a length.
func (l *gameLog) restore(games int, bytes int64, sum uint32) (err error) {
	if l.file, err = family.OpenRegular(l.path, os.O_RDWR); err != nil {
		return err
	}
	l.games, l.bytes, l.sum = games, bytes, sum
	return l.file.Truncate(bytes)
}

// each calls visit with the games, in order, and with the digest of each if that is
// wanted. A game is valid during the call.
func (l *gameLog) each(digests bool, visit func(g *index.Game, digest index.Key) error) error {
	if l.file == nil {
		return nil
	}
	var (
		frame []byte
		sum   uint32
		games int
		d     = gameDecoder{digests: digests}
	)
	for at := int64(0); at < l.bytes; at += int64(len(frame)) {
		var err error
		if frame, err = l.readFrame(frame, at, sum); err != nil {
			return err
		}
		sum = binary.LittleEndian.Uint32(frame[8:])
		d.rest = frame[frameHead:]
		for range binary.LittleEndian.Uint32(frame[4:]) {
			g, digest, ok := d.game()
			if !ok {
				return family.DamagedAt(l.path, at, at+int64(len(frame)))
			}
			if err := visit(g, digest); err != nil {
				return err
			}
			games++
		}
	}
	if sum != l.sum || games != l.games {
		return family.DamagedAt(l.path, 0, l.bytes)
	}
	return nil
}

// readFrame reads the frame at a place into the memory of the last one.
func (l *gameLog) readFrame(frame []byte, at int64, before uint32) ([]byte, error) {
	read := func(b []byte, at int64) error {
		n, err := l.file.ReadAt(b, at)
		if n == len(b) {
			return nil
		}
		if err == io.EOF {
			return family.DamagedAt(l.path, at, l.bytes)
		}
		return family.Unreadable(l.path, at, err)
	}
	frame = slices.Grow(frame[:0], frameHead)[:frameHead]
	if err := read(frame, at); err != nil {
		return nil, err
	}
	size := int64(binary.LittleEndian.Uint32(frame))
	if size > l.bytes-at-frameHead {
		return nil, family.DamagedAt(l.path, at, l.bytes)
	}
	frame = slices.Grow(frame, int(size))[:frameHead+size]
	if err := read(frame[frameHead:], at+frameHead); err != nil {
		return nil, err
	}
	if frameSum(before, frame) != binary.LittleEndian.Uint32(frame[8:]) {
		return nil, family.DamagedAt(l.path, at, at+int64(len(frame)))
	}
	return frame, nil
}

// close closes the file and removes it.
func (l *gameLog) close() {
	l.suspend()
	os.Remove(l.path)
}

// suspend closes the file.
func (l *gameLog) suspend() {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}
