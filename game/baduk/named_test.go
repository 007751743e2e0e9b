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
		{baduk.Rules{Bonus: baduk.BonusAll}, []string{"Chinese", "chinese", "CN", "Chinese Rules", "中国规则",
			"Chinese, Pair Go", "koSIMPLEscoreAREAtaxNONEsui0whbN"}},
		{baduk.Rules{}, []string{"stone-scoring", "koSIMPLEscoreAREAtaxNONEsui0whb0"}},
		{baduk.Rules{Ko: baduk.PositionalSuperko, Bonus: baduk.BonusAll}, []string{"chinese-ogs", "chinese-kgs"}},
		{baduk.Rules{Ko: baduk.SituationalSuperko, Bonus: baduk.BonusButOne}, []string{"AGA", "aga", "bga", "French",
			"koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1"}},
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

// TestUsual: rules without a name get the bonus of the named ones with the same moves and scoring.
func TestUsual(t *testing.T) {
	for _, test := range []struct {
		rules  baduk.Rules
		bonus  baduk.Bonus
		points int // for four stones
		name   string
	}{
		{baduk.Rules{}, baduk.BonusAll, 4, "Chinese"},
		{baduk.Rules{Ko: baduk.PositionalSuperko, Bonus: baduk.BonusButOne}, baduk.BonusAll, 4, "Chinese-KGS"},
		{baduk.Rules{Ko: baduk.SituationalSuperko}, baduk.BonusButOne, 3, "AGA"},
		{baduk.Rules{Ko: baduk.PositionalSuperko, Suicide: true}, baduk.NoBonus, 0, "Tromp-Taylor"},
		{baduk.Rules{Territory: true, Bonus: baduk.BonusAll}, baduk.NoBonus, 0, "Japanese"},
		{baduk.Rules{Ko: baduk.NaturalSituationalSuperko, Bonus: baduk.BonusAll}, baduk.NoBonus, 0, ""},
	} {
		r := test.rules.Usual()
		if r.Bonus != test.bonus || r.Bonus.Points(4) != test.points || r.Bonus.Points(0) != 0 || r.String() != test.name {
			t.Errorf("%+v: %+v, %q, want bonus %d and %q", test.rules, r, r.String(), test.bonus, test.name)
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
