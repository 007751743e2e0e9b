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
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

var (
	update = flag.Bool("update", false, "tune the weights of the evaluation and write zweights.go")
	taught = flag.String("taught", "", "`file` of the positions to tune on; it is written if it is not there")
)

// lessons are positions with what White scores there: the result of the game, or what
// Stockfish expects. The evaluation is a sum of terms, weights times counts; the terms
// of the i-th position begin at start[i].
type lessons struct {
	start         []int
	weight        []uint16
	count         []int8
	phase, result []float32 // of the middle game, 0 to 1; 1, ½ or 0 for White, or between
}

func (l *lessons) add(p *chess.Position, result float64) {
	l.start = append(l.start, len(l.weight))
	for _, term := range p.AppendTerms(nil) {
		if term.Count != int32(int8(term.Count)) || term.Weight != int32(uint16(term.Weight)) {
			panic(fmt.Sprintf("%v in %v does not fit", term, p))
		}
		l.weight = append(l.weight, uint16(term.Weight))
		l.count = append(l.count, int8(term.Count))
	}
	l.phase = append(l.phase, float32(p.Phase())/24)
	l.result = append(l.result, float32(result))
}

func (l *lessons) len() int { return len(l.result) }

// terms returns the terms of the i-th position.
func (l *lessons) terms(i int) (weight []uint16, count []int8) {
	end := len(l.weight)
	if i+1 < len(l.start) {
		end = l.start[i+1]
	}
	return l.weight[l.start[i]:end], l.count[l.start[i]:end]
}

// ended returns lessons of quiet positions of games with the games' results. One game in
// ten is held out.
func ended(t *testing.T, file string, perGame int, held bool) *lessons {
	type position struct {
		p      *chess.Position
		result float64
	}
	l := new(lessons)
	for _, q := range visit(t, file, perGame, held, func(p *chess.Position, result float64) (position, bool) {
		return position{p.Clone(), result}, quiet(p)
	}) {
		l.add(q.p, q.result)
	}
	return l
}

// read returns lessons of positions that Stockfish has judged, as "FEN;cp 31".
func read(t *testing.T, lines []string) *lessons {
	l := new(lessons)
	for _, line := range lines {
		fen, score, _ := strings.Cut(line, ";")
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := expectation(fen, score)
		if err != nil {
			t.Fatal(err)
		}
		l.add(p, result)
	}
	return l
}

