package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// The paths in this file give a page the rules, so that it needs none of its own.

// lineJSON is the answer to GET /line.
type lineJSON struct {
	FEN      string     `json:"fen"`   // of the first position
	Moves    []stepJSON `json:"moves"` // as far as they are legal
	Problem  string     `json:"problem,omitempty"`
	Legal    []stepJSON `json:"legal"` // in the last position
	Check    bool       `json:"check,omitempty"`
	Ending   string     `json:"ending,omitempty"` // checkmate, stalemate or material
	Chess960 bool       `json:"chess960,omitempty"`
}

// A stepJSON is a move with the position after it.
type stepJSON struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

// line answers GET /line: the positions of a line, and the legal moves at its end. An illegal move ends the line.
func (s *Server) line(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery)
	if err != nil {
		return err
	}
	fen, play := v.Get("fen"), v.Get("play")
	if v.err != nil {
		return v.err
	}
	at, err := s.locate(fen, "")
	if err != nil {
		return err
	}
	p := chessindex.Board(at.Position)
	j := lineJSON{FEN: p.FEN(), Moves: []stepJSON{}, Legal: []stepJSON{}, Chess960: p.Chess960()}
	var list []string
	if play != "" {
		list = strings.Split(play, ",")
	}
	if len(list) > maxPlay {
		return tooLong(len(list))
	}
	for _, text := range list {
		one, err := takeMove(p, text)
		if err != nil {
			j.Problem = cmp.Or(text, `""`)
			break
		}
		j.Moves = append(j.Moves, one)
	}
	for _, m := range p.AppendMoves(nil) {
		j.Legal = append(j.Legal, step(p, m))
	}
	j.Check = p.InCheck()
	switch {
	case len(j.Legal) == 0 && j.Check:
		j.Ending = "checkmate"
	case len(j.Legal) == 0:
		j.Ending = "stalemate"
	case p.InsufficientMaterial():
		j.Ending = "material"
	}
	w.Header().Set("Cache-Control", "max-age=3600")
	return writeJSON(w, http.StatusOK, j)
}

// nullMove is a null move in the notation of engines.
const nullMove = "0000"

// takeMove makes a move in the notation of engines, or a null move out of check.
func takeMove(p *chess.Position, text string) (one stepJSON, err error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == nullMove && !p.InCheck() {
		p.MakeNull()
		return stepJSON{nullMove, "--", p.FEN()}, nil
	}
	m, err := p.ParseUCI(text)
	if err == nil {
		one = step(p, m)
		p.Make(m)
	}
	return one, err
}

// step describes a legal move.
func step(p *chess.Position, m chess.Move) stepJSON {
	j := stepJSON{UCI: p.UCI(m), SAN: p.SAN(m)}
	p.Make(m)
	j.FEN = p.FEN()
	p.Unmake()
	return j
}

// treeJSON is the answer to POST /read: moves, a position, or a game with its variations.
type treeJSON struct {
	Kind    string            `json:"kind"` // moves, position or game
	FEN     string            `json:"fen"`  // of the first position
	Tags    map[string]string `json:"tags"`
	Comment string            `json:"comment,omitempty"` // before the first move
	Moves   []treeMove        `json:"moves"`             // the main line, then the variations
	Result  string            `json:"result"`
	Problem string            `json:"problem,omitempty"` // what could not be read; all before it is there
	More    bool              `json:"more,omitempty"`    // the text has further games
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
)

var tooManyMoves = fmt.Sprintf("no more than %d moves are read", mostReadMoves)

