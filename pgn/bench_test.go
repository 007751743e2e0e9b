package pgn_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

func BenchmarkMainline(b *testing.B) {
	data := oracle.Read(b, "pgn/masters-20k.pgn.zst")
	set := zobrist.Default(chess.Space().Len())
	for _, bc := range []struct {
		name    string
		options chess.Options
	}{
		{"hash=64", chess.Options{}},
		{"hash=128", chess.Options{Keys128: set.Keys128, Start128: set.Start128}},
	} {
		b.Run(bc.name, func(b *testing.B) {
			p, err := pgn.NewParser(bc.options)
			if err != nil {
				b.Fatal(err)
			}
			var m pgn.Mainline
			moves := 0
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				s := pgn.NewScanner(bytes.NewReader(data), pgn.ScannerOptions{})
				for {
					c, err := s.Next()
					if err == io.EOF {
						break
					}
					for i := range c.Len() {
						if err := p.Mainline(c, i, &m); err != nil {
							b.Fatal(err)
						}
						moves += len(m.Moves)
					}
					c.Release()
				}
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

func BenchmarkScanner(b *testing.B) {
	data := oracle.Read(b, "pgn/masters-20k.pgn.zst")
	b.SetBytes(int64(len(data)))
	games := 0
	for b.Loop() {
		s := pgn.NewScanner(bytes.NewReader(data), pgn.ScannerOptions{})
		for {
			c, err := s.Next()
			if err == io.EOF {
				break
			}
			games += c.Len()
			c.Release()
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
