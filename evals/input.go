package evals

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/pgn"
)

// An input is an Input that is read.
type input struct {
	name     string
	file     *interrupt.File // nil for readers
	reader   io.ReadCloser   // the same, or stops reading a reader
	size     int64           // compressed, −1 if it is not known
	modified time.Time

	read   atomic.Int64 // bytes, compressed
	digest hash.Hash    // of them
	text   *bufio.Reader
	unpack io.Closer
}

// endings are the endings of the names of sources in archives.
var endings = []string{".jsonl", ".json", ".ndjson", ".epd", ".fen", ".pgn"}

func openInput(ctx context.Context, from Input) (*input, error) {
	in := &input{name: strings.ToValidUTF8(from.Name, "\ufffd"), size: -1}
	if from.Reader != nil {
		in.reader = interrupt.Reader(ctx, from.Reader)
		return in, nil
	}
	f, err := interrupt.Open(ctx, from.Name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%s is a folder; name the files in it", from.Name)
	case info.Mode().IsRegular():
		in.size, in.modified = info.Size(), info.ModTime()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	in.file, in.reader = f, f
	return in, nil
}

// packed reports whether the name says that the text is compressed.
func (in *input) packed() bool {
	switch filepath.Ext(in.name) {
	case ".zst", ".gz", ".bz2", ".zip":
		return true
	}
	return false
}

func (in *input) close() error {
	var errs []error
	if in.unpack != nil {
		errs = append(errs, in.unpack.Close())
	}
	if in.reader != nil {
		errs = append(errs, in.reader.Close())
	}
	in.unpack, in.file, in.reader, in.text = nil, nil, nil, nil
	return errors.Join(errs...)
}

// A plainFile is a regular file. It may be a zip archive, which is read in any order; other reading is counted.
type plainFile struct {
	*interrupt.File
	counted io.Reader
}

func (f plainFile) Read(p []byte) (int, error) { return f.counted.Read(p) }

// Read counts and digests the bytes of the file.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.reader.Read(p)
	in.read.Add(int64(n))
	in.digest.Write(p[:n])
	return n, err
}

// begin begins to decompress, and returns the format of the text: the one that is given, if it is not 0.
func (in *input) begin(f Format) (Format, error) {
	in.digest = sha256.New()
	var raw io.Reader = in
	if in.size >= 0 {
		raw = plainFile{in.file, in}
	}
	text, err := archive.Decompress(raw, nil, endings...)
	if err != nil {
		return f, err
	}
	in.unpack, in.text = text, bufio.NewReaderSize(text, 256<<10)
	head, err := in.text.Peek(4 << 10)
	if f == 0 {
		f = formatOf(in.name, head)
	}
	if errors.Is(err, io.EOF) || len(head) > 0 {
		err = nil // it comes again
	}
	return f, err
}

// finish returns the digest and the size of the file, which was read to its end.
func (in *input) finish() (digest string, size int64) {
	if _, err := io.Copy(io.Discard, in); err != nil || in.file == nil {
		return "", in.read.Load()
	}
	return hex.EncodeToString(in.digest.Sum(nil)), in.read.Load()
}

// A gameChunk has games of PGN.
type gameChunk struct {
	chunk *pgn.Chunk
	skip  int // games at its beginning that were read before
}

const (
	chunkSize = 256 << 10 // bytes of lines in a job, about
	maxLine   = 64 << 20  // bytes of a line
)

// scan hands out the text after its first lines or games, skip by number: each piece to the workers, and in order.
func (in *input) scan(ctx context.Context, f Format, skip int64, free, jobs, order chan *job) error {
	give := func(fill func(*job)) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j := <-free:
			fill(j)
			order <- j // it has room for all jobs
			jobs <- j
			return nil
		}
	}
	if f == PGN {
		return in.scanGames(skip, give)
	}
	return in.scanLines(skip, give)
}

