package index

// A runWriter collects entries in one piece of memory and writes them in
// batches. For each entry: call key, append the value to arena, call end.
type runWriter struct {
	run        Run
	arena      []byte
	entries    []Entry
	start, mid int // of the entry under construction: its key and its value
}

func (w *runWriter) key(k []byte) {
	w.start = len(w.arena)
	w.arena = append(w.arena, k...)
	w.mid = len(w.arena)
}

func (w *runWriter) end() error {
	w.entries = append(w.entries, Entry{w.arena[w.start:w.mid:w.mid], w.arena[w.mid:len(w.arena):len(w.arena)]})
	if len(w.arena) < 1<<17 {
		return nil
	}
	return w.flush()
}

func (w *runWriter) flush() error {
	err := w.run.Append(w.entries)
	w.arena, w.entries = w.arena[:0], w.entries[:0]
	return err
}

// close writes what is left and ends the run.
func (w *runWriter) close() error {
	err := w.flush()
	if e := w.run.Close(); err == nil {
		err = e
	}
	return err
}
