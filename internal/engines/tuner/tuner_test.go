package tuner

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestRun tunes on some positions that Stockfish judges, and the weights that it writes can be read. It learns even
// from so few.
func TestRun(t *testing.T) {
	o := Options{Stockfish: oracle.Program(t, "stockfish", "stockfish"), PerPart: 100,
		Games: oracle.Data(t, "pgn/masters-20k.pgn.zst"), Openings: oracle.Data(t, "epd/noob_3moves.epd.zst"),
		Taught: filepath.Join(t.TempDir(), "taught"), Write: filepath.Join(t.TempDir(), "weights.txt")}
	oracle.Long(t, "positions of 20,000 games")
	var loss []float64 // of positions with results: material alone, the weights in use, and after some epochs
	print := func(format string, args ...any) {
		t.Logf(format, args...)
		if strings.Contains(format, "judged") {
			loss = append(loss, args[1].(float64))
		}
	}
	for range 2 { // the second time from the file of judged positions
		loss = nil
		if err := Run(t.Context(), o, print); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(o.Write)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := engine.ParseWeights(string(text)); err != nil || *w == *plain() {
		t.Errorf("the weights have not changed, or cannot be read: %v", err)
	}
	if plain, inUse, learned := loss[0], loss[1], loss[len(loss)-1]; inUse > 0.95*plain || learned >= plain {
		t.Errorf("the loss is %.4f with the weights in use, %.4f with those learned, %.4f with material alone", inUse,
			learned, plain)
	}
	data, err := os.ReadFile(o.Taught)
	if err != nil {
		t.Fatal(err)
	}
	if line := regexp.MustCompile(`^\S+ [wb] .*;cp -?\d+\n`); !line.Match(data) {
		t.Errorf("judged positions begin with %.80s, not a FEN and a score", strconv.Quote(string(data)))
	}
}
