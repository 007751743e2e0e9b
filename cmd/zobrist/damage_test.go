package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// readers are commands that read an index.
var readers = []string{
	"index find --db DB e4", "index find --db DB --player Tal", "index games --db DB --pgn --limit 100",
	"index games --db DB --player Tal", "index history --db DB", "index query --db DB contested", "index export --db DB",
	"index stats --db DB --exact", "index export --db DB --positions csv", "index merge --db OUT DB",
	"index remove --db DB --player Tal", "index build --db DB --force --sample", "index find --db DB --counts -",
}

// TestDamageNamed damages each page of each file of an index. Errors about damage name the file;
// those about what only a stranger can have written, with checksums that are right, the index.
func TestDamageNamed(t *testing.T) {
	whole, base := sampleDB(t), t.TempDir()
	run1, err := os.ReadFile(filepath.Join(whole, "000001.run"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(whole, "MANIFEST"))
	if err != nil {
		t.Fatal(err)
	}
	n, named := 0, 0
	trial := func(what, file string, damaged map[string][]byte) {
		n++
		for i, c := range []string{"index verify --db DB", readers[n%len(readers)]} {
			dir := filepath.Join(base, fmt.Sprint(n, "-", i), "db")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			for name, content := range damaged {
				if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs strings.Builder
			args := strings.Fields(strings.NewReplacer("DB", dir, "OUT", dir[:len(dir)-2]+"new").Replace(c))
			status := program.Run(t.Context(), args, strings.NewReader("startpos\n"), &out, &errs)
			switch path := filepath.Join(dir, file); {
			case status != 0 && !strings.Contains(errs.String(), path):
				t.Errorf("%s: %s: %s does not name %s", what, c, errs.String(), path)
			case status != 0:
				named++
			case i == 0 && file != "":
				t.Errorf("%s: not found by verify", what)
			}
			if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for at := 9; at < len(run1); at += 4096 {
		damaged := append([]byte(nil), run1...)
		damaged[at] ^= 4
		trial(fmt.Sprint("byte ", at), "000001.run", map[string][]byte{"000001.run": damaged})
	}
	for _, b := range [][]byte{nil, text[:len(text)/2], append([]byte("x"), text...)} {
		trial(fmt.Sprintf("manifest %.20q", b), "MANIFEST", map[string][]byte{"MANIFEST": b})
	}
	trial("run cut off", "000001.run", map[string][]byte{"000001.run": run1[:len(run1)/2]})

	_, body, _ := strings.Cut(string(text), "\n")
	for at := 4096 + 9; at < len(run1)-2*4096; at += 1500 {
		damaged := append([]byte(nil), run1...)
		damaged[at] ^= 0x45
		old, roots := repairRun(damaged)
		manifest := strings.Replace(body, fmt.Sprintf(`"sum":%d`, old), fmt.Sprintf(`"sum":%d`, roots), 1)
		trial(fmt.Sprint("byte ", at, ", with checksums"), "", map[string][]byte{
			"000001.run": damaged, "MANIFEST": sealManifest(manifest)})
	}
	trial("other visits", "", map[string][]byte{
		"MANIFEST": sealManifest(strings.Replace(body, `"visits":`, `"visits":1`, 1))})
	if named < n {
		t.Errorf("%d trials have %d errors", n, named)
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealManifest writes a manifest with its checksum; see docs/formats.md.
func sealManifest(body string) []byte {
	const head = "zobrist-index manifest 1"
	sum := crc32.Update(crc32.Checksum([]byte(head), castagnoli), castagnoli, []byte(body))
	return fmt.Appendf(nil, "%s %08x\n%s", head, sum, body)
}

// repairRun writes the checksums that a run ought to have; see docs/formats.md. It returns the
// checksum of the roots before and after.
func repairRun(b []byte) (before, after uint32) {
	const page = 4096
	le := binary.LittleEndian
	n := int(le.Uint64(b[16:]))
	tables := (n + 1023) / 1024
	for i := 1; i < n+tables; i++ {
		at := n*page + 4*i
		if i >= n {
			at = (n+tables)*page + 4*(i-n)
		}
		le.PutUint32(b[at:], crc32.Checksum(b[i*page:(i+1)*page], castagnoli))
	}
	before, after = le.Uint32(b[48:]), crc32.Checksum(b[(n+tables)*page:], castagnoli)
	le.PutUint32(b[48:], after)
	le.PutUint32(b[page-4:], crc32.Checksum(b[:page-4], castagnoli))
	return before, after
}

// A table file that is no whole table is refused with a remedy, and before memory is taken for what its header names.
func TestDamagedTable(t *testing.T) {
	cut := make([]byte, 60) // the header of a table of 2^56 clusters
	copy(cut, "zobrisTT\x02\x00\x00\x00\x40\x01")
	cut[23] = 1
	binary.LittleEndian.PutUint32(cut[56:], crc32.Checksum(cut[:56], crc32.MakeTable(crc32.Castagnoli)))
	other := []byte(strings.Repeat("no table ", 10))
	version := append([]byte("zobrisTT\x01"), make([]byte, 100)...)
	for what, content := range map[string][]byte{"cut": cut, "empty": nil, "other": other, "version 1": version} {
		name := filepath.Join(t.TempDir(), "kept.tt")
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields("solve --game connect4:5,4 --outcome depth-first --hash 1M --table")
		var out, errs strings.Builder
		status := program.Run(t.Context(), append(args, name), strings.NewReader(""), &out, &errs)
		if status != cli.ExitFailure || !strings.Contains(errs.String(), name+": ") ||
			!strings.Contains(errs.String(), "hint: delete it, or name another file") {
			t.Errorf("%s: status %d, %s", what, status, errs.String())
		}
	}
}
