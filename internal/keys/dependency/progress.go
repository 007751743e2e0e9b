package dependency

import "sync"

// A Progress is called with the stage of a search ("MacWilliams", "Stern", "exhaustive, weight 8"), and
// how many words, iterations or key sums are done and to do; total is 0 if unknown. Calls come from
// several goroutines, one at a time. A nil Progress is not called.
type Progress = func(stage string, done, total float64)

// serial returns a function that calls report, if there is one, from one
// goroutine at a time.
func serial(report Progress) Progress {
	if report == nil {
		return func(string, float64, float64) {}
	}
	var mutex sync.Mutex
	return func(stage string, done, total float64) {
		mutex.Lock()
		defer mutex.Unlock()
		report(stage, done, total)
	}
}
