package chess_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

var update = flag.Bool("update", false, "tune the weights of the evaluation and write zweights.go")

// A lesson is a position of a game with its outcome.
type lesson struct {
	terms  []chess.Term
	phase  float64 // of the middle game, 0 to 1
	result float64 // 1, ½ or 0 for White
}

// lessonsOf takes some quiet positions of games: not in check, and no capture gains
// material. One game in ten is held out from tuning.
func lessonsOf(t *testing.T, file string, perGame int, held bool) []lesson {
	return visit(t, file, perGame, held, func(p *chess.Position, result float64, _ *rand.Rand) (lesson, bool) {
		if !quiet(p) {
			return lesson{}, false
		}
		return newLesson(p, result), true
	})
}

func newLesson(p *chess.Position, result float64) lesson {
	return lesson{p.AppendTerms(nil), float64(p.Phase()) / 24, result}
}

// visit returns, in their order, what take makes of some positions of games and of
// their results.
func visit[T any](t *testing.T, file string, perGame int, held bool,
	take func(p *chess.Position, result float64, random *rand.Rand) (T, bool)) []T {
	f, err := pgn.Open(oracle.Data(t, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := make(map[int][]T) // by the first game of a chunk
	var mu sync.Mutex
	var wg sync.WaitGroup
	chunks := make(chan *pgn.Chunk)
	for range 2 {
		wg.Go(func() {
			parser, err := pgn.NewParser(chess.Options{})
			if err != nil {
				t.Error(err)
			}
			var line pgn.Mainline
			for c := range chunks {
				var taken []T
				for i := range c.Len() {
					if (c.First()+i)%10 == 0 != held || parser.Mainline(c, i, &line) != nil ||
						line.Result == game.Unknown || len(line.Moves) < 30 {
						continue
					}
					p, err := chess.New(chess.Options{})
					if err != nil {
						t.Error(err)
					}
					random := rand.New(rand.NewPCG(uint64(c.First()+i), 1))
					wanted := map[int]bool{}
					for range perGame {
						wanted[12+random.IntN(len(line.Moves)-12)] = true
					}
					result := map[game.Result]float64{game.FirstWins: 1, game.Draw: 0.5}[line.Result]
					for ply, m := range line.Moves {
						if wanted[ply] {
							if one, ok := take(p, result, random); ok {
								taken = append(taken, one)
							}
						}
						p.Make(m)
					}
				}
				mu.Lock()
				found[c.First()] = taken
				mu.Unlock()
			}
		})
	}
	s := pgn.NewScanner(f)
	for {
		c, err := s.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		chunks <- c
	}
	close(chunks)
	wg.Wait()
	var all []T
	for _, first := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[first]...)
	}
	return all
}

func quiet(p *chess.Position) bool {
	if p.InCheck() {
		return false
	}
	for _, m := range p.AppendTactical(nil) {
		if p.Gains(m, 1) {
			return false
		}
	}
	return true
}

// A student has two values for each weight, in hundredths of a pawn.
type student struct{ value, prior, gradient, mean, square []float64 }

