package evals

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"weak"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// Errors that callers tell apart with [errors.Is].
var (
	// ErrEmpty: nothing has been built into the folder yet.
	ErrEmpty = errors.New("evals: the folder holds no evaluations")

	// ErrGame: the store holds another game, or has other keys.
	ErrGame = errors.New("evals: not the store of this game")

	// ErrFormat: the store was written in a format that this release does not know.
	ErrFormat = errors.New("evals: unknown format")

	// ErrCorrupt: stored bytes are not what was written. Build the store again, or copy it from a backup.
	ErrCorrupt = errors.New("evals: corrupt")

	// ErrDamaged: a temporary file of a build does not hold what was written to it. The store is as it was before.
	ErrDamaged = errors.New("evals: damaged temporary file")

	// ErrNoMove: an evaluation has a value and no move.
	ErrNoMove = errors.New("evals: the evaluation has no move")

	// ErrLocked: another build, merge or removal is going on, in this process or in another.
	ErrLocked = filelock.ErrLocked
)

// family is what the files of stores have in common.
var family = &sorted.Family{
	Magic: "zobeval\n", Oldest: 2, Version: 2, SealMagic: "zobrist-evals", SealVersion: 2,
	A: "a store of evaluations", The: "the store",
	Corrupt: ErrCorrupt, Unknown: ErrFormat, Damaged: ErrDamaged, Empty: ErrEmpty,
	Advice: "run the build again, the store is as it was",
}

// A Game says whose evaluations a store holds.
type Game struct {
	Name string      // such as "chess"
	Set  zobrist.Set // the keys of its hashes
}

// Chess is the game of [Open]: positions of chess and Chess960 with the default keys.
func Chess() Game { return Game{"chess", zobrist.Default(chess.Space().Len())} }

// A Source is a file, or another origin, of evaluations. Its number stays the same, and no other one gets it.
type Source struct {
	Number int    `json:"number"`
	Name   string `json:"name"`

	// Digest is the SHA-256 of the file, 64 hexadecimal digits; "" if it was not read to its end, or is no file.
	Digest string `json:"digest,omitempty"`

	Bytes  int64  `json:"bytes"` // of the file
	Counts Counts `json:"counts"`
}

// units returns how many positions of the source were kept, for Summary.Resumed.
func (s *Source) units() int64 { return s.Counts.Positions }

// manifest is the content of the file MANIFEST.
type manifest struct {
	sorted.Mark
	Game       string             `json:"game"`
	KeysName   string             `json:"keysName"`
	KeysDigest string             `json:"keysDigest"`
	Tables     []sorted.FileEntry `json:"tables"`  // the oldest first
	Sources    []Source           `json:"sources"` // in the order of their numbers
	Next       int                `json:"next"`    // number of the next source
}

func (m *manifest) Place() sorted.Mark        { return m.Mark }
func (m *manifest) Files() []sorted.FileEntry { return m.Tables }

// Check checks what the code relies on.
func (m *manifest) Check() error {
	last := -1
	for _, s := range m.Sources {
		if s.Number <= last || s.Number >= m.Next {
			return errors.New("the numbers of the sources contradict each other")
		}
		last = s.Number
	}
	if int64(len(m.Tables)) > m.Made || m.Builds < 0 {
		return errors.New("its numbers contradict each other")
	}
	return nil
}

// is returns an error if the manifest is of another game.
func (m *manifest) is(g Game) error {
	digest := g.Set.Digest()
	if m.Game == g.Name && m.KeysDigest == hex.EncodeToString(digest[:]) {
		return nil
	}
	return fmt.Errorf("%w: it holds %s with the keys %s", ErrGame, m.Game, m.KeysName)
}

type (
	folder = sorted.Folder[*manifest, *sorted.Table]
	change = sorted.Change[*manifest, *sorted.Table]
)

