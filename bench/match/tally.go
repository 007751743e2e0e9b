package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A tally is what has come of a match so far, from the view of the first engine.
type tally struct {
	wins, draws, losses int
	pairs               [5]int // pairs of games by half points
	fault               [2][4]int
	slowest             [2]time.Duration
	late                [2][]time.Duration
	low, high           float64 // Elo differences of the sequential test; equal if there is none
}

func (t *tally) add(pair [2]*played) {
	sum := 0
	for _, g := range pair {
		s := g.score()
		sum += s
		switch s {
		case 2:
			t.wins++
		case 1:
			t.draws++
		default:
			t.losses++
		}
		t.fault[g.faulty][g.fault]++
		for i := range 2 {
			t.slowest[i] = max(t.slowest[i], g.slowest[i])
			t.late[i] = append(t.late[i], g.late[i]...)
		}
	}
	t.pairs[sum]++
}

func (t *tally) games() int { return t.wins + t.draws + t.losses }

// faults is the number of games lost by illegal moves, time and crashes.
func (t *tally) faults() (n int) {
	for _, f := range t.fault {
		n += f[illegalMove] + f[timeLoss] + f[crash]
	}
	return n
}

// moments returns the number of pairs, the mean score of a game and the variance
// of a pair's mean score. Half a pair of each kind is added, so that a few pairs
// that end alike give no certainty. With much less, the sequential test accepts
// the low difference in half of the matches in which nearly all pairs are drawn.
func (t *tally) moments() (n, mean, variance float64) {
	const prior = 0.5
	for _, k := range t.pairs {
		n += float64(k) + prior
	}
	for i, k := range t.pairs {
		mean += (float64(k) + prior) / n * float64(i) / 4
	}
	for i, k := range t.pairs {
		d := float64(i)/4 - mean
		variance += (float64(k) + prior) / n * d * d
	}
	return n, mean, variance
}

// elo converts an expected score to a difference in Elo.
func elo(score float64) float64 {
	score = min(max(score, 1e-4), 1-1e-4)
	return 400 * math.Log10(score/(1-score))
}

// expected undoes elo.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// ratio is the logarithm of the likelihood ratio of the two differences, for the
// normal approximation of the score of a pair (M. Van den Bergh, Comments on
// normalized Elo and the GSPRT, 2019).
func (t *tally) ratio() float64 {
	n, mean, variance := t.moments()
	a, b := expected(t.low), expected(t.high)
	return n * (b - a) * (2*mean - a - b) / (2 * variance)
}

// decided returns 1 if the sequential test accepts the high difference, −1 if it
// accepts the low one, and 0 while it is open or if there is none.
func (t *tally) decided() int {
	bound := math.Log(0.95 / 0.05)
	if t.low >= t.high || t.games() < 16 {
		return 0
	}
	switch r := t.ratio(); {
	case r >= bound:
		return 1
	case r <= -bound:
		return -1
	}
	return 0
}

// line is the state of the match in a line.
func (t *tally) line() string {
	n, mean, variance := t.moments()
	half := 1.96 * math.Sqrt(variance/n)
	score := (float64(t.wins) + float64(t.draws)/2) / float64(t.games())
	text := fmt.Sprintf("%d games: +%d =%d -%d, %.1f %% (%.1f to %.1f), Elo %+.0f (%+.0f to %+.0f)",
		t.games(), t.wins, t.draws, t.losses, 100*score, 100*max(mean-half, 0), 100*min(mean+half, 1),
		elo(score), elo(mean-half), elo(mean+half))
	if t.low < t.high {
		text += fmt.Sprintf(", LLR %.2f", t.ratio())
	}
	return text
}

func (t *tally) String() string {
	var text strings.Builder
	text.WriteString(t.line())
	switch t.decided() {
	case 1:
		fmt.Fprintf(&text, "\naccepted: %+g Elo rather than %+g", t.high, t.low)
	case -1:
		fmt.Fprintf(&text, "\naccepted: %+g Elo rather than %+g", t.low, t.high)
	}
	for i, name := range []string{"first", "second"} {
		f := t.fault[i]
		fmt.Fprintf(&text, "\n%s: %d illegal moves, %d time losses, %d crashes; longest move %v%s",
			name, f[illegalMove], f[timeLoss], f[crash], t.slowest[i].Round(time.Millisecond), lateness(t.late[i]))
	}
	return text.String()
}

// lateness says by how much moves exceeded their time.
func lateness(late []time.Duration) string {
	if len(late) == 0 {
		return ""
	}
	slices.Sort(late)
	at := func(share float64) time.Duration {
		return late[int(share*float64(len(late)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("; late by %v in 50 %%, %v in 99 %%, %v in 99.9 %%, %v at most, of %d moves",
		at(0.5), at(0.99), at(0.999), at(1), len(late))
}