// newStudent begins with plain material.
func newStudent(w *chess.Weights) *student {
	list := chess.Flat(w)
	n := 2 * len(list)
	s := &student{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	for i, score := range list {
		middle, end := chess.Halves(score)
		s.prior[2*i], s.prior[2*i+1] = float64(middle), float64(end)
	}
	copy(s.value, s.prior)
	return s
}

// expected is the score of a position for White.
func (s *student) expected(l *lesson) float64 {
	sum := 0.0
	for _, t := range l.terms {
		sum += float64(t.Count) * (s.value[2*t.Weight]*l.phase + s.value[2*t.Weight+1]*(1-l.phase))
	}
	return 1 / (1 + math.Pow(10, -sum/400))
}

// loss is the mean square error.
func (s *student) loss(lessons []lesson) float64 {
	sum := 0.0
	for i := range lessons {
		d := s.expected(&lessons[i]) - lessons[i].result
		sum += d * d
	}
	return sum / float64(len(lessons))
}

// learn makes one step down the gradient of the loss by the method of Adam (Kingma
// and Ba 2015). pull draws a weight towards its prior, so that what hardly occurs
// stays as it was.
func (s *student) learn(lessons []lesson, rate float64, step int) {
	const pull = 2e-8
	clear(s.gradient)
	for i := range lessons {
		l := &lessons[i]
		e := s.expected(l)
		g := 2 * (e - l.result) * e * (1 - e) * math.Ln10 / 400 / float64(len(lessons))
		for _, t := range l.terms {
			s.gradient[2*t.Weight] += g * float64(t.Count) * l.phase
			s.gradient[2*t.Weight+1] += g * float64(t.Count) * (1 - l.phase)
		}
	}
	for i, g := range s.gradient {
		g += pull * (s.value[i] - s.prior[i])
		s.mean[i] = 0.9*s.mean[i] + 0.1*g
		s.square[i] = 0.999*s.square[i] + 0.001*g*g
		m := s.mean[i] / (1 - math.Pow(0.9, float64(step)))
		v := s.square[i] / (1 - math.Pow(0.999, float64(step)))
		s.value[i] -= rate * m / (math.Sqrt(v) + 1e-8)
	}
}

// chances fits, by likelihood, the chance to win 1/(1+exp((drawn-v)/spread)) of a
// value, with that to lose of the opposite value.
func (s *student) chances(lessons []lesson) (drawn, spread float64) {
	best := math.Inf(-1)
	for a := 10.0; a <= 300; a += 5 {
		for b := 40.0; b <= 300; b += 5 {
			sum := 0.0
			for i := range lessons {
				l := &lessons[i]
				e := s.expected(l)
				v := 400 * math.Log10(e/(1-e))
				win, loss := 1/(1+math.Exp((a-v)/b)), 1/(1+math.Exp((a+v)/b))
				chance := 1 - win - loss
				if l.result == 1 {
					chance = win
				} else if l.result == 0 {
					chance = loss
				}
				sum += math.Log(max(chance, 1e-9))
			}
			if sum > best {
				best, drawn, spread = sum, a, b
			}
		}
	}
	return drawn, spread
}

// plain are the values of the pieces and nothing else.
func plain() *chess.Weights {
	w := new(chess.Weights)
	for t, value := range []int{100, 320, 330, 500, 950, 0} {
		for s := range w.Square[t] {
			w.Square[t][s] = chess.NewScore(value, value)
		}
	}
	for i := range w.Danger {
		w.Danger[i] = chess.NewScore(min(i*i/4, 400), 0)
	}
	return w
}

// TestTune tunes the weights again, with -update, or measures how well those in use
// foretell the results of games that the tuner did not see.
func TestTune(t *testing.T) {
	oracle.Long(t, "positions of 100,000 games, and 200,000 searched by Stockfish")
	held := lessonsOf(t, "pgn/masters-20k.pgn.zst", 8, true)
	inUse := newStudent(chess.Tuned())
	start := newStudent(plain())
	t.Logf("%d positions: material alone %.5f, weights in use %.5f", len(held), start.loss(held), inUse.loss(held))
	strays := straysOf(t, "pgn/masters-20k.pgn.zst", 1, true)
	t.Logf("%d positions near games: material alone %.5f, weights in use %.5f",
		len(strays), start.loss(strays), inUse.loss(strays))
	drawn, spread := inUse.chances(held)
	t.Logf("chance to win: 1/(1 + exp((%.0f - v)/%.0f))", drawn, spread)
	if !*update {
		if inUse.loss(held) > start.loss(held)-0.01 {
			t.Error("the weights are hardly better than material")
		}
		return
	}
	lessons := lessonsOf(t, "pgn/masters-100k.pgn.zst", 8, false)
	lessons = append(lessons, straysOf(t, "pgn/masters-20k.pgn.zst", 14, false)...)
	random := rand.New(rand.NewPCG(1, 2))
	const epochs, batch = 40, 16384
	step := 0
	for epoch := range epochs {
		random.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		rate := 3 * math.Pow(0.02, float64(epoch)/epochs)
		for i := 0; i+batch <= len(lessons); i += batch {
			step++
			start.learn(lessons[i:i+batch], rate, step)
		}
		if epoch%5 == 4 {
			t.Logf("epoch %d: %.5f of %d positions, held out %.5f and %.5f", epoch+1, start.loss(lessons), len(lessons),
				start.loss(held), start.loss(strays))
		}
	}
	w := new(chess.Weights)
	for i := range chess.Flat(w) {
		chess.Flat(w)[i] = chess.NewScore(int(math.Round(start.value[2*i])), int(math.Round(start.value[2*i+1])))
	}
	if err := os.WriteFile("zweights.go", source(t, w), 0o666); err != nil {
		t.Fatal(err)
	}
}

// source writes the weights as a file in Go.
func source(t *testing.T, w *chess.Weights) []byte {
	var b bytes.Buffer
	b.WriteString(`// Code generated by go test -run Tune -update; DO NOT EDIT.

package chess

// tuned are the weights in use, each for the middle game and the end game.
var tuned = weights{
`)
	v := reflect.ValueOf(w).Elem()
	var write func(v reflect.Value)
	write = func(v reflect.Value) {
		if v.Kind() != reflect.Array {
			middle, end := chess.Halves(chess.NewScore(0, 0) + v.Interface().(chess.Score))
			fmt.Fprintf(&b, "%d<<32 + %d", middle, end)
			return
		}
		b.WriteString("{")
		for i := range v.Len() {
			if v.Len() > 4 && i%4 == 0 || v.Index(i).Kind() == reflect.Array {
				b.WriteString("\n")
			}
			write(v.Index(i))
			if i < v.Len()-1 || v.Len() > 4 || v.Index(i).Kind() == reflect.Array {
				b.WriteString(", ")
			}
		}
		if v.Len() > 4 || v.Index(0).Kind() == reflect.Array {
			b.WriteString("\n")
		}
		b.WriteString("}")
	}
	for i := range v.NumField() {
		fmt.Fprintf(&b, "%s: ", v.Type().Field(i).Name)
		if v.Field(i).Kind() == reflect.Array {
			b.WriteString(typeName(v.Field(i).Type()))
		}
		write(v.Field(i))
		b.WriteString(",\n")
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.Bytes())
	}
	return text
}

// typeName is [n][m]score.
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Array {
		return fmt.Sprintf("[%d]%s", t.Len(), typeName(t.Elem()))
	}
	return "score"
}
