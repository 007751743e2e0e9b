package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/pgn"
)

// treeJSON is the answer to POST /read: moves, a position, or a game with its variations.
type treeJSON struct {
	Kind       string            `json:"kind"` // moves, position or game
	games.Text                   // of the first position
	Tags       map[string]string `json:"tags"`
	Comment    string            `json:"comment,omitempty"` // before the first move
	Moves      []treeMove        `json:"moves"`             // the main line, then the variations
	Result     string            `json:"result"`
	Problem    string            `json:"problem,omitempty"` // what could not be read; all before it is there
	More       bool              `json:"more,omitempty"`    // the text has further games
}

// A treeMove is a move of a game. Parent is the number of the move before it: 0 for the first position, else from 1.
type treeMove struct {
	Parent int `json:"parent"`
	stepJSON
	NAGs    []int  `json:"nags,omitempty"`
	Before  string `json:"before,omitempty"` // comment before a variation
	Comment string `json:"comment,omitempty"`
}

// Limits on a text to read. Each move of the answer has its position.
const (
	mostReadText  = 1 << 20 // bytes
	mostReadMoves = 20_000
	mostReadNodes = 2 * mostReadMoves // of an SGF, some of which have no move
)

var (
	tooManyMoves = fmt.Sprintf("no more than %d moves are read", mostReadMoves)
	tooManyNodes = fmt.Sprintf("no more than %d nodes are read", mostReadNodes)
)

// read answers POST /read. It reads what a person may paste: moves from the position of the query, a position, a
// game as a record, or, in chess, a link of a page for analysis.
func (s *Server) read(w http.ResponseWriter, r *request, at spot) error {
	leave, err := s.reads.enter(r.Context(), nil)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(r.Context(), s.limits.Time) // after the others
	defer cancel()
	body := gametext.FromUTF16(r.body)
	form := recordForms[s.game.About().Records]
	if form.bytes != nil && sgfForm.Match(body) {
		j, err := form.bytes(ctx, body)
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, j)
	}
	var seen charset.Tally
	seen.Add(body)
	encoding, _ := seen.Guess()
	text := strings.TrimSpace(strings.TrimPrefix(pgn.Text(encoding.Text(body)), "\ufeff"))
	_, links := s.game.(games.Variety)
	link := links && linkForm.MatchString(text)
	if link { // its moves are a game
		var fen string
		if fen, text, err = linked(s.game, text); err == nil {
			at, err = s.locate(fen, "")
		}
		if err != nil {
			return err
		}
	}
	var j *treeJSON
	switch {
	case text == "":
		return badRequest("no text; type moves such as %s, or paste a position or a game in %s", s.game.About().Line,
			s.game.About().Records)
	case links && fenForm.MatchString(text):
		j, err = s.readFEN(text)
	case form.text != nil && gameForm.MatchString(text):
		j, err = s.readGame(ctx, "", text)
	case form.text != nil && strings.ContainsAny(text, "({"): // variations and comments among moves
		j, err = s.readGame(ctx, fmt.Sprintf("[FEN %q] ", s.game.About().Text(at.Position.String()).FEN), text)
	default:
		j, err = s.readMoves(ctx, at.Position, text)
	}
	if err != nil {
		return err
	}
	if link && j.Kind == "moves" {
		j.Kind = "game"
	}
	return writeJSON(w, http.StatusOK, j)
}

var (
	linkForm = regexp.MustCompile(`^(?i)(https?://|(www\.)?(lichess\.org|chess\.com)/)\S+$`)
	fenForm  = regexp.MustCompile(`^([1-8pnbrqkPNBRQK~]+/){7}[1-8pnbrqkPNBRQK~]+` + pockets + `?($|[\s_])`)
	linkFEN  = regexp.MustCompile(`(?:^|/)((?:[1-8pnbrqkPNBRQK~]+/){7}[1-8pnbrqkPNBRQK~]+` + pockets + `?(?:[ _+][^/?#&]*)?)`)
	sgfForm  = regexp.MustCompile(`^(\x{FEFF}|\s)*\(|\(\s*;`)
	gameForm = regexp.MustCompile(`^\[|(^|\s)1\.+\s*\S|^\{`)
)

