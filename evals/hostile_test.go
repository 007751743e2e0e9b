package evals_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

const (
	startText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	e4Text    = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	// The position with the most legal moves that a game can reach: N. Petrović, 1964.
	most218 = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -"
)

// line is a line of Lichess's file.
func line(fen, pvs string, depth int) string {
	return fmt.Sprintf(`{"fen":%q,"evals":[{"pvs":[%s],"knodes":1,"depth":%d}]}`+"\n", fen, pvs, depth)
}

const good = `{"cp":12,"line":"e2e4 e7e5"}`

// manyLines has a line for each legal move.
func manyLines(t *testing.T, fen string) string {
	p, err := chess.Parse(fen, chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var pvs []string
	for i, m := range p.AppendMoves(nil) {
		pvs = append(pvs, fmt.Sprintf(`{"cp":%d,"line":"%s"}`, 1000-i, m))
	}
	return strings.Join(pvs, ",")
}

// TestHostile reads odd and hostile texts of Lichess's form. Each gives the right answer or a counted remark with its
// line, and the line after it is always read.
func TestHostile(t *testing.T) {
	only := func(k evals.Kind) map[evals.Kind]int64 { return map[evals.Kind]int64{k: 1} }
	none := map[evals.Kind]int64{}
	for _, c := range []struct {
		name, text string
		problems   map[evals.Kind]int64
		fen, want  string // the deepest evaluation of a position, "" for none
	}{
		{"blank lines", "\n \r\n\t\n", none, startText, ""},
		{"mark of UTF-8", "\ufeff" + line(startText, good, 20), none, startText, "20 1000 12 e2e4 e7e5"},
		{"no JSON", "hello\n", only(evals.BrokenLine), startText, ""},
		{"cut object", line(startText, good, 20)[:60] + "\n", only(evals.BrokenLine), startText, ""},
		{"two objects", strings.TrimSpace(line(startText, good, 20)) + "{}\n", only(evals.BrokenLine), startText, ""},
		{"bad escape", `{"fen":"\x"}` + "\n", only(evals.BrokenLine), startText, ""},
		{"control byte", "{\"fen\":\"\x01\"}\n", only(evals.BrokenLine), startText, ""},
		{"leading zero", `{"x":012}` + "\n", only(evals.BrokenLine), startText, ""},
		{"zero bytes", "\x00\x00\x00\n", only(evals.BrokenLine), startText, ""},
		{"deep nesting", `{"x":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + "}\n", only(evals.BrokenLine), startText, ""},
		{"nested but known", `{"x":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "," + line(startText, good, 20)[1:], none, startText, "20 1000 12 e2e4 e7e5"},
		{"array", "[]\n", only(evals.BrokenLine), startText, ""},
		{"null", "null\n", only(evals.BrokenLine), startText, ""},
		{"no fen", `{"evals":[]}` + "\n", only(evals.NoPosition), startText, ""},
		{"fen is a number", `{"fen":7,"evals":[]}` + "\n", only(evals.NoPosition), startText, ""},
		{"no evals", `{"fen":"` + startText + `"}` + "\n", only(evals.NothingLeft), startText, ""},
		{"evals is null", `{"fen":"` + startText + `","evals":null}` + "\n", only(evals.NothingLeft), startText, ""},
		{"empty pvs", line(startText, "", 20), only(evals.NothingLeft), startText, ""},
		{"pvs of other kinds", line(startText, `1,"x",null,[2],`+good, 20), none, startText, "20 1000 12 e2e4 e7e5"},
		{"any order", `{"evals":[{"depth":21,"pvs":[{"line":"e2e4","x":{"y":[1,2.5e-3,true]},"cp":-5}],"knodes":7}],"z":null,"fen":"` +
			startText + `"}` + "\n", none, startText, "21 7000 -5 e2e4"},
		{"escaped names", `{"f\u0065n":"` + startText + `","evals":[{"pvs":[{"cp":1,"line":"e2e4"}],"knodes":1,"depth":20}]}` + "\n",
			none, startText, "20 1000 1 e2e4"},
		{"a name twice", `{"fen":"x","fen":"` + startText + `","evals":[],"evals":[{"pvs":[],"pvs":[{"cp":1,"cp":2,"line":"e2e4"}],"depth":20}]}` + "\n",
			none, startText, "20 0 2 e2e4"},
		{"numbers", line(startText, `{"cp":1.5e2,"line":"e2e4"}`, 20), none, startText, "20 1000 150 e2e4"},
		{"no whole number", line(startText, `{"cp":1.5,"line":"e2e4"},`+good, 20), only(evals.NoValue), startText, "20 1000 12 e2e4 e7e5"},
		{"text for a number", line(startText, `{"cp":"1","line":"e2e4"},`+good, 20), only(evals.NoValue), startText, "20 1000 12 e2e4 e7e5"},
		{"huge numbers", line(startText, `{"cp":1e400,"line":"e2e4"},{"cp":99999999999999999999,"line":"e2e4"},`+good, 20),
			map[evals.Kind]int64{evals.NoValue: 2}, startText, "20 1000 12 e2e4 e7e5"},
		{"edges of values", line(startText, `{"cp":2147483647,"line":"e2e4"},{"cp":-2147483647,"line":"d2d4"},{"mate":-1048576,"line":"c2c4"}`, 20),
			none, startText, "20 1000 2147483647 e2e4 | -2147483647 d2d4 | #-1048576 c2c4"},
		{"beyond 32 bits", line(startText, `{"cp":2147483648,"line":"e2e4"}`, 20),
			map[evals.Kind]int64{evals.NoValue: 1, evals.NothingLeft: 1}, startText, ""},
		{"mate in 0", line(startText, `{"mate":0,"line":"e2e4"},`+good, 20), only(evals.NoValue), startText, "20 1000 12 e2e4 e7e5"},
		{"no value", line(startText, `{"line":"e2e4"},`+good, 20), only(evals.NoValue), startText, "20 1000 12 e2e4 e7e5"},
		{"null values", line(startText, `{"cp":3,"mate":null,"line":"e2e4"}`, 20), none, startText, "20 1000 3 e2e4"},
		{"depth 65535", line(startText, good, 65535), none, startText, "65535 1000 12 e2e4 e7e5"},
		{"depth 65536", line(startText, good, 65536), only(evals.OddNumber), startText, "0 1000 12 e2e4 e7e5"},
		{"depth −1", line(startText, good, -1), only(evals.OddNumber), startText, "0 1000 12 e2e4 e7e5"},
		{"no depth", `{"fen":"` + startText + `","evals":[{"pvs":[` + good + `]}]}` + "\n", none, startText, "0 0 12 e2e4 e7e5"},
		{"many nodes", `{"fen":"` + startText + `","evals":[{"pvs":[` + good + `],"knodes":9007199254740992,"depth":1}]}` + "\n", none,
			startText, "1 999000000000000000 12 e2e4 e7e5"},
		{"nodes below 0", `{"fen":"` + startText + `","evals":[{"pvs":[` + good + `],"knodes":-4,"depth":1}]}` + "\n",
			only(evals.OddNumber), startText, "1 0 12 e2e4 e7e5"},
		{"illegal move", line(startText, `{"cp":1,"line":"e2e4 e2e4 e7e5"}`, 20), only(evals.IllegalMove), startText, "20 1000 1 e2e4"},
		{"illegal first move", line(startText, `{"cp":1,"line":"e2e5"},`+good, 20), only(evals.IllegalMove), startText, "20 1000 12 e2e4 e7e5"},
		{"illegal first moves", line(startText, `{"cp":1,"line":"e2e5"},{"cp":0,"line":"e7e5"}`, 20),
			map[evals.Kind]int64{evals.IllegalMove: 2}, startText, "20 1000 1 "},
		{"no moves", line(startText, `{"cp":1}`, 20), none, startText, "20 1000 1 "},
		{"bad words", line(startText, `{"cp":1,"line":"e2e4 éé"}`, 20), only(evals.IllegalMove), startText, "20 1000 1 e2e4"},
		{"castling as the king moves", line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", `{"cp":1,"line":"e1g1 e8c8"}`, 20), none,
			"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "20 1000 1 e1h1 e8a8"},
		{"castling as king takes rook", line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", `{"cp":1,"line":"e1a1 e8h8"}`, 20), none,
			"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "20 1000 1 e1a1 e8h8"},
		{"Chess960", line("1rk4r/8/8/8/8/8/8/1RK3R1 w KQkq -", `{"cp":1,"line":"c1g1 c8b8"}`, 20), none,
			"1rk4r/8/8/8/8/8/8/1RK3R1 w GBhb -", "20 1000 1 c1g1 c8b8"},
		{"an inner rook", line("4k3/8/8/8/8/8/8/1K3R1R w F -", `{"cp":1,"line":"b1f1"}`, 20), none,
			"4k3/8/8/8/8/8/8/1K3R1R w F -", "20 1000 1 b1f1"},
		{"rights without a rook", line("4k3/8/8/8/8/8/8/4K2R w KQkq -", `{"cp":1,"line":"e1g1"}`, 20),
			map[evals.Kind]int64{evals.Ignored: 3}, "4k3/8/8/8/8/8/8/4K2R w K -", "20 1000 1 e1h1"},
		{"en passant that cannot be", line("4k3/8/8/8/8/8/8/4K2R w K e6", `{"cp":1,"line":"e1g1"}`, 20), only(evals.Ignored),
			"4k3/8/8/8/8/8/8/4K2R w K -", "20 1000 1 e1h1"},
		{"en passant that nobody can take", line("4k3/8/8/4p3/8/8/8/4K2R w K e6", `{"cp":1,"line":"e1g1"}`, 20), none,
			"4k3/8/8/4p3/8/8/8/4K2R w K -", "20 1000 1 e1h1"},
		{"six fields", line(startText+" 12 34", good, 20), none, startText, "20 1000 12 e2e4 e7e5"},
		{"nine pawns", line("4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - -", `{"cp":1,"line":"a3a4"}`, 20), none,
			"4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - -", "20 1000 1 a3a4"},
		{"three checkers", line("4k3/4r3/8/8/1b6/5n2/8/4K3 w - -", `{"cp":1,"line":"e1f1 f3h2"}`, 20), none,
			"4k3/4r3/8/8/1b6/5n2/8/4K3 w - -", "20 1000 1 e1f1 f3h2"},
		{"218 lines", line(most218, manyLines(t, most218), 20), none, most218, "*218"},
		{"mate", line("7k/5KQ1/8/8/8/8/8/8 b - -", `{"cp":1,"line":"h8h7"}`, 20), only(evals.NoMoves), startText, ""},
		{"stalemate", line("7k/5KQ1/8/8/8/8/8/8 b - -", `{"cp":1,"line":"h8h7"}`, 20), only(evals.NoMoves), startText, ""},
		{"no king", line("8/8/8/8/8/8/8/4K3 w - -", `{"cp":1,"line":"e1e2"}`, 20), only(evals.NoPosition), startText, ""},
		{"a pawn on rank 8", line("4k2P/8/8/8/8/8/8/4K3 w - -", `{"cp":1,"line":"e1e2"}`, 20), only(evals.NoPosition), startText, ""},
		{"the other side in check", line("4k3/8/8/8/8/8/8/4R2K w - -", `{"cp":1,"line":"e1e8"}`, 20), only(evals.NoPosition), startText, ""},
		{"20 MB of blanks", strings.Replace(line(startText, good, 20), ",", ","+strings.Repeat(" ", 20<<20), 1), none,
			startText, "20 1000 12 e2e4 e7e5"},
		{"20 MB of moves", line(startText, `{"cp":1,"line":"`+strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 1<<20)+`"}`, 20),
			only(evals.Ignored), startText, "#4096"},
		{"a line that is too long", strings.Repeat("x", 65<<20) + "\n", only(evals.BrokenLine), startText, ""},
		{"deeper first", line(startText, good, 30) + line(startText, `{"cp":1,"line":"d2d4"}`, 20), none, startText, "30 1000 12 e2e4 e7e5"},
		{"deeper last", line(startText, `{"cp":1,"line":"d2d4"}`, 20) + line(startText, good, 30), none, startText, "30 1000 12 e2e4 e7e5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told int64
			o := evals.ImportOptions{Problem: func(p evals.Problem) {
				told++
				if p.Line < 1 || p.Line > 4 || p.Source == "" || p.Reason == "" {
					t.Errorf("problem %+v", p)
				}
			}}
			s, sum, _ := store(t, o, c.text+line(e4Text, `{"cp":-1,"line":"e7e5"}`, 22))
			got := make(map[evals.Kind]int64)
			total := int64(0)
			for k, n := range sum.Problems {
				if total += n; n > 0 {
					got[evals.Kind(k)] = n
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.problems) || total != told {
				t.Errorf("problems %v, %d told; want %v", got, told, c.problems)
			}
			find(t, s, e4Text, "22 1000 -1 e7e5")
			find(t, s, c.fen, c.want)
			if err := s.Verify(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// find compares the deepest evaluation of a position: *218 is one of 218 lines, #4096 a line of so many plies.
func find(t *testing.T, s *evals.Store[chess.Move], fen, want string) {
	t.Helper()
	p, _, err := evals.NewChessReader().Read(fen)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.FindAll(p)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	if len(all) > 0 {
		got = written(all[0])
		switch want[:min(1, len(want))] {
		case "*":
			got = fmt.Sprintf("*%d", len(all[0].Lines))
		case "#":
			got = fmt.Sprintf("#%d", len(all[0].Lines[0].Moves))
		}
	}
	if got != want {
		t.Errorf("%s: %q, want %q", fen, got, want)
	}
}

// TestFrames reads zstd frames that are joined and cut.
func TestFrames(t *testing.T) {
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text string) []byte { return e.EncodeAll([]byte(text), nil) }
	var many strings.Builder // several blocks
	moves := []string{"e2e4", "d2d4", "g1f3", "c2c4"}
	for i := range 20000 {
		many.WriteString(line(startText, fmt.Sprintf(`{"cp":%d,"line":"%s"}`, i*7919%1000, moves[i%4]), 20+i%7))
	}
	first, second := pack(line(startText, good, 30)), pack(line(e4Text, `{"cp":-1,"line":"e7e5"}`, 22))
	long := pack(many.String() + line(e4Text, `{"cp":-1,"line":"e7e5"}`, 22))
	skippable := []byte("\x50\x2a\x4d\x18\x03\x00\x00\x00abc")
	for _, c := range []struct {
		name  string
		bytes []byte
		cut   bool
		start string // deepest evaluation of the start position, "+" for any
		e4    string
	}{
		{"joined", append(bytes.Clone(first), second...), false, "30 1000 12 e2e4 e7e5", "22 1000 -1 e7e5"},
		{"with a frame to be skipped", append(append(bytes.Clone(first), skippable...), second...), false, "30 1000 12 e2e4 e7e5", "22 1000 -1 e7e5"},
		{"cut between lines", long[:len(long)*2/3], true, "+", ""},
		{"cut in the second frame", append(bytes.Clone(first), second[:len(second)-7]...), true, "30 1000 12 e2e4 e7e5", ""},
		{"cut in the head", first[:3], false, "", ""},
		{"junk after a frame", append(bytes.Clone(first), "junk junk junk"...), true, "30 1000 12 e2e4 e7e5", ""},
		{"a changed byte", func() []byte { b := bytes.Clone(long); b[len(b)/2] ^= 0xff; return b }(), true, "+", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "lichess_db_eval.jsonl.zst")
			other := filepath.Join(dir, "other.jsonl")
			if err := os.WriteFile(name, c.bytes, 0o666); err != nil {
				t.Fatal(err)
			}
			fen := "4k3/8/8/8/8/8/8/4K2R w K -"
			if err := os.WriteFile(other, []byte(line(fen, `{"cp":1,"line":"e1g1"}`, 20)), 0o666); err != nil {
				t.Fatal(err)
			}
			db := filepath.Join(dir, "db")
			sum, err := evals.Import(t.Context(), db, evals.ImportOptions{}, evals.Input{Name: name}, evals.Input{Name: other})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(sum.CutOff) == 1 && sum.Problems[evals.CutOff] == 1; got != c.cut {
				t.Errorf("cut off: %v, want %v: %+v", got, c.cut, sum)
			}
			s := open(t, db)
			find(t, s, fen, "20 1000 1 e1h1")
			find(t, s, e4Text, c.e4)
			if c.start != "+" {
				find(t, s, startText, c.start)
				return
			}
			p, err := chess.New(chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, ok, err := s.Find(p); !ok || err != nil {
				t.Errorf("nothing of what was before the damage: %v", err)
			}
			sum, err = evals.Import(t.Context(), db, evals.ImportOptions{}, evals.Input{Name: name})
			if err != nil || len(sum.Known) > 0 {
				t.Errorf("again: %+v, %v: a file that was cut off is not known", sum, err)
			}
		})
	}
}

// TestSources reads EPD and PGN. The right values come from the PGN specification, 16.2, and from the programs that
// write [%eval]: Lichess in pawns, ChessBase in centipawns.
func TestSources(t *testing.T) {
	for _, c := range []struct {
		name, text, fen, want string
		problems              int64
	}{
		{"a.epd", e4Text + " ce 31; acd 40; acn 1234; pv e5 Nf3 O-O;", e4Text, "40 1230 -31 e7e5 g1f3", 1},
		{"a.epd", e4Text + " acd 40; ce -31; pm e5;", e4Text, "40 0 31 e7e5", 0},
		{"a.epd", e4Text + " dm 3; pv 1... e7e5 2. g1f3;", e4Text, "0 0 #-3 e7e5 g1f3", 0},
		{"a.epd", e4Text + " ce 32764; pv e5;", e4Text, "0 0 #-2 e7e5", 0},
		{"a.epd", e4Text + " ce -32765; pv e5;", e4Text, "0 0 #1 e7e5", 0},
		{"a.epd", e4Text + ` c0 "a;b; ce 5"; ce 7;`, e4Text, "0 0 -7 ", 0},
		{"a.epd", e4Text + " 0 1 ce 7; acd 3;", e4Text, "3 0 -7 ", 0},
		{"list.txt", e4Text + " 0 1 ce 7;", e4Text, "0 0 -7 ", 0},
		{"a.epd", "# a comment\n\n" + e4Text + " ce 7;", e4Text, "0 0 -7 ", 0},
		{"a.epd", e4Text + " bm e5;", e4Text, "", 1},
		{"a.epd", e4Text + " ce x;", e4Text, "", 1},
		{"a.epd", "nonsense ce 7;", e4Text, "", 1},
		{"a.pgn", "1. e4 { [%eval 0.25] } *", e4Text, "0 0 25 ", 0},
		{"a.pgn", "1. e4 { good [%clk 1:00] [%eval -1.5,20] } *", e4Text, "20 0 -150 ", 0},
		{"a.pgn", "1. e4 { [%eval #-3] } *", e4Text, "0 0 #-3 ", 0},
		{"a.pgn", "1. e4 { [%eval #3,30] } *", e4Text, "30 0 #3 ", 0},
		{"a.pgn", "1. e4 { [%eval 14,24] } *", e4Text, "24 0 14 ", 0},
		{"a.pgn", "1. e4 { [%eval -14] } *", e4Text, "0 0 -14 ", 0},
		{"a.pgn", "1. d4 (1. e4 { [%eval 0.1] } e5) d5 *", e4Text, "0 0 10 ", 0},
		{"a.pgn", "{ [%eval 0.2] } 1. e4 *", startText, "0 0 20 ", 0},
		{"a.pgn", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 { [%eval 3.0] } *", "4k3/8/8/8/4P3/8/8/4K3 b - -", "0 0 300 ", 0},
		{"a.pgn", "1. e4 { [%eval abc] } *", e4Text, "", 1},
		{"a.pgn", "1. e4 { [%eval 0.25,x] } *", e4Text, "", 1},
	} {
		dir := filepath.Join(t.TempDir(), "db")
		filler := evals.Input{Name: "x.jsonl", Reader: strings.NewReader(line("4k3/8/8/8/8/8/8/4K2R w K -", `{"cp":1,"line":"e1g1"}`, 20))}
		sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: c.name, Reader: strings.NewReader(c.text)},
			filler)
		if err != nil {
			t.Fatal(err)
		}
		total := int64(0)
		for _, n := range sum.Problems {
			total += n
		}
		if total != c.problems {
			t.Errorf("%s: problems %v, want %d", c.text, sum.Problems, c.problems)
		}
		t.Log(c.text)
		find(t, open(t, dir), c.fen, c.want)
	}
}
