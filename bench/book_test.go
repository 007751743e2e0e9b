// Books from games, beside Debian's polyglot make-book:
//
//	go test -run '^$' -bench Book -benchtime 10x
//
// Each round makes one book by each of the two from the same text in a file and
// compares them. The metrics are medians over the rounds; ratios are within a round,
// of the time that passes (both cores for us, one for polyglot, which has one
// thread) and of processor time.
package bench

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/polyglot"
)

func BenchmarkBook(b *testing.B) {
	program, err := exec.LookPath("polyglot")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/polyglot"); err != nil {
			b.Skip("left out: program polyglot is not installed")
		}
	}
	for _, t := range gameTexts(b, "masters-20k", 20_000) {
		benchmarkBook(b, program, t)
	}
}

func benchmarkBook(b *testing.B, program string, t gameText) {
	for _, c := range []struct {
		args    string
		options polyglot.MakeOptions
	}{
		{"", polyglot.MakeOptions{}},
		{"-max-ply 30", polyglot.MakeOptions{MaxPly: 30}},
	} {
		b.Run("games="+t.name+"/options="+strings.ReplaceAll(c.args, " ", "="), func(b *testing.B) {
			folder := b.TempDir()
			games, theirs := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "theirs.bin")
			if err := os.WriteFile(games, t.text, 0o600); err != nil {
				b.Fatal(err)
			}
			results := rounds{}
			for b.Loop() {
				start, cpu := time.Now(), used(b, syscall.RUSAGE_SELF)
				ours := makeBook(b, games, filepath.Join(folder, "ours.bin"), c.options)
				wall, busy := time.Since(start), used(b, syscall.RUSAGE_SELF)-cpu

				start, cpu = time.Now(), used(b, syscall.RUSAGE_CHILDREN)
				args := append([]string{"make-book", "-pgn", games, "-bin", theirs}, strings.Fields(c.args)...)
				if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				theirWall, theirBusy := time.Since(start), used(b, syscall.RUSAGE_CHILDREN)-cpu

				if info, err := os.Stat(theirs); err != nil || info.Size() != ours {
					b.Fatalf("%d bytes, polyglot %d: %v", ours, info.Size(), err)
				}
				results.add("ms", float64(wall.Microseconds())/1000)
				results.add("polyglot-ms", float64(theirWall.Microseconds())/1000)
				results.add("×polyglot", theirWall.Seconds()/wall.Seconds())
				results.add("×polyglot-cpu", theirBusy.Seconds()/busy.Seconds())
			}
			results.report(b)
			if c.args == "" {
				results.row("book of 20,000 games, all cores, "+t.games(), cell{"%.0f ms", "ms"},
					cell{"Debian's polyglot, one thread, %.0f", "polyglot-ms"}, "×polyglot")
			}
		})
	}
}

// makeBook makes a book in a file and returns its size.
func makeBook(b *testing.B, games, name string, o polyglot.MakeOptions) int64 {
	in, err := os.Open(games)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	made, err := polyglot.Make(context.Background(), out, o, in)
	if err != nil {
		b.Fatal(err)
	}
	return made.Entries * 16
}

// Look-ups in a book of 93,000 entries, in a file and in memory, after each was looked up once. An iteration is many of
// them, so that few iterations are enough.
func BenchmarkBookFind(b *testing.B) {
	folder := os.Getenv("ZOBRIST_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	name := filepath.Join(folder, "polyglot", "performance-with-learn.bin")
	data, err := os.ReadFile(name)
	if err != nil {
		b.Skipf("left out: %v", err)
	}
	file, err := polyglot.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	memory, err := polyglot.NewBook(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		b.Fatal(err)
	}
	var keys []uint64
	for e, err := range file.Reader().All() {
		if err != nil {
			b.Fatal(err)
		}
		keys = append(keys, e.Key)
	}
	const turn = 4096
	for where, book := range map[string]*polyglot.Book{"file": file, "memory": memory} {
		b.Run("in="+where, func(b *testing.B) {
			var found []polyglot.Entry
			i := 0
			look := func() {
				for range turn {
					if found, err = book.Lookup(keys[i], found[:0]); err != nil || len(found) == 0 {
						b.Fatal(err)
					}
					i = (i + 7919) % len(keys)
				}
			}
			for range len(keys)/turn + 1 { // the first look at each page is slower
				look()
			}
			for b.Loop() {
				look()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(turn*b.N), "ns/lookup")
			b.ReportMetric(0, "ns/op")
		})
	}
}
