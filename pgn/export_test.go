package pgn

import (
	"io"

	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// NewScannerSize returns a scanner with chunks of size bytes.
func NewScannerSize(r io.Reader, size int) *Scanner {
	return newScanner(r, size)
}

// CountWords counts the words of game i that may be moves: what reading costs
// without the rules.
func CountWords(c *Chunk, i int, m *Mainline) (n int) {
	t := gametext.NewTokenizer(c.Game(i), gametext.Chess)
	m.head.read(&t)
	for {
		switch tok := t.Next(); tok.Kind {
		case gametext.Word:
			n++
		case gametext.Open:
			t.Leave(1)
		case gametext.End, gametext.Result:
			return n
		}
	}
}
