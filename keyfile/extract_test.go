package keyfile_test

import (
	"bytes"
	"os/exec"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestExtract compares the hash after every move of real games with the comments of
// Debian's pgn-extract.
func TestExtract(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	games := oracle.Read(t, "pgn/masters-20k.pgn.zst")
	size := 2 << 20
	if oracle.Short() {
		size = 128 << 10
	}
	end := bytes.LastIndex(games[:size], []byte("\n[Event "))
	cmd := exec.Command(program, "-s", "--hashcomments", "-w1000000", "--notags")
	cmd.Stdin = bytes.NewReader(games[:end])
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	p := newPosition(t)
	moves, inComment := 0, false
	for word := range bytes.FieldsSeq(out) {
		switch last := word[len(word)-1]; {
		case last == '{':
			inComment = true
		case last == '}':
			inComment = false
		case inComment:
			want, err := strconv.ParseUint(string(word), 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			if p.Hash() != want {
				t.Fatalf("%s: hash %016x, pgn-extract has %016x", p.FEN(), p.Hash(), want)
			}
			moves++
		case last == '.':
		case last == '*' || word[0] == '0' || word[0] == '1':
			p.Reset()
		default:
			m, err := p.ParseSANBytes(word)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
	}
	if moves < size/20 {
		t.Errorf("%d hashes compared", moves)
	}
	t.Logf("%d hashes compared", moves)
}
