package tuner

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

// A student has two values for each weight, in hundredths of a pawn.
type student struct {
	value, prior, mean, square []float32
	gradient                   [2][]float32 // of each half of a batch
}

// newStudent begins with some weights.
func newStudent(w *engine.Weights) *student {
	s := new(student)
	for _, score := range w.Flat() {
		s.prior = append(s.prior, float32(score.Middle()), float32(score.End()))
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
func plain() *engine.Weights {
	w := new(engine.Weights)
	for k := range w.Square {
		for t, value := range []int{100, 320, 330, 500, 950, 0} {
			for s := range w.Square[k][t] {
				w.Square[k][t][s] = engine.NewScore(value, value)
			}
		}
	}
	for i := range w.Danger {
		w.Danger[i] = engine.NewScore(min(i*i/4, 400), 0)
	}
	return w
}

// study learns in epochs that visit all positions, and reports each fifth.
func (s *student) study(ctx context.Context, l *lessons, report func(epoch int)) error {
	order := rand.New(rand.NewPCG(1, 2)).Perm(l.len())
	random := rand.New(rand.NewPCG(3, 4))
	const epochs = 20
	batch := min(16384, l.len())
	step := 0
	for epoch := range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := 2 * math.Pow(0.01, float64(epoch)/epochs)
		for i := 0; i+batch <= len(order); i += batch {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			step++
			s.learn(l, order[i:i+batch], rate, step)
		}
		if epoch%5 == 4 {
			report(epoch + 1)
		}
	}
	return nil
}

// weights returns the values, rounded.
func (s *student) weights() *engine.Weights {
	w := new(engine.Weights)
	for i := range w.Flat() {
		w.Flat()[i] = engine.NewScore(int(math.Round(float64(s.value[2*i]))), int(math.Round(float64(s.value[2*i+1]))))
	}
	return w
}
