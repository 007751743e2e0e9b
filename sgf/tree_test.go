package sgf_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// TestTree: each line of a tree at random, with setup, illegal moves, moves out of turn, PL and points off the board,
// ends on the board that the record of that line alone has, under each rule of ko.
func TestTree(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	point := func() string { return string([]byte{'a' + byte(random.IntN(4)), 'a' + byte(random.IntN(4))}) }
	node := func() string {
		switch random.IntN(12) {
		case 0:
			return "AB[" + point() + "]AW[" + point() + "]"
		case 1:
			return "AE[" + point() + ":" + point() + "]"
		case 2:
			return "PL[" + string("BW"[random.IntN(2)]) + "]"
		case 3:
			return "C[x]"
		case 4:
			return "AB[" + point() + "]W[" + point() + "]"
		case 5:
			return "B[" + point() + "]W[]"
		}
		return string("BW"[random.IntN(2)]) + "[" + point() + "]"
	}
	for _, rules := range []string{"Japanese", "Chinese", "AGA", "NZ", "Tromp-Taylor"} {
		for range 60 {
			var lines []string
			var text strings.Builder
			var tree func(before string, depth int)
			tree = func(before string, depth int) {
				text.WriteString("(")
				for range 1 + random.IntN(8) {
					n := ";" + node()
					text.WriteString(n)
					before += n
				}
				if depth == 0 {
					lines = append(lines, before)
				} else {
					for range 1 + random.IntN(3) {
						tree(before, depth-1)
					}
				}
				text.WriteString(")")
			}
			root := "SZ[3]RU[" + rules + "]"
			tree("", 3)
			record := strings.Replace(text.String(), "(;", "(;"+root, 1)
			all, err := read(t, record).Start(baduk.Options{})
			if err != nil {
				t.Fatal(err)
			}
			leaf, nodes := 0, 0
			numbered := map[int]int{0: 0} // the number of moves up to a change
			for step := range all.Tree() {
				if step.Number != step.Parent {
					if step.Number != len(numbered) {
						t.Fatalf("%s: change %d after %d", record, step.Number, len(numbered)-1)
					}
					if numbered[step.Number] = numbered[step.Parent]; step.Color != baduk.Empty {
						numbered[step.Number]++
					}
				}
				if !step.Last {
					continue
				}
				nodes++
				if len(step.Node.Children) > 0 {
					continue
				}
				alone := "(" + strings.Replace(lines[leaf], ";", ";"+root, 1) + ")"
				leaf++
				line, err := read(t, alone).Start(baduk.Options{})
				if err != nil {
					t.Fatal(err)
				}
				moves := 0
				for c := range line.Moves() {
					if c != baduk.Empty {
						moves++
					}
				}
				got, want := fmt.Sprint(all.Position, numbered[step.Number]), fmt.Sprint(line.Position, moves)
				if got != want {
					t.Errorf("%s\n in %s: %s, want %s", alone, record, got, want)
				}
			}
			if leaf != len(lines) || nodes != strings.Count(record, ";") {
				t.Errorf("%s: %d lines of %d, %d nodes of %d", record, leaf, len(lines), nodes, strings.Count(record, ";"))
			}
		}
	}
}

