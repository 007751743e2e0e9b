package sample_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
)

// How the best known of the games end, as books about them print it.
var endings = map[string]string{
	"Anderssen, Adolf - Kieseritzky, Lionel": "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23",
	// the Immortal Game
	"Anderssen, Adolf - Dufresne, Jean": "1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b - - 0 24",
	// the Evergreen Game
	"Morphy, Paul - Duke Karl and Count Isouard": "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17",
	// the Opera Game
	"Byrne, Donald - Fischer, Robert James": "1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/2r3P1/2K5 w - - 16 42",
	// the Game of the Century
	"Reti, Richard - Tartakower, Savielly": "rnbB1b1r/ppk2ppp/2p5/4q3/4n3/8/PPP2PPP/2KR1BNR b - - 3 11",
	"Lasker, Edward - Thomas, George Alan": "rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPPKBP1R/R5k1 b - - 6 18",
	"Deep Blue - Kasparov, Garry":          "r1k4r/p2nb1p1/2b4p/1p1n1p2/2PP4/3Q1NB1/1P3PPP/R5K1 b - - 0 19",
	// the last of 1997
	"Steinitz, William - Bardeleben, Curt von": "r1r4k/pp1q3R/5pp1/3p2N1/6Q1/8/PP3PPP/2R3K1 b - - 0 25",
	"Rotlewi, Georg - Rubinstein, Akiba":       "6k1/5ppp/pb2p3/1p2P3/1P2bPnP/P6r/1B4QP/R4R1K w - - 2 26",
	"Lewitzky, Stepan - Marshall, Frank James": "5rk1/pp4pp/4p3/2R3Q1/3n4/6qr/P1P2PPP/5RK1 w - - 2 24",
	"Saemisch, Friedrich - Nimzowitsch, Aron":  "6k1/3q2p1/p2bp2p/3p1r2/1p1Pp3/3bQ1PP/PP1B1rB1/1N2R1RK w - - 0 26",
}

func TestFamous(t *testing.T) {
	names := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}
	games, date := 0, ""
	ends := map[string]string{}
	results := map[game.Result]int{}
	mates := 0
	for g, err := range pgn.NewReader(strings.NewReader(sample.Famous())).All() {
		if err != nil {
			t.Fatal(err)
		}
		games++
		results[g.Result]++
		var tags []string
		for _, tag := range g.Tags {
			tags = append(tags, tag.Name)
			if tag.Value == "" {
				t.Errorf("game %d: the tag %s is empty", games, tag.Name)
			}
		}
		if !slices.Equal(tags, names) {
			t.Errorf("game %d has the tags %v", games, tags)
		}
		if g.Tags.Get("Result") != g.Result.String() || g.Tags.Get("Date")[:4] < date {
			t.Errorf("game %d: result %s, date %s", games, g.Tags.Get("Result"), g.Tags.Get("Date"))
		}
		date = g.Tags.Get("Date")[:4]
		pos, err := g.Start(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Moves {
			pos.Make(m.Move)
		}
		if len(g.Moves) < 20 {
			t.Errorf("game %d has only %d moves", games, len(g.Moves))
		}
		if _, reason := pos.Result(); reason == chess.Checkmate {
			mates++
			if won := g.Result == game.FirstWins; won != (pos.Turn() == chess.Black) || g.Result == game.Draw {
				t.Errorf("game %d ends in mate and result %v", games, g.Result)
			}
		}
		ends[g.Tags.Get("White")+" - "+g.Tags.Get("Black")] = pos.FEN()
	}
	if games != 61 || results[game.FirstWins]+results[game.SecondWins]+results[game.Draw] != games {
		t.Errorf("%d games, %v", games, results)
	}
	if mates != 6 {
		t.Errorf("%d games end in mate, want 6", mates)
	}
	for players, want := range endings {
		if got := ends[players]; got != want {
			t.Errorf("%s ends in %s, want %s", players, got, want)
		}
	}
}
