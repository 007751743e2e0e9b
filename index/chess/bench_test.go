package chessindex_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// BenchmarkImport measures the way from a compressed file to a durable index.
func BenchmarkImport(b *testing.B) {
	for _, name := range []string{"masters-20k", "masters-100k"} {
		file := oracle.Data(b, "pgn/"+name+".pgn.zst")
		for _, memory := range []int64{512, 32} { // MiB; with 32 most visits go to a file
			b.Run(fmt.Sprintf("games=%s/memory=%dMiB", name, memory), func(b *testing.B) {
				dir := b.TempDir()
				var o index.ImportOptions
				o.Memory = memory << 20
				var games, records int64
				var size int64
				for n := 0; b.Loop(); n++ {
					s := onDisk(b, filepath.Join(dir, fmt.Sprint(n)))
					sum := add(b, open(b, s, chessindex.Options{}), o, index.Input{Name: file})
					games += sum.Games
					sizes, _, err := s.Size(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					size, records = 0, sum.Records
					for _, part := range sizes {
						size += part.Bytes
					}
					if err := s.Close(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(size)/float64(records), "B/position")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkFind measures look-ups in a warm cache: by hash, of positions of many
// games, of one game and of none; and of the start position with its moves and its
// games.
func BenchmarkFind(b *testing.B) {
	s := onDisk(b, b.TempDir())
	ix := open(b, s, chessindex.Options{})
	add(b, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(b, "pgn/masters-20k.pgn.zst")})
	var many, once []zobrist.Uint128
	for game := range int64(500) {
		g, err := ix.Game(b.Context(), game*40)
		if err != nil {
			b.Fatal(err)
		}
		p, err := ix.Position("")
		if err != nil {
			b.Fatal(err)
		}
		for ply, m := range g.Moves {
			if ply < 6 {
				many = append(many, p.Hash(index.Positions))
			}
			if ply > 40 && len(once) < 20000 {
				once = append(once, p.Hash(index.Positions))
			}
			p.Make(m)
		}
	}
	absent := make([]zobrist.Uint128, 10000)
	for i := range absent {
		absent[i] = zobrist.Uint128{Lo: uint64(i+1) * 0x9e3779b97f4a7c15}
	}
	for _, c := range []struct {
		name   string
		hashes []zobrist.Uint128
	}{{"many", many}, {"one", once}, {"none", absent}} {
		b.Run("games="+c.name, func(b *testing.B) {
			state, err := s.State()
			if err != nil {
				b.Fatal(err)
			}
			defer state.Close()
			lookup := func(h zobrist.Uint128) {
				if err := state.Lookup(b.Context(), index.Query{}, []zobrist.Uint128{h},
					func(int, []index.MoveTally) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			for _, h := range c.hashes { // warm up
				lookup(h)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				lookup(c.hashes[i%len(c.hashes)])
				i++
			}
		})
	}
	b.Run("position=start", func(b *testing.B) {
		p, err := ix.Position("")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := ix.Find(b.Context(), index.Query{}, p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("list=start", func(b *testing.B) {
		p, err := ix.Position("")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := ix.List(b.Context(), index.Query{}, p, index.ListOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAnswers answers FENs of games, one in ten positions, from a warm index: whole
// answers with every move's reaches, the same in JSON, and counts of 256 at once.
func BenchmarkAnswers(b *testing.B) {
	ix := open(b, onDisk(b, b.TempDir()), chessindex.Options{})
	add(b, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(b, "pgn/masters-20k.pgn.zst")})
	at, err := ix.Position("")
	if err != nil {
		b.Fatal(err)
	}
	p := chessindex.Board(at)
	var fens []string
	for number := range int64(500) {
		g, err := ix.Game(b.Context(), number*40)
		if err != nil {
			b.Fatal(err)
		}
		p.Reset()
		for ply, m := range g.Moves {
			if (ply+int(number))%10 == 0 {
				fens = append(fens, p.FEN())
			}
			p.Make(chess.Move(m))
		}
	}
	for _, c := range []struct {
		name   string
		answer func() error
	}{
		{"find", func() error { _, err := ix.Find(b.Context(), index.Query{}, at); return err }},
		{"json", func() error {
			a, err := ix.Find(b.Context(), index.Query{}, at)
			if err == nil {
				_, err = jsontext.Marshal(games.NewAnswer(games.Chess, at, index.Positions, games.OpeningLine{}, a))
			}
			return err
		}},
	} {
		b.Run("answer="+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				err := p.Set(fens[i%len(fens)])
				if err == nil {
					err = c.answer()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
		})
	}
	const together = 256
	b.Run("answer=count", func(b *testing.B) {
		next := 0
		some := func(yield func(index.Position) bool) {
			for range together {
				if err := p.Set(fens[next%len(fens)]); err != nil {
					b.Fatal(err)
				}
				if next++; !yield(at) {
					return
				}
			}
		}
		for b.Loop() {
			if _, err := ix.CountEach(b.Context(), index.Query{}, some); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(together*float64(b.N)/b.Elapsed().Seconds(), "answers/s")
	})
}
