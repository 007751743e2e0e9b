package flat

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A journal is what Save writes: the state of the build, how much of its temporary
// files is valid, and the caller's own state.
type journal struct {
	Game           string
	Rules          string
	KeysDigest     string
	Views          []string
	Next           int64 // of the index before the build
	Builds         int64
	NoTexts        bool
	KeepDuplicates bool

	Parts      [][256][]sorted.Extent // of the visits of each view
	Games      int                    // appended
	Bytes      int64                  // of these games
	Sum        uint32                 // of these bytes
	Pending    pending
	Gaps       dropped
	Duplicates int64 // of the sources kept
	Sources    []index.Source
	Dropped    []string
	State      json.RawMessage
}

// Names of temporary files in the folder of a build.
const (
	journalName = "journal"
	gamesName   = "games"
	visitsName  = "visits"
	digestsName = "digests"
	runFile     = "run"
)

func (b *builder) journal() string { return filepath.Join(b.dir, journalName) }

// newJournal returns a journal of what this build has to be the same in.
func (b *builder) newJournal() journal {
	m := &b.session.manifest
	return journal{
		Game: m.Game, Rules: m.Rules, KeysDigest: m.KeysDigest, Views: m.Views, Next: m.Next, Builds: m.Builds,
		NoTexts: b.options.NoTexts, KeepDuplicates: b.options.KeepDuplicates,
	}
}

// Save implements [index.Builder].
func (b *builder) Save(state any) error {
	visits := b.visits
	if b.failed != nil || b.done || b.log.file == nil || (visits-b.saved)*visitMemory < b.options.Checkpoint {
		return b.failed
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := b.fail(b.spill.Flush()); err != nil {
		return err
	}
	if err := b.fail(errors.Join(b.spill.Sync(), b.log.file.Sync(), sorted.SyncDir(b.dir))); err != nil {
		return err
	}
	j := b.newJournal()
	j.Games, j.Bytes, j.Sum = b.log.games, b.log.bytes, b.log.sum
	j.Pending, j.Gaps, j.Duplicates = b.pending, b.dropped, b.summary.Duplicates
	j.Sources, j.Dropped, j.State = b.summary.Sources, b.summary.Dropped, raw
	j.Parts = b.spill.Extents()
	b.saved = visits
	return b.fail(family.WriteSealed(b.journal(), journalDoc, j))
}

// forget removes the journal durably, so that no build goes on from the temporary files.
func (b *builder) forget() error {
	b.saved = 0
	err := os.Remove(b.journal())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, sorted.SyncDir(b.dir))
}

// Restore implements [index.Builder].
func (b *builder) Restore(accept func(state json.RawMessage) bool) (bool, error) {
	if b.done || b.failed != nil || b.log.file != nil {
		return false, errors.New("index: restore a build that has begun")
	}
	j, err := readJournal(b.journal())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, b.forget()
	}
	if want := b.newJournal(); !j.same(&want) || !accept(j.State) {
		return false, nil // it may be wanted later, unless games are appended to this build
	}
	if err := b.restore(&j); err != nil {
		b.spill.Close()
		b.log.close()
		b.table.close()
		b.open()
		return false, b.forget()
	}
	b.visits = b.spill.Bytes() / visitSize
	b.saved = b.visits
	b.pending, b.dropped = j.Pending, j.Gaps
	b.table.dropped = &b.dropped
	b.summary = index.Summary{Resumed: b.games(), Duplicates: j.Duplicates, Sources: j.Sources, Dropped: j.Dropped}
	return true, nil
}

// resumable returns the temporary files from which a build can go on.
func resumable(dir string, m *manifest) []string {
	if j, err := readJournal(filepath.Join(dir, journalName)); err != nil || j.Builds != m.Builds {
		return nil
	}
	return []string{journalName, gamesName, visitsName}
}

func readJournal(path string) (j journal, err error) {
	err = family.ReadSealed(path, journalDoc, &j)
	return j, err
}

// same reports whether both builds begin from one state of the index, with the same
// options.
func (j *journal) same(k *journal) bool {
	return j.Game == k.Game && j.Rules == k.Rules && j.KeysDigest == k.KeysDigest && slices.Equal(j.Views, k.Views) &&
		j.Next == k.Next && j.Builds == k.Builds && j.NoTexts == k.NoTexts && j.KeepDuplicates == k.KeepDuplicates
}

// restore opens the temporary files. It checks all but the content of visits, which
// is checked when it is read.
func (b *builder) restore(j *journal) error {
	if j.Games < 0 || j.Bytes < 0 || int64(j.Pending.Start) > int64(j.Games) || j.Pending.Duplicates < 0 ||
		!j.Gaps.valid(int(j.Pending.Start)) || b.base.manifest.Next+int64(j.Games) > index.MaxGames {
		return fmt.Errorf("%w: %s contradicts itself", index.ErrDamaged, b.journal())
	}
	if err := b.spill.Restore(j.Parts); err != nil {
		return err
	}
	if err := b.log.restore(j.Games, j.Bytes, j.Sum); err != nil {
		return err
	}
	b.table.dropped = &j.Gaps
	return b.log.each(true, func(_ *index.Game, digest index.Key) error {
		if b.options.KeepDuplicates {
			return nil
		}
		return b.table.add(digest)
	})
}
