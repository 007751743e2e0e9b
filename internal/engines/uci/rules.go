package uci

import (
	"context"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
)

// A board is a position of chess or of a variant. The searches know its type: only what happens once for a command or a
// line of output goes through the interface.
type board interface {
	SetLenient(fen string) (ignored []error, err error)
	FEN() string
	Hash() uint64
	Turn() chess.Color
	InCheck() bool
	Score() (score int, over bool)

	AppendMoves(dst []chess.Move) []chess.Move
	ParseUCI(text string) (chess.Move, error)
	UCI(m chess.Move) string
	Make(m chess.Move)
	MakeNull()
	Unmake()
}

// rules are the rules of chess or of a variant.
type rules interface {
	start(chess960 bool) (board, error)
	clone(p board) board
	searcher(root board, o search.Options) (searcher, error)
	perft(ctx context.Context, p board, depth int, o search.PerftOptions) (search.PerftResult[chess.Move], error)
}

// A searcher searches positions of one game.
type searcher interface {
	search(ctx context.Context, root board, q query) (search.Info[chess.Move], error)
}

// A query says what to search for; see [search.Searcher].
type query struct {
	moves   []chess.Move
	lines   int
	limits  search.Limits
	current func(depth int, m chess.Move, n int)
	report  func(search.Info[chess.Move])
}

// searchable is a position by its own type.
type searchable[P any] interface {
	board
	search.Position[chess.Move, P]
}

// rulesOf implements rules by the constructor of its positions.
type rulesOf[P searchable[P]] struct {
	open func(chess960 bool) (P, error)
}

func (r *rulesOf[P]) start(chess960 bool) (board, error) {
	p, err := r.open(chess960)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (*rulesOf[P]) clone(p board) board { return p.(P).Clone() }

func (*rulesOf[P]) searcher(root board, o search.Options) (searcher, error) {
	s, err := search.New(root.(P), o)
	if err != nil {
		return nil, err
	}
	return searcherOf[P]{s}, nil
}

func (*rulesOf[P]) perft(ctx context.Context, p board, depth int, o search.PerftOptions,
) (search.PerftResult[chess.Move], error) {
	return search.Perft(ctx, p.(P), depth, o)
}

// searcherOf implements searcher.
type searcherOf[P searchable[P]] struct {
	*search.Searcher[chess.Move, P]
}

func (s searcherOf[P]) search(ctx context.Context, root board, q query) (search.Info[chess.Move], error) {
	s.Root, s.Moves, s.Lines, s.Current, s.Report = root.(P), q.moves, q.lines, q.current, q.report
	return s.Search(ctx, q.limits)
}

// standard has the rules of chess.
var standard rules = &rulesOf[*engine.Position]{func(chess960 bool) (*engine.Position, error) {
	return engine.Start(chess.Options{Chess960: chess960})
}}

// variantRules returns the rules of a variant.
func variantRules(v variants.Variant) rules {
	return &rulesOf[*variants.Position]{func(chess960 bool) (*variants.Position, error) {
		return variants.New(variants.Options{Variant: v, Chess960: chess960})
	}}
}

// variantForm is the form of the option UCI_Variant.
func variantForm() string {
	names := []string{"chess"}
	for _, v := range variants.Variants() {
		names = append(names, v.String())
	}
	return "type combo default chess var " + strings.Join(names, " var ")
}

// setVariant sets the option UCI_Variant. The position is the start of the variant then. Programs write the names in
// several ways, and some name Chess960, which is chess.
func (e *session) setVariant(value string) {
	next := standard
	switch name := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(value)); name {
	case "chess", "standard", "normal", "fromposition", "chess960", "fischerandom":
	default:
		v, ok := variants.ParseVariant(value)
		if !ok {
			e.remark("UCI_Variant is chess or one of %v, not %q", variants.Variants(), value)
			return
		}
		next = variantRules(v)
	}
	start, err := next.start(e.options.chess960)
	if err != nil {
		e.remark("%v", err) // not reached: each variant has a start
		return
	}
	e.rules, e.position, e.setup, e.refused = next, start, setup{}, false
	e.dropSearcher()
	e.clearTable("")
}

// isChess reports whether chess is played, for which there are books, evaluations and a search for mates.
func (e *session) isChess() bool { return e.rules == standard }
