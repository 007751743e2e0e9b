package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// leave reports a file, or bytes, that an input leaves out. It returns whether the file is one of games.
func (in *intake) leave(input string, left archive.Left) bool {
	broken := &game.RecordError{Format: "archive", Err: left.Err, Remedy: left.Remedy}
	switch {
	case left.Name == "":
		broken.Whole = true
	case errors.Is(left.Err, game.ErrNoGame):
		broken.Text = sourceName(left.Name)
	default:
		input = memberName(input, left.Name)
	}
	in.options.Broken(input, broken)
	return left.Unread
}

// unreadable notes that a file is left out because it cannot be read to its end.
func (in *intake) unreadable(name string) {
	if !in.unread[name] { // or it was named twice
		in.unread[name] = true
		in.at.Unread = append(in.at.Unread, name)
	}
}

// passOver leaves out a file in a folder or a zip archive that cannot be read to its end, with all its games, so that
// the other files are read. It returns any other error.
func (in *intake) passOver(ctx context.Context, input *input, err error) error {
	if len(in.inputs) < 2 || input.member == nil || ctx.Err() != nil {
		return err
	}
	broken, unread := in.passedOver(input, err)
	if unread {
		in.unreadable(input.name)
	}
	if in.at.Read > 0 {
		broken.Remedy = strings.TrimPrefix(fmt.Sprintf("%s; all %d games before this place", broken.Remedy, in.at.Read), "; ")
		in.forget()
		in.drop(input.name)
		in.at.Here, in.at.Spellings = tally{}, nil
	}
	in.options.Broken(input.name, broken)
	in.refused = fmt.Errorf("%s: %w", input.name, err)
	_ = input.close() // a decompressor returns the error once more
	return nil
}

// passedOver returns the report on a file that is passed over, and whether the file may have games.
func (in *intake) passedOver(input *input, err error) (broken *game.RecordError, unread bool) {
	broken = &game.RecordError{Format: "archive", Err: err}
	refused := new(archive.Error)
	switch errors.As(err, &refused); {
	case errors.Is(err, archive.ErrDamaged):
		broken.Remedy = "get the file again"
	case errors.As(err, new(*fs.PathError)):
		broken.Remedy = "mend its permissions or the disk, or remove it"
	case refused.NoGames:
		broken.Err, broken.Remedy = game.ErrNoGame, err.Error()
		return broken, false
	case refused.Format && archive.OfGames(input.name, in.adapter.Endings()):
		broken.Remedy = "then remove the packed file"
	case refused.Format: // it may be of photos
		broken.Remedy = "then remove it or leave it: it is not read"
		return broken, false
	}
	return broken, true
}
