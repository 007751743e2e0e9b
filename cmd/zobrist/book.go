package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/polyglot"
)

// newBook returns `zobrist book`; each verb is in a file of its own.
func newBook(a *app) *cobra.Command {
	return a.Noun("book", newBookMake(a), newBookMerge(a), newBookFind(a), newBookDump(a), newBookInfo(a))
}

// explainBook says what to do about an error of a book. Names are the books
// given to polyglot.Merge, or the only book; none are needed for an error of
// polyglot.Open, which names the file itself.
func explainBook(err error, names ...string) error {
	var place *polyglot.Error
	if !errors.As(err, &place) {
		return err
	}
	if len(names) > 0 {
		err = fmt.Errorf("%s: %w", names[max(place.Book-1, 0)], err)
	}
	switch {
	case errors.Is(err, polyglot.ErrTruncated):
		return cli.Hint(err, "copy or make the book again: entries have 16 bytes each, and the file ends within one")
	case errors.Is(err, polyglot.ErrEmpty):
		return cli.Hint(err, "name a Polyglot book, or make one with: zobrist book make")
	case errors.Is(err, polyglot.ErrOrder):
		return cli.Hint(err, "if it is a Polyglot book, sort it with: zobrist book merge -o sorted.bin BOOK")
	case errors.Is(err, polyglot.ErrCrowded):
		return cli.Hint(err, "make the book again, or name a Polyglot book")
	}
	return err
}

// entryJSON is a move of a book in JSON.
type entryJSON struct {
	Key    string `json:"key,omitempty"`
	UCI    string `json:"uci"`
	SAN    string `json:"san,omitempty"`
	Weight uint16 `json:"weight"`
	Learn  uint32 `json:"learn"`
}

func keyText(key uint64) string { return fmt.Sprintf("%016x", key) }

// weightShare returns a weight in per cent of the sum.
func weightShare(weight uint16, sum int64) string {
	if sum == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*float64(weight)/float64(sum), 'f', 1, 64) + "%"
}

// sumWeights adds the weights of legal moves.
func sumWeights(moves []polyglot.Move) (sum int64) {
	for _, m := range moves {
		sum += int64(m.Weight)
	}
	return sum
}
