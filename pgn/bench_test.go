package pgn_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// texts runs a benchmark on the sample, which every machine has, and on real
// games if they are there. bench/pgn_test.go compares with other programs.
func texts(b *testing.B, f func(b *testing.B, data []byte)) {
	b.Run("text=sample", func(b *testing.B) { f(b, bytes.Repeat([]byte(sample.Famous()), 100)) })
	b.Run("text=masters-20k", func(b *testing.B) { f(b, oracle.Read(b, "pgn/masters-20k.pgn.zst")) })
}

// eachChunk scans a text and gives every chunk to visit.
func eachChunk(b *testing.B, data []byte, visit func(*pgn.Chunk)) {
	s := pgn.NewScanner(bytes.NewReader(data))
	for {
		c, err := s.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			b.Fatal(err)
		}
		visit(c)
		c.Release()
	}
}

// Finding where games begin.
func BenchmarkScanner(b *testing.B) {
	texts(b, func(b *testing.B, data []byte) {
		b.SetBytes(int64(len(data)))
		games := 0
		for b.Loop() {
			eachChunk(b, data, func(c *pgn.Chunk) { games += c.Len() })
		}
		b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	})
}

// The same, and tags, and where moves begin and end.
func BenchmarkWords(b *testing.B) {
	texts(b, func(b *testing.B, data []byte) {
		b.SetBytes(int64(len(data)))
		var m pgn.Mainline
		moves := 0
		for b.Loop() {
			eachChunk(b, data, func(c *pgn.Chunk) {
				for i := range c.Len() {
					moves += pgn.CountWords(c, i, &m)
				}
			})
		}
		b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	})
}

// The same, and SAN, the rules, and hashes.
func BenchmarkMainline(b *testing.B) {
	texts(b, func(b *testing.B, data []byte) {
		p, err := pgn.NewParser(chess.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		var m pgn.Mainline
		moves := 0
		for b.Loop() {
			eachChunk(b, data, func(c *pgn.Chunk) {
				for i := range c.Len() {
					if err := p.Mainline(c, i, &m); err != nil {
						b.Fatal(err)
					}
					moves += len(m.Moves)
				}
			})
		}
		b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	})
}

// Whole games.
func BenchmarkReader(b *testing.B) {
	data := strings.Repeat(sample.Famous(), 10)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		for g, err := range pgn.NewReader(strings.NewReader(data)).All() {
			if err != nil {
				b.Fatal(err)
			}
			moves += len(g.Moves)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
