package chessindex

import (
	"encoding/json"
	"slices"
)

// saved is how far a build is, for one that takes it up after an interruption.
type saved struct {
	Files   []savedFile
	Force   bool
	Current int // place of the source being read
	Read    int // games of it that were taken in, left out or skipped

	// Of the source being read, then of those before it.
	Broken     int64
	Skipped    map[string]int
	AllBroken  int64
	AllSkipped map[string]int
	Known      []string
	Games      int64
}

// A savedFile tells whether a file is still the same.
type savedFile struct {
	Name     string
	Size     int64
	Modified int64 // nanoseconds since 1970
}

// resume takes up an interrupted build of the same files.
func (in *intake) resume() error {
	in.progress = saved{Force: in.options.Force, Skipped: make(map[string]int)}
	for _, input := range in.inputs {
		if input.file == nil {
			return nil // what comes through a pipe does not come again
		}
		info, err := input.file.Stat()
		if err != nil {
			return err
		}
		in.progress.Files = append(in.progress.Files, savedFile{input.name, info.Size(), info.ModTime().UnixNano()})
	}
	var s saved
	ok, err := in.builder.Restore(func(state json.RawMessage) bool {
		return json.Unmarshal(state, &s) == nil && slices.Equal(s.Files, in.progress.Files) &&
			s.Force == in.progress.Force && s.Current < len(s.Files)
	})
	if !ok || err != nil {
		return err
	}
	if s.Skipped == nil {
		s.Skipped = make(map[string]int)
	}
	in.progress = s
	in.games, in.sum.Resumed = s.Games, s.Games
	in.sum.Broken, in.sum.Known = s.AllBroken, s.Known
	if s.AllSkipped != nil {
		in.sum.Skipped = s.AllSkipped
	}
	return nil
}

// save saves what was read, when enough was.
func (in *intake) save() error {
	if len(in.progress.Files) == 0 || !in.builder.WantsSave() {
		return nil
	}
	s := in.progress
	s.AllBroken, s.AllSkipped, s.Known, s.Games = in.sum.Broken, in.sum.Skipped, in.sum.Known, in.games
	return in.builder.Save(s)
}