// visit returns, in their order, what take makes of some positions of games and of
// their results.
func visit[T any](t *testing.T, file string, perGame int, held bool,
	take func(p *chess.Position, result float64) (T, bool)) []T {
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
							if one, ok := take(p, result); ok {
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

// quiet reports that the side to move is not in check, and that no capture gains
// material.
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
type student struct {
	value, prior, mean, square []float32
	gradient                   [2][]float32 // of each half of a batch
}

// newStudent begins with some weights.
func newStudent(w *chess.Weights) *student {
	s := new(student)
	for _, score := range chess.Flat(w) {
		middle, end := chess.Halves(score)
		s.prior = append(s.prior, float32(middle), float32(end))
	}
	n := len(s.prior)
	s.value, s.mean, s.square = slices.Clone(s.prior), make([]float32, n), make([]float32, n)
	s.gradient = [2][]float32{make([]float32, n), make([]float32, n)}
	return s
}

// expected is what White should score in the i-th position.
func (s *student) expected(l *lessons, i int) float32 {
	var middle, end float32
	weight, count := l.terms(i)
	for j, w := range weight {
		c := float32(count[j])
		middle += c * s.value[2*int(w)]
		end += c * s.value[2*int(w)+1]
	}
	sum := middle*l.phase[i] + end*(1-l.phase[i])
	return float32(1 / (1 + math.Exp(-float64(sum)*math.Ln10/400)))
}

// loss is the mean square error.
func (s *student) loss(l *lessons) float64 {
	sum := 0.0
	for i := range l.len() {
		d := float64(s.expected(l, i) - l.result[i])
		sum += d * d
	}
	return sum / float64(l.len())
}

// learn makes one step down the gradient of the loss on a batch by the method of Adam
// (Kingma and Ba 2015). pull draws a weight towards its prior, so that what hardly
// occurs stays as it was.
func (s *student) learn(l *lessons, batch []int, rate float64, step int) {
	const pull = 1e-9
	var wg sync.WaitGroup
	for half, gradient := range s.gradient {
		wg.Go(func() {
			clear(gradient)
			for _, i := range batch[half*len(batch)/2 : (half+1)*len(batch)/2] {
				e := s.expected(l, i)
				g := 2 * (e - l.result[i]) * e * (1 - e) * math.Ln10 / 400 / float32(len(batch))
				weight, count := l.terms(i)
				for j, w := range weight {
					c := g * float32(count[j])
					gradient[2*int(w)] += c * l.phase[i]
					gradient[2*int(w)+1] += c * (1 - l.phase[i])
				}
			}
		})
	}
	wg.Wait()
	for i := range s.value {
		g := s.gradient[0][i] + s.gradient[1][i] + pull*(s.value[i]-s.prior[i])
		s.mean[i] = 0.9*s.mean[i] + 0.1*g
		s.square[i] = 0.999*s.square[i] + 0.001*g*g
		m := float64(s.mean[i]) / (1 - math.Pow(0.9, float64(step)))
		v := float64(s.square[i]) / (1 - math.Pow(0.999, float64(step)))
		s.value[i] -= float32(rate * m / (math.Sqrt(v) + 1e-8))
	}
}

// chances fits, by likelihood, the chance to win 1/(1+exp((drawn-v)/spread)) of a
// value, with that to lose of the opposite value.
func (s *student) chances(l *lessons) (drawn, spread float64) {
	best := math.Inf(-1)
	for a := 10.0; a <= 300; a += 5 {
		for b := 40.0; b <= 300; b += 5 {
			sum := 0.0
			for i := range l.len() {
				e := float64(s.expected(l, i))
				v := 400 * math.Log10(e/(1-e))
				win, loss := 1/(1+math.Exp((a-v)/b)), 1/(1+math.Exp((a+v)/b))
				chance := 1 - win - loss
				if l.result[i] == 1 {
					chance = win
				} else if l.result[i] == 0 {
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
	for k := range w.Square {
		for t, value := range []int{100, 320, 330, 500, 950, 0} {
			for s := range w.Square[k][t] {
				w.Square[k][t][s] = chess.NewScore(value, value)
			}
		}
	}
	for i := range w.Danger {
		w.Danger[i] = chess.NewScore(min(i*i/4, 400), 0)
	}
	return w
}

// TestTune tunes the weights again, with -update, or measures how well those in use
// foretell what the tuner did not see: the results of games of masters, and what
// Stockfish expects in games of its own.
func TestTune(t *testing.T) {
	oracle.Long(t, "positions of 20,000 games, and thousands that Stockfish judges")
	results := ended(t, "pgn/masters-20k.pgn.zst", 8, true)
	var judged *lessons
	var school [][]string
	if *update {
		school = lessonsTaught(t)
	} else {
		school = teach(t, 11, 2000)
	}
	const tested = 20 // one position in so many, at the end of each part
	var test, train []string
	for _, part := range school {
		cut := len(part)
		if *update {
			cut = len(part) / tested
		}
		train = append(train, part[:len(part)-cut]...)
		test = append(test, part[len(part)-cut:]...)
	}
	judged = read(t, test)
	inUse, start := newStudent(chess.Tuned()), newStudent(plain())
	measure := func(s *student, name string) {
		t.Logf("%s: %.5f of %d positions with results, %.5f of %d that Stockfish judged", name,
			s.loss(results), results.len(), s.loss(judged), judged.len())
	}
	measure(start, "material alone")
	measure(inUse, "weights in use")
	if !*update {
		drawn, spread := inUse.chances(results)
		t.Logf("chance to win: 1/(1 + exp((%.0f - v)/%.0f))", drawn, spread)
		if inUse.loss(judged) > 0.7*start.loss(judged) {
			t.Error("the weights are hardly better than material")
		}
		return
	}
	l := read(t, train)
	order := rand.New(rand.NewPCG(1, 2)).Perm(l.len())
	random := rand.New(rand.NewPCG(3, 4))
	const epochs, batch = 20, 16384
	step := 0
	for epoch := range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := 2 * math.Pow(0.01, float64(epoch)/epochs)
		for i := 0; i+batch <= len(order); i += batch {
			step++
			start.learn(l, order[i:i+batch], rate, step)
		}
		if epoch%5 == 4 {
			measure(start, fmt.Sprintf("epoch %d", epoch+1))
		}
	}
	drawn, spread := start.chances(results)
	t.Logf("chance to win: 1/(1 + exp((%.0f - v)/%.0f))", drawn, spread)
	w := new(chess.Weights)
	for i := range chess.Flat(w) {
		chess.Flat(w)[i] = chess.NewScore(int(math.Round(float64(start.value[2*i]))),
			int(math.Round(float64(start.value[2*i+1]))))
	}
	if err := os.WriteFile("zweights.go", source(t, w), 0o666); err != nil {
		t.Fatal(err)
	}
}

// lessonsTaught returns the positions to tune on, 1.2 million in four parts: some 40
// minutes of Stockfish, or the file -taught.
func lessonsTaught(t *testing.T) [][]string {
	const parts, perPart = 4, 300_000
	if *taught != "" {
		data, err := os.ReadFile(*taught)
		if err == nil {
			lines := strings.Split(strings.TrimSpace(string(data)), "\n")
			if len(lines) != parts*perPart {
				t.Fatalf("%s has %d lines, not %d", *taught, len(lines), parts*perPart)
			}
			return slices.Collect(slices.Chunk(lines, perPart))
		} else if !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	school := teach(t, 1, perPart)
	if *taught != "" {
		if err := os.WriteFile(*taught, []byte(strings.Join(slices.Concat(school...), "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return school
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
