package sgf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A Reader reads the games of a file one after the other. It belongs to one
// goroutine at a time.
type Reader struct {
	r      *bufio.Reader
	game   int   // number of the last game
	items  int   // nodes, properties and values of the game so far
	begin  int64 // where the game before it ended
	line   int
	offset int64
	last   byte
	failed error // ends reading
}

// NewReader returns a reader of the games in r, which it buffers.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 64<<10), line: 1}
}

// Next returns the next game. The error is
//
//   - nil for a good game;
//   - a [*game.RecordError] for a broken one, without a game; the next call goes on with
//     the next game. It wraps [game.ErrSyntax], [game.ErrTooLong], or, if the file ends
//     inside the game, both [game.ErrUnfinished] and [io.ErrUnexpectedEOF];
//   - [io.EOF] after the last game;
//   - any other if reading failed, or if 16 MiB do not hold the end of a game,
//     which wraps [game.ErrTooLong]; it comes again.
func (r *Reader) Next() (*Game, error) {
	if r.failed != nil {
		return nil, r.failed
	}
	r.begin, r.items = r.offset, 0
	if err := r.find(); err != nil {
		return nil, err
	}
	r.game++
	g := &Game{Number: r.game, Line: r.line, Offset: r.offset}
	root, err := r.tree()
	if err != nil {
		return nil, err
	}
	g.Root = root
	return g, nil
}

// All returns the games that are left, each with its error as from
// [Reader.Next]. Every error comes with a nil game. A [*game.RecordError] is about that
// game only; an error of reading comes last. The end of the file is no error here.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if err == io.EOF || !yield(g, err) || r.failed != nil {
				return
			}
		}
	}
}

// find goes on to the opening parenthesis of the next game, which is followed
// by a semicolon. Anything before it is not part of a record.
func (r *Reader) find() error {
	for {
		c, err := r.peek()
		if err != nil {
			return err
		}
		if c == '(' && r.opens() {
			return nil
		}
		r.take()
	}
}

// opens reports whether the parenthesis that comes next begins a tree.
func (r *Reader) opens() bool {
	for n := 2; n < 4096; n *= 2 {
		b, err := r.r.Peek(n)
		for _, c := range b[min(1, len(b)):] {
			if c == ';' {
				return true
			}
			if c > ' ' {
				return false
			}
		}
		if err != nil {
			return false
		}
	}
	return false
}

// tree reads one game tree, iteratively: parents is the path of open
// parentheses, each with the node that its variations hang from.
func (r *Reader) tree() (*Node, error) {
	var root, node *Node
	var parents []*Node
	for {
		c, err := r.space()
		if err != nil {
			return nil, r.end(err, "the file ends inside the game; a closing parenthesis is missing")
		}
		switch {
		case c == '(':
			if len(parents) == maxDepth {
				return nil, r.skip(len(parents), errTooDeep)
			}
			if root != nil && node == nil {
				return nil, r.bad(len(parents), "", "a variation without a node before it")
			}
			parents = append(parents, node)
			r.take()
			if c, err := r.space(); err != nil {
				return nil, r.end(err, "the file ends where a variation begins")
			} else if c != ';' {
				return nil, r.bad(len(parents), "", "a variation begins with a semicolon")
			}
		case c == ')':
			r.take()
			node = parents[len(parents)-1]
			parents = parents[:len(parents)-1]
			if len(parents) == 0 {
				return root, nil
			}
		case c == ';':
			r.take()
			if err := r.count(len(parents)); err != nil {
				return nil, err
			}
			n := &Node{}
			if node == nil {
				root = n
			} else {
				node.Children = append(node.Children, n)
			}
			node = n
		case isUpper(c) || c >= 'a' && c <= 'z':
			if err := r.property(node, len(parents)); err != nil {
				return nil, err
			}
		default:
			return nil, r.bad(len(parents), "", fmt.Sprintf("unexpected %q", c))
		}
	}
}

