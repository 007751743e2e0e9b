package chessindex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestControlWords: time controls as people and other programs write them: mliebelt/pgn-parser#47, #101, #117,
// Disservin/fastchess#306, chess.com, FICS, and the rules of US Chess. The class is lichess's, by the time for forty
// moves.
func TestControlWords(t *testing.T) {
	speeds := map[string]index.Speed{
		// The standard's, also with decimals.
		"300+3": index.Blitz, "40/7200:20/3600:1800": index.Classical, "40/5400+30:1800+30": index.Classical,
		"-": index.Correspondence, "1/86400": index.Correspondence, "*180": index.Blitz, "?": index.UnknownSpeed, "": index.UnknownSpeed,
		"10+0.1": index.UltraBullet, "66.6+0.6": index.Bullet, "5+0.05": index.UltraBullet,
		// Minutes and seconds.
		"5|5": index.Rapid, "3|2": index.Blitz, "15 | 10": index.Rapid, "1|0": index.Bullet, "5 0": index.Blitz, "15 10": index.Rapid,
		"60 mins": index.Classical, "60min": index.Classical, "5 min": index.Blitz, "10 minutes": index.Rapid, "2 hours": index.Classical,
		"90 min + 30 sec": index.Classical, "90'+30''": index.Classical, "90'+30\\\"": index.Classical, "3' + 2\\\"": index.Blitz,
		"5m+3s": index.Blitz, "3 Minuten + 2 Sekunden": index.Blitz, "1h30m": index.Classical, "30 sec": index.Bullet,
		"90 min/40 moves + 30 min + 30 sec/move": index.Classical, "10 min + 5 sec per move": index.Rapid, "20 sec": index.UltraBullet,
		// United States.
		"G/60": index.Classical, "G/5": index.Blitz, "G/25;d5": index.Classical, "G/10; d3": index.Rapid, "g60": index.Classical,
		"Game/30": index.Classical, "40/90, SD/30": index.Classical, "40/90,SD/30;+30": index.Classical, "G/3;+2": index.Blitz,
		// Words and days.
		"Blitz": index.Blitz, "rapid": index.Rapid, "3 days/move": index.Correspondence, "1 day": index.Correspondence,
		"14d": index.Correspondence, "correspondence": index.Correspondence, "Daily": index.Correspondence,
		// No time controls.
		"none": index.UnknownSpeed, "Round 5": index.UnknownSpeed, "inf": index.UnknownSpeed, "5 6 7": index.UnknownSpeed,
	}
	var games strings.Builder
	var order []string
	for control := range speeds {
		fmt.Fprintf(&games, "[White \"%d\"]\n[TimeControl \"%s\"]\n\n1. e4 *\n\n", len(order), control)
		order = append(order, control)
	}
	ix := open(t, storetest.Memory(), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(games.String()))
	for i, control := range order {
		g, err := ix.Game(t.Context(), int64(i))
		if err != nil || g.Speed != speeds[control] {
			t.Errorf("%q: %v, want %v; error %v", control, g.Speed, speeds[control], err)
		}
	}
}

// TestRatings: ratings with words, as lichess and federations write them.
func TestRatings(t *testing.T) {
	ratings := map[string]int{
		"2400": 2400, "1500?": 1500, "2400 (FIDE)": 2400, "(2400)": 2400, "FIDE 2400": 2400, "1500P12": 1500, "1856/7": 1856,
		"2400*": 2400, "2,400": 2400, "2.400": 2400, "2400.0": 2400, "Elo: 987": 987, "~2100": 2100, "2400 / 2350": 2400,
		"3": 3, "": 0, "?": 0, "-": 0, "unrated": 0, "0": 0, "-2400": 0, "123456": 0, "U1200": 1200, "12": 12, "P 12": 0,
	}
	var games strings.Builder
	var order []string
	for rating := range ratings {
		fmt.Fprintf(&games, "[White \"%d\"]\n[WhiteElo \"%s\"]\n\n1. e4 *\n\n", len(order), rating)
		order = append(order, rating)
	}
	ix := open(t, storetest.Memory(), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(games.String()))
	for i, rating := range order {
		g, err := ix.Game(t.Context(), int64(i))
		if err != nil || g.FirstRating != ratings[rating] {
			t.Errorf("%q: %d, want %d; error %v", rating, g.FirstRating, ratings[rating], err)
		}
	}
}
