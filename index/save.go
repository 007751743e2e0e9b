package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// A journal is what [Builder.Save] writes: how far the temporary files are
// good, and the caller's own state.
type journal struct {
	Format     int
	KeysDigest string
	Rules      string
	Games      int64 // in the index before the build
	Builds     int64
	Kept, All  mark
	Extents    [256][]extent
	Sums       []partSum // of games
	Sources    []Source
	State      json.RawMessage
}

func (b *Builder) journal() string { return filepath.Join(b.dir, "journal") }

// WantsSave reports whether so much was appended since the last [Builder.Save]
// that another is worth while.
func (b *Builder) WantsSave() bool {
	n := int64(0)
	for i := range b.spill.parts {
		n += b.spill.parts[i].len()
	}
	return (n-b.saved)*visitMemory >= b.options.Checkpoint
}

// Save writes what was appended, and the caller's state in JSON, to the
// temporary files, so that a build of the same store can take it up with
// [Builder.Restore], should this one be interrupted or killed.
func (b *Builder) Save(state any) error {
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if b.failed != nil || b.log.file == nil { // or nothing was appended
		return b.failed
	}
	if err := b.fail(errors.Join(b.spill.flush(), b.log.w.Flush())); err != nil {
		return err
	}
	if err := b.fail(errors.Join(b.spill.file.Sync(), b.log.file.Sync())); err != nil {
		return err
	}
	j := journal{
		Format: Format, KeysDigest: b.base.KeysDigest, Rules: b.base.Rules, Games: b.base.Games, Builds: b.base.Builds,
		Kept: b.kept, All: b.mark(), Sums: b.log.sums, Sources: b.sources, State: raw,
	}
	b.saved = 0
	for i := range b.spill.parts {
		j.Extents[i] = b.spill.parts[i].extents
		b.saved += b.spill.parts[i].stored
	}
	return writeDurably(b.journal(), j)
}

// writeDurably replaces a file by v in JSON, sealed, at once.
func writeDurably(path string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = f.Write(seal(value))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes the names in a directory durable, where the system knows how.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// forget removes the journal, durably: what is written to the temporary files
// afterwards is not what it describes.
func (b *Builder) forget() error {
	b.saved = 0
	err := os.Remove(b.journal())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, syncDir(b.dir))
}

// Restore takes up what an interrupted build of this store saved, if accept,
// given the state that it saved, agrees. It must come before anything is
// appended. It reports false, and the build starts afresh, where there is
// nothing to take up, where what there is belongs to another state of the
// index, or where it is damaged.
func (b *Builder) Restore(accept func(state json.RawMessage) bool) (bool, error) {
	value, err := os.ReadFile(b.journal())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var j journal
	m := b.base
	value, ok := unseal(value)
	if !ok || json.Unmarshal(value, &j) != nil || j.Format != Format || j.KeysDigest != m.KeysDigest || j.Rules != m.Rules ||
		j.Games != m.Games || j.Builds != m.Builds || !accept(j.State) {
		return false, b.forget()
	}
	if b.restore(&j) != nil {
		b.spill.close()
		b.log.close()
		return false, errors.Join(b.forget(), b.open())
	}
	b.kept, b.sources = j.Kept, j.Sources
	for _, src := range j.Sources {
		b.learn(src)
	}
	return true, nil
}

// restore takes up the temporary files.
func (b *Builder) restore(j *journal) error {
	var err error
	s := b.spill
	if s.file, err = os.OpenFile(s.path, os.O_RDWR, 0o666); err != nil {
		return err
	}
	if s.end, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	if !j.Kept.within(&j.All) || !new(mark).within(&j.Kept) {
		return fmt.Errorf("%w: journal", ErrCorrupt)
	}
	for i := range s.parts {
		p := &s.parts[i]
		p.extents, p.stored = j.Extents[i], 0
		for _, e := range p.extents {
			if e.Offset < 0 || e.Offset > s.end || e.Visits < 0 || e.Visits > e.Written || e.Written > (s.end-e.Offset)/visitSize {
				return fmt.Errorf("%w: temporary file of visits is too short", ErrCorrupt)
			}
			p.stored += e.Visits
		}
		if p.stored != j.All.Parts[i] {
			return fmt.Errorf("%w: journal", ErrCorrupt)
		}
		b.saved += p.stored
	}
	if err := b.log.open(0); err != nil {
		return err
	}
	b.log.bytes, b.log.sum, b.log.sums = j.All.Bytes, j.All.Sum, j.Sums
	err = b.log.scan(j.All.Games, func(game []byte) error {
		one, err := splitChunk(game)
		if err != nil {
			return err
		}
		g, err := decodeGame(one[0])
		b.log.facts = append(b.log.facts, g.facts())
		return err
	})
	if err != nil {
		return err
	}
	return b.log.truncate(j.All.Games, j.All.Bytes, j.All.Sum)
}

// Suspend ends the build as Close does, but leaves what was saved for
// [Builder.Restore].
func (b *Builder) Suspend() error {
	if b.done {
		return nil
	}
	if _, err := os.Stat(b.journal()); err != nil {
		return b.Close()
	}
	b.done = true
	if b.spill.file != nil {
		b.spill.file.Close()
	}
	if b.log.file != nil {
		b.log.file.Close()
	}
	return b.load.Discard()
}
