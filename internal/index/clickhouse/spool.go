package clickhouse

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// A spool is the temporary file of a build: the games that were appended, with their
// visits. It only grows. Games that were dropped are gaps in it.
//
//	record  length of the body, 4 bytes; CRC-32C of the body, 4 bytes; body
//	body    the game; then for each view the number of visits, and each of them:
//	        hash 10 bytes, move
type spool struct {
	dir   string
	lock  *os.File // keeps other builds from the folder
	file  *os.File
	w     *bufio.Writer
	size  int64
	saved int64 // bytes that the journal covers
	body  []byte
}

// Names of files in the folder of the spool.
const (
	spoolName   = "games"
	journalName = "journal"
	lockName    = "lock"
)

// A journal is what Save writes: which part of the spool counts, and the caller's state.
type journal struct {
	Builds         int64 // of the index that the build belongs to
	Next           int64
	KeysDigest     string
	NoTexts        bool
	KeepDuplicates bool

	Size int64 // of the spool
	draft
	State json.RawMessage
}

// A draft is what a build has read.
type draft struct {
	Games          int64 // that are neither dropped nor duplicates
	Kept           int64 // of them that belong to a source
	From           int64 // where the games after those begin in the spool
	Gaps           []gap
	Sources        []index.Source
	Dropped        []string
	Duplicates     int64 // since the last Keep or Drop
	KeptDuplicates int64
	Resumed        int64
	Textless       bool // a game has no text
	KeptTextless   bool // a game that belongs to a source has none
}

// A gap is a part of the spool that holds dropped games. Gaps are in ascending order.
type gap struct{ From, To int64 }

// openSpool makes an empty spool, or opens the one that is there if it has a journal. The error wraps
// [index.ErrLocked] if another build has it open.
func openSpool(dir string) (*spool, error) {
	lock, err := filelock.Dir(dir, lockName, func() error { return os.MkdirAll(dir, 0o700) })
	if err != nil {
		return nil, err
	}
	s := &spool{dir: dir, lock: lock, w: bufio.NewWriterSize(nil, 1<<20)}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

func (s *spool) open() (err error) {
	s.file, err = os.OpenFile(filepath.Join(s.dir, spoolName), os.O_RDWR|os.O_CREATE, 0o600)
	s.w.Reset(s.file)
	return err
}

// reset removes the spool's files, and begins an empty spool.
func (s *spool) reset() error {
	if err := s.remove(); err != nil {
		return err
	}
	if err := s.open(); err != nil {
		return err
	}
	return s.start(0)
}

// close leaves the files to the next build.
func (s *spool) close() error { return errors.Join(s.closeFile(), s.lock.Close()) }

// closeFile may be called again.
func (s *spool) closeFile() error {
	if err := s.file.Close(); !errors.Is(err, fs.ErrClosed) {
		return err
	}
	return nil
}

// start begins to write after size bytes: 0, or what a journal covers.
func (s *spool) start(size int64) error {
	s.size, s.saved = size, size
	_, err := s.file.Seek(size, io.SeekStart)
	return errors.Join(s.file.Truncate(size), err)
}

// journal reads the journal. It reports false if there is none that can be used.
func (s *spool) journal() (j journal, ok bool) {
	text, err := os.ReadFile(filepath.Join(s.dir, journalName))
	if err != nil || json.Unmarshal(text, &j) != nil {
		return journal{}, false
	}
	info, err := s.file.Stat()
	return j, err == nil && info.Size() >= j.Size
}

// save makes what was written durable, and then the journal.
func (s *spool) save(j journal) error {
	if err := errors.Join(s.w.Flush(), s.file.Sync()); err != nil {
		return err
	}
	j.Size = s.size
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	path := filepath.Join(s.dir, journalName)
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err == nil {
		s.saved = s.size
	}
	return err
}

// remove closes and removes the files. Windows removes no open file.
func (s *spool) remove() error {
	errs := []error{s.closeFile()}
	for _, name := range []string{journalName, spoolName} {
		if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// add writes a game. visits has a list for each view.
func (s *spool) add(g *index.Game, visits [][]index.Visit, texts bool) error {
	b := append(s.body[:0], 0, 0, 0, 0, 0, 0, 0, 0)
	b = appendGame(b, g, texts)
	b = binary.AppendUvarint(b, uint64(len(visits)))
	for _, list := range visits {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, v := range list {
			b = binary.LittleEndian.AppendUint64(b, v.Lo)
			b = binary.LittleEndian.AppendUint16(b, v.Hi)
			b = binary.AppendUvarint(b, uint64(v.Move))
		}
	}
	s.body = b
	binary.LittleEndian.PutUint32(b, uint32(len(b)-8))
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
	s.size += int64(len(b))
	_, err := s.w.Write(b)
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// read calls do with each game that counts, in order, up to the byte end.
func (s *spool) read(end int64, gaps []gap, do func(g *index.Game, visits [][]index.Visit, at int64) error) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.NewSectionReader(s.file, 0, end), 1<<20)
	var head [8]byte
	var body []byte
	var visits [][]index.Visit
	for at := int64(0); at < end; {
		damaged := func(err error) error {
			return fmt.Errorf("%w: %s, byte %d: %w", index.ErrDamaged, s.file.Name(), at, err)
		}
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return damaged(err)
		}
		n := int64(binary.LittleEndian.Uint32(head[:]))
		if n > min(end-at-8, math.MaxInt32) {
			return damaged(fmt.Errorf("a record of %d bytes", n))
		}
		body = slices.Grow(body[:0], int(n))[:n]
		if _, err := io.ReadFull(r, body); err != nil {
			return damaged(err)
		}
		if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
			return damaged(errors.New("the checksum is wrong"))
		}
		for len(gaps) > 0 && at >= gaps[0].To {
			gaps = gaps[1:]
		}
		if len(gaps) == 0 || at < gaps[0].From {
			d := decoder{rest: body}
			g := d.game()
			visits = d.visits(visits)
			if d.bad || len(d.rest) > 0 {
				return damaged(errors.New("not a game"))
			}
			if err := do(&g, visits, at); err != nil {
				return err
			}
		}
		at += n + 8
	}
	return nil
}

