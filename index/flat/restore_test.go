package flat_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
)

// FuzzRestore changes bytes of what a build saved, of the journal with a right
// checksum. The next build may go on from it or not, and may commit or not. It must
// not panic, and what it commits must be whole.
func FuzzRestore(f *testing.F) {
	f.Add(byte(0), uint16(30), byte(1), byte(255))
	f.Add(byte(0), uint16(400), byte(0), byte(1))
	f.Add(byte(1), uint16(0), byte(9), byte(255))
	f.Add(byte(2), uint16(11), byte(18), byte(255))
	f.Add(byte(2), uint16(8), byte(0), byte(1))
	saved := filepath.Join(f.TempDir(), "saved")
	s := open(f, saved)
	suspend(f, s, step{from: 0, to: 300})
	if err := s.Close(); err != nil {
		f.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, name := range []string{"journal", "games", "visits"} {
		content, err := os.ReadFile(filepath.Join(saved, "build", name))
		if err == nil && name == "journal" { // a wrong checksum would be all that is seen
			content, err = flat.UnsealJournal(content)
		}
		if err != nil {
			f.Fatal(err)
		}
		files[name] = content
	}
	f.Fuzz(func(t *testing.T, which byte, at uint16, step, value byte) {
		dir := filepath.Join(t.TempDir(), "index")
		if err := os.CopyFS(dir, os.DirFS(saved)); err != nil {
			t.Fatal(err)
		}
		name := []string{"journal", "games", "visits"}[which%3]
		content := slices.Clone(files[name])
		for i := int(at); i < len(content); i += int(step) {
			content[i] ^= value
			if step == 0 {
				break
			}
		}
		if name == "journal" {
			content = flat.SealJournal(content)
		}
		if err := os.WriteFile(filepath.Join(dir, "build", name), content, 0o666); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		defer s.Close()
		b, err := s.Begin(t.Context(), config, index.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Restore(func(json.RawMessage) bool { return true }); err != nil {
			t.Fatal(err)
		}
		b.Keep(index.Source{Name: "restored"})
		_, err = b.Commit(t.Context(), nil)
		if err := errors.Join(b.Close()); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		if err := verify(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		checkFiles(t, dir)
	})
}