// read answers POST /read. It reads what a person may paste: moves from the position of the query, a FEN or EPD, a
// game in PGN, or a link of a page for analysis.
func (s *Server) read(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery)
	if err != nil {
		return err
	}
	at, err := s.position(v)
	if err != nil {
		return err
	}
	body, err := s.receive(w, r)
	if err != nil {
		return err
	}
	leave, err := s.reads.enter(r.Context(), nil)
	if err != nil {
		return err
	}
	defer leave()
	text := strings.TrimSpace(strings.TrimPrefix(pgn.Text(body), "\ufeff"))
	link := linkForm.MatchString(text)
	if link { // its moves are a game
		var fen string
		if fen, text, err = linked(text); err == nil {
			at, err = s.locate(fen, "")
		}
		if err != nil {
			return err
		}
	}
	var j *treeJSON
	switch {
	case text == "":
		return badRequest("no text; type a move such as Nf3, or paste a FEN or a PGN")
	case fenForm.MatchString(text):
		j, err = s.readFEN(text)
	case gameForm.MatchString(text):
		j, err = s.readGame(r.Context(), text)
	default:
		j, err = readMoves(r.Context(), chessindex.Board(at.Position), text)
	}
	if err != nil {
		return err
	}
	if link && j.Kind == "moves" {
		j.Kind = "game"
	}
	return writeJSON(w, http.StatusOK, j)
}

// receive returns the body of a request to read. Clients that send slowly take at most half of the server's requests,
// and no place of those whose text is read.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	leave, err := s.bodies.enter(r.Context(), nil)
	if err != nil {
		return nil, err
	}
	defer leave()
	return io.ReadAll(http.MaxBytesReader(w, r.Body, mostReadText))
}

var (
	linkForm = regexp.MustCompile(`^(?i)(https?://|(www\.)?(lichess\.org|chess\.com)/)\S+$`)
	fenForm  = regexp.MustCompile(`^([1-8pnbrqkPNBRQK~]+/){7}[1-8pnbrqkPNBRQK~]+(\[\w*\])?($|[\s_])`)
	linkFEN  = regexp.MustCompile(`(?:^|/)((?:[1-8pnbrqkPNBRQK~]+/){7}[1-8pnbrqkPNBRQK~]+(?:[ _+][^/?#&]*)?)`)
	gameForm = regexp.MustCompile(`^\[|(^|\s)1\.+\s*\S|^\{`)
)

// linked returns the FEN, the game or the moves in a link, and the FEN that moves are played from, if it has both.
func linked(text string) (from, found string, err error) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", "", badRequest("link: %v", err)
	}
	query := u.Query()
	for _, word := range append(strings.Split(u.Path, "/"), query.Get("variant")) {
		if indexed, known := variants[strings.ToLower(word)]; known && !indexed {
			return "", "", badRequest("link: variant %q is not in this index, which holds standard chess and Chess960", word)
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
	return &treeJSON{Kind: "position", FEN: chessindex.Board(at.Position).FEN(), Moves: []treeMove{}, Result: "*",
		More: strings.TrimSpace(rest) != ""}, nil
}

// readMoves reads moves from a position, in any usual spelling.
func readMoves(ctx context.Context, p *chess.Position, text string) (*treeJSON, error) {
	j := &treeJSON{Kind: "moves", FEN: p.FEN(), Moves: []treeMove{}, Result: "*"}
	fail := func(word, what string) (*treeJSON, error) {
		where := "here"
		if n := len(j.Moves); n > 0 {
			where = "after " + j.Moves[n-1].SAN
		}
		j.Problem = word + " is not a legal move " + where + ", nor " + what
		if len(j.Moves) == 0 {
			return nil, badRequest("%s", j.Problem)
		}
		return j, nil
	}
	shift, numbered := 0, false // of the text's numbers, which may begin anywhere
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(j.Moves) == mostReadMoves {
			j.Problem = tooManyMoves
			return j, nil
		}
		rest := strings.TrimLeft(word, "0123456789")
		san := strings.TrimLeft(rest, ".…")
		if strings.HasPrefix(word, "0-0") || strings.HasPrefix(word, "0–0") {
			san = strings.ReplaceAll(word, "–", "-")
		}
		if slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, word) || san == "" && rest == word {
			continue
		}
		if san == "" {
			n, err := strconv.Atoi(word[:len(word)-len(rest)])
			if !numbered && len(j.Moves) == 0 {
				shift = n - p.FullmoveNumber()
			}
			numbered = true
			if err != nil || word[0] == '0' || n != shift+p.FullmoveNumber() {
				return fail(word, "the number of the next move")
			}
			continue
		}
		m, err := anyMove(p, san)
		if err != nil {
			return fail(word, "a FEN or PGN")
		}
		j.Moves = append(j.Moves, treeMove{Parent: len(j.Moves), stepJSON: step(p, m)})
		p.Make(m)
	}
	if len(j.Moves) == 0 {
		return nil, badRequest("no move; type one such as Nf3, or paste a FEN or a PGN")
	}
	return j, nil
}

