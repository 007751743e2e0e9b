package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// evalsFindFlags are the flags of `zobrist evals find`.
type evalsFindFlags struct {
	evalFlags
	at    positionFlags
	lines int
	all   bool
}

func newEvalsFind(a *app) *cobra.Command {
	f := &evalsFindFlags{}
	cmd := a.Command("evals find", nil, func(cmd *cobra.Command, args []string) error {
		return a.evalsFind(cmd.Context(), f, args)
	})
	f.evalFlags.register(cmd)
	f.at.register(cmd)
	cmd.Flags().IntVar(&f.lines, "lines", 1, "lines of play to show")
	cmd.Flags().BoolVar(&f.all, "all", false, "show all evaluations of the position")
	cli.Exclude(cmd, "lines", "all")
	return cmd
}

func (a *app) evalsFind(ctx context.Context, f *evalsFindFlags, args []string) error {
	if err := cli.InRange("lines", f.lines, 1, 1<<12); err != nil {
		return err
	}
	many := len(args) == 1 && args[0] == "-"
	if many {
		if err := a.OneForm(jsonLines); err != nil {
			return err
		}
		if f.at.moves != "" {
			return cli.Usagef("leave it out", "--moves has no effect on positions from standard input")
		}
	}
	var p *chess.Position
	if !many {
		var err error
		if p, err = f.at.position(editorPosition, args); err != nil {
			return cli.UsageError(err)
		}
	}
	s, err := f.open()
	if err != nil {
		return err
	}
	defer s.Close()
	if many {
		return f.explain(a.evalsFindMany(ctx, f, s))
	}
	list, err := f.find(s, p)
	if err != nil {
		return f.explain(err)
	}
	if err := a.Print(newEvalAnswer(s, p, list)); err != nil {
		return err
	}
	if len(list) == 0 {
		return cli.ErrFound
	}
	return nil
}

// editorPosition returns the position of a FEN that a person has typed, or the start position.
func editorPosition(fen string) (*chess.Position, error) {
	p, err := chess.New(chess.Options{Editor: true})
	if err == nil && fen != "" {
		err = p.Set(fen)
	}
	return p, err
}

// find returns the evaluations that the flags ask for.
func (f *evalsFindFlags) find(s *evalStore, p *chess.Position) ([]evals.Evaluation[chess.Move], error) {
	if f.all {
		return s.FindAll(p)
	}
	v, ok, err := s.FindLines(p, f.lines)
	if !ok || err != nil {
		return nil, err
	}
	return []evals.Evaluation[chess.Move]{v}, nil
}

// evalAnswer is what `zobrist evals find` prints about a position.
type evalAnswer struct {
	FEN         string     `json:"fen"`
	Evaluations []evalJSON `json:"evaluations"`
}

// evalJSON is an evaluation in JSON.
type evalJSON struct {
	Depth  int        `json:"depth"` // 0 if it is not known
	Nodes  int64      `json:"nodes"` // 0 if they are not known
	Source string     `json:"source"`
	Lines  []lineJSON `json:"lines"`
}

// lineJSON is a line of play in JSON, with its value for White: cp in centipawns, or mate in moves.
type lineJSON struct {
	CP    *int32 `json:"cp,omitempty"`
	Mate  *int32 `json:"mate,omitempty"`
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	value evals.Value
}

func newEvalAnswer(s *evalStore, p *chess.Position, list []evals.Evaluation[chess.Move]) evalAnswer {
	answer := evalAnswer{FEN: p.FEN(), Evaluations: []evalJSON{}}
	for _, v := range list {
		source, _ := s.Source(v.Source)
		e := evalJSON{Depth: v.Depth, Nodes: v.Nodes, Source: source.Name}
		for i := range v.Lines {
			e.Lines = append(e.Lines, newLineJSON(p, &v.Lines[i]))
		}
		answer.Evaluations = append(answer.Evaluations, e)
	}
	return answer
}

func newLineJSON(p *chess.Position, l *evals.Line[chess.Move]) lineJSON {
	j := lineJSON{value: l.Value}
	if l.Mate != 0 {
		j.Mate = &l.Mate
	} else {
		j.CP = &l.Score
	}
	var san []byte
	uci := make([]string, 0, len(l.Moves))
	for i, m := range l.Moves {
		if i > 0 {
			san = append(san, ' ')
		}
		san = p.AppendSAN(san, m)
		uci = append(uci, p.UCI(m))
		p.Make(m)
	}
	for range l.Moves {
		p.Unmake()
	}
	j.UCI, j.SAN = strings.Join(uci, " "), string(san)
	return j
}

func (e evalAnswer) Text(w io.Writer) {
	fmt.Fprintln(w, e.FEN)
	if len(e.Evaluations) == 0 {
		fmt.Fprintln(w, "no evaluation")
		return
	}
	for _, v := range e.Evaluations {
		depth, nodes := "unknown depth", ""
		if v.Depth > 0 {
			depth = "depth " + strconv.Itoa(v.Depth)
		}
		if v.Nodes > 0 {
			nodes = ", " + cli.Group3(v.Nodes) + " nodes"
		}
		fmt.Fprintf(w, "%s%s, from %s\n", depth, nodes, v.Source)
		cli.Columns(w, false, func(w io.Writer) {
			for _, l := range v.Lines {
				fmt.Fprintf(w, "  %s\t%s\n", l.value, l.SAN)
			}
		})
	}
}

