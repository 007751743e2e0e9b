package pgn_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/pgn"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// members are the files of the archives, in order, and joined is the text read from them.
var members = [][2]string{
	{"readme.txt", "hello"}, {"a.pgn", "1. e4 *"}, {"__MACOSX/._a.pgn", "\x00\x05"}, {"deep/er/b.PGN", "1. d4 *\n"},
	{"c.pgn.gz", ""}, {"empty.pgn", ""}, {"club.txt", "\ufeff[Event \"x\"]\n\n*"}, {"noending", "{a} 1. f4 f5 *"},
	{"score", "1-0 0-1, 1. e4 was good"},
}

const joined = "1. e4 *\n\n1. d4 *\n\n\n1. c4 *\n\n\n\n\ufeff[Event \"x\"]\n\n*\n\n{a} 1. f4 f5 *"

// archives returns the members in a tar and in a zip archive.
func archives(t *testing.T, members [][2]string) (tarred, zipped []byte) {
	t.Helper()
	var tb, zb bytes.Buffer
	tw, zw := tar.NewWriter(&tb), zip.NewWriter(&zb)
	for _, m := range members {
		text := []byte(m[1])
		if strings.HasSuffix(m[0], ".gz") {
			text = gzipped(t, "1. c4 *")
		}
		err := tw.WriteHeader(&tar.Header{Name: m[0], Mode: 0o600, Size: int64(len(text))})
		_, tarErr := tw.Write(text)
		f, zipErr := zw.Create(m[0])
		if err = errors.Join(err, tarErr, zipErr); err == nil {
			_, err = f.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), zw.Close()); err != nil {
		t.Fatal(err)
	}
	return tb.Bytes(), zb.Bytes()
}

// read returns the text of a file of that content.
func read(t *testing.T, data []byte) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := pgn.Open(path)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(f)
	return string(text), errors.Join(err, f.Close())
}

func TestArchives(t *testing.T) {
	tarred, zipped := archives(t, members)
	for name, data := range map[string][]byte{"tar": tarred, "tar.gz": gzipped(t, string(tarred)), "zip": zipped} {
		if got, err := read(t, data); err != nil || got != joined {
			t.Errorf("%s: %q, %v; want %q", name, got, err, joined)
		}
	}
	if _, err := pgn.Decompress(io.MultiReader(bytes.NewReader(zipped))); err == nil ||
		!strings.Contains(err.Error(), "unzip -p") {
		t.Errorf("a stream of a zip archive: %v", err)
	}
	for name, data := range map[string][]byte{"tar": tarred[:1100], "zip": zipped[:len(zipped)-10],
		"a member": bytes.Replace(zipped, gzipped(t, "1. c4 *")[:20], make([]byte, 20), 1)} {
		if _, err := read(t, data); !errors.Is(err, pgn.ErrDamaged) && name != "a member" {
			t.Errorf("%s, cut off: %v", name, err)
		}
	}
	tarred, zipped = archives(t, [][2]string{{"readme.txt", "hello"}})
	for name, data := range map[string][]byte{"tar": tarred, "zip": zipped} {
		if _, err := read(t, data); err == nil || errors.Is(err, pgn.ErrDamaged) || !strings.Contains(err.Error(), "readme") {
			t.Errorf("%s without games: %v", name, err)
		}
	}
}

// TestPadding: zero bytes after the members of gzip, which gzip -t passes over; other bytes are damage.
func TestPadding(t *testing.T) {
	one := gzipped(t, "1. e4 *\n")
	zeros := make([]byte, 100_000)
	for _, data := range [][]byte{append(bytes.Clone(one), 0, 0, 0), append(bytes.Clone(one), zeros...)} {
		if got, err := read(t, data); err != nil || got != "1. e4 *\n" {
			t.Errorf("%q, %v", got, err)
		}
	}
	if got, err := read(t, append(append(bytes.Clone(one), 0, 0), one...)); err != nil || got != "1. e4 *\n1. e4 *\n" {
		t.Errorf("a member after zeros: %q, %v", got, err)
	}
	if _, err := read(t, append(bytes.Clone(one), 0, 0, 1)); !errors.Is(err, pgn.ErrDamaged) {
		t.Errorf("other bytes: %v", err)
	}
}

// TestRefused: files that are no text, each with what to do.
func TestRefused(t *testing.T) {
	for start, want := range map[string]string{
		"\xfd7zXZ\x00\x00\x04": "xz -dc", "7z\xbc\xaf\x27\x1c\x00\x04": "7z x", "Rar!\x1a\x07\x01\x00": "unrar x",
		"\x04\x22\x4d\x18\x64\x40": "lz4 -dc", "\x1f\x9d\x90": "gzip -dc", "LZIP\x01": "lzip -dc", "Scid.si\x00": "PGN",
	} {
		if _, err := read(t, []byte(start)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", start, err, want)
		}
	}
}