// anyMove reads a move as people type it: as SAN, as squares, or with a piece in lower case.
func anyMove(p *chess.Position, text string) (chess.Move, error) {
	m, err := p.ParseSAN(text)
	if err != nil {
		m, err = p.ParseUCI(strings.ToLower(strings.ReplaceAll(text, "-", "")))
	}
	if first := text[:1]; err != nil && strings.ContainsAny(first, "nbrqkNBRQK") {
		m, err = p.ParseSAN(strings.ToUpper(first) + strings.ToLower(text[1:]))
	}
	return m, err
}

// readGame reads the first game of a PGN. What stands before an error is kept.
func (s *Server) readGame(ctx context.Context, text string) (*treeJSON, error) {
	reader := pgn.NewReader(strings.NewReader(text))
	g, err := reader.Next()
	if g == nil {
		return nil, badRequest("pgn: %v", err)
	}
	j := &treeJSON{Kind: "game", Tags: make(map[string]string, len(g.Tags)), Moves: []treeMove{},
		Result: g.Result.String(), Comment: strings.Join(g.Comments, " ")}
	for _, tag := range g.Tags {
		j.Tags[tag.Name] = tag.Value
	}
	var record *game.RecordError
	if err != nil && !errors.Is(err, game.ErrUnfinished) {
		j.Problem = err.Error()
		if errors.As(err, &record) {
			j.Problem = record.Error()
		}
	}
	p, err := s.o.Index.Position("")
	if err != nil {
		return nil, err
	}
	start, err := g.Start(chessindex.Board(p).Options())
	if err != nil {
		return nil, badRequest("pgn: %v", err)
	}
	j.FEN = start.FEN()
	if err := j.add(ctx, start, 0, g.Moves, ""); err != nil {
		return nil, err
	}
	next, _ := reader.Next()
	j.More = next != nil
	return j, nil
}

// add adds moves after the move with the number parent, then their variations. It returns the error of ctx.
func (j *treeJSON) add(ctx context.Context, p *chess.Position, parent int, moves []pgn.Move, before string) error {
	first := len(j.Moves)
	if room := mostReadMoves - first; len(moves) > room {
		moves, j.Problem = moves[:room], cmp.Or(j.Problem, tooManyMoves)
	}
	for i, m := range moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		one := treeMove{Parent: parent, Before: before, Comment: strings.Join(m.Comments, " ")}
		if m.Move == chess.NoMove {
			p.MakeNull()
			one.stepJSON = stepJSON{nullMove, m.SAN, p.FEN()}
		} else {
			one.stepJSON = step(p, m.Move)
			p.Make(m.Move)
		}
		for _, nag := range m.NAGs {
			one.NAGs = append(one.NAGs, int(nag))
		}
		j.Moves = append(j.Moves, one)
		parent, before = first+i+1, ""
	}
	for i, m := range slices.Backward(moves) {
		p.Unmake()
		for _, v := range m.Variations {
			err := j.add(ctx, p, j.Moves[first+i].Parent, v.Moves, strings.Join(v.Comments, " "))
			if err != nil {
				return err
			}
		}
	}
	return nil
}
