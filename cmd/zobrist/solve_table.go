package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/system/replace"
	"github.com/zobrist-go/zobrist/tt"
)

// openTable returns the table of a proof about the game of b: the one that the file --table holds, or a new one.
func (f solveFlags) openTable(b board, w solveWay) (*tt.Table, error) {
	o := tt.Options{Bytes: int64(w.hash)}
	if f.table == "" {
		return tt.New(o)
	}
	if err := replace.Check(f.table); err != nil {
		return nil, err
	}
	o.Digest = f.digest(b, w.setup)
	file, err := os.Open(f.table)
	if errors.Is(err, fs.ErrNotExist) {
		return tt.New(o)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	o.Bytes = 0 // the size of the file counts
	t, err := tt.Load(file, o)
	switch {
	case errors.Is(err, tt.ErrKeys):
		return nil, cli.Hint(fmt.Errorf("the table in %s is of another game or of other keys", f.table),
			"choose another file, or give the flags with which it was made")
	case errors.Is(err, tt.ErrCorrupt), errors.Is(err, tt.ErrVersion):
		return nil, cli.Hint(fmt.Errorf("read %s: %w", f.table, err), "delete it, or name another file")
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", f.table, err)
	}
	return t, nil
}

// saveTable writes the table to the file --table.
func (f solveFlags) saveTable(t *tt.Table) error {
	if f.table == "" {
		return nil
	}
	return replace.File(f.table, t.Save)
}

// digest identifies what the entries of a saved table depend on: the game with its size, the symmetry and the keys.
func (f solveFlags) digest(b board, s setup) [sha256.Size]byte {
	set := s.set
	if set.Keys == nil {
		set = zobrist.Default(b.Space().Len())
	}
	return sha256.Sum256(fmt.Appendf(nil, "zobrist solve 1\n%s\n%s\nsymmetry %t\n%x\n", b.Space().Name(), f.game.String(),
		s.symmetry, set.Digest()))
}
