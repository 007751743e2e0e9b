package evals

import (
	"bytes"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// keep says which parts of an evaluation are kept.
type keep struct {
	lines, plies int  // at most, of an evaluation and of a line
	positions    bool // the positions themselves
}

// A recorder makes the records of positions of chess from the texts of a source. It belongs to one goroutine.
type recorder struct {
	keep
	source uint32
	depth  int32 // of evaluations that do not say it

	reader *ChessReader
	pos    *chess.Position // that is recorded
	legal  []chess.Move    // in pos
	later  []chess.Move    // further on
	moves  rangeEncoder
	rec    record
	codes  []byte // of the evaluations
	packed bitWriter
	packer packer
	value  []byte // of the record

	line    int64 // of the source
	counts  Counts
	problem func(Problem) // with neither Source nor an owned Reason
}

func newRecorder(k keep, source uint32, depth int32, problem func(Problem)) *recorder {
	if k.lines == 0 {
		k.lines = maxLines
	}
	if k.plies == 0 {
		k.plies = maxPlies + 1 // to see whether there are more
	}
	return &recorder{keep: k, source: source, depth: depth, reader: NewChessReader(), problem: problem}
}

// report counts a problem in the line that is read.
func (r *recorder) report(k Kind, format string, args ...any) {
	r.counts.Problems[k]++
	r.problem(Problem{Kind: k, Line: r.line, Reason: fmt.Sprintf(format, args...)})
}

// begin reads the position of a record. It reports false if it is left out.
func (r *recorder) begin(fen []byte) bool {
	p, ignored, err := r.reader.Read(string(fen))
	if err != nil {
		r.report(NoPosition, "%v", err)
		return false
	}
	for _, err := range ignored {
		r.report(Ignored, "%v", err)
	}
	return r.beginAt(p)
}

// beginAt is begin for a position that was read.
func (r *recorder) beginAt(p *chess.Position) bool {
	r.pos = p
	if r.legal = p.AppendMoves(r.legal[:0]); len(r.legal) == 0 {
		r.report(NoMoves, "nobody can move in %s", p.FEN())
		return false
	}
	r.rec.reset()
	r.codes = r.codes[:0]
	return true
}

// beginEvaluation begins an evaluation of the position. A depth below 0 is not known.
func (r *recorder) beginEvaluation(depth, nodes number) {
	e := entry{source: r.source, first: len(r.rec.heads), from: 8 * len(r.codes)}
	switch {
	case depth.state == whole && depth.value >= 0 && depth.value <= MaxDepth:
		e.depth = int32(depth.value)
	case depth.state == missing:
		e.depth = r.depth
	default:
		r.report(OddNumber, "the depth is no number from 0 to %d", MaxDepth)
	}
	switch {
	case nodes.state == whole && nodes.value >= 0:
		digits, power := roundNodes(nodes.value)
		e.digits, e.power = uint16(digits), uint8(power)
	case nodes.state != missing:
		r.report(OddNumber, "the number of nodes is none")
	}
	r.rec.entries = append(r.rec.entries, e)
	r.moves.reset()
}

// scoreOf returns the value that a line has, for White.
func scoreOf(cp, mate number) (v Value, reason string) {
	switch {
	case mate.state == whole && mate.value == 0:
		return v, "a mate in 0 moves"
	case mate.state == whole && (mate.value > MaxMate || mate.value < -MaxMate):
		return v, "a mate in too many moves"
	case mate.state == whole:
		return Value{Mate: int32(mate.value)}, ""
	case mate.state == odd:
		return v, "a mate in a number of moves that is none"
	case cp.state == missing:
		return v, "neither cp nor mate"
	case cp.state == odd || cp.value > math.MaxInt32 || cp.value < -math.MaxInt32:
		return v, "a score that is no number of 32 bits"
	}
	return Value{Score: int32(cp.value)}, ""
}

// A finder returns the number of the legal move that a text names, or −1.
type finder func(p *chess.Position, legal []chess.Move, text []byte) int

// addLine adds a line to the evaluation: moves with blanks between them.
func (r *recorder) addLine(v Value, moves []byte, find finder) {
	e := &r.rec.entries[len(r.rec.entries)-1]
	if n := len(r.rec.heads) - e.first; n >= r.lines {
		if n == maxLines {
			r.report(Ignored, "an evaluation has more than %d lines", maxLines)
		}
		return
	}
	h := lineHead{value: v}
	legal := r.legal
	for int(h.plies) < r.plies {
		word, rest := cutWord(moves)
		if len(word) == 0 {
			break
		}
		if word = withoutNumber(word); len(word) == 0 {
			moves = rest
			continue
		}
		if moves = rest; h.plies == maxPlies {
			r.report(Ignored, "a line has more than %d plies", maxPlies)
			break
		}
		if h.plies > 0 {
			r.later = r.pos.AppendMoves(r.later[:0])
			legal = r.later
		}
		i := find(r.pos, legal, word)
		if i < 0 {
			r.report(IllegalMove, "%.10q after %d plies in %s", word, h.plies, r.pos.FEN())
			break
		}
		r.moves.put(uint32(i), uint32(len(legal)))
		r.pos.Make(legal[i])
		h.plies++
	}
	for range h.plies {
		r.pos.Unmake()
	}
	r.rec.heads = append(r.rec.heads, h)
}

// cutWord divides a text after its first word. Blanks and commas separate words.
func cutWord(text []byte) (word, rest []byte) {
	for len(text) > 0 && separates(text[0]) {
		text = text[1:]
	}
	n := 0
	for n < len(text) && !separates(text[n]) {
		n++
	}
	return text[:n], text[n:]
}

// withoutNumber returns a word without the number of a move before it, such as 1. or 12...
func withoutNumber(word []byte) []byte {
	n := 0
	for n < len(word) && word[n]-'0' < 10 {
		n++
	}
	if n == 0 || n == len(word) || word[n] != '.' {
		return word
	}
	return bytes.TrimLeft(word[n:], ".")
}

func separates(c byte) bool { return c == ' ' || c == ',' || c-'\t' < 5 }

// endEvaluation ends an evaluation. Lines without moves are left out if there are others, and all but the first if
// there are none: only the value of the position is known then.
func (r *recorder) endEvaluation() {
	last := len(r.rec.entries) - 1
	e := &r.rec.entries[last]
	heads := r.rec.heads[e.first:]
	kept := 0
	for _, h := range heads {
		if h.plies > 0 {
			heads[kept] = h
			kept++
		}
	}
	if kept == 0 && len(heads) > 0 {
		kept = 1
	}
	if e.lines = kept; kept == 0 {
		r.rec.entries = r.rec.entries[:last]
		return
	}
	r.rec.heads = r.rec.heads[:e.first+kept]
	var code []byte
	code, e.bits = r.moves.finish()
	r.codes = append(r.codes, code...)
	r.counts.Evaluations++
}

// end ends the record. It returns the position's hash and the bytes of the record, which the next call overwrites, or
// false if nothing is left of it.
func (r *recorder) end() (hash zobrist.Uint128, value []byte, ok bool) {
	if len(r.rec.entries) == 0 {
		r.report(NothingLeft, "no evaluation of %s", r.pos.FEN())
		return hash, nil, false
	}
	for i := range r.rec.entries {
		r.rec.entries[i].code = r.codes
	}
	before := len(r.rec.entries)
	r.rec.order()
	r.counts.Replaced += int64(before - len(r.rec.entries))
	r.counts.Evaluations -= int64(before - len(r.rec.entries))
	for _, e := range r.rec.entries {
		r.counts.Lines += int64(e.lines)
		for _, h := range r.rec.heads[e.first:][:e.lines] {
			r.counts.Plies += int64(h.plies)
		}
	}
	if r.positions {
		r.packed.reset(r.packed.b[:0])
		r.packer.packChess(&r.packed, r.pos)
		r.rec.packed = bitReader{b: r.packed.b, end: r.packed.len(0)}
	}
	if r.value = r.rec.append(r.value[:0]); len(r.value) > sorted.MaxPayload {
		r.report(NothingLeft, "the evaluations of %s take more than %d bytes", r.pos.FEN(), sorted.MaxPayload)
		return hash, nil, false
	}
	r.counts.Positions++
	if fromEditor(r.pos) {
		r.counts.Editor++
	}
	return r.pos.Hash128(), r.value, true
}

// lichess reads a line of Lichess's file.
func (r *recorder) lichess(line []byte, in *jsonReader, to *lichessLine) (hash zobrist.Uint128, value []byte, ok bool) {
	if err := in.read(line, to); err != nil {
		r.report(BrokenLine, "%v", err)
		return hash, nil, false
	}
	if to.fen == nil {
		r.report(NoPosition, "no member fen")
		return hash, nil, false
	}
	if !r.begin(bytes.TrimSpace(to.fen)) {
		return hash, nil, false
	}
	for i := range to.evals {
		e := &to.evals[i]
		nodes := e.knodes
		nodes.value = min(nodes.value, MaxNodes/1000) * 1000
		r.beginEvaluation(e.depth, nodes)
		for j := range e.lines {
			pv := &to.lines[e.first+j]
			v, reason := scoreOf(pv.cp, pv.mate)
			if reason != "" {
				r.report(NoValue, "%s", reason)
				continue
			}
			r.addLine(v, pv.line, findUCI)
		}
		r.endEvaluation()
	}
	return r.end()
}
