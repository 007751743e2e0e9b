// Variants writes games of a variant of chess in PGN, as many as Lichess has in a month, the same on every machine:
//
//	cd bench
//	go run ./variants -variant crazyhouse -n 400000 | zstd > crazyhouse.pgn.zst
//	time zobrist index build --game crazyhouse --db crazyhouse.db crazyhouse.pgn.zst
//
// Players prefer some moves, so that many games share their first positions, and captures, so that pockets fill.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

func main() {
	name := flag.String("variant", "crazyhouse", "the variant, as UCI_Variant names it")
	n := flag.Int("n", 400_000, "games")
	plies := flag.Int("plies", 60, "the most plies of a game")
	flag.Parse()
	if err := write(*name, *n, *plies); err != nil {
		fmt.Fprintln(os.Stderr, "variants:", err)
		os.Exit(1)
	}
}

func write(name string, n, plies int) error {
	v, ok := variants.ParseVariant(name)
	if !ok {
		return fmt.Errorf("no variant %q", name)
	}
	p, err := variants.New(variants.Options{Variant: v})
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	var moves []chess.Move
	var line []byte
	for i := range n {
		random := rand.New(rand.NewPCG(uint64(v), uint64(i)))
		p.Reset()
		line = line[:0]
		for ply := range plies {
			if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
				break
			}
			m := choose(random, p, moves)
			if ply%2 == 0 {
				line = append(strconv.AppendInt(line, int64(ply/2+1), 10), ". "...)
			}
			line = append(p.AppendSAN(line, m), ' ')
			p.Make(m)
		}
		result, _ := p.Result()
		if result == game.Unknown {
			result = []game.Result{game.FirstWins, game.SecondWins, game.Draw}[random.IntN(3)]
		}
		word := map[game.Result]string{game.FirstWins: "1-0", game.SecondWins: "0-1", game.Draw: "1/2-1/2"}[result]
		fmt.Fprintf(out, "[Event \"Rated game\"]\n[Site \"https://example.org/%016x\"]\n[Date \"2026.%02d.%02d\"]\n"+
			"[White \"player%d\"]\n[Black \"player%d\"]\n[Result %q]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n"+
			"[TimeControl \"180+2\"]\n[Variant %q]\n\n%s%s\n\n", random.Uint64(), 1+i%12, 1+i%28, random.IntN(20_000),
			random.IntN(20_000), word, 1000+random.IntN(1500), 1000+random.IntN(1500), v.Tag(), line, word)
	}
	return out.Flush()
}

// choose returns a move: in two of three cases a capture, if there is one, and else the first moves rather than the last.
func choose(random *rand.Rand, p *variants.Position, moves []chess.Move) chess.Move {
	at := random.Float64()
	m := moves[int(at*at*at*float64(len(moves)))]
	if random.IntN(3) > 0 {
		for _, other := range moves {
			if p.PieceAt(other.To()) != chess.NoPiece && !other.IsCastling() {
				return other
			}
		}
	}
	return m
}
