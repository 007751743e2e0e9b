package chessindex_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// xz begins an xz file.
const xz = "\xfd7zXZ\x00\x00\x04"

// pack returns the files in a zip and in a tar archive.
func pack(t *testing.T, files ...[2]string) (zipped, tarred []byte) {
	t.Helper()
	var zb, tb bytes.Buffer
	zw, tw := zip.NewWriter(&zb), tar.NewWriter(&tb)
	for _, f := range files {
		w, err := zw.Create(f[0])
		if err == nil {
			_, err = io.WriteString(w, f[1])
		}
		err = errors.Join(err, tw.WriteHeader(&tar.Header{Name: f[0], Mode: 0o600, Size: int64(len(f[1])), Format: tar.FormatUSTAR}))
		if _, err2 := io.WriteString(tw, f[1]); errors.Join(err, err2) != nil {
			t.Fatal(err, err2)
		}
	}
	if err := errors.Join(zw.Close(), tw.Close()); err != nil {
		t.Fatal(err)
	}
	return zb.Bytes(), tb.Bytes()
}

// TestLeftOut: what cannot be read in a folder or an archive is left out and named, and the rest is read: packed games
// in formats that are not read, archives in archives, links to nothing, and what has no permissions.
func TestLeftOut(t *testing.T) {
	inner, innerTar := pack(t, [2]string{"deep/g.pgn", "1. e4 *"})
	photos, _ := pack(t, [2]string{"photo.jpg", "x"})
	files := [][2]string{
		{"b.pgn", "1. e4 e5 *"}, {"games.pgn.xz", xz}, {"x/old.pgn.tar.xz", xz}, {"misnamed.pgn", xz}, {"photos.7z", "7z\xbc\xaf\x27\x1c\x00\x04"},
		{"inner.zip", string(inner)}, {"inner.tar", string(innerTar)}, {"photos.zip", string(photos)}, {"readme", "hello"},
	}
	unread := []string{"games.pgn.xz", "inner.tar", "inner.zip", "misnamed.pgn", "x/old.pgn.tar.xz"}
	zipped, tarred := pack(t, files...)
	folder := t.TempDir()
	for name, data := range map[string][]byte{"a.zip": zipped, "b.tar": tarred, "c.pgn": []byte("1. d4 *"),
		"n.txz": []byte(xz), "o.pgn.txz": []byte(xz), "p.tbz2": []byte("BZh9 and no more"), "sub/q.pgn": []byte("1. c4 *")} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	wantFolder := []string{"o.pgn.txz", "p.tbz2"}
	for _, name := range unread {
		wantFolder = append(wantFolder, "a.zip/"+name, "b.tar/"+name)
	}
	links := map[string]string{"gone.pgn": "nowhere", "loop.pgn": "loop.pgn", "sub/gone.zip": "/nowhere/x.zip"}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Skip(err) // not on Windows
		}
		wantFolder = append(wantFolder, name)
	}
	if os.Getuid() > 0 { // nothing is closed to root
		writeFile(t, filepath.Join(folder, "closed.pgn"), []byte("1. e4 *"))
		if err := errors.Join(os.Mkdir(filepath.Join(folder, "closed"), 0), os.Chmod(filepath.Join(folder, "closed.pgn"), 0)); err != nil {
			t.Fatal(err)
		}
		wantFolder = append(wantFolder, "closed.pgn", "closed")
	}
	for _, test := range []struct {
		name  string
		want  []string
		games int64
	}{{"a.zip", unread, 1}, {"b.tar", unread, 1}, {"", wantFolder, 3}} {
		path := filepath.Join(folder, test.name)
		ix := open(t, storetest.Memory(), chessindex.Options{})
		for again := range 2 {
			remarks := ""
			o := index.ImportOptions{Broken: func(name string, err *game.RecordError) { remarks += name + ": " + err.Error() + "\n" }}
			sum, err := ix.Import(t.Context(), o, index.Input{Name: path})
			if err != nil {
				t.Fatalf("%q: %v", test.name, err)
			}
			var got []string
			for _, name := range sum.Unread {
				rel, err := filepath.Rel(path, name)
				if got = append(got, filepath.ToSlash(rel)); err != nil {
					t.Error(err)
				}
				if !strings.Contains(remarks, name+": ") {
					t.Errorf("%q: no remark on %s", test.name, name)
				}
				if _, link := links[filepath.ToSlash(rel)]; link && !strings.Contains(remarks, "it is a link to nothing that can be read") {
					t.Errorf("%q: no remedy for the link %s:\n%s", test.name, name, remarks)
				}
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if again == 0 && sum.Games != test.games || again == 1 && sum.Games != 0 || !slices.Equal(got, test.want) {
				t.Errorf("%q, import %d: %d games, left out %q; want %d, %q\n%s", test.name, again, sum.Games, got, test.games, test.want,
					remarks)
			}
			for _, name := range []string{"photos.7z", "photos.zip", "readme"} {
				if !strings.Contains(remarks, name) {
					t.Errorf("%q: no remark on %s:\n%s", test.name, name, remarks)
				}
			}
		}
	}
}

