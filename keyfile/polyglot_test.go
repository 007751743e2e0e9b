package keyfile_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

func TestKeysAreThePublishedOnes(t *testing.T) {
	var words []byte
	for _, k := range keyfile.Polyglot().Keys {
		words = binary.BigEndian.AppendUint64(words, k)
	}
	// Of the format's 781 constants as big-endian words; do not edit.
	const want = "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8"
	if got := fmt.Sprintf("%x", sha256.Sum256(words)); got != want {
		t.Errorf("SHA-256 of %d keys is %s, want %s", len(words)/8, got, want)
	}
}

func newPosition(t *testing.T) *chess.Position {
	t.Helper()
	set := keyfile.Polyglot()
	p, err := chess.New(chess.Options{Set: set, EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The nine positions are from the format's description, with the moves that lead
// from one to the next; the Réti position is Debian polyglot's.
// Do not edit.
func TestPublishedHashes(t *testing.T) {
	p := newPosition(t)
	for _, c := range []struct {
		from, moves string
		want        uint64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 0x463b96181691fc9c},
		{"", "e2e4", 0x823c9b50fd114196},
		{"", "d7d5", 0x0756b94461c50fb0},
		{"", "e4e5", 0x662fafb965db29d4},
		{"", "f7f5", 0x22a48b5a8e47ff78},
		{"", "e1e2", 0x652a607ca3f242c1},
		{"", "e8f7", 0x00fdd303c946bdd9},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
		{"", "b4c3 a1a3", 0x5c3f9b829b279560},
		{"7K/7p/k1P5/8/8/8/8/8 b - - 0 1", "", 0xe2464e2e7cc54940},
	} {
		if c.from != "" {
			if err := p.Set(c.from); err != nil {
				t.Fatal(err)
			}
		}
		for uci := range bytes.FieldsSeq([]byte(c.moves)) {
			m, err := p.ParseUCI(string(uci))
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
		if p.Hash() != c.want {
			t.Errorf("%s: hash %016x, want %016x", p.FEN(), p.Hash(), c.want)
		}
		fresh := newPosition(t)
		if err := fresh.Set(p.FEN()); err != nil {
			t.Fatal(err)
		}
		if fresh.Hash() != c.want {
			t.Errorf("%s: hash %016x from FEN, want %016x", p.FEN(), fresh.Hash(), c.want)
		}
	}
}

func TestPublishedFile(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(oracle.Read(t, "polyglot/polyglot_keys.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	p := newPosition(t)
	for _, row := range rows[1:] {
		if err := p.Set(row[0]); err != nil {
			t.Error(err)
		} else if got := fmt.Sprintf("%016x", p.Hash()); got != row[1] {
			t.Errorf("%s: hash %s, want %s", row[0], got, row[1])
		}
	}
	if len(rows) != 10 {
		t.Errorf("%d rows, want 10", len(rows))
	}
}
