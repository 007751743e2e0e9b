package serve_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/serve"
)

// The largest file of an index is damaged in place after it has answered. The server finds out.
func TestVerify(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games.db")
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ix, err := chessindex.Open(t.Context(), store, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := index.Input{Name: "famous.pgn", Reader: strings.NewReader(sample.Famous())}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := newServer(t, serve.Options{Index: ix, Verify: 20 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	t.Cleanup(func() { // after the server has ended
		if strings.Count(log.String(), "the index is damaged") != 1 {
			t.Errorf("the log has %q", &log)
		}
	})
	start(t, s)
	time.Sleep(100 * time.Millisecond)
	if status, text := get(t, s, "/healthz"); status != 200 {
		t.Errorf("before the damage: status %d, %s", status, text)
	}
	var largest string
	var size int64
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if info, statErr := os.Stat(path); statErr == nil && info.Mode().IsRegular() && info.Size() > size {
			largest, size = path, info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(largest, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b [1]byte
	if _, err := f.ReadAt(b[:], size/2); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b[:], size/2); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		status, text := get(t, s, "/healthz")
		if status == 503 && strings.Contains(text, `"damaged"`) {
			break
		}
		if time.Since(begin) > 10*time.Minute {
			t.Fatalf("after ten minutes: status %d, %s", status, text)
		}
	}
}
