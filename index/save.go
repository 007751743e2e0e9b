package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// A journal is what [Builder.Save] writes: the state of the build, how much of its
// temporary files is valid, and the caller's own state.
type journal struct {
	Format     int
	KeysDigest string
	Rules      string
	IndexGames int64 // in the index before the build
	Builds     int64

	Extents   [256][]extent
	Games     int    // appended
	GameBytes int64  // of these games
	GameSum   uint32 // of these bytes, CRC-32C
	Start     int    // see Builder
	Gaps      dropped
	Sources   []Source
	Dropped   []string
	State     json.RawMessage
}

func (b *Builder) journal() string { return filepath.Join(b.dir, "journal") }

// Save writes what was appended, and the caller's state in JSON, to the temporary
// files. If the build is then interrupted or killed, another build of the same
// store can go on from there; see [Builder.Restore]. Call it as often as
// convenient: it does nothing until [BuildOptions].Checkpoint bytes were appended.
func (b *Builder) Save(state any) error {
	visits := b.spill.visits()
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
		Format: format, KeysDigest: b.base.KeysDigest, Rules: b.base.Rules,
		IndexGames: b.base.Games, Builds: b.base.Builds,
		Games: len(b.log.facts), GameBytes: b.log.bytes, GameSum: b.log.sum,
		Start: b.start, Gaps: b.dropped, Sources: b.summary.Sources, Dropped: b.summary.Dropped, State: raw,
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

// forget removes the journal, durably: nobody may go on from the temporary files.
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
	if !ok || json.Unmarshal(value, &j) != nil ||
		j.Format != format || j.KeysDigest != m.KeysDigest || j.Rules != m.Rules ||
		j.IndexGames != m.Games || j.Builds != m.Builds || !accept(j.State) {
		return false, b.forget()
	}
	if b.restore(&j) != nil {
		b.spill.close()
		b.log.close()
		return false, errors.Join(b.forget(), b.open())
	}
	b.saved = b.spill.visits()
	b.start, b.dropped = j.Start, j.Gaps
	b.summary = Summary{Resumed: b.Games(), Sources: j.Sources, Dropped: j.Dropped}
	for _, s := range j.Sources {
		b.learn(s)
	}
	return true, nil
}

// restore opens the temporary files. It checks all but the content of visits, which
// is checked when it is read.
func (b *Builder) restore(j *journal) error {
	if j.Start < 0 || j.Start > j.Games || j.GameBytes < 0 || !j.Gaps.valid(j.Start) {
		return fmt.Errorf("%w: journal", ErrCorrupt)
	}
	if err := b.spill.restore(&j.Extents); err != nil {
		return err
	}
	if err := b.log.open(0, j.GameBytes, j.GameSum); err != nil {
		return err
	}
	return b.log.scan(j.Games, func(game []byte) error {
		one, err := splitChunk(game)
		if err != nil {
			return err
		}
		g, err := decodeGame(one[0])
		b.log.facts = append(b.log.facts, g.facts())
		return err
	})
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
