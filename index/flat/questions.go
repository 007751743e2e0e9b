package flat

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// Each question is answered by the state that is current when it begins.

// ask calls a function with the current state.
func (s *Store) ask(answer func(*snapshot) error) error {
	p, err := s.acquire()
	if err != nil {
		return err
	}
	defer p.release()
	return answer(p)
}

// all returns what a function of the current state does, when it is asked for.
func all[T any](s *Store, list func(*snapshot) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		p, err := s.acquire()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer p.release()
		list(p)(yield)
	}
}

// Lookup implements [index.Store].
func (s *Store) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(i int, moves []index.MoveTally) error) error {
	return s.ask(func(p *snapshot) error { return p.lookup(ctx, q, hashes, found) })
}

// Count implements [index.Store].
func (s *Store) Count(ctx context.Context, q index.Query, hashes []zobrist.Uint128, counts []int64) error {
	return s.ask(func(p *snapshot) error { return p.count(ctx, q, hashes, counts) })
}

// List implements [index.Store].
func (s *Store) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) (list []index.Occurrence, err error) {
	err = s.ask(func(p *snapshot) error { list, err = p.list(ctx, q, hash, o); return err })
	return list, err
}

// History implements [index.Store].
func (s *Store) History(ctx context.Context, q index.Query, hash zobrist.Uint128) (list []index.Period, err error) {
	err = s.ask(func(p *snapshot) error { list, err = p.history(ctx, q, hash); return err })
	return list, err
}

// Select implements [index.Store].
func (s *Store) Select(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	return all(s, func(p *snapshot) iter.Seq2[int64, error] { return p.selectGames(ctx, f, from) })
}

// Games implements [index.Store].
func (s *Store) Games(ctx context.Context, numbers []int64, texts bool) (list []index.Game, err error) {
	err = s.ask(func(p *snapshot) error { list, err = p.games(ctx, numbers, texts); return err })
	return list, err
}

// Players implements [index.Store].
func (s *Store) Players(ctx context.Context, name string) (list []index.Player, err error) {
	err = s.ask(func(p *snapshot) error { list, err = p.players(ctx, name); return err })
	return list, err
}

// Each implements [index.Store].
func (s *Store) Each(ctx context.Context, v index.View) iter.Seq2[index.Position, error] {
	return all(s, func(p *snapshot) iter.Seq2[index.Position, error] { return p.each(ctx, v) })
}

// Verify implements [index.Store].
func (s *Store) Verify(ctx context.Context, progress func(done float64)) error {
	return s.ask(func(p *snapshot) error { return p.verify(ctx, progress) })
}

// Size implements [index.Store].
func (s *Store) Size(ctx context.Context) (parts []index.Part, left int64, err error) {
	err = s.ask(func(p *snapshot) error {
		if parts, err = p.size(ctx); err != nil {
			return err
		}
		if info, err := os.Stat(filepath.Join(s.dir, manifestName)); err == nil {
			parts = append(parts, index.Part{Name: "manifest", Bytes: info.Size()})
		}
		left, err = s.left()
		return err
	})
	return parts, left, err
}

// left returns the bytes of files that an interrupted change has left.
func (s *Store) left() (bytes int64, err error) {
	if building(s.dir) {
		return 0, nil // they are in use
	}
	m, err := readManifest(s.dir) // other processes may have changed it
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	names, err := strayFiles(s.dir, &m)
	if err != nil {
		return 0, err
	}
	temporary, _ := filepath.Glob(filepath.Join(s.dir, buildDir, "*"))
	for _, name := range names {
		temporary = append(temporary, filepath.Join(s.dir, name))
	}
	for _, path := range temporary {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes, nil
}
