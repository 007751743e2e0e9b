package chessindex_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// counted is what a direct count knows about a position.
type counted struct {
	games, ended int64
	ply          int // in the first game
	moves        map[chess.Move]index.Tally
}

// place is a position without its clocks: the first four fields of its FEN.
func place(p *chess.Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// recount counts the positions of games, read by the tree reader and compared by
// their FEN instead of a hash.
func recount(t *testing.T, data []byte) (positions map[string]*counted, games int64) {
	t.Helper()
	positions = make(map[string]*counted)
	for g, err := range pgn.NewReader(bytes.NewReader(data)).All() {
		if err != nil {
			t.Fatal(err)
		}
		games++
		p, err := g.Start(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		for ply := 0; ply <= len(g.Moves); ply++ {
			if here := place(p); !seen[here] {
				seen[here] = true
				at := positions[here]
				if at == nil {
					at = &counted{ply: ply, moves: make(map[chess.Move]index.Tally)}
					positions[here] = at
				}
				at.games++
				if ply == len(g.Moves) {
					at.ended++
				} else {
					m := g.Moves[ply].Move
					at.moves[m] = at.moves[m].Add(tally(g))
				}
			}
			if ply < len(g.Moves) {
				p.Make(g.Moves[ply].Move)
			}
		}
	}
	return positions, games
}

// tally returns the tally of one game, from its tags.
func tally(g *pgn.Game) index.Tally {
	t := index.Tally{Games: 1}
	switch g.Tags.Get("Result") {
	case "1-0":
		t.First = 1
	case "0-1":
		t.Second = 1
	case "1/2-1/2":
		t.Drawn = 1
	}
	for _, tag := range []string{"WhiteElo", "BlackElo"} {
		if r, err := strconv.Atoi(g.Tags.Get(tag)); err == nil && r > 0 {
			t.Ratings += int64(r)
			t.Rated++
			if tag == "WhiteElo" {
				t.FirstRatings, t.FirstRated = int64(r), 1
			}
		}
	}
	if year, err := strconv.Atoi(g.Tags.Get("Date")[:min(4, len(g.Tags.Get("Date")))]); err == nil {
		t.LastYear = year
	}
	return t
}

// TestRecount compares every answer with a direct count: of each position of
// several games, and of some positions of one game.
func TestRecount(t *testing.T) {
	data := oracle.Read(t, "pgn/masters-20k.pgn.zst")
	games, singles := 1000, 2000
	if oracle.Short() {
		games, singles = 60, 100
	}
	data = data[:nth(data, "[Event ", games)]
	half := nth(data, "[Event ", games/3)
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(string(data[:half])))
	add(t, ix, index.ImportOptions{}, text(string(data[half:])))
	positions, n := recount(t, data)
	m, err := ix.Manifest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n != int64(games-1) || m.Games != n || m.Records < int64(len(positions)) {
		t.Fatalf("manifest %+v, want %d games and %d positions", m, n, len(positions))
	}
	checked := 0
	for fen, want := range positions {
		if want.games == 1 {
			if singles == 0 {
				continue
			}
			singles--
		}
		checked++
		p, err := ix.Position(fen + " 0 1")
		if err != nil {
			t.Fatal(err)
		}
		got, err := ix.Find(t.Context(), index.Query{}, p)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, chessindex.Board(p), got, want, positions)
	}
	t.Logf("%d of %d positions", checked, len(positions))
}

// compare compares an answer with the count of its position.
func compare(t *testing.T, p *chess.Position, got index.Answer, want *counted, positions map[string]*counted) {
	t.Helper()
	if got.Games != want.games || got.Ended != want.ended || len(got.Moves) != len(want.moves) || got.Foreign != 0 {
		t.Fatalf("%s: got %+v\nwant %+v", p, got, want)
	}
	found := make(map[chess.Move]index.MoveTally)
	for _, m := range append(got.Moves, got.Transpositions...) {
		found[chess.Move(m.Move)] = m
	}
	if len(found) != len(got.Moves)+len(got.Transpositions) {
		t.Fatalf("%s: a move is listed twice: %+v", p, got)
	}
	for _, m := range p.AppendMoves(nil) {
		var reaches int64
		p.Make(m)
		if at := positions[place(p)]; at != nil {
			reaches = at.games
		}
		p.Unmake()
		if f := found[m]; f.Tally != want.moves[m] || f.Reaches != reaches {
			t.Fatalf("%s: %s: got %+v, want %+v reaches %d", p, m, f, want.moves[m], reaches)
		}
	}
}

// nth returns the offset of the n-th occurrence of s, from 1.
func nth(b []byte, s string, n int) int {
	at := 0
	for ; n > 1; n-- {
		at += bytes.Index(b[at:], []byte(s)) + len(s)
	}
	return at + bytes.Index(b[at:], []byte(s))
}
