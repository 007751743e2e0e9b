// The record of a game in a file: saved after every move, and resumed.

package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// record returns the game so far.
func (s *session[M, P]) record() (string, error) {
	r := Record[M, P]{Start: s.start, Moves: s.moves, Players: s.players, Date: s.date,
		Resigned: s.resigned != game.NoSide}
	r.Result, _ = s.over()
	for side, machine := range s.machine {
		switch {
		case r.Players[side] != "":
		case machine:
			r.Players[side] = s.options.Engine
		default:
			r.Players[side] = s.options.Player
		}
	}
	var text strings.Builder
	if err := s.game.Write(&text, &r); err != nil {
		return "", fmt.Errorf("play: write the record: %w", err)
	}
	return text.String(), nil
}

// errSave is wrapped by an error of saving.
var errSave = errors.New("save")

// free returns an error if there is a file of that name that is not this session's.
func (s *session[M, P]) free(name string) error {
	if name == "" || slices.Contains(s.saved, name) {
		return nil
	}
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("play: %s: %w; give another name", name, os.ErrExist)
	}
	return nil
}

// writable returns an error if no file can be made beside a file.
func writable(name string) error {
	if name == "" {
		return nil
	}
	if err := replace.Check(name); err != nil {
		return fmt.Errorf("play: %w: %w; name a file in a folder that can be written", errSave, err)
	}
	return nil
}

// save replaces the record in the file for it.
func (s *session[M, P]) save() error {
	if s.options.Save == "" {
		return nil
	}
	return s.saveTo(s.options.Save)
}

// saveTo writes the record to a file as a whole.
func (s *session[M, P]) saveTo(name string) error {
	if err := s.free(name); err != nil {
		return err
	}
	record, err := s.record()
	if err == nil {
		err = replace.File(name, func(w io.Writer) error {
			_, err := io.WriteString(w, record)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("play: %w %s: %w", errSave, name, err)
	}
	if !slices.Contains(s.saved, name) {
		s.saved = append(s.saved, name)
	}
	return nil
}

// apart prevents the record of another game from replacing this game's record in its file.
func (s *session[M, P]) apart() {
	if s.options.Save != "" {
		s.print("The last game stays in %s. Type save FILE to record the next one.\n", s.options.Save)
		s.options.Save = ""
	}
}

// errMore is the error about a file that holds more than a record of ours.
var errMore = errors.New("the file has more than a record keeps, such as comments, variations or other tags, " +
	"which saving to it would lose; save to another file")

// within reports whether the words stand in that order in a text.
func within(words, text []string) bool {
	for _, w := range text {
		if len(words) > 0 && words[0] == w {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// largestFile is the length of the longest file that is resumed, in bytes: it may have comments.
const largestFile = 16 << 20

// resume goes on with the game of a file.
func (s *session[M, P]) resume(ctx context.Context, name string) error {
	f, err := interrupt.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestFile+1))
	switch {
	case err != nil:
		return err
	case len(text) > largestFile:
		return fmt.Errorf("play: %s: longer than %d MiB; name a file with one game", name, largestFile>>20)
	}
	r, err := s.game.Read(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("play: %s: %w", name, err)
	}
	p := r.Start.Clone()
	for n, m := range r.Moves {
		if !slices.Contains(p.AppendMoves(nil), m) {
			return fmt.Errorf("play: %s: move %d is not legal", name, n+1)
		}
		p.Make(m)
	}
	if r.Resigned && r.Result != game.FirstWins && r.Result != game.SecondWins {
		return fmt.Errorf("play: %s: a side has resigned, but the result %v does not say which; "+
			"make it 1-0 or 0-1", name, r.Result)
	}
	if name == s.options.Save && !slices.Contains(s.saved, name) {
		var again strings.Builder
		if err := s.game.Write(&again, r); err != nil {
			return fmt.Errorf("play: %s: %w", name, err)
		}
		if !within(strings.Fields(string(text)), strings.Fields(again.String())) {
			return fmt.Errorf("play: %s: %w", name, errMore)
		}
		s.saved = append(s.saved, name)
	}
	s.begin(r.Start)
	for _, m := range r.Moves {
		s.position.Make(m)
		s.moves = append(s.moves, m)
	}
	s.players, s.date = r.Players, r.Date
	if r.Resigned {
		s.resigned = game.FirstSide
		if r.Result == game.FirstWins {
			s.resigned = game.SecondSide
		}
	}
	return nil
}