// TestJunkAfter: bytes after a compressed text cost none of its games, and have a remark unless they are zero. If they
// hold another text whose beginning is damaged, the file is.
func TestJunkAfter(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, five); errors.Join(err, z.Close()) != nil {
		t.Fatal(err)
	}
	for junk, want := range map[string]int{"\x00\x00": 0, "junk": 1, "\x00\x00-- \nsent by mail": 1, "\x1e" + b.String()[1:]: 1,
		"\x1e" + b.String()[1:] + b.String(): -1} {
		path := filepath.Join(t.TempDir(), "games.pgn.gz")
		writeFile(t, path, append(bytes.Clone(b.Bytes()), junk...))
		remarks := 0
		ix := open(t, storetest.Memory(), chessindex.Options{})
		o := index.ImportOptions{Broken: func(_ string, err *game.RecordError) {
			if remarks++; !err.Whole && want >= 0 {
				t.Error(err)
			}
		}}
		sum, err := ix.Import(t.Context(), o, index.Input{Name: path})
		if want >= 0 && (err != nil || sum.Games != 5 || remarks != want) || want < 0 && err == nil {
			t.Errorf("%.20q: %d games, %d remarks, %v; want 5, %d", junk, sum.Games, remarks, err, want)
		}
	}
}

// TestBombs: an archive whose files share bytes, and one that unpacks to much more than its size, are refused.
func TestBombs(t *testing.T) {
	games := []byte(strings.Repeat("[Event \"x\"]\n\n1. e4 *\n\n", 1000))
	var shared bytes.Buffer // two names of one file
	header := func(magic string, name string, rest ...byte) {
		shared.WriteString(magic)
		fixed := make([]byte, 26)
		if magic == "PK\x01\x02" {
			fixed = make([]byte, 28)
		}
		at := len(fixed) - 26
		binary.LittleEndian.PutUint32(fixed[at+10:], crc32.ChecksumIEEE(games))
		binary.LittleEndian.PutUint32(fixed[at+14:], uint32(len(games)))
		binary.LittleEndian.PutUint32(fixed[at+18:], uint32(len(games)))
		binary.LittleEndian.PutUint16(fixed[at+22:], uint16(len(name)))
		shared.Write(fixed)
		shared.Write(rest)
		shared.WriteString(name)
	}
	header("PK\x03\x04", "a.pgn")
	shared.Write(games)
	at := shared.Len()
	for _, name := range []string{"a.pgn", "b.pgn"} {
		header("PK\x01\x02", name, make([]byte, 14)...) // at offset 0
	}
	end := make([]byte, 18)
	end[4], end[6] = 2, 2
	binary.LittleEndian.PutUint32(end[8:], uint32(shared.Len()-at))
	binary.LittleEndian.PutUint32(end[12:], uint32(at))
	shared.WriteString("PK\x05\x06")
	shared.Write(end)

	zeros := strings.Repeat("[Event \"x\"]\n\n*\n\n", 1<<16)
	var files [][2]string
	for i := range 200 { // of a megabyte, in 3 kilobytes
		files = append(files, [2]string{fmt.Sprintf("%d.pgn", i), zeros})
	}
	bomb, _ := pack(t, files...)
	for name, data := range map[string][]byte{"share bytes": shared.Bytes(), "unpack to more than": bomb} {
		path := filepath.Join(t.TempDir(), "games.zip")
		writeFile(t, path, data)
		_, err := open(t, storetest.Memory(), chessindex.Options{}).Import(t.Context(), index.ImportOptions{}, index.Input{Name: path})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
