package chess_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestCompiler asks the compiler whether the hot files are free of bounds
// checks and allocation and their small functions inlined.
func TestCompiler(t *testing.T) {
	hot := map[string]bool{"attacks.go": true, "board.go": true, "count.go": true, "make.go": true, "movegen.go": true,
		"perft.go": true}
	inlined := map[string]bool{"rookAttacks": false, "bishopAttacks": false, "first": false, "bit": false,
		"rotate":  false,
		"castled": false, "newMove": false, "(*board).of": false, "(*board).typeAt": false, "(*board).put": false,
		"(*board).clear": false}
	cmd := exec.Command(oracle.Program(t, "go", "golang"), "build", "-gcflags=-m -d=ssa/check_bce", ".")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		file, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "./"), ":")
		if hot[file] && (strings.Contains(line, "InBounds") || strings.Contains(line, "moved to heap")) {
			t.Errorf("hot code: %s", line)
		}
		if _, name, ok := strings.Cut(strings.TrimSpace(line), "can inline "); ok {
			if _, wanted := inlined[name]; wanted {
				inlined[name] = true
			}
		}
	}
	for name, ok := range inlined {
		if !ok {
			t.Errorf("%s is not inlined", name)
		}
	}
}

// TestAllocations counts allocations in a game played for the second time, when its
// list of past positions has grown.
func TestAllocations(t *testing.T) {
	p := mustNew(t)
	moves := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7")
	var tokens [][]byte
	for _, san := range moves {
		tokens = append(tokens, []byte(san))
	}
	buffer := make([]chess.Move, 0, 256)
	text := make([]byte, 0, 128)
	n := testing.AllocsPerRun(100, func() {
		if err := p.Set(seeds[0]); err != nil {
			t.Fatal(err)
		}
		for _, san := range tokens {
			buffer = p.AppendMoves(buffer[:0])
			m, err := p.ParseSANBytes(san)
			if err != nil {
				t.Fatal(err)
			}
			text = p.AppendSAN(text[:0], m)
			p.Make(m)
			p.Result()
		}
		p.Perft(3)
		for range tokens {
			p.Unmake()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}
