package legal_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// stockfishKeys asks Debian's Stockfish for the keys of positions: the
// command d prints them.
func stockfishKeys(t *testing.T, program string, positions ...string) []string {
	t.Helper()
	var in strings.Builder
	for _, p := range positions {
		fmt.Fprintf(&in, "position fen %s\nd\n", p)
	}
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader(in.String() + "quit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for line := range strings.Lines(string(out)) {
		if key, ok := strings.CutPrefix(line, "Key: "); ok {
			keys = append(keys, strings.TrimSpace(key))
		}
	}
	return keys
}

// Two clashes that Collide has made, for tests with no time to make others.
var (
	stockfishClash = attack.Clash{Hash: zobrist.Uint128{Lo: 0x5b2c6ff9bb532570}, Positions: [2]attack.Position{
		{Text: "1k1B4/8/4p3/8/n7/8/2R5/5K1b w - - 0 1"}, {Text: "1k1n4/8/8/8/5b2/8/8/1q1b1KR1 w - - 0 1"}}}
	polyglotClash = attack.Clash{Hash: zobrist.Uint128{Lo: 0x92e8cb5a2e33f835}, Positions: [2]attack.Position{
		{Text: "1R3Nk1/8/2r5/8/8/1R3R2/8/6K1 w - - 0 1"}, {Text: "6k1/8/2NB2P1/8/8/5r2/8/6K1 w - - 0 1"}}}
)

// Stockfish itself (15.1 in Debian 12) prints one key for two positions, and
// the chosen key for a forged one.
func TestStockfishClashes(t *testing.T) {
	program := oracle.Program(t, "stockfish", "stockfish")
	clashes := []attack.Clash{stockfishClash}
	if !oracle.Short() {
		file, err := keyfile.Open("stockfish", keyfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set := file.Set
		o := attack.Options{Polish: polish()}
		clash, err := attack.Collide(context.Background(), set, legal.Chess(), o)
		if err != nil {
			t.Fatal(err)
		}
		chosen := zobrist.Uint128{Lo: 0x0f0e0d0c0b0a0908}
		forged, err := attack.Forge(context.Background(), set, chosen, legal.Chess(), o)
		if err != nil {
			t.Fatal(err)
		}
		clashes = append(clashes, clash, attack.Clash{Hash: chosen, Positions: [2]attack.Position{forged, forged}})
	}
	for _, c := range clashes {
		a, b := c.Positions[0].Text, c.Positions[1].Text
		want := fmt.Sprintf("%016X", c.Hash.Lo)
		got := stockfishKeys(t, program, a, b)
		if len(got) != 2 || got[0] != want || got[1] != want {
			t.Errorf("Stockfish has the keys %v for %s and %s, want %s", got, a, b, want)
		}
		t.Logf("%s %s, %s", want, a, b)
	}
}

// pgn-extract -H finds both positions by their one Polyglot hash, and not a
// third with one more piece.
func TestPgnExtractFindsClash(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	clash := polyglotClash
	if !oracle.Short() {
		var err error
		o := attack.Options{Polish: polish()}
		clash, err = attack.Collide(context.Background(), keyfile.Polyglot(), legal.Chess(), o)
		if err != nil {
			t.Fatal(err)
		}
	}
	other := "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
	var games strings.Builder
	for _, fen := range []string{clash.Positions[0].Text, other, clash.Positions[1].Text} {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		move := p.SAN(p.AppendMoves(nil)[0])
		fmt.Fprintf(&games, "[Event \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n[Result \"*\"]\n\n1. %s *\n\n", fen, fen,
			move)
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte(games.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-s", fmt.Sprintf("-H%016x", clash.Hash.Lo), file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range clash.Positions {
		if !strings.Contains(string(out), `[Event "`+p.Text+`"]`) {
			t.Errorf("pgn-extract -H%016x does not find %s in\n%s", clash.Hash.Lo, p.Text, out)
		}
	}
	if strings.Contains(string(out), other) {
		t.Errorf("pgn-extract -H%016x finds %s", clash.Hash.Lo, other)
	}
}
