package flat_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestStore(t *testing.T) {
	storetest.Test(t, storetest.Options{Open: open, Destroy: func(tb testing.TB, dir string) {
		if err := os.RemoveAll(dir); err != nil {
			tb.Fatal(err)
		}
	}})
}

// A file is refused by its name.
func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{false, true} {
		_, err := flat.Open(name, flat.Options{ReadOnly: readOnly})
		if want := "open " + name + ": it is a file, and an index is a folder"; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
