package pgn

import (
	"bytes"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// moves reads movetext from b[i] on.
func (p *Parser) moves(b []byte, i int, m *Mainline) *fault {
	for {
		from, to, f := nextWord(b, i, &m.Result)
		if to == from {
			return f
		}
		move, err := p.pos.ParseSANBytes(b[from:to])
		if err != nil {
			if move, to = odd(p.pos, b, from, to); to < 0 {
				return moveFault(b, from, err)
			}
		}
		i = to
		if move == chess.NoMove {
			continue
		}
		p.pos.Make(move)
		m.Moves = append(m.Moves, move)
		m.Hashes = append(m.Hashes, p.pos.Hash())
		if p.wide {
			m.Hashes128 = append(m.Hashes128, p.pos.Hash128())
		}
	}
}

// nextWord returns where the next word of the main line that may be a move
// begins and ends, at b[i] or after it. There is none, and to equals from,
// where the game ends; its termination marker goes to an unknown result.
func nextWord(b []byte, i int, result *game.Result) (from, to int, f *fault) {
	for i < len(b) {
		class := classes[b[i]]
		if class&blank != 0 {
			i++
			continue
		}
		if class&inWord == 0 {
			var over bool
			if i, over, f = between(b, i); f != nil || over {
				return 0, 0, f
			}
			continue
		}
		j := i + 1
		if class&digit != 0 {
			for j < len(b) && classes[b[j]]&digit != 0 {
				j++
			}
			if j == len(b) || classes[b[j]]&inWord == 0 || classes[b[j]]&letter != 0 {
				i = j // a move number, with or without a dot, perhaps close to its move
				continue
			}
			if r, n := resultAt(b, i); n > 0 {
				if *result == game.Unknown {
					*result = r
				}
				return 0, 0, nil
			}
			// Of the moves, only 0-0 and 0-0-0 begin with a digit.
		}
		for j < len(b) && classes[b[j]]&inWord != 0 {
			j++
		}
		return i, j, nil
	}
	return 0, 0, nil
}

// between takes what stands at b[i] between two moves and is no word. It
// returns the offset after it, and whether the game is over.
func between(b []byte, i int) (end int, over bool, f *fault) {
	switch c := b[i]; {
	case c == '.' || c == '!' || c == '?':
		return i + 1, false, nil
	case c == '{':
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return 0, false, newFault(b, i, len(b), ErrUnclosed, "close the comment with a brace")
		}
		return i + n + 1, false, nil
	case c == '(':
		if end = skipVariation(b, i); end < 0 {
			return 0, false, newFault(b, i, len(b), ErrUnclosed, "close the variation with a parenthesis")
		}
		return end, false, nil
	case c == '$':
		for i++; i < len(b) && classes[b[i]]&digit != 0; i++ {
		}
		return i, false, nil
	case c == '*':
		if _, n := resultAt(b, i); n > 0 {
			return i + n, true, nil
		}
	case c == ';' || c == '%' && atLineStart(b, i):
		return lineEnd(b, i), false, nil
	}
	if end = wordEnd(b, i); isRemark(b[i:end]) {
		return end, false, nil
	}
	return 0, false, newFault(b, i, end, ErrSyntax, "put it in braces to make it a comment")
}

// odd looks again at the word b[i:j], in which there is no legal move. It
// returns the offset after it, with [chess.NoMove] for a word that says
// something about the move before it, or -1.
func odd(pos *chess.Position, b []byte, i, j int) (chess.Move, int) {
	if end := wordEnd(b, i); isRemark(b[i:end]) {
		return chess.NoMove, end
	}
	if isRemark(b[i:j]) {
		return chess.NoMove, j
	}
	if j+2 < len(b) && b[j] == '(' && b[j+2] == ')' { // e8(Q)
		if move, err := pos.ParseSANBytes(b[i : j+3]); err == nil {
			return move, j + 3
		}
	}
	if b[j-1] == 'e' && bytes.HasPrefix(b[j:], []byte(".p")) { // exd6e.p.
		if move, err := pos.ParseSANBytes(b[i : j-1]); err == nil {
			return move, j + len(".p")
		}
	}
	return chess.NoMove, -1
}

// moveFault is for the word at b[i], which is no legal move.
func moveFault(b []byte, i int, err error) *fault {
	j := wordEnd(b, i)
	if isNull(b[i:j]) {
		return newFault(b, i, j, ErrMove, "a null move may stand in variations only")
	}
	return newFault(b, i, j, fmt.Errorf("%w: %w", ErrMove, err), "correct the move, or the ones before it")
}

// isNull reports whether a word is a null move: a pass, for analysis.
func isNull(word []byte) bool {
	return string(word) == "--" || string(word) == "Z0"
}

// wordEnd returns the end of what stands at b[i], up to a blank or a brace.
func wordEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		if classes[b[i]]&blank != 0 || b[i] == '{' || b[i] == '}' || b[i] == '(' || b[i] == ')' {
			break
		}
	}
	return i
}

// skipVariation returns the offset after the variation that begins at b[i],
// whatever is nested in it, or -1 where it is not closed.
func skipVariation(b []byte, i int) int { return closing(b, i+1) }

// closing returns the offset after the parenthesis that closes the variation
// in which b[i] stands, or -1.
func closing(b []byte, i int) int {
	for depth := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case c == '{':
			n := bytes.IndexByte(b[i:], '}')
			if n < 0 {
				return -1
			}
			i += n
		case c == ';' || c == '%' && atLineStart(b, i):
			i = lineEnd(b, i)
		}
	}
	return -1
}
