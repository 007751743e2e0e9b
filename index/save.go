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

// A journal is what [Builder.Save] writes: how much of the temporary files is
// valid, and the caller's own state.
type journal struct {
	Format     int
	KeysDigest string
	Rules      string
	Games      int64 // in the index before the build
	Builds     int64
	Kept, All  mark
	Extents    [256][]extent
	Sources    []Source
	Dropped    []string
	State      json.RawMessage
}

func (b *Builder) journal() string { return filepath.Join(b.dir, "journal") }

// Save writes what was appended, and the caller's state in JSON, to the temporary
// files. If the build is then interrupted or killed, another build of the same
// store can go on from there; see [Builder.Restore]. Call it as often as
// convenient: it does nothing until [BuildOptions].Checkpoint bytes were appended.
func (b *Builder) Save(state any) error {
	visits := int64(0)
	for i := range b.spill.parts {
		visits += b.spill.parts[i].len()
	}
	if b.failed != nil || (visits-b.saved)*visitMemory < b.options.Checkpoint {
		return b.failed
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := b.fail(errors.Join(b.spill.flush(), b.log.w.Flush())); err != nil {
		return err
	}
	if err := b.fail(errors.Join(b.spill.file.Sync(), b.log.file.Sync())); err != nil {
		return err
	}
	j := journal{
		Format: format, KeysDigest: b.base.KeysDigest, Rules: b.base.Rules, Games: b.base.Games, Builds: b.base.Builds,
		Kept: b.kept, All: b.mark(), Sources: b.summary.Sources, Dropped: b.summary.Dropped, State: raw,
	}
	for i := range b.spill.parts {
		j.Extents[i] = b.spill.parts[i].extents
	}
	b.saved = visits
	return writeDurably(b.journal(), j)
}

// writeDurably replaces a file at once by v in JSON, with its checksum.
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

// syncDir makes the names in a directory durable, if the system can.
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

// forget removes the journal, durably, before the temporary files change in a way
// that it does not describe.
func (b *Builder) forget() error {
	b.saved = 0
	err := os.Remove(b.journal())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, syncDir(b.dir))
}

// Restore goes on from what an interrupted build of this store saved, if accept
// agrees to the state that was saved with it. Call it before anything is
// appended. It reports false, and the build starts from the beginning, if nothing
// was saved, if it belongs to another state of the index, or if it is damaged.
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
	if !ok || json.Unmarshal(value, &j) != nil || j.Format != format || j.KeysDigest != m.KeysDigest || j.Rules != m.Rules ||
		j.Games != m.Games || j.Builds != m.Builds || !accept(j.State) {
		return false, b.forget()
	}
	if b.restore(&j) != nil {
		b.spill.close()
		b.log.close()
		return false, errors.Join(b.forget(), b.open())
	}
	b.kept = j.Kept
	b.summary = Summary{Resumed: b.Games(), Sources: j.Sources, Dropped: j.Dropped}
	for _, s := range j.Sources {
		b.learn(s)
	}
	return true, nil
}

// restore opens the temporary files and checks all that the journal says of
// them but the content of visits, which is checked when it is read.
func (b *Builder) restore(j *journal) error {
	if !j.Kept.within(&j.All) || !new(mark).within(&j.Kept) {
		return fmt.Errorf("%w: journal", ErrCorrupt)
	}
	if err := b.spill.restore(&j.Extents, &j.All.Parts); err != nil {
		return err
	}
	for _, n := range j.All.Parts {
		b.saved += n
	}
	if err := b.log.open(0); err != nil {
		return err
	}
	b.log.bytes, b.log.sum = j.All.Bytes, j.All.Sum
	err := b.log.scan(j.All.Games, func(game []byte) error {
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
	return b.log.truncate(j.All)
}

// restore opens the file of an interrupted build.
func (s *spill) restore(extents *[256][]extent, visits *[256]int64) (err error) {
	if s.file, err = os.OpenFile(s.path, os.O_RDWR, 0o666); err != nil {
		return err
	}
	if s.end, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	for i := range s.parts {
		p := &s.parts[i]
		p.extents, p.stored = extents[i], 0
		for _, e := range p.extents {
			if e.Offset < 0 || e.Offset > s.end || e.Visits < 0 || e.Visits > e.Written || e.Written > (s.end-e.Offset)/visitSize {
				return fmt.Errorf("%w: temporary file of visits is too short", ErrCorrupt)
			}
			p.stored += e.Visits
		}
		if p.stored != visits[i] {
			return fmt.Errorf("%w: journal", ErrCorrupt)
		}
	}
	return nil
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
