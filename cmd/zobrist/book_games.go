package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/pgn"
)

// pgnFiles are PGN files that are read one after the other.
type pgnFiles struct {
	ctx  context.Context // of the command that reads them
	list []*gamesFile
	size int64        // bytes of all, compressed; −1 if not known
	read atomic.Int64 // of them

	mu   sync.Mutex
	left []leftOut
}

// A leftOut is something of a file that is not read.
type leftOut struct {
	file string
	archive.Left
}

// report reports what was left out, and returns an error if there are games among it.
func (g *pgnFiles) report(w *buildWatch) error {
	var unread []string
	for _, l := range g.left {
		err := &game.RecordError{Format: "archive", Err: l.Err, Remedy: l.Remedy, Whole: l.Name == ""}
		name := l.file
		if l.Name != "" {
			name += "/" + l.Name
		}
		if w.broken(name, err); l.Unread {
			unread = append(unread, name)
		}
	}
	if len(unread) > 0 {
		return cli.Hint(unreadError(unread), "unpack them, and make the book again with them")
	}
	return nil
}

// add adds a file, "-" being standard input. That it can be opened is seen here,
// before others have been read for nothing.
func (g *pgnFiles) add(name string, stdin io.Reader) error {
	f := &gamesFile{games: g, name: name}
	g.list = append(g.list, f)
	if name == "-" {
		f.name, f.from, g.size = "standard input", stdin, -1
		return nil
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return cli.Hint(fmt.Errorf("%s is a folder", name), "name the files in it")
	case !info.Mode().IsRegular():
		g.size = -1
	case g.size >= 0:
		g.size += info.Size()
	}
	return nil
}

func (g *pgnFiles) readers() (readers []io.Reader) {
	for _, f := range g.list {
		readers = append(readers, f)
	}
	return readers
}

// A gamesFile is opened when it is first read and closed at its end, so that many
// files do not have to be open at once.
type gamesFile struct {
	games  *pgnFiles
	name   string
	from   io.Reader     // compressed; nil until the file is opened
	text   io.ReadCloser // decompressed; nil until the first read
	closer io.Closer
}

func (f *gamesFile) Read(p []byte) (int, error) {
	if f.text == nil {
		if err := f.open(); err != nil {
			return 0, err
		}
	}
	n, err := f.text.Read(p)
	if err == nil || n > 0 && err == io.EOF {
		return n, nil
	}
	f.text.Close()
	if f.closer != nil {
		f.closer.Close()
	}
	if err != io.EOF {
		err = fmt.Errorf("%s: %w", f.name, err)
	}
	return n, err
}

func (f *gamesFile) open() (err error) {
	if f.from == nil {
		file, err := interrupt.Open(f.games.ctx, f.name)
		if err != nil {
			return err
		}
		f.from, f.closer = file, file
	}
	var from io.Reader = countedReader{f.from, &f.games.read}
	if file, ok := f.from.(*interrupt.File); ok {
		from = countedFile{countedReader{file, &f.games.read}, file}
	}
	note := func(l archive.Left) {
		f.games.mu.Lock()
		defer f.games.mu.Unlock()
		f.games.left = append(f.games.left, leftOut{f.name, l})
	}
	if f.text, err = archive.Decompress(from, note, ".pgn"); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// hintGames says what to do about a file of games that cannot be decompressed.
func hintGames(err error) error {
	if errors.Is(err, pgn.ErrDamaged) {
		return cli.Hint(err, "get the file again")
	}
	return err
}

// countedReader counts the bytes that are read.
type countedReader struct {
	io.Reader
	n *atomic.Int64
}

func (c countedReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// A countedFile is a file of which the bytes that are read are counted.
type countedFile struct {
	countedReader
	file *interrupt.File
}

func (c countedFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.file.ReadAt(p, offset)
	c.n.Add(int64(n))
	return n, err
}

func (c countedFile) Stat() (fs.FileInfo, error) { return c.file.Stat() }
