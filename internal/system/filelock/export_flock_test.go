//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

// Flock puts f in the place of the system's flock. Call the function that it returns to undo that.
func Flock(f func(fd, how int) error) func() {
	old := flock
	flock = f
	return func() { flock = old }
}