func openFolder(dir string, g Game, readOnly bool) (*folder, error) {
	return sorted.OpenFolder(dir, sorted.FolderOptions[*manifest, *sorted.Table]{
		Family: family, Suffix: ".evals", ReadOnly: readOnly,
		New:   func() *manifest { return new(manifest) },
		Open:  openTable,
		Check: func(_, now *manifest) error { return now.is(g) },
		Keep:  keepBuild,
	})
}

func openTable(path string, m *manifest, number int) (*sorted.Table, error) {
	t, err := family.OpenTable(path)
	if err != nil {
		return nil, err
	}
	info, err := t.Info()
	if e := m.Tables[number]; err == nil && (info.Sum != e.Sum || info.Bytes != e.Bytes) {
		err = fmt.Errorf("%w: %s is another file than MANIFEST names", ErrCorrupt, path)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// A Store is an open store of evaluations of a game with moves M. Its methods are safe for concurrent use. It shows the
// state at its opening, or at the last Refresh.
type Store[M comparable] struct {
	folder  *folder
	scratch sync.Pool // of *scratch[M]
}

// Open opens a store of chess. The error wraps [ErrEmpty] if there is none.
func Open(dir string) (*Store[chess.Move], error) { return OpenGame[chess.Move](dir, Chess()) }

// OpenGame opens a store of a game. The error wraps [ErrEmpty] if there is none, and [ErrGame] if it is of another
// game.
func OpenGame[M comparable](dir string, g Game) (*Store[M], error) {
	f, err := openFolder(dir, g, true)
	if err != nil {
		return nil, err
	}
	st, err := f.Acquire()
	if err == nil {
		err = st.Manifest.is(g)
		if st.Manifest.Builds == 0 {
			err = fmt.Errorf("%s: %w", dir, ErrEmpty)
		}
		st.Release()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s := &Store[M]{folder: f}
	s.scratch.New = func() any { return new(scratch[M]) }
	return s, nil
}

// Close closes the store. Look-ups that are going on come to their end.
func (s *Store[M]) Close() error { return s.folder.Close() }

// Refresh makes what another process has built since the opening visible, and reports whether there was something.
// Without news it costs one system call.
func (s *Store[M]) Refresh() (news bool, err error) { return s.folder.Refresh() }

// Identity returns a value that can be compared, so that a program can keep results as long as they hold: it stays
// equal until Refresh shows other evaluations, and no other store has it. It is nil after Close.
func (s *Store[M]) Identity() any {
	st, err := s.folder.Acquire()
	if err != nil {
		return nil
	}
	defer st.Release()
	return weak.Make(st)
}

// Dir returns the path of the folder.
func (s *Store[M]) Dir() string { return s.folder.Dir() }

// load reads the record of a hash into t: its deepest evaluations, most of each file at most. It reports false if there
// is none.
func (s *Store[M]) load(hash zobrist.Uint128, t *scratch[M], most uint64) (ok bool, err error) {
	st, err := s.folder.Acquire()
	if err != nil {
		return false, err
	}
	defer st.Release()
	k := sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}
	t.rec.reset()
	t.bytes = t.bytes[:0]
	found := 0
	for _, table := range st.Files {
		start := len(t.bytes)
		var here bool
		if t.bytes, here, err = table.Find(t.bytes, k); err != nil {
			return false, err
		}
		if !here {
			continue
		}
		if err := t.rec.addFirst(t.bytes[start:], most); err != nil {
			return false, s.corrupt(k, err)
		}
		found++
	}
	if found > 1 {
		t.rec.order()
	}
	return found > 0, nil
}

func (s *Store[M]) corrupt(k sorted.Key, err error) error {
	return fmt.Errorf("%w: %s, key %04x%016x: %w", ErrCorrupt, s.folder.Dir(), k.Hi, k.Lo, err)
}

// Head returns the depth and the value of the deepest evaluation under a hash, as positions of the store's game have
// it. It reports false if there is none. It takes less time than Find, because it needs no moves, and does not
// allocate.
func (s *Store[M]) Head(hash zobrist.Uint128) (best Head, ok bool, err error) {
	t := s.scratch.Get().(*scratch[M])
	defer s.scratch.Put(t)
	st, err := s.folder.Acquire()
	if err != nil {
		return best, false, err
	}
	defer st.Release()
	k := sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}
	most := uint64(0)
	for _, table := range st.Files {
		b, here, err := table.Find(t.bytes[:0], k)
		if t.bytes = b; err != nil {
			return best, false, err
		}
		if !here {
			continue
		}
		h, lines, err := firstHead(b)
		if err != nil {
			return best, false, s.corrupt(k, err)
		}
		if !ok || cmp.Or(cmp.Compare(h.Depth, best.Depth), cmp.Compare(lines, most), cmp.Compare(h.Nodes, best.Nodes),
			cmp.Compare(h.Source, best.Source)) > 0 {
			best, most, ok = h, lines, true
		}
	}
	return best, ok, nil
}

// Best returns what Head does of a position, and the first move of the first line. It does not allocate, and takes less
// time than Find. The error wraps [ErrNoMove] if the evaluation has a value and no move.
func (s *Store[M]) Best(p Position[M]) (h Head, move M, ok bool, err error) {
	t := s.scratch.Get().(*scratch[M])
	defer s.scratch.Put(t)
	hash := p.Hash128()
	if ok, err = s.load(hash, t, 1); !ok || err != nil {
		return h, move, false, err
	}
	e := &t.rec.entries[0]
	first := t.rec.heads[e.first]
	h = Head{first.value, int(e.depth), e.nodes(), int(e.source)}
	if first.plies == 0 {
		return h, move, true, ErrNoMove
	}
	if t.root = p.AppendMoves(t.root[:0]); len(t.root) == 0 {
		return h, move, false, s.corrupt(sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}, errRecord)
	}
	d := newRangeDecoder(e.reader())
	return h, t.root[d.get(uint32(len(t.root)))], true, nil
}

