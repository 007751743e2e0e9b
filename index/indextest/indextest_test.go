package indextest_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/indextest"
)

// A walk is a game on places 0 to 20: 1 is a step to the left and 2 to the right. A record is a line, "Ann Bob 1-0
// 10 LRR". A fault makes the adapter break one promise.
type walk struct{ fault string }

const places = 21

var set = zobrist.Default(places)

type lines struct {
	first int
	text  []byte
}

func (c lines) First() int      { return c.first }
func (lines) Len() int          { return 1 }
func (c lines) Game(int) []byte { return c.text }
func (lines) Release()          {}

func (w walk) Endings() []string {
	if w.fault == "an ending in capitals" {
		return []string{".WALK"}
	}
	return []string{".walk"}
}

func (w walk) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		n := 0
		if w.fault == "a line is what one read gives" {
			for buffer := make([]byte, 1<<10); ; n++ {
				size, err := text.Read(buffer)
				if size > 0 && !yield(lines{n + 1, append([]byte(nil), buffer[:size]...)}, nil) || err != nil {
					return
				}
			}
		}
		for in := bufio.NewScanner(text); in.Scan(); n++ {
			first := n + 1
			if w.fault == "records are not counted" {
				first = 1
			}
			if !yield(lines{first, []byte(in.Text() + "\n")}, nil) {
				return
			}
		}
	}
}

func (walk) Chunk(record []byte) index.Chunk    { return lines{1, record} }
func (w walk) NewReader() (index.Reader, error) { return w, nil }
func (w walk) NewPosition() index.Position      { return &place{at: places / 2, fault: w.fault} }

func (w walk) Read(c index.Chunk, i int, r *index.Record) error {
	words := strings.Fields(string(c.Game(i)))
	if len(words) != 5 {
		return &game.RecordError{Format: "walk", Game: c.First() + i, Err: game.ErrNoGame}
	}
	*r = index.Record{Game: index.Game{First: words[0], Second: words[1], Start: words[3]}}
	r.Result, _ = game.ParseResult(words[2])
	p := w.NewPosition()
	if err := p.Set(r.Start); err != nil {
		return err
	}
	if r.Start == "10" {
		r.Start = ""
	}
	hashes := []zobrist.Uint128{p.Hash(0)}
	for _, letter := range words[4] {
		m := uint32(1)
		if letter == 'R' {
			m = 2
		}
		p.Make(m)
		switch w.fault {
		case "a word 0":
			m--
		case "an illegal move":
			m += 2
		}
		r.Moves, hashes = append(r.Moves, m), append(hashes, p.Hash(0))
	}
	if w.fault == "hashes come late" {
		hashes[len(hashes)-1] = hashes[0]
	}
	if r.Hashes = [][]zobrist.Uint128{hashes}; w.fault == "a view is missing" {
		r.Hashes = nil
	}
	return nil
}

func (w walk) Write(out io.Writer, g *index.Game) error {
	start, result := g.Start, g.Result
	if start == "" {
		start = "10"
	}
	if w.fault == "the result is not written" {
		result = game.Draw
	}
	moves := ""
	for _, m := range g.Moves {
		moves += string("?LR"[m])
	}
	if w.fault == "the last move is not written" {
		moves = moves[:len(moves)-1]
	}
	_, err := fmt.Fprintf(out, "%s %s %s %s %s\n", g.First, g.Second, result, start, moves)
	return err
}

type place struct {
	at, moved int
	fault     string
}

func (p *place) Set(text string) error {
	switch {
	case text == "" && p.fault == "no usual start":
		return errors.New("no place")
	case text == "" && p.fault == "the usual start is another":
		text = "9"
	case text == "":
		text = "10"
	}
	n, err := strconv.Atoi(text)
	if p.fault == "every text is a position" {
		n, err = n%places, nil
	}
	if err != nil || n < 0 || n >= places {
		return errors.New("no place")
	}
	p.at = n
	return nil
}

func (p *place) String() string {
	if p.fault == "a text of no use" {
		return fmt.Sprintf("place %d", p.at)
	}
	return strconv.Itoa(p.at)
}

func (p *place) Clone() index.Position {
	if p.fault == "copies are the same" {
		return p
	}
	c := *p
	return &c
}

func (p *place) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	if p.fault == "features do not append" {
		dst = dst[:0]
	}
	return append(dst, zobrist.Feature(p.at))
}

func (p *place) Hash(v index.View) zobrist.Uint128 { return set.Hash128(zobrist.Feature(p.at)) }

func (p *place) AppendMoves(dst []uint32) []uint32 {
	if p.at > 0 {
		dst = append(dst, 1)
	}
	if p.at < places-1 {
		dst = append(dst, 2)
	}
	if p.fault == "a move twice" {
		dst = append(dst, 2)
	}
	return dst
}

func (p *place) Make(m uint32) { p.at += 2*int(m) - 3; p.moved = p.moved<<2 | int(m) }

func (p *place) Unmake() {
	if p.fault != "unmake does nothing" {
		p.at -= 2*(p.moved&3) - 3
	}
	p.moved >>= 2
}

const text = "Ann Bob 1-0 10 LRR\nCid Bob 0-1 7 LLRL\nEve Ann 1/2-1/2 10 R\n"

// recorder keeps the failure of a test.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	panic(r)
}

func verdict(t *testing.T, g indextest.Game) string {
	r := &recorder{TB: t}
	func() {
		defer func() {
			if p := recover(); p != nil && p != any(r) {
				panic(p)
			}
		}()
		indextest.Run(r, g)
	}()
	return r.failure
}

// TestFaults: each broken promise is found, and the report says what to do or what differs.
func TestFaults(t *testing.T) {
	for fault, want := range map[string]string{
		"":                              "",
		"an ending in capitals":         `Endings has ".WALK"; give a dot and lower-case letters`,
		"a line is what one read gives": "finds 1 records in Game.Text; give two at least",
		"records are not counted":       "has First 1 after 1 records; want 2",
		"a word 0":                      "move 1 is 0, which stands for the end of a game; let words begin with 1",
		"an illegal move":               "which is no legal move",
		"hashes come late":              "Hash of view 0 is",
		"a view is missing":             "Record.Hashes has 0 views, and Config.Views make 1",
		"the result is not written":     "is written as another game",
		"the last move is not written":  "is written as another game",
		"no usual start":                `Set("") fails: no place; let it return to the usual start`,
		"the usual start is another":    `NewPosition is "10", and Set("") "9"`,
		"every text is a position":      "and no error",
		"a text of no use":              "Set cannot read",
		"copies are the same":           "a move in a copy",
		"features do not append":        "has the features",
		"a move twice":                  "AppendMoves has 0x2 twice",
		"unmake does nothing":           "a copy with a move made and taken back",
	} {
		g := indextest.Game{Config: index.Config{Game: "walk", Set: set}, Adapter: walk{fault}, Text: text}
		if got := verdict(t, g); (got == "") != (want == "") || !strings.Contains(got, want) ||
			got != "" && !strings.HasPrefix(got, "indextest: ") {
			t.Errorf("%s: %q, want %q", fault, got, want)
		}
	}
	for name, g := range map[string]indextest.Game{
		"finds 1 records": {Config: index.Config{Game: "walk", Set: set}, Adapter: walk{}, Text: text[:19]},
		"must be different": {Config: index.Config{Game: "walk", Set: set}, Adapter: walk{},
			Text: text + text[:19]},
	} {
		if got := verdict(t, g); !strings.Contains(got, name) {
			t.Errorf("%q, want %q", got, name)
		}
	}
}
