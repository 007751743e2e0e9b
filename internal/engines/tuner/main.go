// Tuner tunes the weights of the evaluation of chess (package engine) on what Stockfish expects in games that it
// plays against itself, or measures how well the weights in use predict it.
//
//	go run ./internal/engines/tuner -games MASTERS.pgn -openings THREE-MOVES.epd
//	go run ./internal/engines/tuner -games MASTERS.pgn -openings THREE-MOVES.epd -taught FILE -write internal/engines/engine/weights.txt
//
// To judge 1.2 million positions takes Stockfish some 40 minutes of processor time; -taught keeps them. To learn from
// them takes two minutes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

// A school is where positions come from, and how many.
type school struct {
	games     string // PGN of masters
	openings  string // EPD of openings of three moves
	stockfish string // the program
	taught    string // file of judged positions; written if it does not exist; "" for none
	perPart   int    // positions that Stockfish judges, in each of four parts
}

func main() {
	log.SetFlags(0)
	var s school
	var write string
	flag.StringVar(&s.games, "games", "", "PGN `file` of games of masters")
	flag.StringVar(&s.openings, "openings", "", "EPD `file` of openings")
	flag.StringVar(&s.stockfish, "stockfish", "stockfish", "the `program` that judges positions")
	flag.StringVar(&s.taught, "taught", "", "`file` of judged positions; it is written if it does not exist")
	flag.IntVar(&s.perPart, "positions", 0, "judged positions in each of four parts (default 300000, or 2000 to measure)")
	flag.StringVar(&write, "write", "", "tune, and write the weights to this `file`")
	flag.Parse()
	if s.games == "" || s.openings == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(s, write, log.Printf); err != nil {
		log.Fatal(err)
	}
}

// run measures the weights in use, or tunes weights and writes them if write names a file.
func run(s school, write string, print func(format string, args ...any)) error {
	if s.perPart == 0 {
		s.perPart = 2000
		if write != "" {
			s.perPart = 300_000
		}
	}
	results, err := ended(s.games, 8, true)
	if err != nil {
		return err
	}
	parts, err := s.lessons()
	if err != nil {
		return err
	}
	var test, train []string
	for _, part := range parts {
		cut := len(part)
		if write != "" {
			cut /= 20 // held out, at the end of each part
		}
		train = append(train, part[:len(part)-cut]...)
		test = append(test, part[len(part)-cut:]...)
	}
	judged, err := read(test)
	if err != nil {
		return err
	}
	measure := func(s *student, name string) {
		print("%s: %.5f of %d positions with results, %.5f of %d that Stockfish judged", name,
			s.loss(results), results.len(), s.loss(judged), judged.len())
	}
	start, inUse := newStudent(plain()), newStudent(engine.Tuned())
	measure(start, "material alone")
	measure(inUse, "weights in use")
	tuned := inUse
	if write != "" {
		l, err := read(train)
		if err != nil {
			return err
		}
		start.study(l, func(epoch int) { measure(start, fmt.Sprintf("epoch %d", epoch)) })
		tuned = start
	}
	drawn, spread := tuned.chances(results)
	print("chance to win: 1/(1 + exp((%.0f - v)/%.0f))", drawn, spread)
	if write == "" {
		return nil
	}
	file, err := os.Create(write)
	if err != nil {
		return err
	}
	return errors.Join(tuned.weights().Write(file), file.Close())
}

// lessons returns the judged positions, in four parts, from the file or from Stockfish.
func (s school) lessons() ([][]string, error) {
	if s.taught != "" {
		data, err := os.ReadFile(s.taught)
		if err == nil {
			lines := strings.Split(strings.TrimSpace(string(data)), "\n")
			if len(lines) != parts*s.perPart {
				return nil, fmt.Errorf("%s has %d lines, not %d", s.taught, len(lines), parts*s.perPart)
			}
			return slices.Collect(slices.Chunk(lines, s.perPart)), nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	taught, err := s.teach(1)
	if err == nil && s.taught != "" {
		err = os.WriteFile(s.taught, []byte(strings.Join(slices.Concat(taught...), "\n")+"\n"), 0o666)
	}
	return taught, err
}
