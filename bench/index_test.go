// BenchmarkIndexBuild builds an index on disk, beside Debian's polyglot, which makes
// a book of every position of the same games, in memory and without lists of games.
// BenchmarkIndexFind looks up positions, beside the same records in bbolt:
//
//	go test -run '^$' -bench Index -benchtime 3x
//
// Each round runs all in turn. Games per second are by processor time, which a busy
// machine disturbs less than wall-clock time. Ours has both, on all cores.
package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/pebblestore"
)

// buildIndex builds the index of the text and returns it with its summary.
func buildIndex(b *testing.B, dir string, text []byte) (*chessindex.Index, *pebblestore.Store, index.Summary) {
	b.Helper()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ix, err := chessindex.Open(context.Background(), s, chessindex.Options{})
	if err != nil {
		b.Fatal(err)
	}
	in := chessindex.Input{Name: "text", Reader: bytes.NewReader(text)}
	sum, err := ix.Import(context.Background(), chessindex.ImportOptions{}, in)
	if err != nil {
		b.Fatal(err)
	}
	return ix, s, sum
}

func BenchmarkIndexBuild(b *testing.B) {
	name, text := realGames(b)
	b.Run("text="+name, func(b *testing.B) {
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
		var cpu, wall, ratio, peer []float64
		for b.Loop() {
			before, start := used(b, syscall.RUSAGE_SELF), time.Now()
			db := filepath.Join(dir, "db")
			_, s, sum := buildIndex(b, db, text)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			ours := (used(b, syscall.RUSAGE_SELF) - before).Seconds() / float64(sum.Games)
			cpu, wall = append(cpu, 1/ours), append(wall, float64(sum.Games)/time.Since(start).Seconds())
			if err := os.RemoveAll(db); err != nil {
				b.Fatal(err)
			}
			if polyglot == "" {
				continue
			}
			before = used(b, syscall.RUSAGE_CHILDREN)
			cmd := exec.Command(polyglot, "make-book", "-pgn", plain, "-bin", filepath.Join(dir, "book.bin"),
				"-max-ply", "1000", "-min-game", "1")
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("polyglot: %v: %s", err, out)
			}
			theirs := (used(b, syscall.RUSAGE_CHILDREN) - before).Seconds() / float64(sum.Games)
			peer, ratio = append(peer, 1/theirs), append(ratio, theirs/ours)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(cpu), "games/cpu-s")
		b.ReportMetric(median(wall), "games/s")
		if polyglot != "" {
			b.ReportMetric(median(peer), "polyglot-games/cpu-s")
			b.ReportMetric(median(ratio), "times-polyglot")
		}
	})
}

// BenchmarkIndexFind looks up positions of real games by their hashes in a warm
// cache, and the same keys in bbolt, which returns the record undecoded.
func BenchmarkIndexFind(b *testing.B) {
	name, text := realGames(b)
	b.Run("text="+name, func(b *testing.B) {
		ctx := context.Background()
		dir := b.TempDir()
		ix, s, sum := buildIndex(b, filepath.Join(dir, "db"), text)
		defer s.Close()
		peer, size := fillBolt(b, s, filepath.Join(dir, "bolt"))
		defer peer.Close()
		hashes, keys := sampleKeys(b, ix)

		var ours, theirs, ratio []float64
		for b.Loop() {
			before := used(b, syscall.RUSAGE_SELF)
			for _, h := range hashes {
				a, err := ix.Index.Find(ctx, h)
				if err != nil || a.Games == 0 {
					b.Fatal(a, err)
				}
			}
			between := used(b, syscall.RUSAGE_SELF)
			for _, k := range keys {
				err := peer.View(func(tx *bbolt.Tx) error {
					if tx.Bucket(bucket).Get(k) == nil {
						b.Fatal("bbolt: not found")
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			after := used(b, syscall.RUSAGE_SELF)
			n := float64(len(hashes))
			ours = append(ours, float64((between-before).Nanoseconds())/n)
			theirs = append(theirs, float64((after-between).Nanoseconds())/n)
			ratio = append(ratio, theirs[len(theirs)-1]/ours[len(ours)-1])
		}
		sizes, _, err := s.Size(ctx)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(ours), "ns/find")
		b.ReportMetric(median(theirs), "bbolt-ns/get")
		b.ReportMetric(median(ratio), "times-bbolt")
		b.ReportMetric(float64(sizes[index.Positions])/float64(sum.Records), "B/position")
		b.ReportMetric(float64(size)/float64(sum.Records), "bbolt-B/position")
	})
}

var bucket = []byte("positions")

// fillBolt copies the positions, in order and with full pages. It returns the size
// on disk.
func fillBolt(b *testing.B, s index.Store, path string) (*bbolt.DB, int64) {
	b.Helper()
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		to, err := tx.CreateBucket(bucket)
		if err != nil {
			return err
		}
		to.FillPercent = 1
		for e, err := range s.Scan(context.Background(), index.Positions, nil, nil) {
			if err != nil {
				return err
			}
			if err := to.Put(bytes.Clone(e.Key), bytes.Clone(e.Value)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return db, info.Size()
}

// sampleKeys returns positions of the games in the index, in random order, by their
// hashes and by the keys of their records.
func sampleKeys(b *testing.B, ix *chessindex.Index) (hashes []zobrist.Uint128, keys [][]byte) {
	b.Helper()
	games := ix.Manifest().Games
	for n := range int64(1000) {
		g, err := ix.Game(context.Background(), n*games/1000)
		if err != nil {
			b.Fatal(err)
		}
		p, err := ix.Position("")
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range g.Moves {
			p.Make(m.Move)
			hashes = append(hashes, p.Hash128())
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(hashes), func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	for _, h := range hashes {
		keys = append(keys, binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64(nil, h.Lo), uint16(h.Hi)))
	}
	return hashes, keys
}