// Find returns the deepest evaluation of a position. It reports false if there is none. The position is as before
// afterwards. The evaluation belongs to the caller.
func (s *Store[M]) Find(p Position[M]) (Evaluation[M], bool, error) { return s.FindLines(p, 1) }

// FindLines returns the evaluation of a position that answers a question for so many lines, as Lichess does: the
// deepest one with as many lines, or with all legal moves if there are fewer, cut to that number. If none has so
// many, it is the one with the most lines. It reports false if there is no evaluation.
func (s *Store[M]) FindLines(p Position[M], lines int) (v Evaluation[M], ok bool, err error) {
	t := s.scratch.Get().(*scratch[M])
	defer s.scratch.Put(t)
	hash, most := p.Hash128(), uint64(maxLines)
	if lines <= 1 {
		most = 1
	}
	if ok, err = s.load(hash, t, most); !ok || err != nil {
		return v, false, err
	}
	t.root = p.AppendMoves(t.root[:0])
	wanted := max(min(lines, len(t.root)), 1)
	i, cut := 0, false
	for j := range t.rec.entries { // the more lines, the less deep
		if i = j; t.rec.entries[j].lines >= wanted {
			cut = true
			break
		}
	}
	e := t.rec.entries[i]
	if cut {
		e.lines = min(e.lines, max(lines, 1))
	}
	if v, err = t.decode(p, &e); err != nil {
		return v, false, s.corrupt(sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}, err)
	}
	return v, true, nil
}

