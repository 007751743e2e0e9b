package flat

import (
	"errors"
	"math/rand/v2"
	"path/filepath"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A session is a change of an index that is going on. Nobody else, in this process
// or in others, can change it meanwhile.
type session struct {
	store    *Store
	change   *sorted.Change[*manifest, *run]
	base     *state   // the index as it is
	manifest manifest // likewise, with what an empty one will have
}

// change begins a change and removes what an interrupted one has left. The
// configuration is for the index; nil keeps the one it has, and makes no index.
func (s *Store) change(c *index.Config) (*session, error) {
	var first func() (*manifest, error)
	if c != nil {
		first = func() (*manifest, error) {
			origin := rand.Uint64N(1<<53-1) + 1 // a number of JSON
			return &manifest{Manifest: c.Manifest(), Origin: origin}, nil
		}
	}
	change, err := s.folder.Change(first)
	if err != nil {
		return nil, err
	}
	t := &session{store: s, change: change, base: stateOf(change.Base()), manifest: change.Manifest().clone()}
	if c != nil && t.manifest.Builds > 0 {
		changed, err := t.manifest.Take(*c)
		if err != nil {
			return nil, errors.Join(err, change.End())
		}
		if changed { // files that were read as another game can be read again
			t.manifest.Sources = nil
		}
	}
	return t, nil
}

// end ends the change. It may be called again.
func (t *session) end() error { return t.change.End() }

// path returns the path of a file of the index.
func (t *session) path(name string) string { return filepath.Join(t.store.folder.Dir(), name) }

// publish makes a manifest the current one, whose runs are in the folder. After an error the index is as it was, and
// the new runs are removed.
func (t *session) publish(m manifest) error {
	m.count()
	if err := t.change.Publish(&m); err != nil {
		return err
	}
	t.base, t.manifest = stateOf(t.change.Base()), m.clone()
	return nil
}
