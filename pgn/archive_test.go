package pgn_test

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

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

// TestSmallReads: reads of one byte find the blank lines between the files of an archive, and a read of none returns.
func TestSmallReads(t *testing.T) {
	tarred, zipped := archives(t, members)
	for name, data := range map[string][]byte{"tar": tarred, "zip": zipped} {
		path := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := pgn.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := f.Read(nil); n != 0 || err != nil {
			t.Errorf("%s: a read of no bytes returns %d, %v", name, n, err)
		}
		text, err := io.ReadAll(iotest.OneByteReader(f))
		if err = errors.Join(err, f.Close()); err != nil || string(text) != joined {
			t.Errorf("%s: %q, %v; want %q", name, text, err, joined)
		}
	}
}

// stuck is a reader that gives neither bytes nor an error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// TestStuck: reading ends with an error if the file gives nothing more and does not end, within a compressed text and
// after it.
func TestStuck(t *testing.T) {
	for name, one := range packed(t) {
		for _, text := range [][]byte{one[:len(one)/2], one, append(bytes.Clone(one), "other bytes"...)} {
			r, err := pgn.Decompress(io.MultiReader(bytes.NewReader(text), stuck{}))
			if err == nil {
				_, err = io.ReadAll(&io.LimitedReader{R: bufio.NewReader(r), N: 1 << 20})
			}
			if !errors.Is(err, io.ErrNoProgress) {
				t.Errorf("%s, %d of %d bytes: %v", name, len(text), len(one), err)
			}
		}
	}
}

// TestManyStreams: a file of very many streams, as bgzip writes it, or with zero bytes between them, takes no more memory
// than one of a few.
func TestManyStreams(t *testing.T) {
	one := packed(t)
	for _, test := range []struct {
		format, between string
		streams         int
	}{{"gzip", "", 5000}, {"gzip", "\x00", 5000}, {"bzip2", "\x00\x00", 60}, {"zstd", "\x00", 60}} {
		file := strings.Repeat(string(one[test.format])+test.between, test.streams)
		r, err := pgn.Decompress(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		text := make([]byte, len(twoGames))
		for i := range test.streams {
			if i == test.streams-1 {
				runtime.GC()
				runtime.ReadMemStats(&after)
			}
			if _, err := io.ReadFull(r, text); err != nil || string(text) != twoGames {
				t.Fatalf("%s, stream %d of %d: %q, %v", test.format, i+1, test.streams, text, err)
			}
		}
		if n, err := r.Read(text); n != 0 || err != io.EOF {
			t.Errorf("%s: %q, %v after the last stream", test.format, text[:n], err)
		}
		if more := int64(after.HeapAlloc) - int64(before.HeapAlloc); test.format == "gzip" && more > 8<<20 {
			t.Errorf("%d streams hold %d KiB", test.streams, more>>10)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestPadding: zero bytes after the streams of a compressed file are passed over, as gzip -t and bzip2 -t do. Other bytes
// are damage after the text, and so is a stream that is cut off, however little there is of it.
func TestPadding(t *testing.T) {
	for name, one := range packed(t) {
		magic := map[string]string{"gzip": "\x1f\x8b\x08\x00", "bzip2": "BZh9", "zstd": "\x28\xb5\x2f\xfd\x00"}[name]
		if magic == "" {
			continue
		}
		for _, test := range []struct{ after, want string }{
			{"\x00", twoGames}, {"\x00\x00", twoGames}, {strings.Repeat("\x00", 511), twoGames},
			{strings.Repeat("\x00", 100_000), twoGames}, {"\x00\x00\x01", "damaged"}, {"x", "damaged"},
			{"\r\n", "damaged"}, {strings.Repeat("no more", 50_000), "damaged"},
			{string(one), twoGames + twoGames}, {"\x00\x00\x00\x00\x00" + string(one), twoGames + twoGames},
			{string(one) + "\x00" + string(one) + "\x00", twoGames + twoGames + twoGames},
			{magic, "damaged"}, {"\x00\x00\x00\x00" + magic[:len(magic)-1], "damaged"},
			{string(one[:len(one)-4]), "damaged"},
		} {
			got, err := read(t, append(bytes.Clone(one), test.after...))
			if test.want == "damaged" && !strings.HasPrefix(got, twoGames) {
				t.Errorf("%s and %.20q: %q", name, test.after, got)
			}
			if test.want == "damaged" && !errors.Is(err, pgn.ErrDamaged) || test.want != "damaged" && (err != nil || got != test.want) {
				t.Errorf("%s and %.20q: %q, %v, want %q", name, test.after, got, err, test.want)
			}
		}
		for n := 1; n < len(magic); n++ {
			if _, err := read(t, append(bytes.Clone(one), magic[:n]...)); !errors.Is(err, pgn.ErrDamaged) {
				t.Errorf("%s and %q of another stream: %v", name, magic[:n], err)
			}
		}
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
