package flat

import (
	"context"

	"github.com/zobrist-go/zobrist/index"
)

// After a merge, each run has at least mergeRatio times as many games as the next one.
const mergeRatio = 4

// merges returns how many of the last runs a merge joins, 0 if there is nothing to
// join. The last two are joined as long as the one before the last has less than
// four times as many games. So an index of n games has at most log4(n) + 1 runs,
// and each game is rewritten about as often.
func merges(runs []runEntry) int {
	if len(runs) == 0 {
		return 0
	}
	last := len(runs) - 1
	n, games := 1, runs[last].Games
	for n <= last && runs[last-n].Games < mergeRatio*games {
		games += runs[last-n].Games
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

// mergeShare estimates which share of a change is the merge at its end. The change writes
// that number of games first, and then has these runs.
func mergeShare(runs []runEntry, written int64) float64 {
	joined := int64(0)
	for _, r := range runs[len(runs)-merges(runs):] {
		joined += r.Games
	}
	return float64(joined) / float64(max(joined+written, 1))
}

// merge joins runs. The index holds the same games before and after it.
func (t *session) merge(ctx context.Context, o *index.BuildOptions, progress func(float64)) error {
	n := merges(t.manifest.Runs)
	if n == 0 {
		return nil
	}
	m := t.manifest.clone()
	first := len(m.Runs) - n
	joined := rewrite{workers: o.Workers, memory: memory(o.Memory), cells: t.store.cells}
	for i := first; i < len(m.Runs); i++ {
		joined.add(t.base.runs[i].run, m.Runs[i].Base, nil)
	}
	name := m.nextRun()
	info, err := joined.write(ctx, t.path(name), progress)
	if err != nil {
		return err
	}
	m.Runs = append(m.Runs[:first], info.entry(name, joined.base))
	return t.publish(m)
}
