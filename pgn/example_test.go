package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

const text = `[Event "Casual game"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 {[%clk 0:02:59]} e5 2. Nf3 d6 $6 (2... Nc6 3. Bb5) 3. d4 Bg4 {[%eval 1.1]} 1-0

[Event "Broken"]

1. e4 e5 2. Kd3 d6 1-0

[Event "Next"]

1. d4 d5 1/2-1/2
`

func Example() {
	for game, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if game == nil {
			fmt.Println(err) // reading failed
			return
		}
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(game.Tags.Get("Event"), len(game.Moves), game.Result)
	}
	// Output:
	// Casual game 6 1-0
	// pgn: game 2, line 10, byte 188: "Kd3": no legal move: no white king can go to d3, in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; correct the move, or the ones before it
	// Broken 2 1-0
	// Next 2 1/2-1/2
}

func ExampleReader_Next() {
	game, err := pgn.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	instead := game.Moves[3].Variations[0]
	fmt.Println(game.Moves[0].Comments, game.Moves[3].NAGs, instead.Moves[0].SAN)
	// Output: [[%clk 0:02:59]] [?!] Nc6
}

// Games are read on two goroutines and counted by their result, broken ones left out.
func ExampleScanner() {
	chunks := make(chan *pgn.Chunk, 2)
	var mu sync.Mutex
	var workers sync.WaitGroup
	results := map[game.Result]int{}
	moves := 0
	for range 2 {
		workers.Go(func() {
			p, err := pgn.NewParser(chess.Options{})
			if err != nil {
				panic(err) // these options are good
			}
			var m pgn.Mainline
			for c := range chunks {
				for i := range c.Len() {
					if err := p.Mainline(c, i, &m); errors.Is(err, game.ErrMove) {
						continue
					}
					mu.Lock()
					results[m.Result]++
					moves += len(m.Moves)
					mu.Unlock()
				}
				c.Release()
			}
		})
	}
	s := pgn.NewScanner(strings.NewReader(text))
	for {
		c, err := s.Next()
		if err != nil {
			if err != io.EOF {
				fmt.Println(err)
			}
			break
		}
		chunks <- c
	}
	close(chunks)
	workers.Wait()
	fmt.Println(moves, "moves:", results[game.FirstWins], results[game.Draw], results[game.SecondWins])
	// Output: 8 moves: 1 1 0
}

func ExampleWriter() {
	pos, err := chess.New(chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &pgn.Game{Tags: game.Tags{{Name: "White", Value: "Me"}}, Result: game.FirstWins}
	for _, san := range []string{"e4", "f6", "d4", "g5", "Qh5#"} {
		move, err := pos.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		pos.Make(move)
		g.Moves = append(g.Moves, pgn.Move{Move: move})
	}
	g.Moves[3].NAGs = []pgn.NAG{4}
	if err := pgn.NewWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Me"]
	// [Black "?"]
	// [Result "1-0"]
	//
	// 1. e4 f6 2. d4 g5 $4 3. Qh5# 1-0
}
