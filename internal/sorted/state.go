package sorted

import (
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"
)

// A State is a store at one time: its manifest and its open files. It never changes, is safe for concurrent use, and
// counts its users.
type State[M Manifest, F io.Closer] struct {
	Manifest M
	Files    []F // as in the manifest
	Value    any // made by FolderOptions.Value

	folder *Folder[M, F]
	users  atomic.Int64
}

// Release ends a use of the state. Files that no other state has are closed after the last one.
func (s *State[M, F]) Release() {
	if s.users.Add(-1) == 0 {
		s.folder.mu.Lock()
		defer s.folder.mu.Unlock()
		s.close()
	}
}

// close closes the files that no other state has. The caller has the lock.
func (s *State[M, F]) close() {
	for _, e := range s.Manifest.Files()[:len(s.Files)] {
		s.folder.closeEntry(e)
	}
}

// A Reference is one use of a state, by the folder or by a reader who wants to go on with it. It is safe for
// concurrent use.
type Reference[M Manifest, F io.Closer] struct {
	state  atomic.Pointer[State[M, F]] // nil after Close
	folder *Folder[M, F]
}

// Acquire returns the state for another use. Release it afterwards. The error wraps [fs.ErrClosed] after Close.
func (r *Reference[M, F]) Acquire() (*State[M, F], error) {
	for {
		s := r.state.Load()
		if s == nil {
			return nil, r.closed()
		}
		for n := s.users.Load(); n > 0; n = s.users.Load() {
			if s.users.CompareAndSwap(n, n+1) {
				return s, nil
			}
		}
	}
}

func (r *Reference[M, F]) closed() error {
	return fmt.Errorf("%s: %s is closed: %w", r.folder.dir, r.folder.o.Family.The, fs.ErrClosed)
}

// Close ends the use. Later calls of Acquire fail.
func (r *Reference[M, F]) Close() {
	if s := r.state.Swap(nil); s != nil {
		s.Release()
	}
}

// Dir returns the path of the folder.
func (s *State[M, F]) Dir() string { return s.folder.dir }
