package sgf_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/sgf"
)

func TestRank(t *testing.T) {
	for text, want := range map[string]string{
		"9d": "9d", "5k": "5k", "4p": "4p", "9段": "9d", "1D": "1d", "30k": "30k", "31k": "", "P3段": "3p", "职业九段": "9p",
		"初段": "1d", "十八级": "18k", "二十级": "20k", "3 dan": "3d", "12kyu": "12k", "9d*": "9d", "6 dan pro": "6p", "2d?": "2d",
		"": "", "?": "", "2100": "", "NR": "", "10d": "", "0k": "", "7단": "7d", "5급": "5k",
		// Real games of 2019 have these; a number alone is none.
		"P9": "9p", "P1": "1p", "p 5": "5p", "P8段": "8p", "P10": "", "P1900": "", "9": "", "九": "", "P": "", "P9x": "",
	} {
		if got := sgf.ParseRank(text).String(); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestScoreAndDate(t *testing.T) {
	for text, want := range map[string]struct {
		score  string
		result game.Result
	}{
		"B+R": {"B+R", game.FirstWins}, "W+Resign": {"W+R", game.SecondWins}, "w+3.5": {"W+3.5", game.SecondWins},
		"B+ 0,5": {"B+0.5", game.FirstWins}, "0": {"0", game.Draw}, "Jigo": {"0", game.Draw}, "Draw": {"0", game.Draw},
		"Void": {"", game.Unknown}, "?": {"", game.Unknown}, "": {"", game.Unknown}, "黑中盘胜": {"B+", game.FirstWins},
		"W+Time": {"W+T", game.SecondWins}, "White+3.5": {"W+3.5", game.SecondWins}, "W+": {"W+", game.SecondWins},
		"Both lost": {"", game.Unknown}, "B": {"B+", game.FirstWins}, "W": {"W+", game.SecondWins},
		// Margins that are not the standard's.
		"B+foo": {"B+", game.FirstWins}, "W+AW": {"W+", game.SecondWins}, "B+V": {"B+", game.FirstWins},
		"W+J": {"W+", game.SecondWins}, "B+?": {"B+", game.FirstWins}, "B+3.5 points": {"B+3.5", game.FirstWins},
		"B+3.5moku": {"B+3.5", game.FirstWins}, "W+3½": {"W+3.5", game.SecondWins}, "W+3 1/2": {"W+3.5", game.SecondWins},
		"B+1/2": {"B+0.5", game.FirstWins}, "黑胜+3.5": {"B+3.5", game.FirstWins}, "黑不胜": {}, "白未勝": {},
		"W+½": {"W+0.5", game.SecondWins}, "B+.5": {"B+0.5", game.FirstWins}, "B+12": {"B+12", game.FirstWins},
		"B+3/4": {"B+", game.FirstWins}, "B-R": {"", game.Unknown},
		// Who won, as servers of China, Japan and Korea write it.
		"白中盘胜": {"W+", game.SecondWins}, "白両目半勝": {"W+", game.SecondWins}, "白1.5目勝ち!": {"W+", game.SecondWins},
		"白胜黑": {"W+", game.SecondWins}, "黑胜1又3/4子": {"B+", game.FirstWins}, "黒番中押し勝ち": {"B+", game.FirstWins},
		"黒の勝ち": {"B+", game.FirstWins}, "흑불계승": {"B+", game.FirstWins}, "黑贏": {"B+", game.FirstWins},
		"白": {"W+", game.SecondWins}, "黑+R": {"B+R", game.FirstWins}, "白番+3.5": {"W+3.5", game.SecondWins},
		"黑胜白负": {"B+", game.FirstWins}, "黒不戦勝": {"B+", game.FirstWins}, "黑不计点胜": {"B+", game.FirstWins},
		// Who lost.
		"黑负": {"W+", game.SecondWins}, "白敗": {"B+", game.FirstWins}, "黒負け": {"W+", game.SecondWins},
		"白番中押し負け": {"B+", game.FirstWins}, "黑棋输4子": {"W+", game.SecondWins}, "黑方超时负": {"W+", game.SecondWins},
		"白输": {"B+", game.FirstWins}, "白輸": {"B+", game.FirstWins}, "흑 시간패": {"W+", game.SecondWins},
		"白投了": {"B+", game.FirstWins}, "黑负白胜": {"W+", game.SecondWins}, "黒不戦敗": {"W+", game.SecondWins},
		// Neither.
		"黒番": {"", game.Unknown}, "黑优": {"", game.Unknown}, "黑白勝負なし": {"", game.Unknown}, "黒勝負": {"", game.Unknown},
		"黑不输": {}, "黑未输": {}, "黑不贏": {}, "白没赢": {}, "白沒輸": {}, "黑没有输": {}, "黑未能胜": {}, "黑不败": {},
		"双方负": {"", game.Unknown}, "黑白和棋": {"", game.Unknown}, "黑让先": {"", game.Unknown},
	} {
		g := &sgf.Game{Root: &sgf.Node{Properties: []sgf.Property{{ID: "RE", Values: []string{text}}}}}
		if g.Score() != want.score || g.Result() != want.result {
			t.Errorf("%q is %q, %v", text, g.Score(), g.Result())
		}
	}
	for text, want := range map[string][3]int{
		"2017-02-06": {2017, 2, 6}, "1996-05,06": {1996, 5, 0}, "2018-08-22,23": {2018, 8, 22}, "1846": {1846, 0, 0},
		"2001/03/04": {2001, 3, 4}, "2010年3月5日": {2010, 3, 5}, "Published on 1926.10": {1926, 10, 0}, "?": {},
	} {
		g := &sgf.Game{Root: &sgf.Node{Properties: []sgf.Property{{ID: "DT", Values: []string{text}}}}}
		if y, m, d := g.Date(); [3]int{y, m, d} != want {
			t.Errorf("%q is %d-%d-%d", text, y, m, d)
		}
	}
}
