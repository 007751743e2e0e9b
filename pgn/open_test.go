package pgn_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/pgn"
)

const twoGames = "[Event \"a\"]\n\ne4 *\n\n[Event \"b\"]\n\nd4 *\n"

// twoGames, compressed by bzip2 1.0.8.
const twoGamesBzip2 = "QlpoOTFBWSZTWRt+9s8AAArfgAAQUBAEAAIAAAo2AQUAIAAhKmhpo09TQpgADEDXt40TMAkjZ0GKHKKPi7kinChIDb97Z4A="

func packed(t testing.TB) map[string][]byte {
	t.Helper()
	var gz, zs bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, err := zstd.NewWriter(&zs)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := io.WriteString(w, twoGames); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	bz, err := base64.StdEncoding.DecodeString(twoGamesBzip2)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"plain": []byte(twoGames), "gzip": gz.Bytes(), "zstd": zs.Bytes(), "bzip2": bz,
		"two gzip members": append(append([]byte(nil), gz.Bytes()...), gz.Bytes()...),
		"two zstd frames":  append(append([]byte(nil), zs.Bytes()...), zs.Bytes()...),
		"empty":            nil,
		"short":            []byte("*"),
	}
}

func TestOpen(t *testing.T) {
	for name, data := range packed(t) {
		t.Run(name, func(t *testing.T) {
			want := twoGames
			switch name {
			case "two gzip members", "two zstd frames":
				want += twoGames
			case "empty":
				want = ""
			case "short":
				want = "*"
			}
			path := filepath.Join(t.TempDir(), "games") // the name says nothing
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := pgn.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(f)
			if err != nil || string(got) != want {
				t.Errorf("read %q, %v", got, err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOpenStandardInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = stdin }()
	w.Write(packed(t)["zstd"])
	w.Close()
	f, err := pgn.Open("-")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(f)
	if err != nil || string(got) != twoGames {
		t.Errorf("read %q, %v", got, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Stat(); err != nil {
		t.Error("standard input is closed:", err)
	}
}

func TestOpenFails(t *testing.T) {
	if _, err := pgn.Open(filepath.Join(t.TempDir(), "none.pgn")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := pgn.Open(t.TempDir()); err == nil {
		t.Error("a folder was opened")
	}
}

// A compressed text that is cut off or damaged is told from a source that fails.
func TestDamaged(t *testing.T) {
	read := func(from io.Reader) error {
		r, err := pgn.Decompress(from)
		if err == nil {
			_, err = io.ReadAll(r)
			r.Close()
		}
		return err
	}
	for name, data := range packed(t) {
		if name == "plain" || len(data) < 20 {
			continue
		}
		first := 4
		if strings.HasPrefix(name, "two ") {
			first = len(data) - 8 // a text of one part is whole
		}
		for n := first; n < len(data); n++ {
			if err := read(bytes.NewReader(data[:n])); !errors.Is(err, pgn.ErrDamaged) {
				t.Errorf("%s, cut off after %d bytes: %v", name, n, err)
			}
			for _, gone := range []error{errors.New("the cable was pulled"), io.ErrUnexpectedEOF} {
				err := read(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(gone)))
				if !errors.Is(err, gone) || errors.Is(err, pgn.ErrDamaged) {
					t.Errorf("%s, a source that fails after %d bytes: %v, want %v", name, n, err, gone)
				}
			}
		}
		damaged := bytes.Clone(data)
		damaged[len(damaged)/2] ^= 0x10
		if err := read(bytes.NewReader(damaged)); !errors.Is(err, pgn.ErrDamaged) {
			t.Errorf("%s with another bit: %v", name, err)
		}
	}
	if err := read(iotest.ErrReader(io.ErrNoProgress)); errors.Is(err, pgn.ErrDamaged) {
		t.Errorf("a source without a byte: %v", err)
	}
	foreign := []byte("\x28\xb5\x2f\xfd\x21\x07\x00\x01\x00\x00") // needs dictionary 7
	if err := read(bytes.NewReader(foreign)); err == nil || errors.Is(err, pgn.ErrDamaged) {
		t.Errorf("a text with a dictionary: %v", err)
	}
	large := []byte("\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00") // a window of 2 TiB: the file may be whole
	if err := read(bytes.NewReader(large)); err == nil || errors.Is(err, pgn.ErrDamaged) {
		t.Errorf("a large window: %v", err)
	}
}