// TestSteps lists the steps of small trees. Boards are by hand.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		record, want string // a step's number, its parent's, with ! if it is the last one in its node, the move and the board
		remarks      string
	}{
		{"(;SZ[2]AB[aa];W[ba](;B[bb])(;B[ab]))", "0<0! X1/2 b; 0<0 X1/2 w; 1<0! W XO/2 b; 2<1! B X1/1X w; 3<1! B XO/X1 w; ", ""},
		{"(;SZ[2](;AB[aa];W[bb])(;W[ba]))", "0<0! 2/2 b; 1<0! X1/2 b; 2<1! W X1/1O b; 3<0! W 1O/2 b; ", ""},
		{"(;SZ[2];B[aa]AW[bb];C[x])", "0<0! 2/2 b; 0<0 2/1O b; 1<0! B X1/1O w; 1<1! X1/1O w; ", ""},
		{"(;SZ[2];B[aa];AW[bb]B[ba])", "0<0! 2/2 b; 0<0 2/2 b; 1<0! B X1/2 w; 2<1 X1/1O b; 3<2! B XX/1O w; ", ""},
		{"(;SZ[2:1]AB[aa](;AW[ba];AE[aa])(;AW[ba]))", "0<0! X1 b; 0<0! X1 b; 1<0! 1O b; 2<0! 2 b; ", "2 stones"},
		{"(;SZ[2];B[aa](;W[aa])(;W[zz];W[ba]))", "0<0! 2/2 b; 0<0 2/2 b; 1<0! B X1/2 w; 2<1! W O1/2 b; 1<1! X1/2 w; 3<1! W XO/2 b; ",
			"W[aa] W[zz]"},
		{"(;SZ[2]HA[2];W[aa](;B[ba]))", "0<0! 2/2 b; 0<0 2/2 w; 1<0! W O1/2 b; 2<1! B OX/2 w; ", ""},
	} {
		line, err := read(t, test.record).Start(baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for s := range line.Tree() {
			got.WriteString(fmt.Sprintf("%d<%d", s.Number, s.Parent))
			if s.Last {
				got.WriteString("!")
			}
			if s.Color != baduk.Empty {
				got.WriteString(" " + strings.ToUpper(s.Color.String()[:1]))
			}
			got.WriteString(" " + strings.Join(strings.Fields(line.Position.String())[:2], " ") + "; ")
		}
		var remarks strings.Builder
		for _, r := range line.Remarks {
			remarks.WriteString(r.Error() + "\n")
		}
		for word := range strings.FieldsSeq(test.remarks) {
			if !strings.Contains(remarks.String(), word) {
				t.Errorf("%s: remarks %s want %s", test.record, remarks.String(), word)
			}
		}
		if got.String() != test.want || (remarks.String() != "") != (test.remarks != "") {
			t.Errorf("%s: steps\n%s\n want\n%s\n remarks %s", test.record, got.String(), test.want, remarks.String())
		}
	}
}

// TestDeepTree: a variation and a fault at each of many nodes are replayed in memory and time in proportion, under
// superko too, and a remark has its line.
func TestDeepTree(t *testing.T) {
	const depth = 20_000
	text := "(;SZ[19]RU[Tromp-Taylor]\n" + strings.Repeat("(;B[aa]\n", depth) + strings.Repeat(")(;B[bb];AW[cc])", depth) + ")"
	line, err := read(t, text).Start(baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for range line.Tree() {
		steps++
	}
	var left *sgf.LeftOut
	if want := 1 + 3*depth; steps != want || len(line.Remarks) != 1001 || !errors.As(line.Remarks[1000], &left) ||
		left.Remarks < depth-1-1000 || !errors.Is(left, game.ErrTooLong) {
		t.Errorf("%d steps, want %d; %d remarks, the last %v", steps, want, len(line.Remarks), line.Remarks[len(line.Remarks)-1])
	}
	if r := line.Remarks[0]; r.Line != 3 || line.Remarks[1].Line != 4 {
		t.Errorf("remarks %v, %v; want lines 3 and 4", r, line.Remarks[1])
	}
	for range line.Tree() {
		break
	}
}

// TestPendingSetup: a setup that leaves a chain without a liberty is not tried again at nodes that add none. Each try
// allocates.
func TestPendingSetup(t *testing.T) {
	const nodes = 10_000
	line, err := read(t, "(;SZ[25](;AB[aa:yy]"+strings.Repeat(";", nodes)+";B[cc]))").Start(baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	allocations := testing.AllocsPerRun(1, func() {
		for range line.Tree() {
			steps++
		}
	})
	if steps < nodes || allocations > nodes/2 {
		t.Errorf("%v allocations in %d steps", allocations, steps)
	}
}
