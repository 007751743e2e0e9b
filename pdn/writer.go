package pdn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/game/checkers"
)

// width is the longest line of movetext, in bytes, that words allow.
const width = 79

// ErrWrite is wrapped by the error for a game that cannot be written.
var ErrWrite = errors.New("pdn: game cannot be written")

// A Writer writes games, an empty line after each. It belongs to one
// goroutine at a time.
type Writer struct {
	out    *bufio.Writer
	column int
	stick  bool // the last word and the next belong together
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriter(w)} }

// Write writes a game: its tags as they are, except that a tag Result is made
// to agree; moves with all their squares; comments, NAGs and variations. The
// error wraps [ErrWrite] where that would not be read back equal: a move is not
// legal, variations are nested deeper than 100, a NAG is not 0 to 255, a tag's
// name is no word, its value has a line end, a comment a brace and a line end,
// or text is not UTF-8. Nothing is written then.
func (w *Writer) Write(g *Game) error {
	ply, err := check(g)
	if err != nil {
		return err
	}
	for _, tag := range g.Tags {
		value := tag.Value
		if result, _ := parseResult(value); tag.Name == "Result" && result != g.Result {
			value = g.Result.String()
		}
		value = strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`)
		fmt.Fprintf(w.out, "[%s \"%s\"]\n", tag.Name, value)
	}
	if len(g.Tags) > 0 {
		w.out.WriteByte('\n')
	}
	w.column = 0
	w.comments(g.Comments)
	w.moves(g.Moves, ply)
	w.word(g.Result.String())
	w.out.WriteString("\n\n")
	w.column = 0
	return w.out.Flush()
}

// check looks for what PDN has no way to write, and returns the ply of the
// first move: 0 where black begins, 1 where white does.
func check(g *Game) (ply int, err error) {
	for _, tag := range g.Tags {
		switch {
		case tag.Name == "" || strings.Trim(tag.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return 0, fmt.Errorf("%w: tag name %q is not letters, digits and _", ErrWrite, tag.Name)
		case strings.ContainsAny(tag.Value, "\r\n"):
			return 0, fmt.Errorf("%w: the value of tag %s has a line end", ErrWrite, tag.Name)
		case !utf8.ValidString(tag.Value):
			return 0, fmt.Errorf("%w: the value of tag %s is not UTF-8", ErrWrite, tag.Name)
		}
	}
	if err := checkComments(g.Comments); err != nil {
		return 0, err
	}
	p, err := g.Start(checkers.Options{})
	switch {
	case err == nil:
	case len(g.Moves) > 0:
		return 0, fmt.Errorf("%w: %w", ErrWrite, err)
	default: // a start that cannot be set up
		return 0, nil
	}
	if p.Turn() == checkers.White {
		ply = 1
	}
	return ply, checkMoves(p, g.Moves, 0)
}

func checkComments(comments []string) error {
	for _, c := range comments {
		switch {
		case strings.Contains(c, "}") && strings.ContainsAny(c, "\r\n"):
			return fmt.Errorf("%w: a comment has both a closing brace and a line end: %q", ErrWrite, c)
		case !utf8.ValidString(c):
			return fmt.Errorf("%w: a comment is not UTF-8: %q", ErrWrite, c)
		}
	}
	return nil
}

// checkMoves replays a line from p, which it leaves as it was unless it fails.
func checkMoves(p *checkers.Position, moves []Move, depth int) error {
	var room [64]checkers.Move
	for _, m := range moves {
		if !slices.Contains(p.AppendMoves(room[:0]), m.Move) {
			return fmt.Errorf("%w: %w: %v in %v", ErrWrite, ErrMove, m.Move, p)
		}
		if slices.ContainsFunc(m.NAGs, func(n int) bool { return n < 0 || n > 255 }) {
			return fmt.Errorf("%w: NAGs %v; they are 0 to 255", ErrWrite, m.NAGs)
		}
		if len(m.Variations) > 0 && depth == maxDepth {
			return fmt.Errorf("%w: variations are nested deeper than %d", ErrWrite, maxDepth)
		}
		err := checkComments(m.Comments)
		for _, v := range m.Variations {
			err = errors.Join(err, checkComments(v.Comments), checkMoves(p, v.Moves, depth+1))
		}
		if err != nil {
			return err
		}
		p.Make(m.Move)
	}
	for range moves {
		p.Unmake()
	}
	return nil
}

// moves writes a line of moves, of which the first is at ply, black's even.
func (w *Writer) moves(moves []Move, ply int) {
	number := true
	for _, m := range moves {
		switch {
		case ply%2 == 0:
			w.word(strconv.Itoa(ply/2+1) + ".")
		case number:
			w.word(strconv.Itoa(ply/2+1) + "...")
		}
		w.word(m.Move.String())
		for _, n := range m.NAGs {
			w.word("$" + strconv.Itoa(n))
		}
		w.comments(m.Comments)
		for _, v := range m.Variations {
			w.word("(")
			w.stick = true
			w.comments(v.Comments)
			w.moves(v.Moves, ply)
			w.stick = true
			w.word(")")
		}
		number = len(m.Comments)+len(m.Variations) > 0
		ply++
	}
}

// comments writes comments in braces, or after a semicolon where they hold a
// brace themselves.
func (w *Writer) comments(comments []string) {
	for _, c := range comments {
		words := strings.Fields(c)
		switch {
		case len(words) == 0:
		case slices.ContainsFunc(words, func(s string) bool { return strings.Contains(s, "}") }):
			w.word(";" + strings.Join(words, " "))
			w.out.WriteByte('\n')
			w.column, w.stick = 0, false
		default:
			words[0] = "{" + words[0]
			words[len(words)-1] += "}"
			for _, word := range words {
				w.word(word)
			}
		}
	}
}

// word writes a word after a space or on a new line, which no word begins
// that would look like a tag or an escaped line there.
func (w *Writer) word(word string) {
	switch {
	case w.column == 0 || w.stick:
	case w.column+1+len(word) > width && word[0] != '[' && word[0] != '%':
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.out.WriteString(word)
	w.column += len(word)
	w.stick = false
}
