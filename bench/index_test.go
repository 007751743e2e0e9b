// BenchmarkIndexBuild builds an index on disk, without and with the texts of the games,
// beside Debian's polyglot, which makes a book of every position of the same games, in
// memory and without lists of games. BenchmarkIndexFind looks up positions, beside
// records with the same content in bbolt:
//
//	go test -run '^$' -bench Index -benchtime 5x
//
// Each round runs all in turn on the same text: 100,000 generated games, and
// masters-100k if there is real data. Games per second are by processor time, which a busy machine
// disturbs less than wall-clock time. Ours has both, on all cores.
package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
)

// buildIndex builds the index of the text and returns it with its summary.
func buildIndex(b *testing.B, dir string, text []byte, noTexts bool) (*index.Index, *flat.Store, index.Summary) {
	b.Helper()
	s, err := flat.Open(dir, flat.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ix, err := chessindex.Open(context.Background(), s, chessindex.Options{})
	if err != nil {
		b.Fatal(err)
	}
	in := index.Input{Name: "text", Reader: bytes.NewReader(text)}
	o := index.ImportOptions{BuildOptions: index.BuildOptions{NoTexts: noTexts, KeepDuplicates: true}}
	sum, err := ix.Import(context.Background(), o, in)
	if err != nil {
		b.Fatal(err)
	}
	return ix, s, sum
}

func BenchmarkIndexBuild(b *testing.B) {
	for _, t := range gameTexts(b, "masters-100k", 100_000) {
		b.Run("text="+t.name, func(b *testing.B) { benchmarkIndexBuild(b, t) })
	}
}

func benchmarkIndexBuild(b *testing.B, t gameText) {
	text := t.text
	polyglot, err := exec.LookPath("polyglot")
	if err != nil {
		polyglot, err = exec.LookPath("/usr/games/polyglot")
	}
	if err != nil {
		b.Log("left out polyglot, which is not installed; on Debian: apt-get install polyglot")
	}
	dir := b.TempDir()
	plain := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(plain, text, 0o666); err != nil {
		b.Fatal(err)
	}
	m := rounds{}
	for b.Loop() {
		before, start := used(b, syscall.RUSAGE_SELF), time.Now()
		games := buildAndRemove(b, filepath.Join(dir, "db"), text, true)
		ours := (used(b, syscall.RUSAGE_SELF) - before).Seconds() / games
		m.add("games/cpu-s", 1/ours)
		m.add("games/s", games/time.Since(start).Seconds())
		start = time.Now()
		buildAndRemove(b, filepath.Join(dir, "db"), text, false)
		m.add("games-with-texts/s", games/time.Since(start).Seconds())
		if polyglot == "" {
			continue
		}
		before = used(b, syscall.RUSAGE_CHILDREN)
		cmd := exec.Command(polyglot, "make-book", "-pgn", plain, "-bin", filepath.Join(dir, "book.bin"),
			"-max-ply", "1000", "-min-game", "1")
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("polyglot: %v: %s", err, out)
		}
		theirs := (used(b, syscall.RUSAGE_CHILDREN) - before).Seconds() / games
		m.add("polyglot-games/cpu-s", 1/theirs)
		m.add("times-polyglot", theirs/ours)
	}
	m.report(b)
	m.row("index of "+t.games()+" without texts, processor time", cell{"%.0f games/s", "games/cpu-s"},
		cell{"Debian's polyglot %.0f", "polyglot-games/cpu-s"}, "times-polyglot")
}

// buildAndRemove builds an index and removes it. It returns the number of games.
func buildAndRemove(b *testing.B, dir string, text []byte, noTexts bool) float64 {
	b.Helper()
	_, s, sum := buildIndex(b, dir, text, noTexts)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		b.Fatal(err)
	}
	return float64(sum.Games)
}

// BenchmarkIndexFind looks up positions of real games by their hashes in a warm
// cache, and the same keys in bbolt, which returns the record undecoded. The half is by
// the wall clock and one look-up a call, the means by processor time.
func BenchmarkIndexFind(b *testing.B) {
	for _, t := range gameTexts(b, "masters-100k", 100_000) {
		b.Run("text="+t.name, func(b *testing.B) { benchmarkIndexFind(b, t) })
	}
}

