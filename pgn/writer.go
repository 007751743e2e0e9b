package pgn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
)

// width is the longest line of movetext that the export format allows.
const width = 80

// roster are the tags that every game in export format begins with, each with
// the value for "not known".
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// A Writer writes games in the standard's export format, as UTF-8: the seven
// tags of the roster first, then the others in their order; movetext in lines
// of at most 80 columns; a blank line after each game. It belongs to one
// goroutine at a time.
type Writer struct {
	w    io.Writer
	out  []byte // the game so far
	col  int    // of its last line
	open bool   // a variation was opened just now
	san  []byte
}

// NewWriter returns a writer to w. Each game is one call of w.Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game. Moves are played from its start position and written as
// the standard writes them, whatever Move.SAN says. A move that is not legal is
// an error, as is what would not be read back: variations nested deeper than 64
// levels, and more than [MaxGameBytes]; nothing is written then. The tag Result follows g.Result, and
// a tag FEN is announced by a tag SetUp.
//
// What cannot be in a PGN file is changed: a line end in a tag or a comment
// becomes a space, and characters of a tag's name other than letters, digits
// and underscores become underscores. Lines longer than 80 columns are
// tag pairs, words of more than 80 characters, and comments that contain a
// closing brace, which take the form that ends with the line.
func (w *Writer) Write(g *Game) error {
	pos, err := g.Start(chess.Options{})
	if err != nil {
		return err
	}
	w.out, w.col, w.open = w.out[:0], 0, false
	w.tags(g)
	w.comments(g.Comments)
	if err := w.line(pos, g.Moves, 0); err != nil {
		return fmt.Errorf("pgn: write game %d: %w", g.Number, err)
	}
	w.word(g.Result.String())
	w.out = append(w.out, "\n\n"...)
	if len(w.out) > MaxGameBytes {
		return fmt.Errorf("pgn: write game %d: %w: %d bytes", g.Number, ErrTooLong, len(w.out))
	}
	_, err = w.w.Write(w.out)
	return err
}

// tags writes the tag section.
func (w *Writer) tags(g *Game) {
	for _, tag := range roster {
		if value := g.Tags.Get(tag.Name); value != "" {
			tag.Value = value
		}
		if tag.Name == "Result" {
			tag.Value = g.Result.String()
		}
		w.tag(tag)
	}
	announced := slices.ContainsFunc(g.Tags, func(tag Tag) bool { return tag.Name == "SetUp" })
	for _, tag := range g.Tags {
		if tag.Name == "FEN" && !announced {
			w.tag(Tag{"SetUp", "1"})
			announced = true
		}
		if !inRoster(tag.Name) {
			w.tag(tag)
		}
	}
	w.out = append(w.out, '\n')
}

func inRoster(name string) bool {
	for _, tag := range roster {
		if tag.Name == name {
			return true
		}
	}
	return false
}

// oneLine replaces what would end a line.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

func (w *Writer) tag(tag Tag) {
	w.out = append(w.out, '[')
	if tag.Name == "" {
		tag.Name = "_"
	}
	for i := range len(tag.Name) {
		if c := tag.Name[i]; classes[c]&(letter|digit) != 0 {
			w.out = append(w.out, c)
		} else {
			w.out = append(w.out, '_')
		}
	}
	w.out = append(w.out, ` "`...)
	value := oneLine.Replace(strings.ToValidUTF8(tag.Value, "\ufffd"))
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, value[i])
	}
	w.out = append(w.out, "\"]\n"...)
}

// word writes a word of movetext, after a space or on a new line.
func (w *Writer) word(s string) {
	switch {
	case w.col == 0 || w.open:
	case w.col+1+len(s) > width:
		w.out = append(w.out, '\n')
		w.col = 0
	default:
		w.out = append(w.out, ' ')
		w.col++
	}
	w.out = append(w.out, s...)
	w.col += len(s)
	w.open = false
}

// comments writes comments, each in its own braces.
func (w *Writer) comments(list []Comment) {
	for _, c := range list {
		text := strings.Trim(foldLines(strings.ToValidUTF8(string(c), "\ufffd")), trimmed)
		if text == "" {
			continue
		}
		if strings.Contains(text, "}") {
			w.word(";" + text)
			w.out = append(w.out, '\n')
			w.col = 0
			continue
		}
		// A line may end at a single space only: more of them would not come
		// back. Nor may it begin with what begins a tag pair or an escape.
		rest := "{" + text + "}"
		for from := 0; ; {
			n := strings.IndexByte(rest[from:], ' ')
			if n < 0 {
				break
			}
			n += from
			if n > 0 && n+1 < len(rest) && classes[rest[n-1]]&blank == 0 && !strings.ContainsRune(trimmed+"[%", rune(rest[n+1])) {
				w.word(rest[:n])
				rest, from = rest[n+1:], 0
			} else {
				from = n + 1
			}
		}
		w.word(rest)
	}
}

// line writes moves from a position, which it leaves as it was.
func (w *Writer) line(pos *chess.Position, moves []Move, depth int) error {
	start, made, numbered := pos, 0, false
	defer func() {
		for range made {
			start.Unmake()
		}
	}()
	for i := range moves {
		m := &moves[i]
		number := ""
		if pos.Turn() == chess.White {
			number = strconv.Itoa(pos.FullmoveNumber()) + "."
		} else if !numbered {
			number = strconv.Itoa(pos.FullmoveNumber()) + "..."
		}
		after := pos
		if m.Move == chess.NoMove {
			if depth == 0 {
				return fmt.Errorf("%w: a null move may stand in variations only", ErrMove)
			}
			var err error
			if after, err = passed(pos); err != nil {
				return fmt.Errorf("null move: %w", err)
			}
			w.san = append(w.san[:0], "--"...)
		} else {
			if !legal(pos, m.Move) {
				return fmt.Errorf("%w: %v in %s", ErrMove, m.Move, pos.FEN())
			}
			w.san = pos.AppendSAN(w.san[:0], m.Move)
		}
		if number != "" {
			w.word(number)
		}
		w.word(string(w.san))
		for _, n := range m.NAGs {
			w.word("$" + strconv.Itoa(int(n)))
		}
		w.comments(m.Comments)
		if len(m.Variations) > 0 && depth == maxNesting {
			return fmt.Errorf("%w: variations are nested deeper than %d", ErrSyntax, maxNesting)
		}
		for _, v := range m.Variations {
			w.word("(")
			w.open = true
			w.comments(v.Comments)
			if err := w.line(pos, v.Moves, depth+1); err != nil {
				return err
			}
			w.close()
		}
		numbered = len(m.Variations) == 0 && len(m.Comments) == 0
		if after == pos {
			pos.Make(m.Move)
			if pos == start {
				made++
			}
		}
		pos = after
	}
	return nil
}

// close closes a variation.
func (w *Writer) close() {
	if w.col == 0 || w.col+1 > width { // after a comment that ends with its line
		w.word(")")
		return
	}
	w.out = append(w.out, ')')
	w.col++
	w.open = false
}

// legal reports whether a move is legal in a position.
func legal(pos *chess.Position, move chess.Move) bool {
	var buffer [256]chess.Move
	return slices.Contains(pos.AppendMoves(buffer[:0]), move)
}
