package audit

import "sync"

// Progress says how far an engine has got.
type Progress struct {
	Stage string  // "MacWilliams", "Stern", "exhaustive, weight 8", …
	Done  float64 // words, iterations or key sums
	Total float64 // of them; 0 if unknown
}

// serial returns a function that calls report, if there is one, from one
// goroutine at a time.
func serial(report func(Progress)) func(Progress) {
	if report == nil {
		return func(Progress) {}
	}
	var mutex sync.Mutex
	return func(p Progress) {
		mutex.Lock()
		defer mutex.Unlock()
		report(p)
	}
}
