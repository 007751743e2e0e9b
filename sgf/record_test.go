package sgf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestRecorded: what was recorded is played, as FF[4] has it, and what cannot be obeyed is
// passed over; both with a remark. The records are of the kinds that pytorch/ELF#157,
// lightvector/KataGo#911, featurecat/lizzie#410 and sanderland/katrain#288 report.
func TestRecorded(t *testing.T) {
	for _, test := range []struct {
		name, record, want string
		remarks            string // what each is about
	}{
		{"a taken point", "(;SZ[3];B[bb];W[bb];B[aa])", "X2/1O1/3 w - 0", "W[bb]"},
		{"one's own stone", "(;SZ[3];B[bb];W[cc];B[bb])", "3/1X1/2O w - 0", "B[bb]"},
		{"a taken point with a capture", "(;SZ[3]AB[cb]AW[ba][ca];B[ba])", "1X1/2X/3 w - 0", "B[ba]"},
		{"suicide of one stone", "(;SZ[3]AB[ba][ab]PL[W];W[aa];B[cc])", "1X1/X2/2X w - 0", "W[aa]"},
		{"suicide of two stones", "(;SZ[3]RU[NZ]AB[ca][bb][ab]AW[aa]PL[W];W[ba];B[cc])", "2X/XX1/2X w - 0", ""},
		{"suicide that the rules forbid", "(;SZ[3]RU[Chinese]AB[ca][bb][ab]AW[aa]PL[W];W[ba];B[cc])", "2X/XX1/2X w - 0",
			"W[ba]"},
		{"a ko retaken at once", "(;SZ[4]RU[Japanese]AB[ba][ab][bc]AW[ca][bb][dc][cc][db];B[cb];W[bb])",
			"1XO1/XO1O/1XOO/4 b C3 0", "W[bb]"},
		{"KO", "(;SZ[3];B[aa];W[bb]KO[];B[cc])", "X2/1O1/2X w - 0", ""},
		{"moves after two passes", "(;SZ[3];B[];W[tt];B[bb])", "3/1X1/3 w - 0", ""},
		{"out of turn", "(;SZ[3];B[aa];B[bb];W[cc];W[ca])", "X1O/1X1/2O b - 0", ""},
		{"two moves in a node", "(;SZ[3];W[aa]B[bb])", "O2/1X1/3 w - 0", ""},
		{"two values", "(;SZ[3];B[aa][bb];W[cc])", "X2/3/2O b - 0", "B[bb]"},
		{"no point", "(;SZ[3];B[zz];W[cc];B[a])", "3/3/2O b - 0", "B[zz] B[a]"},
		{"capitals", "(;SZ[3];B[AA];W[Bb])", "X2/1O1/3 b - 0", ""},
		{"PL[X]", "(;SZ[3]AB[bb]PL[X];B[aa])", "X2/1X1/3 w - 0", "PL[X]"},
		{"PL[]", "(;SZ[3]AB[bb]PL[];W[aa])", "O2/1X1/3 b - 0", "PL[]"},
		{"a bad setup", "(;SZ[3]AB[aa][zz][bb:dd]AE[]AW[cc])", "X2/3/2O b - 0", "AB[zz] AB[bb:dd] AE[]"},
		{"a bad size", "(;SZ[x];B[aa])", "X18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w - 0", "SZ[x]"},
		{"no size", "(;SZ[0];B[aa])", "X18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w - 0", "SZ[0]"},
		{"a size with a sign", "(;SZ[3x2];B[aa])", "X2/3 w - 0", ""},
		{"no game", "(;GM[Go]SZ[3];B[aa])", "X2/3/3 w - 0", "GM[Go]"},
		{"unknown rules", "(;RU[mine]SZ[3];B[aa])", "X2/3/3 w - 0", "RU[mine]"},
		{"a handicap without stones", "(;SZ[7]HA[2];W[dd])", "7/7/4X2/3O3/2X4/7/7 b - 0", "HA[2]"},
		{"a handicap that Black places", "(;SZ[7]HA[2];B[aa];B[bb];W[dd])", "X6/1X5/7/3O3/7/7/7 b - 0", ""},
		{"a bad handicap", "(;SZ[3]HA[x];B[aa])", "X2/3/3 w - 0", "HA[x]"},
		{"White to move after a handicap", "(;SZ[3]HA[2]AB[aa][cc])", "X2/3/2X w - 0", ""},
		{"White to move after HA", "(;SZ[3]HA[2])", "3/3/3 w - 0", ""},
		{"White to move if only Black has stones", "(;SZ[3]AB[aa])", "X2/3/3 w - 0", ""},
		{"Black to move by PL", "(;SZ[3]HA[2]AB[aa][cc]PL[B])", "X2/3/2X b - 0", ""},
		{"Black to move", "(;SZ[3]AB[aa]AW[cc])", "X2/3/2O b - 0", ""},
		{"PL at the end", "(;SZ[3];B[aa];W[cc];PL[W])", "X2/3/2O w - 0", ""},
	} {
		got, remarks := replay(t, test.record, baduk.Options{})
		var about []string
		for _, e := range remarks {
			about = append(about, e.Text)
			if !errors.Is(e, game.ErrMove) && !errors.Is(e, game.ErrSyntax) || !e.Whole {
				t.Errorf("%s: %v", test.name, e)
			}
			if e.Text == "" {
				continue
			}
			if node, text := int(e.Offset), e.Text; test.record[node] != ';' && test.record[node-1] != ';' ||
				!strings.Contains(test.record[node:], strings.TrimSuffix(text[2:], "]")) {
				t.Errorf("%s: %v is not its place", test.name, e)
			}
		}
		if got != test.want || strings.Join(about, " ") != test.remarks {
			t.Errorf("%s: %s, want %s; remarks %v, want about %q", test.name, got, test.want, remarks, test.remarks)
		}
	}
}