// evalJob is a piece of standard input on its way to a worker and to the output.
type evalJob struct {
	lines []evalLine
	first int // number of its first line
	out   []byte
	err   error
	done  chan struct{}
}

type evalLine struct {
	text []byte
	long bool // it is cut off
}

// evalsFindMany answers the lines of standard input on all cores, in their order.
func (a *app) evalsFindMany(ctx context.Context, f *evalsFindFlags, s *evalStore) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	jobs, order := make(chan *evalJob, workers), make(chan *evalJob, 2*workers)
	for range workers {
		go func() {
			w := evalsFinder{f: f, s: s, reader: evals.NewChessReader()}
			for j := range jobs {
				w.answer(j)
				close(j.done)
			}
		}()
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(jobs)
		readErr = readEvalJobs(ctx, a.In, func(j *evalJob) bool {
			select {
			case <-ctx.Done():
				return false
			case order <- j:
				jobs <- j
				return true
			}
		})
	}()
	out := bufio.NewWriterSize(a.Out, 1<<16)
	var err error
	for j := range order {
		<-j.done
		if err == nil {
			err = j.err
		}
		if err == nil {
			_, err = out.Write(j.out)
		}
		if err == nil && len(order) == 0 {
			err = out.Flush() // whoever waits for answers gets them
		}
		if err != nil {
			cancel()
		}
	}
	if err == nil {
		err = readErr
	}
	return errors.Join(err, out.Flush())
}

// readEvalJobs divides standard input into jobs. If the input comes slowly, as from a program that waits for answers, a
// job has what has come.
func readEvalJobs(ctx context.Context, r io.Reader, give func(*evalJob) bool) error {
	in := bufio.NewReaderSize(r, bufio.MaxScanTokenSize)
	job := &evalJob{first: 1, done: make(chan struct{})}
	size := 0
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		text := bytes.Clone(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff"))))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && err != io.EOF {
			return lineError(n, err)
		}
		if err == nil || len(line) > 0 {
			job.lines = append(job.lines, evalLine{text, long})
			size += len(text) + 1
		}
		if err == io.EOF || size >= 16<<10 || in.Buffered() == 0 {
			if len(job.lines) > 0 && !give(job) {
				return context.Cause(ctx)
			}
			job, size = &evalJob{first: n + 1, done: make(chan struct{})}, 0
		}
		if err == io.EOF {
			return nil
		}
	}
}

const startOfChess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// An evalsFinder answers lines. It belongs to one goroutine.
type evalsFinder struct {
	f      *evalsFindFlags
	s      *evalStore
	reader *evals.ChessReader
}

func (w *evalsFinder) answer(j *evalJob) {
	for i, l := range j.lines {
		switch {
		case l.long:
			j.out = appendJSON(j.out, lineAnswer{Error: fmt.Sprintf("line %d: longer than %d bytes", j.first+i,
				bufio.MaxScanTokenSize)}, nil)
		case len(l.text) > 0:
			if j.err = w.line(j, l.text); j.err != nil {
				return
			}
		}
	}
}

// lineAnswer is the answer to a line that has no position, or the FEN of one that is not there.
type lineAnswer struct {
	FEN   string `json:"fen,omitempty"`
	Error string `json:"error"`
}

// line answers a line.
func (w *evalsFinder) line(j *evalJob, text []byte) error {
	l := readLine(text, startOfChess, games.Chess)
	if l.err == nil && l.record != "" {
		l.err = errors.New(`write "moves" instead of a whole game`)
	}
	var p *chess.Position
	if l.err == nil {
		var ignored []error
		if p, ignored, l.err = w.reader.Read(l.text); l.err == nil {
			l.err = playLine(p, l.moves)
		}
		for _, err := range ignored {
			if bad, ok := errors.AsType[*game.TextError](err); ok {
				l.ignored = append(l.ignored, bad.Reason)
			}
		}
	}
	if l.err != nil {
		j.out = appendJSON(j.out, lineAnswer{l.text, l.err.Error()}, &l)
		return nil
	}
	list, err := w.f.find(w.s, p)
	if err != nil {
		return err
	}
	j.out = appendJSON(j.out, newEvalAnswer(w.s, p, list), &l)
	return nil
}

// playLine plays a line of moves.
func playLine(p *chess.Position, moves string) error {
	for m, err := range games.ChessMoves(p, moves) {
		if err != nil {
			return err
		}
		p.Make(m)
	}
	return nil
}

// appendJSON appends a value as a line of JSON, with what has to come back of the line.
func appendJSON(dst []byte, v any, l *line) []byte {
	text, err := jsontext.Marshal(v)
	if err != nil {
		panic(err) // it has neither functions nor cycles
	}
	object := json.RawMessage(text)
	if l != nil {
		extra := maps.Clone(l.extra)
		maps.DeleteFunc(extra, func(name string, _ json.RawMessage) bool {
			return slices.Contains([]string{"fen", "error", "evaluations", "ignored"}, name)
		})
		if len(l.ignored) > 0 {
			text, _ := jsontext.Marshal(l.ignored)
			if extra == nil {
				extra = make(map[string]json.RawMessage)
			}
			extra["ignored"] = text
		}
		if len(extra) > 0 {
			if more, err := addMembers(object, extra); err == nil {
				object = more
			}
		}
	}
	return append(append(dst, object...), '\n')
}