func benchmarkIndexFind(b *testing.B, t gameText) {
	text := t.text
	ctx := context.Background()
	dir := b.TempDir()
	ix, s, sum := buildIndex(b, filepath.Join(dir, "db"), text, false)
	defer s.Close()
	peer, size := fillBolt(b, ix, filepath.Join(dir, "bolt"))
	defer peer.Close()
	state, err := s.State()
	if err != nil {
		b.Fatal(err)
	}
	defer state.Close()
	hashes, keys := sampleKeys(b, ix)
	start, err := ix.Position("")
	if err != nil {
		b.Fatal(err)
	}

	m := rounds{}
	times := make([]time.Duration, len(hashes))
	for b.Loop() {
		before := used(b, syscall.RUSAGE_SELF)
		for i, h := range hashes {
			start := time.Now()
			found := false
			err := state.Lookup(ctx, index.Query{}, []zobrist.Uint128{h}, func(int, []index.MoveTally) error {
				found = true
				return nil
			})
			if err != nil || !found {
				b.Fatal(found, err)
			}
			times[i] = time.Since(start)
		}
		between := used(b, syscall.RUSAGE_SELF)
		err := peer.View(func(tx *bbolt.Tx) error { // one transaction, as ours has one state
			records := tx.Bucket(bucket)
			for _, k := range keys {
				if records.Get(k) == nil {
					b.Fatal("bbolt: not found")
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		after := used(b, syscall.RUSAGE_SELF)
		n := float64(len(hashes))
		slices.Sort(times)
		m.add("ns/find", float64((between-before).Nanoseconds())/n)
		m.add("p50-ns/find", float64(times[len(times)/2].Nanoseconds()))
		m.add("bbolt-ns/get", float64((after-between).Nanoseconds())/n)
		m.add("times-bbolt", float64(after-between)/float64(between-before))

		before = used(b, syscall.RUSAGE_SELF)
		recent := index.Query{Filter: index.Filter{Since: index.Date{Year: 2000}}}
		if _, err := ix.Count(ctx, recent, start); err != nil {
			b.Fatal(err)
		}
		m.add("ns/filtered-game", float64((used(b, syscall.RUSAGE_SELF)-before).Nanoseconds())/float64(sum.Games))
		m.add("µs/open", openTime(b, filepath.Join(dir, "db")))
	}
	parts, _, err := s.Size(ctx)
	if err != nil {
		b.Fatal(err)
	}
	var positions, all int64 // bytes
	for _, p := range parts {
		switch p.Name {
		case "positions", "postings":
			positions += p.Bytes
		case "texts":
			b.ReportMetric(float64(p.Bytes)/float64(sum.Games), "text-B/game")
			continue
		}
		all += p.Bytes
	}
	m.add("B/position", float64(positions)/float64(sum.Records))
	m.add("all-B/position", float64(all)/float64(sum.Records))
	m.add("bbolt-B/position", float64(size)/float64(sum.Records))
	m.add("times-bbolt-B", float64(size)/float64(positions))
	m.report(b)
	m.row("a position of "+t.games()+" found and decoded, mean", cell{"%.0f ns", "ns/find"},
		cell{"bbolt %.0f, not decoded", "bbolt-ns/get"}, "times-bbolt")
	m.row("bytes a position of "+t.games()+": positions and lists", cell{"%.2f", "B/position"},
		cell{"bbolt %.1f, without lists", "bbolt-B/position"}, "times-bbolt-B")
}

// openTime returns how long an index takes to open, in µs.
func openTime(b *testing.B, dir string) float64 {
	b.Helper()
	start := time.Now()
	s, err := flat.Open(dir, flat.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	took := time.Since(start)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return float64(took.Nanoseconds()) / 1000
}

var bucket = []byte("positions")

// fillBolt copies the positions, in order and with full pages. It returns the size
// on disk.
func fillBolt(b *testing.B, ix *index.Index, path string) (*bbolt.DB, int64) {
	b.Helper()
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	var tx *bbolt.Tx
	var to *bbolt.Bucket
	n := 0
	for p, err := range ix.Each(context.Background(), index.Positions) {
		if err == nil && n%100000 == 0 { // a transaction keeps all it wrote in memory
			if tx != nil {
				err = tx.Commit()
			}
			if err == nil {
				if tx, err = db.Begin(true); err == nil {
					to, err = tx.CreateBucketIfNotExists(bucket)
				}
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
		to.FillPercent = 1
		if err := to.Put(keyOf(p.Key), recordOf(p.Moves)); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return db, info.Size()
}

func keyOf(k index.Key) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64(nil, k.Lo), k.Hi)
}

// recordOf returns what a simple program would store: the game and the move if there is
// one game, otherwise the tallies, in uvarints. Lists of games are left out.
func recordOf(moves []index.MoveTally) (b []byte) {
	if len(moves) == 1 && moves[0].Games == 1 {
		return binary.AppendUvarint(binary.AppendUvarint(b, 2*uint64(moves[0].Sample)+1), uint64(moves[0].Move))
	}
	b = binary.AppendUvarint(b, 2*uint64(len(moves)))
	for _, m := range moves {
		for _, v := range [...]int64{int64(m.Move), m.Games, m.First, m.Drawn, m.Second, m.Ratings, m.Rated,
			int64(m.LastYear)} {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return b
}

// sampleKeys returns positions of the games in the index, in random order, by their
// hashes and by the keys of their records.
func sampleKeys(b *testing.B, ix *index.Index) (hashes []zobrist.Uint128, keys [][]byte) {
	b.Helper()
	m, err := ix.Manifest(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for n := range int64(1000) {
		g, err := ix.Game(context.Background(), n*m.Games/1000)
		if err != nil {
			b.Fatal(err)
		}
		p, err := ix.Position("")
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range g.Moves {
			p.Make(m)
			hashes = append(hashes, p.Hash(index.Positions))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(hashes), func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	for _, h := range hashes {
		keys = append(keys, keyOf(index.KeyOf(h)))
	}
	return hashes, keys
}
