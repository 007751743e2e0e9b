package chess_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// historyKit describes positions with history to the conformance kit. A FEN keeps
// the clock, but not what occurred before.
func historyKit(fen string, h chess.History) gametest.Game[chess.Move] {
	g := gamekit.Kit(gamekit.Must(chess.Parse(fen, chess.Options{Wide: true, History: h})), zobrist.Set{})
	g.ScoreHistory = true // repetition, and moves without progress
	if h&chess.RepetitionHistory != 0 {
		g.Parse = nil
	}
	return g
}

func TestHistoryConformance(t *testing.T) {
	for _, fen := range []string{
		"7k/8/8/8/8/8/8/K7 w - - 0 1", "6k1/8/8/3r4/8/8/3R4/K7 w - - 80 90",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 50 60",
	} {
		for h := chess.RepetitionHistory; h <= chess.RepetitionHistory|chess.FiftyMoveHistory; h++ {
			g := historyKit(fen, h)
			g.Walks = 4
			if oracle.Short() {
				g.Walks = 2
			}
			gametest.Run(t, g)
		}
	}
}

func FuzzHistory(f *testing.F) {
	gametest.Fuzz(f, historyKit("7k/8/8/8/8/8/8/K7 w - - 40 60", chess.RepetitionHistory|chess.FiftyMoveHistory))
}

// TestHistory follows random games: the features of history follow from the clock
// in the FEN and the number of earlier positions with the same first four fields. The
// other features, and with canonical hashes the images, are as without history.
func TestHistory(t *testing.T) {
	horizons := []int{52, 68, 76, 84, 88, 92, 94, 96, 97, 98, 99, 100, 1 << 30}
	const both = chess.RepetitionHistory | chess.FiftyMoveHistory
	space := gamekit.Must(chess.New(chess.Options{History: both})).Space()
	rng := rand.New(rand.NewPCG(50, 3))
	repeated := [3]int{}
	for _, canonical := range []bool{false, true} {
		for _, fen := range []string{"7k/8/8/8/8/8/8/K7 w - - 30 60", "4k3/8/8/3r4/8/8/3R4/R3K2R w KQ - 80 90"} {
			for range 10 {
				o := chess.Options{Wide: true, Canonical: canonical, History: both}
				p := gamekit.Must(chess.Parse(fen, o))
				set := p.Options().Set
				o.History, o.Set = 0, zobrist.Set{Keys: set.Keys[:781], Start: set.Start, Second: set.Second[:781],
					SecondStart: set.SecondStart}
				plain := gamekit.Must(chess.Parse(fen, o))
				met := map[string]int{}
				for range 110 {
					text := p.FEN()
					fields := strings.Fields(text)
					key := strings.Join(fields[:4], " ")
					if fields[4] == "0" {
						clear(met)
					}
					var past []zobrist.Feature
					if n := min(met[key], 2); n > 0 {
						past = append(past, space.Group("repetition").Flag(n-1))
						repeated[n]++
					}
					for i, from := range horizons[:12] {
						if clock := p.HalfmoveClock(); clock >= from && clock < horizons[i+1] {
							past = append(past, space.Group("fifty moves").Flag(i))
						}
					}
					met[key]++
					want := plain.Hash128()
					want.Lo ^= set.Keys.Hash(0, past...)
					want.Hi ^= set.Second.Hash(0, past...)
					if p.Hash128() != want || p.Hash() != want.Lo || set.Hash128(p.AppendFeatures(nil)...) != want {
						t.Fatalf("%s: hash %v, of its features %v, want %v with %v", text, p.Hash128(),
							set.Hash128(p.AppendFeatures(nil)...), want, space.Names(past...))
					}
					moves := p.AppendMoves(nil)
					if len(moves) == 0 {
						break
					}
					m := moves[rng.IntN(len(moves))]
					if p.Clone().Hash128() != p.Hash128() {
						t.Fatalf("%s: a clone has another hash", text)
					}
					p.Make(m)
					plain.Make(m)
				}
			}
		}
	}
	if repeated[1] == 0 || repeated[2] == 0 {
		t.Errorf("repeated positions: %v", repeated)
	}
}

// TestHistorySpace: names say what the features are, and keys are counted.
func TestHistorySpace(t *testing.T) {
	p := gamekit.Must(chess.Parse("7k/8/8/8/8/8/8/K7 w - - 97 100", chess.Options{History: chess.FiftyMoveHistory}))
	names := p.Space().Names(p.AppendFeatures(nil)...)
	if want := "white king a1 ⊕ black king h8 ⊕ white to move ⊕ no progress for 97 plies"; names != want {
		t.Errorf("features %s, want %s", names, want)
	}
	if n := p.Space().Len(); n != 795 || chess.Space().Len() != 781 {
		t.Errorf("%d features with history", n)
	}
	if p.Options().History != chess.FiftyMoveHistory {
		t.Errorf("options %v", p.Options().History)
	}
	for _, o := range []chess.Options{
		{History: 4},
		{History: chess.FiftyMoveHistory, Set: zobrist.Set{Keys: make(zobrist.Keys, 781)}},
		{Set: zobrist.Set{Keys: make(zobrist.Keys, 795)}},
	} {
		if _, err := chess.New(o); !errors.Is(err, game.ErrOptions) {
			t.Errorf("%d keys, %v: error %v", len(o.Set.Keys), o.History, err)
		}
	}
}
