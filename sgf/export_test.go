package sgf

// Work returns the number of bytes that were read, as often as they were.
func (r *Reader) Work() int64 { return r.work }
