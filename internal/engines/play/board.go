package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A Board is a drawing: rows of cells, the upper one first, with coordinates.
type Board struct {
	Title   string // above the board; may be empty
	Columns []string
	Rows    []string
	Cells   [][]Cell // by row
	Slant   bool     // each row begins half a cell to the right of the one above
	Below   string   // lines below the board; may be empty
}

// A Cell is what a board shows in one place.
type Cell struct {
	Text string    // "" draws a dot
	Side game.Side // whose it is, and so its colour; NoSide: nobody's
}

// Colours of the two sides on a terminal: bold, and cyan or yellow.
var colors = [3]string{"", "\x1b[1;36m", "\x1b[1;33m"}

// lines draws the board, each line padded to the same width.
func (b *Board) lines(color bool) []string {
	wide, label := 1, 0
	for _, row := range b.Cells {
		for _, c := range row {
			wide = max(wide, utf8.RuneCountInString(c.Text))
		}
	}
	for _, name := range b.Columns {
		wide = max(wide, utf8.RuneCountInString(name))
	}
	for _, name := range b.Rows {
		label = max(label, utf8.RuneCountInString(name))
	}
	var lines []string
	if b.Title != "" {
		lines = append(lines, b.Title)
	}
	shift := func(row int) string {
		if !b.Slant {
			return ""
		}
		return strings.Repeat(" ", row*(wide+1)/2)
	}
	var columns strings.Builder
	columns.WriteString(strings.Repeat(" ", label))
	for _, name := range b.Columns {
		columns.WriteString(" " + pad(name, wide))
	}
	if b.Slant { // below and above are different columns
		lines = append(lines, columns.String())
	}
	for r, row := range b.Cells {
		var line strings.Builder
		line.WriteString(shift(r) + strings.Repeat(" ", label-utf8.RuneCountInString(b.Rows[r])) + b.Rows[r])
		for _, c := range row {
			text := c.Text
			if text == "" {
				text = "."
			}
			text = pad(text, wide)
			if color && c.Side != game.NoSide {
				text = colors[c.Side] + text + "\x1b[0m"
			}
			line.WriteString(" " + text)
		}
		lines = append(lines, line.String())
	}
	if !b.Slant && len(b.Columns) > 0 {
		lines = append(lines, columns.String())
	}
	return lines
}

// pad fills a text with spaces.
func pad(text string, wide int) string {
	return text + strings.Repeat(" ", max(0, wide-utf8.RuneCountInString(text)))
}

// visible is the width of a line without colours.
func visible(line string) int {
	for _, c := range append(colors[1:], "\x1b[0m") {
		line = strings.ReplaceAll(line, c, "")
	}
	return utf8.RuneCountInString(line)
}

// draw draws boards side by side.
func draw(boards []Board, color bool) string {
	var all [][]string
	high := 0
	for i := range boards {
		all = append(all, boards[i].lines(color))
		high = max(high, len(all[i]))
	}
	var text strings.Builder
	for n := range high {
		var line strings.Builder
		for i, lines := range all {
			part, wide := "", 0
			if n < len(lines) {
				part = lines[n]
			}
			for _, l := range lines {
				wide = max(wide, visible(l))
			}
			line.WriteString(part)
			if i+1 < len(all) {
				line.WriteString(strings.Repeat(" ", wide-visible(part)+3))
			}
		}
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	for _, b := range boards {
		if b.Below != "" {
			text.WriteString(b.Below + "\n")
		}
	}
	return text.String()
}

// drawFeatures draws the features of a space whose places are named as
// [zobrist.Squares] names them, row 1 at the bottom, and lists the others below.
func drawFeatures(space *zobrist.Space, features []zobrist.Feature) []Board {
	var b Board
	symbols := symbols(space)
	at := map[zobrist.Feature][2]int{}
	wide, high := 0, 0
	for _, group := range space.Groups() {
		if !onSquares(group) {
			continue
		}
		for row := range group.Rows {
			for column, name := range group.Columns {
				x, y, _ := square(name)
				at[group.At(row, column)] = [2]int{x, y}
				wide, high = max(wide, x+1), max(high, y+1)
			}
		}
	}
	for y := high - 1; y >= 0; y-- {
		b.Rows = append(b.Rows, strconv.Itoa(y+1))
		b.Cells = append(b.Cells, make([]Cell, wide))
	}
	for x := range wide {
		b.Columns = append(b.Columns, strings.TrimRight(zobrist.Squares(x+1, 1)[x], "1"))
	}
	var others []string
	slices.Sort(features)
	for _, f := range features {
		place, ok := at[f]
		if !ok {
			others = append(others, space.FeatureName(f))
			continue
		}
		group, _ := space.GroupOf(f)
		row, _, _ := group.Cell(f)
		side := game.NoSide
		if len(group.Rows) == 2 {
			side = game.FirstSide + game.Side(row)
		}
		b.Cells[high-1-place[1]][place[0]] = Cell{symbols[group.Name][row], side}
	}
	b.Below = strings.Join(others, ", ")
	return []Board{b}
}

// onSquares reports whether all places of a group are names of squares.
func onSquares(g zobrist.Group) bool {
	for _, name := range g.Columns {
		if _, _, ok := square(name); !ok {
			return false
		}
	}
	return true
}

// square reads the name of a square.
func square(name string) (x, y int, ok bool) {
	file := strings.TrimRight(name, "0123456789")
	y, err := strconv.Atoi(name[len(file):])
	if err != nil || y < 1 || y > 99 || file == "" || len(file) > 2 {
		return 0, 0, false
	}
	for _, c := range file {
		if c < 'a' || c > 'z' {
			return 0, 0, false
		}
		x = 26*x + int(c-'a') + 1
	}
	return x - 1, y - 1, true
}

// symbols returns what stands for each class of the groups on squares: the first
// letters of its words, a number if they do not tell the classes apart, and # if
// there is one class only.
func symbols(space *zobrist.Space) map[string][]string {
	all, seen := map[string][]string{}, map[string]bool{}
	for _, g := range space.Groups() {
		if !onSquares(g) {
			continue
		}
		for _, class := range g.Rows {
			symbol := ""
			for word := range strings.FieldsSeq(class) {
				_, size := utf8.DecodeRuneInString(word)
				symbol += word[:size]
			}
			if symbol == "" {
				symbol = "#"
			}
			if seen[symbol] {
				symbol = fmt.Sprint(len(seen))
			}
			seen[symbol] = true
			all[g.Name] = append(all[g.Name], symbol)
		}
	}
	return all
}