// property reads an identifier and its values into the node. Lower-case
// letters in an identifier are left out, as FF[3] and before have it.
func (r *Reader) property(n *Node, depth int) error {
	var id strings.Builder
	for {
		c, err := r.peek()
		if err != nil {
			return r.end(err, "the file ends inside the name of a property")
		}
		if isUpper(c) {
			id.WriteByte(c)
		} else if c < 'a' || c > 'z' {
			break
		}
		r.take()
	}
	if id.Len() == 0 || id.Len() > 64 {
		return r.bad(depth, id.String(), "a property is named by 1 to 64 upper-case letters")
	}
	p := Property{ID: id.String()}
	for {
		c, err := r.space()
		if err != nil {
			return r.end(err, "the file ends after the name of a property")
		}
		if c != '[' {
			break
		}
		r.take()
		v, err := r.value()
		if err != nil {
			return err
		}
		if err := r.count(depth); err != nil {
			return err
		}
		p.Values = append(p.Values, v)
	}
	if len(p.Values) == 0 {
		return r.bad(depth, p.ID, "the property has no value in brackets")
	}
	for i := range n.Properties {
		if n.Properties[i].ID == p.ID { // written twice: one property with all values
			n.Properties[i].Values = append(n.Properties[i].Values, p.Values...)
			return nil
		}
	}
	if len(n.Properties) == maxNames {
		return r.skip(depth, fmt.Errorf("%w: more than %d properties in a node", game.ErrTooLong, maxNames))
	}
	n.Properties = append(n.Properties, p)
	return nil
}

// count counts a node, a property or a value.
func (r *Reader) count(depth int) error {
	if r.items++; r.items > maxItems {
		return r.skip(depth, fmt.Errorf("%w: more than %d nodes, properties and values", game.ErrTooLong, maxItems))
	}
	return nil
}

// value reads to the closing bracket. A backslash before a line break removes
// it, before anything else it makes it literal.
func (r *Reader) value() (string, error) {
	var v strings.Builder
	for {
		c, err := r.take()
		if err != nil {
			return "", r.end(err, "the file ends inside a value; a closing bracket is missing")
		}
		switch c {
		case ']':
			return v.String(), nil
		case '\\':
			if c, err = r.take(); err != nil {
				return "", r.end(err, "the file ends after a backslash")
			}
			if c != '\r' && c != '\n' {
				v.WriteByte(c)
				continue
			}
			r.pair(c)
		case '\r', '\n':
			r.pair(c)
			v.WriteByte('\n')
		default:
			v.WriteByte(c)
		}
	}
}

// bad skips a game that is malformed. text is what is wrong, if that has a name.
func (r *Reader) bad(depth int, text, reason string) error {
	return r.pass(depth, r.broken(text, fmt.Errorf("%w: %s", game.ErrSyntax, reason)))
}

// skip skips a game for another reason.
func (r *Reader) skip(depth int, reason error) error { return r.pass(depth, r.broken("", reason)) }

// broken returns an error at the place of the next byte.
func (r *Reader) broken(text string, err error) *game.RecordError {
	return &game.RecordError{Format: "sgf", Game: r.game, Line: r.line, Offset: r.offset,
		Text: gametext.Shorten([]byte(text)), Err: err}
}

// pass goes to the end of the broken game, depth parentheses out, or to what
// looks like the beginning of the next one, and returns e.
func (r *Reader) pass(depth int, e *game.RecordError) error {
	for depth > 0 {
		c, err := r.peek()
		if err != nil {
			return r.fail(err, e)
		}
		if c == '(' {
			depth++
		}
		r.take()
		switch c {
		case ')':
			depth--
		case '[':
			if _, err := r.value(); err != nil {
				var own *game.RecordError
				if errors.As(err, &own) {
					return e
				}
				return err
			}
		}
	}
	return e
}

// end is the error for a file that ends inside a game.
func (r *Reader) end(err error, reason string) error {
	return r.fail(err, r.broken("", fmt.Errorf("%w: %s: %w", game.ErrUnfinished, reason, io.ErrUnexpectedEOF)))
}

// fail returns e at the end of the file, and the error of a failing reader.
func (r *Reader) fail(err error, e *game.RecordError) error {
	if err == io.EOF {
		return e
	}
	return err
}
