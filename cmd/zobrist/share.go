package main

// shareSteps is the total of a line of progress whose count is a share of the work.
const shareSteps = 1000

// shareProgress starts a line of progress for a task that reports its share, from 0 to 1. Call end when it is done.
func (a *app) shareProgress(task string) (set func(share float64), end func()) {
	line := a.Progress(task, "", shareSteps)
	return func(share float64) { line.Set(int64(share * shareSteps)) }, line.Done
}