// pockets matches the pockets of a FEN of crazyhouse, in brackets or as a ninth rank.
const pockets = `(?:\[[\w-]*\]|/[pnbrqPNBRQ]*)`

// linked returns the FEN, the game or the moves in a link, and the FEN that moves are played from, if it has both.
func linked(g games.Game, text string) (from, found string, err error) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", "", badRequest("link: %v", err)
	}
	query := u.Query()
	for _, word := range append(strings.Split(u.Path, "/"), query.Get("variant")) {
		if indexed, known := games.Holds(g, word); known && !indexed {
			return "", "", badRequest("link: variant %q is not in this index, which holds %s", word,
				g.About().Title)
		}
	}
	if game, ok := strings.CutPrefix(u.Fragment, "pgn="); ok && strings.TrimSpace(game) != "" {
		return "", strings.TrimSpace(game), nil
	}
	value := func(name string) string { return strings.TrimSpace(strings.ReplaceAll(query.Get(name), "_", " ")) }
	if game := value("pgn"); game != "" {
		return "", game, nil
	}
	fen, moves := value("fen"), cmp.Or(value("moves"), value("moveList"), value("play"))
	if moves != "" {
		return fen, moves, nil
	}
	if fen != "" {
		return "", fen, nil
	}
	for _, part := range []string{u.Path, u.Fragment} {
		if fen := linkFEN.FindStringSubmatch(part); fen != nil {
			return "", strings.Map(blank, fen[1]), nil
		}
		if _, moves, ok := strings.Cut(part, "/pgn/"); ok {
			return "", strings.Map(blank, moves), nil
		}
	}
	return "", "", badRequest("the link has no position and no moves, and nothing is fetched from other servers; " +
		"paste the game as PGN")
}

// blank returns a blank for the signs that stand for one in links.
func blank(r rune) rune {
	if r == '_' || r == '+' {
		return ' '
	}
	return r
}

// readFEN reads a FEN or EPD.
func (s *Server) readFEN(text string) (*treeJSON, error) {
	line, rest, _ := strings.Cut(text, "\n")
	at, err := s.locate(line, "")
	if err != nil {
		return nil, err
	}
	return &treeJSON{Kind: "position", Text: s.game.About().Text(at.Position.String()), Moves: []treeMove{}, Result: "*",
		More: strings.TrimSpace(rest) != ""}, nil
}

// readMoves reads moves from a position, in any usual notation, or another position, which may have moves after it.
func (s *Server) readMoves(ctx context.Context, from index.Position, text string) (*treeJSON, error) {
	position, moves := s.game.Split(text)
	kind := "moves"
	if position != "" || text == "startpos" {
		at, err := s.locate(position, "")
		if err != nil {
			return nil, err
		}
		kind, from = "position", at.Position
	}
	j := &treeJSON{Kind: kind, Text: s.game.About().Text(from.String()), Moves: []treeMove{}, Result: "*"}
	if kind == "position" {
		j.Problem = games.Remark(s.game, from)
	}
	var err error
	for m, unread := range s.game.Moves(from, moves) {
		if err = cmp.Or(unread, ctx.Err()); err == nil && len(j.Moves) == mostReadMoves {
			err = errors.New(tooManyMoves)
		}
		if err != nil {
			break
		}
		one := stepJSON{Move: games.NewMove(s.game, from, m)}
		from.Make(m)
		one.Text = s.game.About().Text(from.String())
		j.Moves = append(j.Moves, treeMove{Parent: len(j.Moves), stepJSON: one})
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && len(j.Moves) == 0:
		return nil, badRequest("%v; type moves such as %s, or paste a position or a game in %s", err, s.game.About().Line,
			s.game.About().Records)
	case err != nil:
		j.Problem = brief(err.Error())
	case len(j.Moves) == 0 && kind == "moves":
		return nil, badRequest("no move; type some such as %s, or paste a game in %s", s.game.About().Line,
			s.game.About().Records)
	}
	return j, nil
}
