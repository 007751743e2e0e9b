package flat

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A filter takes a few ns for each game that it tests, and a position with its successors may have most games of a run
// several times. So when a filter has tested many games, the selected games of the run are found once, and kept as long
// as the filter is among the last ones.

// mostFilters is the number of filters that a state keeps. Each takes a bit a game.
const mostFilters = 8

// lastFilters are the last filters of a state, the latest first. It is safe for concurrent use.
type lastFilters struct {
	mu   sync.Mutex
	list []lastFilter
}

type lastFilter struct {
	key      string
	matchers []matcher
}

func (l *lastFilters) get(key string) ([]matcher, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.list, func(f lastFilter) bool { return f.key == key })
	if i < 0 {
		return nil, false
	}
	found := l.list[i]
	copy(l.list[1:i+1], l.list[:i])
	l.list[0] = found
	return found.matchers, true
}

func (l *lastFilters) add(key string, matchers []matcher) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = slices.Insert(l.list, 0, lastFilter{key, matchers})
	l.list = l.list[:min(len(l.list), mostFilters)]
}

// A selection has the games of a run that a filter selects, when it has tested enough of them.
type selection struct {
	tested atomic.Int64
	games  atomic.Pointer[[]uint64] // a bit for each game, nil at first
	mu     sync.Mutex               // finding them
}

// selected returns the games that m selects, a bit for each, nil unless a quarter as many as the run has were tested.
// It is called before n are tested.
func (m *matcher) selected(n int) ([]uint64, error) {
	enough := func() []uint64 {
		if games := m.games.Load(); games != nil {
			return *games
		}
		return nil
	}
	if games := enough(); games != nil || m.tested.Add(int64(n)) < int64(m.r.header.games/4) {
		return games, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if games := enough(); games != nil {
		return games, nil
	}
	games, err := m.selectAll()
	if err == nil {
		m.games.Store(&games)
	}
	return games, err
}

// selectAll tests all games of the run, on all processors.
func (m *matcher) selectAll() ([]uint64, error) {
	const words = 1024 // at once
	games := make([]uint64, (m.r.header.games+63)/64)
	errs := make([]error, runtime.GOMAXPROCS(0))
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			errs[i] = m.r.Guard(func() error {
				for {
					to := next.Add(words)
					from := to - words
					if from >= int64(len(games)) {
						return nil
					}
					for game := uint32(64 * from); game < uint32(min(64*to, int64(m.r.header.games))); game++ {
						ok, err := m.match(game)
						if err != nil {
							return err
						}
						games[game/64] |= uint64(flag(ok)) << (game % 64)
					}
				}
			})
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}
