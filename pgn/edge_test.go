package pgn_test

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// edgeGame is what a reader of the file sees in it.
type edgeGame struct {
	event  string // tag Event
	line   int    // on which it begins
	tags   int    // lines that begin with a bracket
	moves  int    // the tag PlyCount if there is a true one
	last   string // the last move
	result game.Result
	end    string // FEN at the end, without counters, as pgn-extract -F writes it; "" if it rejects the game
	remark string // the first comment
	more   int    // comments and variations in the main line, after that one

	err error // the error, its line, byte and text
	at  int
	off int64
	bad string
}

const (
	fishtest = "Batch 10: s20red4c4_t3 vs master"
	blitz    = "Rated Blitz tournament https://lichess.org/tournament/UnR37DjL"
	overturn = "The original result of the game (1-0) was overturned by an arbiter decision."
	kings    = "8/8/8/8/1K6/7k/8/8 w - -"
)

// edgeFiles are the awkward files of the tests of Disservin/chess-library (see
// shared/data/SOURCES.md), each read by eye.
var edgeFiles = map[string][]edgeGame{
	// A backslash before the closing quote escapes nothing: no other is left.
	"backslash_header.pgn": {{event: `Tournament \`, line: 1, tags: 10, moves: 95, last: "Rd6+",
		result: game.FirstWins, end: "1r6/8/3Rk1p1/2K2p2/5P1P/2P3P1/8/8 b - -"}},
	"basic.pgn": {{event: fishtest, line: 1, tags: 14, moves: 130, last: "Kxh3", result: game.Draw,
		end: kings, remark: "+1.55/16 0.70s", more: 129}},
	// 1...0-0-0 is illegal: the black queen stands on d8. pgn-extract rejects the game too.
	"black2move.pgn": {{event: "*", line: 1, tags: 2, err: game.ErrMove, at: 4, off: 94, bad: "0-0-0"}},
	"book.pgn": {{event: "?", line: 1, tags: 10, moves: 16, last: "e4", result: game.Draw,
		end: "r1bqkb1r/ppp2pp1/5n1p/3P4/2P1p3/5N2/PPP2PPP/RNBQK2R w KQkq -"}},
	// Zeros for castling, and no termination marker: the tag Result counts.
	"castling.pgn": {{event: fishtest, line: 1, tags: 14, moves: 6, last: "Na6", result: game.Draw,
		err: game.ErrUnfinished, at: 17, off: 506}},
	"comment_before_moves.pgn": {{event: "FB1 2324 SK Schwäbisch Hall - SG Soling", line: 1, tags: 23, moves: 139,
		last: "Kc6", result: game.SecondWins, end: "8/8/k1K5/p6B/P1N5/8/8/4b3 b - -", remark: overturn, more: 149}},
	// The text ends within a move.
	"corrupted.pgn": {{event: fishtest, line: 1, tags: 14, moves: 124, last: "b2", result: game.Draw,
		remark: "+1.55/16 0.70s", more: 123, err: game.ErrMove, at: 57, off: 3334, bad: "Kx"}},
	// Tags, blank lines, and the tags of the next game.
	"empty_body.pgn": {
		{event: "Batch 2690: probTTsv1 vs master", line: 1, tags: 7},
		{event: "Batch 269: probTTsv1 vs master", line: 10, tags: 15, moves: 252, last: "Re3", result: game.SecondWins,
			end: "8/8/8/8/8/1K2R3/2r5/1k1r4 b - -", remark: "+1.03/22 2.1s", more: 251},
	},
	"multiple.pgn": {
		{event: fishtest, line: 1, tags: 14, moves: 130, last: "Kxh3", result: game.Draw, end: kings,
			remark: "+1.55/16 0.70s", more: 129},
		{event: fishtest, line: 61, tags: 15, moves: 84, last: "Kg7", result: game.FirstWins,
			end: "8/6k1/6p1/3KPb2/6p1/4r3/R2R3P/8 w - -", remark: "+1.51/14 0.65s", more: 83},
		{event: fishtest, line: 107, tags: 15, moves: 176, last: "Rc8+", result: game.Draw,
			end: "2r5/8/8/3N4/2K5/7R/2k5/8 w - -", remark: "+1.81/17 0.83s", more: 175},
		{event: fishtest, line: 183, tags: 14, moves: 142, last: "Kxc1", result: game.Draw,
			end: "5K2/8/8/8/8/8/8/2k5 w - -", remark: "+1.18/15 0.72s", more: 141},
	},
	"newline.pgn": {{event: fishtest, line: 1, tags: 14, moves: 6, last: "Na6", result: game.Draw,
		err: game.ErrUnfinished, at: 17, off: 506}},
	"no_moves.pgn": {{event: fishtest, line: 1, tags: 14, result: game.Draw}},
	"no_moves_but_comment_followed_by_termination_marker.pgn": {
		{line: 1, tags: 4, result: game.SecondWins, remark: "White's connection stalls"},
		{line: 8, tags: 4, result: game.SecondWins, remark: "White's connection stalls"},
	},
	"no_moves_but_game_termination.pgn": {{event: blitz, line: 1, tags: 7, result: game.SecondWins}},
	// The marker says otherwise than the tag Result, which counts.
	"no_moves_but_game_termination_2.pgn": {{event: blitz, line: 1, tags: 7, result: game.SecondWins,
		err: game.ErrSyntax, at: 9, off: 209, bad: "1/2-1/2"}},
	"no_moves_but_game_termination_3.pgn": {{event: blitz, line: 1, tags: 7, result: game.SecondWins}},
	"no_moves_but_game_termination_multiple.pgn": {
		{event: blitz, line: 1, tags: 7, result: game.SecondWins},
		{event: "Rated Blitz tournament https://lichess.org/tournament/j6Yz21wo", line: 11, tags: 7, moves: 126,
			last: "Ke4", result: game.SecondWins, end: "8/8/8/2p3p1/4k1P1/1r6/3R1K2/8 w - -"},
	},
	"no_moves_but_game_termination_multiple_2.pgn": {
		{line: 1, tags: 2, result: game.Draw, end: "5k2/3r1p2/1p3pp1/p2n3p/P6P/1PPR1PP1/3KN3/6b1 w - -"},
		{line: 6, tags: 2, result: game.Draw, end: "5k2/5p2/4B2p/r5pn/4P3/5PPP/2NR2K1/8 b - -"},
		{line: 11, tags: 2, result: game.Draw, end: "8/p3kp1p/1p4p1/2r2b2/2BR3P/1P3P2/P4PK1/8 b - -"},
	},
	"no_moves_two_games.pgn": {
		{event: "Batch 897: test618 vs master", line: 1, tags: 11,
			end: "rnbq1rk1/pp3ppp/4pb2/2pp4/P4P2/1PP1PN2/3P2PP/RN1QKB1R b KQ -"},
		{event: "Batch 898: test618 vs master", line: 14, tags: 11,
			end: "rnbq1rk1/pp3ppp/4pb2/2pp4/P4P2/1PP1PN2/3P2PP/RN1QKB1R b KQ -"},
	},
	"no_result.pgn": {{event: "Batch 285: resc3 vs master", line: 1, tags: 15,
		end: "r1bqk2r/pp1p1pbp/2n2np1/4p3/4P3/2NP2P1/PP2NPBP/R1BQ1RK1 w kq -", remark: "No result"}},
	"non_ascii.pgn": {{event: "Tournoi François", line: 1, tags: 7, moves: 20, last: "Nbd7", result: game.FirstWins,
		end: "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - -"}},
	// The first game has Result "*" and the marker of a draw.
	"skip.pgn": {
		{event: fishtest, line: 1, tags: 14, moves: 130, last: "Kxh3", result: game.Draw, end: kings,
			remark: "+1.55/16 0.70s", more: 129},
		{event: fishtest, line: 61, tags: 14, moves: 130, last: "Kxh3", result: game.Draw, end: kings,
			remark: "+1.55/16 0.70s", more: 129},
	},
	"square_bracket_in_header.pgn": {{event: fishtest + "[!important]", line: 1, tags: 15, moves: 130, last: "Kxh3",
		result: game.Draw, end: kings, remark: "+1.55/16 0.70s", more: 129}},
	"threefold_repetition.pgn": {{line: 1, tags: 2, moves: 9, last: "Rg7", err: game.ErrUnfinished, at: 4, off: 140}},
	"unescaped_quote_header.pgn": {{event: `Tournament "Championship" Finals`, line: 1, tags: 7, moves: 20,
		last: "f5", end: "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2NN4/PP2BPPP/R1BQ1RK1 w - -"}},
	"variations.pgn": {{event: "CP.1995.F.00001", line: 1, tags: 13, moves: 108, last: "Kg7",
		result: game.Draw, end: "8/6k1/3R3p/4K3/6P1/8/8/1b6 w - -", more: 22}},
}

func TestEdgeFiles(t *testing.T) {
	folder := oracle.Data(t, "pgn/edge")
	paths, err := filepath.Glob(filepath.Join(folder, "*.pgn"))
	if err != nil || len(paths) != len(edgeFiles) {
		t.Errorf("%d files (%v), and %d are described", len(paths), err, len(edgeFiles))
	}
	for _, path := range paths {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			file, err := pgn.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			r := pgn.NewReader(file)
			for i, want := range edgeFiles[name] {
				g, err := r.Next()
				if g == nil {
					t.Fatalf("game %d: %v", i+1, err)
				}
				checkEdge(t, g, err, want)
			}
			if g, err := r.Next(); err != io.EOF {
				t.Errorf("one game more: %v, %v", g, err)
			}
		})
	}
}

func checkEdge(t *testing.T, g *pgn.Game, err error, want edgeGame) {
	t.Helper()
	if g.Tags.Get("Event") != want.event || g.Line != want.line || len(g.Tags) != want.tags {
		t.Errorf("game %d, event %q on line %d with %d tags, want %q, %d, %d", g.Number, g.Tags.Get("Event"), g.Line,
			len(g.Tags), want.event, want.line, want.tags)
	}
	last, comments := "", g.Comments
	more := 0
	pos, posErr := g.Start(chess.Options{})
	if posErr != nil {
		t.Fatal(posErr)
	}
	for _, m := range g.Moves {
		last = m.SAN
		comments = append(comments, m.Comments...)
		more += len(m.Variations)
		pos.Make(m.Move)
	}
	if len(g.Moves) != want.moves || last != want.last || g.Result != want.result {
		t.Errorf("game %d has %d moves to %s and result %v, want %d, %s, %v", g.Number, len(g.Moves), last, g.Result,
			want.moves, want.last, want.result)
	}
	if end := strings.Join(strings.Fields(pos.FEN())[:4], " "); want.end != "" && end != want.end {
		t.Errorf("game %d ends in %s, want %s", g.Number, end, want.end)
	}
	remark := ""
	if len(comments) > 0 {
		remark = string(comments[0])
		more += len(comments) - 1
	}
	if remark != want.remark || more != want.more {
		t.Errorf("game %d has the comment %q and %d more, want %q and %d", g.Number, remark, more, want.remark,
			want.more)
	}
	if want.err == nil {
		if err != nil {
			t.Error(err)
		}
		return
	}
	var broken *game.RecordError
	if !errors.Is(err, want.err) || !errors.As(err, &broken) || broken.Line != want.at || broken.Offset != want.off ||
		broken.Text != want.bad || broken.Game != g.Number {
		t.Errorf("error %v", err)
	}
}

// A limit ends the moves early, and the result is the same.
func TestLimit(t *testing.T) {
	text := "1. e4 e5 2. Nf3 {x} (2. Nc3) Nc6 3. Ke3 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 2. Ke3 1/2-1/2\n\n1. c4 *\n"
	chunk, err := pgn.NewScanner(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	parser, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game, limit, moves int
		result             string
		whole              bool
	}{
		{0, 1, 1, "1-0", true}, {0, 4, 4, "1-0", true}, {0, 5, 4, "1-0", false},
		{1, 2, 2, "0-1", true}, {1, 3, 2, "0-1", false}, {2, 3, 1, "*", true}, {2, 0, 1, "*", true},
	} {
		m := pgn.Mainline{Limit: c.limit}
		err := parser.Mainline(chunk, c.game, &m)
		if (err == nil) != c.whole || len(m.Moves) != c.moves || len(m.Hashes) != c.moves+1 ||
			m.Result.String() != c.result {
			t.Errorf("game %d, limit %d: %d moves, %s, %v; want %+v", c.game, c.limit, len(m.Moves), m.Result, err, c)
		}
	}
}
