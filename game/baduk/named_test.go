package baduk_test

import (
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestParseRules: the names of FF[4], of KataGo (docs/GTP_Extensions.md), of kgsGtp and of
// records in the wild.
func TestParseRules(t *testing.T) {
	for _, test := range []struct {
		want  baduk.Rules
		names []string
	}{
		{baduk.Rules{Territory: true}, []string{"Japanese", "japanese rules", "JP", "Korean", "日本", "日本规则",
			"koSIMPLEscoreTERRITORYtaxSEKIsui0"}},
		{baduk.Rules{}, []string{"Chinese", "chinese", "CN", "Chinese Rules", "中国规则", "stone-scoring", "Chinese, Pair Go",
			"koSIMPLEscoreAREAtaxNONEsui0whbN"}},
		{baduk.Rules{Ko: baduk.PositionalSuperko}, []string{"chinese-ogs", "chinese-kgs"}},
		{baduk.Rules{Ko: baduk.SituationalSuperko}, []string{"AGA", "aga", "bga", "French"}},
		{baduk.Rules{Ko: baduk.SituationalSuperko, Suicide: true}, []string{"NZ", "New Zealand", "new_zealand",
			"new-zealand"}},
		{baduk.Rules{Ko: baduk.PositionalSuperko, Suicide: true}, []string{"GOE", "Ing", "tromp-taylor", "Tromp/Taylor",
			"koPOSITIONALscoreAREAtaxNONEsui1"}},
	} {
		for _, name := range append(test.names, test.want.String()) {
			if got, err := baduk.ParseRules(name); err != nil || got != test.want {
				t.Errorf("%q: %+v, %v; want %+v", name, got, err, test.want)
			}
		}
	}
	for _, name := range []string{"", "mine", "koXscoreAREA", "ko", "komi"} {
		if _, err := baduk.ParseRules(name); !errors.Is(err, game.ErrOptions) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestForce: a legal move is made, any other is played by FF[4], and the hash matches
// the board.
func TestForce(t *testing.T) {
	for _, test := range []struct {
		start, move, want string
		legal, back       bool // may be taken back
	}{
		{"3/1X1/3 w", "A1", "3/1X1/O2 b - 0", true, true},
		{"3/1X1/3 w", "B2", "3/1O1/3 b - 0", false, false},
		{"XO1/3/3 w", "A3", "OO1/3/3 b - 0", false, false},
		{"1X1/X2/3 w", "A3", "1X1/X2/3 b - 0", false, false},
		{"1OX/XX1/3 w", "A3", "2X/XX1/3 b - 0", false, false},
		{"XO1/X2/3 b", "B3", "XX1/X2/3 w - 0", false, false},
		{"3/3/3 b - 2", "B2", "3/1X1/3 w - 0", true, true},
	} {
		p, err := baduk.Parse(test.start, baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Force(p.Turn(), m)
		again, bad := baduk.Parse(p.String(), baduk.Options{})
		if (err == nil) != test.legal || p.String() != test.want || bad != nil || again.Hash() != p.Hash() ||
			p.Ply() == 1 != test.back {
			t.Errorf("%s, %s: %v, hash %x, %d moves: %v; want %s", test.start, test.move, p, p.Hash(), p.Ply(), err,
				test.want)
		}
	}
	p, err := baduk.New(baduk.Options{Width: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Force(baduk.Black, 9); err == nil || p.Turn() != baduk.Black {
		t.Errorf("a point beyond the board: %v", err)
	}
}
