package lab_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Functions clash about as often as uniform hashes; tags of 32 bits change no search, tags of 2 bits some.
func TestEngine(t *testing.T) {
	oracle.Full(t, "the experiment on the engine")
	r := run(t, lab.EngineWithoutMatches(), lab.Options{})
	for _, row := range r.Table("engine-clashes").Rows {
		if ratio := row[5].(float64); ratio < .6 || ratio > 1.6 {
			t.Errorf("%v", row)
		}
	}
	changed := 0
	for _, row := range r.Table("engine-errors").Rows {
		switch tag, scores := row[1].(int), row[9].(int); {
		case tag == 32 && scores != 0:
			t.Errorf("%v", row)
		case tag == 2:
			changed += scores
		}
	}
	if changed == 0 {
		t.Error("tags of 2 bits change nothing")
	}
	speed := r.Table("engine-speed").Rows
	if scratch := speed[5][3].(float64); len(speed) != 12 || scratch < 2 {
		t.Errorf("%d rows; from scratch a move takes %.2f times as long", len(speed), scratch)
	}
}

// At 64 bits twisted tabulation gives the games of random keys, move by move, and tags of 2 bits do not.
func TestDuel(t *testing.T) {
	random := lab.DuelMoves(t.Context(), 0, 51)
	if twisted := lab.DuelMoves(t.Context(), 3, 51); len(random) < 20 || !slices.Equal(random, twisted) {
		t.Errorf("with random keys %v, with twisted tabulation %v", random, twisted)
	}
	if short := lab.DuelMoves(t.Context(), 0, 2); slices.Equal(random, short) {
		t.Errorf("tags of 2 bits give the same game, %v", short)
	}
}

func TestEngineLong(t *testing.T) {
	oracle.Long(t, "matches of the engine under several hash functions")
	r := run(t, lab.SmallEngine(), lab.Options{})
	for _, row := range r.Table("engine-matches").Rows {
		if row[0] == "families, 64 bits" && row[15] != "0 of 2" {
			t.Errorf("%v", row)
		}
	}
	before := interrupted(t, lab.SmallEngine(), lab.Options{}, .7) // in the matches
	if last := before.Tables[len(before.Tables)-1]; last.Name != "engine-matches" || len(last.Rows) < 2 {
		t.Fatalf("interrupted in %s, %d rows", last.Name, len(last.Rows))
	}
	again, err := lab.SmallEngine().Resume(t.Context(), lab.Options{}, before)
	if err != nil || !reflect.DeepEqual(again.Table("engine-matches").Rows, r.Table("engine-matches").Rows) {
		t.Errorf("matches %v, %v; without interruption %v", again.Table("engine-matches"), err,
			r.Table("engine-matches"))
	}
	power := r.Table("engine-resolution").Rows
	if last := power[len(power)-1]; last[1] != 64 || last[3].(float64) > 1e-8 || last[5].(float64) < 1e12 {
		t.Errorf("%v", last)
	}
}

// The sequential test accepts the true hypothesis in at least 97 of 100 matches; its errors are 1 %.
// Games are drawn half the time.
func TestSequential(t *testing.T) {
	const matches = 200
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range []struct {
		elo  float64
		want string
	}{{0, "no difference"}, {40, "better"}, {-40, "worse"}} {
		mean := 1 / (1 + math.Pow(10, -c.elo/400))
		game := func() float64 { // drawn with ½
			switch x := r.Float64(); {
			case x < .5:
				return .5
			case x < .75+mean-.5:
				return 1
			}
			return 0
		}
		right := 0
		for range matches {
			var pairs lab.PairScores
			for outcome := "undecided"; outcome == "undecided"; outcome = pairs.Outcome() {
				for range 10 {
					pairs.Append((game() + game()) / 2)
				}
			}
			if pairs.Outcome() == c.want {
				right++
			}
		}
		if right < matches*97/100 {
			t.Errorf("%v Elo: %d of %d matches end in %q", c.elo, right, matches, c.want)
		}
	}
	// 76 % is 200 Elo (Elo, The Rating of Chessplayers, 1978, by the logistic formula that replaced his normal one).
	if got := lab.EloOf(.76); math.Abs(got-200) > 1 {
		t.Errorf("a score of 76 %% is %.1f Elo", got)
	}
}

// Functions that differ are found, equal ones as often as chance says.
func TestEqualShares(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	equal, other := make([][]bool, 60), make([][]bool, 60)
	for i := range equal {
		for k := range 5 {
			equal[i] = append(equal[i], r.IntN(4) == 0)
			other[i] = append(other[i], k == 2 && r.IntN(4) > 0)
		}
	}
	if p := lab.EqualShares(equal, r); p < .01 {
		t.Errorf("p = %g of equal shares", p)
	}
	if p := lab.EqualShares(slices.Clone(other), r); p > .001 {
		t.Errorf("p = %g of one share of three quarters", p)
	}
}

// TestTwistedMatch: in a match much longer than the experiment's, twisted
// tabulation plays neither 40 Elo better than random keys nor 40 worse.
func TestTwistedMatch(t *testing.T) {
	oracle.Long(t, "a match of 1,600 games")
	elo, low, high, outcome, err := lab.TwistedMatch(t.Context(), lab.Options{Seed: 5}, 1600)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+.1f Elo, %.1f to %.1f: %s", elo, low, high, outcome)
	if outcome != "no difference" {
		t.Error(outcome)
	}
}