// TestKomi: the table of lightvector/KataGo#1118 for the files of Fox and gokifu.com,
// wimi321/lizzieyzy-next#262, and other ways to write a komi. In half points.
func TestKomi(t *testing.T) {
	for text, want := range map[string]int{
		"KM[6.5]": 13, "KM[6,5]": 13, "KM[ 6.5 ]": 13, "KM[6.50]": 13, "KM[-3.5]": -7, "KM[0]": 0, "KM[7]": 14, "KM[.5]": 1,
		"KM[5½]": 11, "KM[5 1/2]": 11, "KM[6.5 moku]": 13, "KM[6.5目]": 13, "KM[]": 0, "KM[x]": 0, "KM[NaN]": 0,
		"KM[375]AP[foxwq]": 15, "KM[750]AP[foxwq]": 15, "KM[325]AP[foxwq]": 13, "KM[650]AP[foxwq]": 13,
		"KM[275]AP[foxwq]": 11, "KM[550]AP[foxwq]": 11, "KM[350]AP[SGFC:2.0]": 14, "KM[700]AP[SGFC:2.0]": 14,
		"KM[50]AP[foxwq]": 1, "KM[0]AP[foxwq]": 0, "KM[6.5]AP[foxwq]": 13, "KM[7.5]AP[foxwq]": 15,
		"KM[375]": 15, "KM[650]": 13, "KM[50]": 100, "KM[-40]": -80, "KM[3.75]": 15, "KM[2.75]": 11, "KM[1e9]": 2,
		"KM[99999]": 2000,
		// In words: in stones, 子, of two points, as Chinese rules count, or in points.
		"KM[黑贴3.75子]": 15, "KM[3又3/4子]": 15, "KM[黑贴3 3/4子]": 15, "KM[3¾子]": 15, "KM[三又四分之三子]": 15, "KM[2又3/4子]": 11,
		"KM[贴3.75]": 15, "KM[3子]": 12, "KM[6.5子]": 13, "KM[黑贴6目半]": 13, "KM[七目半]": 15, "KM[コミ6目半]": 13,
		"KM[先番５目半コミ出し]": 11, "KM[덤 6집반]": 13, "KM[Komi: 6.5]": 13, "KM[无贴目]": 0, "KM[白贴3又3/4子]": -15, "KM[3/4子]": 3,
		// Twice, and in a later node: the first counts.
		"KM[5.5]KM[7.5]": 11, "KM[5.5][7.5]": 11, "KM[5.5];KM[7.5]": 11, ";KM[7.5]": 15,
	} {
		line, err := read(t, "(;"+text+";B[aa])").Start(baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := line.Position.Options().Komi
		if got != want {
			t.Errorf("%s: %d half points, want %d: %v", text, got, want, line.Remarks)
		}
	}
	line, err := read(t, "(;KM[6.5])").Start(baduk.Options{Komi: 3})
	if err != nil || line.Position.Options().Komi != 3 {
		t.Errorf("a komi of the caller: %v, %v", line, err)
	}
}

// TestRules: RU chooses the rules of a replay. The cycle is from
// featurecat/lizzie#410: simple ko allows it, superko does not.
func TestRules(t *testing.T) {
	const cycle = "SZ[9];B[ah];W[bi];B[bh];W[ch];B[ag];W[di];B[ee];W[ai];B[ci];W[bi];B[gg];W[gc])"
	for text, want := range map[string]int{
		"": 0, "RU[Japanese]": 0, "RU[Chinese]": 0, "RU[chinese-ogs]": 1, "RU[AGA]": 0, "RU[Tromp-Taylor]": 1, "RU[GOE]": 1,
		"RU[koPOSITIONALscoreAREAtaxNONEsui0]": 1,
	} {
		if _, remarks := replay(t, "(;"+text+cycle, baduk.Options{}); len(remarks) != want {
			t.Errorf("%s: remarks %v, want %d", text, remarks, want)
		}
	}
}
