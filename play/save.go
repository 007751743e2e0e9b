// The record of a game in a file: saved after every move, and resumed.

package play

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// record returns the game so far.
func (s *session[M, P]) record() (string, error) {
	r := Record[M, P]{Start: s.start, Moves: s.moves, Date: s.date, Resigned: s.resigned > 0}
	r.Result, _ = s.over()
	for side, machine := range s.machine {
		r.Players[side] = s.options.Player
		if machine {
			r.Players[side] = s.options.Engine
		}
	}
	var text strings.Builder
	if err := s.game.Write(&text, &r); err != nil {
		return "", fmt.Errorf("play: write the record: %w", err)
	}
	return text.String(), nil
}

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
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".zobrist-*")
	if err != nil {
		return fmt.Errorf("play: save %s: %w", name, err)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(record)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("play: save %s: %w", name, err)
	}
	if !slices.Contains(s.saved, name) {
		s.saved = append(s.saved, name)
	}
	return nil
}

// resume goes on with the game of a file.
func (s *session[M, P]) resume(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := s.game.Read(f)
	if err != nil {
		return fmt.Errorf("play: %s: %w", name, err)
	}
	s.begin(r.Start)
	if !r.Date.IsZero() {
		s.date = r.Date
	}
	for n, m := range r.Moves {
		if !slices.Contains(s.position.AppendMoves(nil), m) {
			return fmt.Errorf("play: %s: move %d is not legal", name, n+1)
		}
		s.position.Make(m)
		s.moves = append(s.moves, m)
	}
	if r.Resigned {
		s.resigned = 1
		if r.Result == game.FirstWins {
			s.resigned = 2
		}
	}
	return nil
}
