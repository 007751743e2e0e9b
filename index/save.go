package index

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A place is how far an import has read, saved for one that goes on from there.
type place struct {
	Files  []file // all inputs; none if one of them is not a file
	Force  bool
	Select string      // what else decides which games and positions are added
	Names  [3][]string `json:",omitempty"` // of each condition on players, if they are resolved
	Second bool        // the inputs are read a second time, for these names
	Input  int         // number of the input being read
	Kept   []Source    `json:",omitempty"` // read, and not known; End counts the games of this import
	Games  int64       // appended, and neither dropped nor duplicates
	Useful bool        `json:",omitempty"` // an input so far could be added, is known, or is empty
	Unread []string    `json:",omitempty"` // inputs left out because they could not be read to their end
	Held   []Duplicate `json:",omitempty"` // duplicates not reported yet

	tally // of the inputs so far

	// Of this input:
	Here     tally
	Read     int            // games read
	Broken   int64          // games left out because of an error
	Cut      int64          `json:",omitempty"` // games read up to an error in their moves
	NoGame   int64          // stretches that are no game
	Filtered int64          // games left out by the filter
	Skipped  map[string]int `json:",omitempty"` // games of other variants, by name

	Spellings map[string][]string `json:",omitempty"` // that are new; see [Source]
	Spelled   int                 `json:",omitempty"` // their number
}

// A tally counts games by their players, if these are conditions.
type tally struct {
	Tested int64            // games whose players were compared with the conditions
	Fits   map[string]int64 `json:",omitempty"` // games of each player whose name fits one that a person wrote
}

// count counts games of a player whose name fits.
func (t *tally) count(name string, games int64) {
	if t.Fits == nil {
		t.Fits = make(map[string]int64)
	}
	t.Fits[name] += games
}

// add adds what another tally counts.
func (t *tally) add(other tally) {
	t.Tested += other.Tested
	for name, n := range other.Fits {
		t.count(name, n)
	}
}

// A file is an input as it was when the import began.
type file struct {
	Name     string
	Size     int64
	Modified int64 // nanoseconds since 1970
}

// next goes on to the next input.
func (at *place) next() {
	at.add(at.Here)
	*at = place{Files: at.Files, Force: at.Force, Select: at.Select, Names: at.Names, Second: at.Second,
		tally: at.tally, Kept: at.Kept, Games: at.Games, Useful: at.Useful, Unread: at.Unread, Held: at.Held,
		Input: at.Input + 1}
}

// barren reports whether nothing of the input could be added.
func (at *place) barren() bool {
	n := at.Broken + at.NoGame
	for _, games := range at.Skipped {
		n += int64(games)
	}
	return int64(at.Read) == n
}

// countVariant counts a game of another variant. The input chooses the names, and
// how many they are: the map keeps a hundred at most. Further names, and those
// above 64 bytes, are counted as "other".
func (at *place) countVariant(name string) {
	const (
		maxNames = 100
		maxBytes = 64
		other    = "other"
	)
	if at.Skipped == nil {
		at.Skipped = make(map[string]int)
	}
	_, known := at.Skipped[name]
	if len(name) > maxBytes || !known && len(at.Skipped) >= maxNames-1 {
		name = other
	}
	at.Skipped[name]++
}

// resume goes on from an interrupted import of the same files.
func (in *intake) resume() error {
	o := in.options
	in.at = place{Force: o.Force, Names: in.wanted.names, Second: in.wanted.resolved,
		Select: fmt.Sprintf("%q %d %v %v %q %d %x %+v", o.Encoding, o.MaxPly, o.NoTexts, o.KeepDuplicates, in.wanted.patterns,
			in.wanted.side, o.Aliases.digest(), o.Filter)}
	var files []file
	for _, input := range in.inputs {
		if input.onDisk() == nil {
			return nil // a pipe cannot be read again
		}
		info, err := input.onDisk().Stat()
		if err != nil {
			return err
		}
		f := file{input.name, info.Size(), info.ModTime().UnixNano()}
		if input.member != nil && info.IsDir() {
			f.Size, f.Modified = input.member.Size, input.member.Modified.UnixNano()
		}
		files = append(files, f)
	}
	in.at.Files = files
	var at place
	ok, err := in.builder.Restore(func(state json.RawMessage) bool {
		return json.Unmarshal(state, &at) == nil && slices.Equal(at.Files, files) &&
			at.Force == o.Force && at.Select == in.at.Select && at.Input < len(files) &&
			(at.Second || !in.wanted.resolved) // a first reading is of no use for the second
	})
	if ok {
		in.at = at
		if at.Second {
			w := *in.wanted
			w.names, w.resolved = at.Names, true
			in.wanted, in.options.Broken = &w, ignore
		}
		for _, name := range at.Unread {
			in.unread[name] = true
		}
		in.know(at.spellings()...)
		for _, k := range at.Kept {
			in.digests.add(k)
		}
	}
	return err
}

// save saves what was read, if enough was.
func (in *intake) save() error {
	if len(in.at.Files) == 0 {
		return nil
	}
	return in.builder.Save(in.at)
}