// FindAll returns all evaluations of a position: the deepest first, each one later with more lines.
func (s *Store[M]) FindAll(p Position[M]) (all []Evaluation[M], err error) {
	t := s.scratch.Get().(*scratch[M])
	defer s.scratch.Put(t)
	hash := p.Hash128()
	if ok, err := s.load(hash, t, maxLines); !ok || err != nil {
		return nil, err
	}
	t.root = p.AppendMoves(t.root[:0])
	for i := range t.rec.entries {
		v, err := t.decode(p, &t.rec.entries[i])
		if err != nil {
			return nil, s.corrupt(sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// Ahead requests what look-ups of these hashes will read, so that a disk works on all of them at the same time.
func (s *Store[M]) Ahead(hashes ...zobrist.Uint128) error {
	st, err := s.folder.Acquire()
	if err != nil {
		return err
	}
	defer st.Release()
	for _, table := range st.Files {
		for _, h := range hashes {
			if err := table.Ahead(sorted.Key{Lo: h.Lo, Hi: uint16(h.Hi)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Sources returns the sources of the store, in the order of their numbers.
func (s *Store[M]) Sources() ([]Source, error) {
	st, err := s.folder.Acquire()
	if err != nil {
		return nil, err
	}
	defer st.Release()
	return slices.Clone(st.Manifest.Sources), nil
}

// Source returns the source of a number. It reports false if there is none.
func (s *Store[M]) Source(number int) (Source, bool) {
	list, err := s.Sources()
	i := slices.IndexFunc(list, func(s Source) bool { return s.Number == number })
	if err != nil || i < 0 {
		return Source{}, false
	}
	return list[i], true
}

// A File is a file of a store.
type File struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	Records int64  `json:"records"` // positions in it; one may be in several files
}

// Files returns the files with the evaluations, the oldest first, and the bytes that an interrupted build has left.
func (s *Store[M]) Files() (files []File, left int64, err error) {
	st, err := s.folder.Acquire()
	if err != nil {
		return nil, 0, err
	}
	defer st.Release()
	for i, t := range st.Files {
		e := st.Manifest.Tables[i]
		files = append(files, File{filepath.Join(s.folder.Dir(), e.File), e.Bytes, t.Records()})
	}
	left, err = s.folder.Left()
	return files, left, err
}

// records calls f with the record of each position, in the order of the keys.
func (s *Store[M]) records(ctx context.Context, f func(sorted.Key, *record) error) error {
	st, err := s.folder.Acquire()
	if err != nil {
		return err
	}
	defer st.Release()
	var rec record
	return sorted.Merged(ctx, st.Files, sorted.Key{}, func(k sorted.Key, payloads iter.Seq[[]byte]) error {
		if err := rec.combine(payloads); err != nil {
			return s.corrupt(k, err)
		}
		return f(k, &rec)
	})
}

// combine reads the records of one key.
func (r *record) combine(payloads iter.Seq[[]byte]) error {
	r.reset()
	n := 0
	for b := range payloads {
		if err := r.add(b); err != nil {
			return err
		}
		n++
	}
	if n > 1 {
		r.order()
	}
	return nil
}

// Verify reads the whole store: checksums, the order of keys, and the records. progress, which may be nil, is called
// with the share that is done, 0 to 1; it may sleep. The error wraps [ErrCorrupt] if something is not what was
// written.
func (s *Store[M]) Verify(ctx context.Context, progress func(done float64)) error {
	st, err := s.folder.Acquire()
	if err != nil {
		return err
	}
	defer st.Release()
	total, before := int64(0), int64(0)
	for _, t := range st.Files {
		total += t.Size()
	}
	for _, t := range st.Files {
		err := t.Verify(ctx, func(done float64) {
			if progress != nil {
				progress((float64(before) + done*float64(t.Size())) / float64(total))
			}
		}, func() func(sorted.Key, []byte) error {
			var rec record
			return func(_ sorted.Key, b []byte) error {
				rec.reset()
				if err := rec.add(b); err != nil {
					return err
				}
				return rec.check(st.Manifest)
			}
		})
		if err != nil {
			return err
		}
		before += t.Size()
	}
	return nil
}

// check returns an error for evaluations out of order or of sources that are not there.
func (r *record) check(m *manifest) error {
	for i := range r.entries {
		e := &r.entries[i]
		if i > 0 && (e.lines <= r.entries[i-1].lines || e.depth >= r.entries[i-1].depth) {
			return errors.New("evaluations are not in order")
		}
		if !slices.ContainsFunc(m.Sources, func(s Source) bool { return s.Number == int(e.source) }) {
			return errors.New("an evaluation is of a source that is not there")
		}
	}
	if len(r.entries) == 0 {
		return errRecord
	}
	return nil
}