func (in *input) scanGames(skip int64, give func(func(*job)) error) error {
	games := pgn.NewScanner(in.text)
	for {
		chunk, err := games.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		last := int64(chunk.First() + chunk.Len() - 1)
		if last <= skip {
			chunk.Release()
			continue
		}
		err = give(func(j *job) {
			j.games, j.units = gameChunk{chunk, max(0, int(skip)+1-chunk.First())}, last
		})
		if err != nil {
			return err
		}
	}
}

// scanLines hands out whole lines. A line that is too long is left out.
func (in *input) scanLines(skip int64, give func(func(*job)) error) error {
	line := int64(1)
	var rest []byte // the beginning of a line
	for {
		buffer := make([]byte, 0, chunkSize+len(rest)+4096)
		buffer = append(buffer, rest...)
		rest = nil
		var err error
		end := 0 // of the last whole line
		for {
			if _, err = in.text.Peek(1); err == nil {
				part, _ := in.text.Peek(min(in.text.Buffered(), chunkSize))
				if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
					end = len(buffer) + i + 1
				}
				buffer = append(buffer, part...)
				_, _ = in.text.Discard(len(part))
			}
			if err != nil || end > 0 && len(buffer) >= chunkSize || end == 0 && len(buffer) > maxLine {
				break
			}
		}
		if end == 0 && len(buffer) > maxLine {
			if err := in.discardLine(); err != nil && err != io.EOF {
				return err
			}
			if err := give(func(j *job) { j.line, j.lines, j.tooLong, j.units = line, 1, true, line }); err != nil {
				return err
			}
			line++
			continue
		}
		if err == io.EOF {
			end = len(buffer)
		}
		if end > 0 {
			text := buffer[:end]
			rest = buffer[end:]
			n := int64(bytes.Count(text, []byte("\n")))
			if text[len(text)-1] != '\n' {
				n++
			}
			if last := line + n - 1; last > skip {
				giveErr := give(func(j *job) {
					j.text, j.line, j.lines, j.units = text, line, int(n), last
					j.skip = int(max(0, skip+1-line))
				})
				if giveErr != nil {
					return giveErr
				}
			}
			line += n
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// discardLine passes over the rest of a line.
func (in *input) discardLine() error {
	for {
		_, err := in.text.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// A worker reads the texts of jobs. It belongs to one goroutine.
type worker struct {
	r      *recorder
	format Format
	json   jsonReader
	line   lichessLine
	games  *pgn.Parser
}

func newWorker(r *recorder, f Format) *worker {
	w := &worker{r: r, format: f}
	if f == PGN {
		var err error
		if w.games, err = pgn.NewParser(chess.Options{}); err != nil {
			panic(err) // the options are right
		}
	}
	return w
}

// read makes the records of a job.
func (w *worker) read(j *job) {
	w.r.counts = Counts{}
	switch {
	case j.tooLong:
		w.r.line = j.line
		w.r.report(BrokenLine, "it is longer than %d MiB", maxLine>>20)
	case j.games.chunk != nil:
		w.readGames(j)
	default:
		w.readLines(j)
	}
	j.counts = w.r.counts
}

func (w *worker) readLines(j *job) {
	text := j.text
	for i := 0; len(text) > 0; i++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if i == 0 && j.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line = bytes.TrimSpace(line)
		if i < j.skip || len(line) == 0 {
			continue
		}
		w.r.line = j.line + int64(i)
		var hash zobrist.Uint128
		var value []byte
		var ok bool
		if w.format == Lichess {
			hash, value, ok = w.r.lichess(line, &w.json, &w.line)
		} else if line[0] != '#' {
			hash, value, ok = w.r.epd(string(line))
		}
		if ok {
			j.records = appendRecord(j.records, hash, value)
		}
	}
}

func (w *worker) readGames(j *job) {
	defer j.games.chunk.Release()
	for i := j.games.skip; i < j.games.chunk.Len(); i++ {
		g, err := w.games.Game(j.games.chunk, i)
		w.r.line = int64(g.Line)
		if err != nil {
			w.r.gameFault(err)
		}
		_ = w.r.game(g, func(hash zobrist.Uint128, value []byte) error {
			j.records = appendRecord(j.records, hash, value)
			return nil
		})
	}
}