func appendGame(b []byte, g *index.Game, texts bool) []byte {
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	for _, s := range [...]string{g.First, g.Second, g.Event, g.Site, g.Round, g.Opening, g.Start} {
		text(s)
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(index.FactsOf(g)))
	b = binary.AppendUvarint(b, uint64(len(g.Moves)))
	for _, m := range g.Moves {
		b = binary.AppendUvarint(b, uint64(m))
	}
	if !texts || g.Text == nil {
		return append(b, 0)
	}
	b = append(b, 1)
	b = binary.AppendUvarint(b, uint64(len(g.Text)))
	return append(b, g.Text...)
}

// A decoder reads a record.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.bad, d.rest = true, nil
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) word() uint64 {
	if b := d.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// count reads the number of things that take at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.number()
	if n > uint64(len(d.rest)/size) {
		d.bad, d.rest = true, nil
		return 0
	}
	return int(n)
}

func (d *decoder) game() (g index.Game) {
	for _, to := range [...]*string{&g.First, &g.Second, &g.Event, &g.Site, &g.Round, &g.Opening, &g.Start} {
		*to = string(d.bytes(d.number()))
	}
	facts := index.Facts(d.word())
	g.Result, g.Speed, g.Mode, g.Date = game.Result(facts.Result()), facts.Speed(), facts.Mode(), facts.Date()
	g.FirstRating, g.SecondRating = facts.Ratings()
	g.Moves = make([]uint32, d.count(1))
	for i := range g.Moves {
		g.Moves[i] = uint32(d.number())
	}
	if kept := d.bytes(1); kept != nil && kept[0] == 1 {
		g.Text = append([]byte{}, d.bytes(d.number())...)
	}
	return g
}

func (d *decoder) visits(views [][]index.Visit) [][]index.Visit {
	n := d.count(1)
	if n > index.MaxViews {
		d.bad = true
		return nil
	}
	for len(views) < n {
		views = append(views, nil)
	}
	views = views[:n]
	for v := range views {
		views[v] = views[v][:0]
		for range d.count(11) {
			lo, hi := d.word(), d.bytes(2)
			if hi == nil {
				return views
			}
			key := index.Key{Lo: lo, Hi: binary.LittleEndian.Uint16(hi)}
			views[v] = append(views[v], index.Visit{Key: key, Move: uint32(d.number())})
		}
	}
	return views
}
