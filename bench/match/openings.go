package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
)

// readOpenings returns at most n different positions of a file in a random order.
func readOpenings(name string, plies int, seed uint64, n int) ([]string, error) {
	text := []byte(sample.Famous())
	if name == "" {
		name = "the sample"
	} else {
		f, err := pgn.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if text, err = io.ReadAll(f); err != nil {
			return nil, err
		}
	}
	var all []string
	var err error
	if first := bytes.TrimSpace(text); len(first) > 0 && (first[0] == '[' || bytes.HasPrefix(first, []byte("1."))) {
		all, err = gameOpenings(text, plies)
	} else {
		all, err = listedOpenings(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var chosen []string
	seen := map[uint64]bool{}
	for _, fen := range all {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if _, over := p.Score(); over || seen[p.Hash()] {
			continue
		}
		seen[p.Hash()] = true
		if chosen = append(chosen, p.FEN()); len(chosen) == n {
			break
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%s: no openings", name)
	}
	return chosen, nil
}

// gameOpenings returns the positions after some plies of each game.
func gameOpenings(text []byte, plies int) (all []string, err error) {
	for g, err := range pgn.NewReader(bytes.NewReader(text)).All() {
		if g == nil {
			return nil, err
		}
		p, startErr := g.Start(chess.Options{})
		if startErr != nil || len(g.Moves) < plies {
			continue
		}
		for _, m := range g.Moves[:plies] {
			p.Make(m.Move)
		}
		all = append(all, p.FEN())
	}
	return all, nil
}

// listedOpenings returns the positions of lines of FEN or EPD: four fields, two
// counters if there are, and operations, which are left out.
func listedOpenings(text []byte) (all []string, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if len(words) < 4 {
			return nil, fmt.Errorf("line %d: %q is no position", n, lines.Text())
		}
		all = append(all, strings.Join(words[:4], " ")+" 0 1")
	}
	return all, lines.Err()
}
