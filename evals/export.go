package evals

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// AppendLichess appends a position and its evaluations as a line of Lichess's file has them: with the first four fields
// of the FEN, and castling as king takes rook. A line feed is not appended.
func AppendLichess(dst []byte, p *chess.Position, list []Evaluation[chess.Move]) []byte {
	dst = append(dst, `{"fen":"`...)
	dst = append(dst, fourFields(p)...)
	dst = append(dst, `","evals":[`...)
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"pvs":[`...)
		for j, l := range v.Lines {
			if j > 0 {
				dst = append(dst, ',')
			}
			if l.Mate != 0 {
				dst = strconv.AppendInt(append(dst, `{"mate":`...), int64(l.Mate), 10)
			} else {
				dst = strconv.AppendInt(append(dst, `{"cp":`...), int64(l.Score), 10)
			}
			dst = append(dst, `,"line":"`...)
			for k, m := range l.Moves {
				if k > 0 {
					dst = append(dst, ' ')
				}
				dst = append(dst, m.String()...)
			}
			dst = append(dst, `"}`...)
		}
		dst = strconv.AppendInt(append(dst, `],"knodes":`...), (v.Nodes+500)/1000, 10)
		dst = strconv.AppendInt(append(dst, `,"depth":`...), int64(v.Depth), 10)
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}

// fourFields returns the FEN of a position without its counters.
func fourFields(p *chess.Position) string {
	fen := p.FEN()
	for n, i := 0, len(fen)-1; ; i-- {
		if fen[i] != ' ' {
			continue
		}
		if n++; n == 2 {
			return fen[:i]
		}
	}
}

// AppendEPD appends a position and an evaluation as a line of EPD: with acd and acn, if they are known, ce or dm, and
// pv, the moves in SAN. The position is as before afterwards. A line feed is not appended.
func AppendEPD(dst []byte, p *chess.Position, v Evaluation[chess.Move]) []byte {
	dst = append(dst, fourFields(p)...)
	if v.Depth > 0 {
		dst = append(strconv.AppendInt(append(dst, " acd "...), int64(v.Depth), 10), ';')
	}
	if v.Nodes > 0 {
		dst = append(strconv.AppendInt(append(dst, " acn "...), v.Nodes, 10), ';')
	}
	l := v.Lines[0]
	value := l.Value
	if p.Turn() == chess.Black {
		value = value.negated()
	}
	switch {
	case value.Mate > 0:
		dst = append(strconv.AppendInt(append(dst, " dm "...), int64(value.Mate), 10), ';')
	case value.Mate < 0:
		dst = append(strconv.AppendInt(append(dst, " ce "...), min(-mateScore-2*int64(value.Mate), -leastMate), 10), ';')
	default:
		dst = append(strconv.AppendInt(append(dst, " ce "...), int64(value.Score), 10), ';')
	}
	if len(l.Moves) > 0 {
		dst = append(dst, " pv"...)
		for _, m := range l.Moves {
			dst = p.AppendSAN(append(dst, ' '), m)
			p.Make(m)
		}
		for range l.Moves {
			p.Unmake()
		}
		dst = append(dst, ';')
	}
	return dst
}

// ErrNoPositions: a store has evaluations without their positions, so that it cannot list them.
var ErrNoPositions = errors.New("evals: the store does not keep positions")

// Export writes all positions of a store to w with their evaluations, the deepest first, one line each. The order looks
// random. line, such as [AppendLichess], appends a line; several goroutines call it. Export returns how many positions
// it wrote, and how many records it left out because they were added without [ImportOptions].Positions. If it left out
// all of them, the error is [ErrNoPositions].
func Export(ctx context.Context, w io.Writer, s *Store[chess.Move],
	line func(dst []byte, p *chess.Position, list []Evaluation[chess.Move]) []byte,
	progress func(written int64)) (written, without int64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var readErr error // to be read after order is closed
	workers := runtime.GOMAXPROCS(0)
	jobs, order := make(chan *exportJob, workers), make(chan *exportJob, 2*workers)
	for range workers {
		go func() {
			e := exporter{line: line}
			for j := range jobs {
				j.err = e.write(j)
				close(j.done)
			}
		}()
	}
	go func() {
		defer close(order)
		defer close(jobs)
		j := newExportJob()
		give := func() error {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case order <- j:
			}
			jobs <- j
			j = newExportJob()
			return nil
		}
		readErr = s.records(ctx, func(k sorted.Key, r *record) error {
			n := len(j.records)
			j.records = r.append(j.records)
			if j.ends = append(j.ends, len(j.records)); len(j.records) == n || len(j.records) < 32<<10 {
				return nil
			}
			return give()
		})
		if readErr == nil {
			readErr = give()
		}
	}()
	for j := range order {
		<-j.done
		if err == nil {
			err = j.err
		}
		if err == nil {
			_, err = w.Write(j.text)
		}
		if err != nil {
			cancel()
			continue
		}
		written += j.written
		if without += j.without; progress != nil {
			progress(written)
		}
	}
	if err == nil {
		err = readErr
	}
	if err == nil && written == 0 && without > 0 {
		err = ErrNoPositions
	}
	return written, without, err
}

// An exportJob is a piece of a store on its way from the reader to a worker and to the output.
type exportJob struct {
	records          []byte
	ends             []int // of each record
	text             []byte
	written, without int64
	err              error
	done             chan struct{}
}

func newExportJob() *exportJob { return &exportJob{done: make(chan struct{})} }

// An exporter writes the records of jobs. It belongs to one goroutine.
type exporter struct {
	pos  *chess.Position
	t    scratch[chess.Move]
	list []Evaluation[chess.Move]
	line func(dst []byte, p *chess.Position, list []Evaluation[chess.Move]) []byte
}

func (e *exporter) write(j *exportJob) (err error) {
	if e.pos == nil {
		if e.pos, err = chess.New(chess.Options{Editor: true}); err != nil {
			return err
		}
	}
	start := 0
	for _, end := range j.ends {
		b := j.records[start:end]
		start = end
		e.t.rec.reset()
		if err := e.t.rec.add(b); err != nil {
			return errors.Join(ErrCorrupt, err)
		}
		packed := e.t.rec.packed
		if packed.at == packed.end {
			j.without++
			continue
		}
		if err := e.pos.Set(unpackChess(packed)); err != nil {
			return errors.Join(ErrCorrupt, err)
		}
		e.t.root = e.pos.AppendMoves(e.t.root[:0])
		e.list = e.list[:0]
		for i := range e.t.rec.entries {
			v, err := e.t.decode(e.pos, &e.t.rec.entries[i])
			if err != nil {
				return errors.Join(ErrCorrupt, err)
			}
			e.list = append(e.list, v)
		}
		j.text = append(e.line(j.text, e.pos, e.list), '\n')
		j.written++
	}
	return nil
}
