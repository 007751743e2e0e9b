package archive

import "io"

// joined is the text of several files, with a blank line between them. next opens the next
// one, and returns io.EOF after the last.
type joined struct {
	next func() (io.ReadCloser, error)

	file  io.ReadCloser
	begun bool
	gap   string // before the text of file: the part of a blank line that is not read yet
}

// Read implements [io.Reader].
func (j *joined) Read(p []byte) (int, error) {
	for {
		if j.file == nil {
			f, err := j.next()
			if err != nil {
				return 0, err
			}
			if j.file = f; j.begun {
				j.gap = "\n\n"
			}
			j.begun = true
		}
		if j.gap != "" {
			n := copy(p, j.gap)
			j.gap = j.gap[n:]
			return n, nil
		}
		n, err := j.file.Read(p)
		if err != io.EOF {
			return n, err
		}
		err = j.file.Close()
		j.file = nil
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// Close closes the file that is open.
func (j *joined) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
