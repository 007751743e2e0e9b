package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/polyglot"
)

func newBookDump(a *app) *cobra.Command {
	var at positionFlags
	var depth int
	cmd := a.Command("book dump", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		if err := cli.InRange("tree", depth, 0, 1000); err != nil {
			return err
		}
		if depth == 0 && (len(args) > 1 || at.moves != "") {
			return cli.Usagef("give --tree DEPTH", "a position is given, but not --tree")
		}
		book, err := polyglot.Open(args[0])
		if err != nil {
			return explainBook(err)
		}
		defer book.Close()
		if depth == 0 {
			return explainBook(a.dumpEntries(cmd.Context(), book), args[0])
		}
		p, err := at.position(polyglot.Position, args[1:])
		if err != nil {
			return err
		}
		t := treeDump{ctx: cmd.Context(), app: a, book: book, p: p, depth: depth}
		return explainBook(t.print(), args[0])
	})
	at.register(cmd)
	cmd.Flags().IntVar(&depth, "tree", 0, "print the tree of moves, so many plies deep")
	return cmd
}

// dumpEntries prints each entry.
func (a *app) dumpEntries(ctx context.Context, book *polyglot.Book) error {
	for e, err := range book.Reader().All() {
		if err = errors.Join(err, a.Out.Err(), ctx.Err()); err != nil {
			return err
		}
		if a.JSON {
			entry := entryJSON{keyText(e.Key), polyglot.MoveText(e.Move), "", e.Weight, e.Learn}
			if err := a.printLine(entry); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(a.Out, "%s\t%s\t%d\t%d\n", keyText(e.Key), polyglot.MoveText(e.Move), e.Weight, e.Learn)
	}
	return nil
}

// printLine prints v as JSON on one line.
func (a *app) printLine(v any) error {
	text, err := jsontext.Line(v)
	if err == nil {
		_, err = a.Text.Write(text)
	}
	return err
}

// A treeDump prints the moves of a book as a tree.
type treeDump struct {
	ctx   context.Context
	app   *app
	book  *polyglot.Book
	p     *chess.Position
	depth int
	line  []string // moves from the root, in SAN
}

// treeJSON is a node in JSON.
type treeJSON struct {
	Line []string `json:"line"` // moves from the root, in SAN
	entryJSON
}

// print prints the moves of the position, and after each one its answers.
func (t *treeDump) print() error {
	answer, err := t.book.Find(t.p)
	if err = errors.Join(err, t.app.Out.Err(), t.ctx.Err()); err != nil {
		return err
	}
	for _, e := range answer.Illegal {
		t.app.Remark("warning: %s is not legal in %s: "+foreign, polyglot.MoveText(e.Move), t.p)
	}
	sum := sumWeights(answer.Moves)
	for _, m := range answer.Moves {
		san := t.p.SAN(m.Move)
		t.line = append(t.line, san)
		number := fmt.Sprintf("%d.", t.p.FullmoveNumber())
		if t.p.Turn() == chess.Black {
			number += ".."
		}
		if t.app.JSON {
			if err := t.app.printLine(treeJSON{t.line, moveJSON(t.p, m)}); err != nil {
				return err
			}
		} else {
			indent := strings.Repeat("  ", len(t.line)-1)
			fmt.Fprintf(t.app.Out, "%s%s %s  %d  %s\n", indent, number, san, m.Weight, weightShare(m.Weight, sum))
		}
		if len(t.line) < t.depth {
			t.p.Make(m.Move)
			if err := t.print(); err != nil {
				return err
			}
			t.p.Unmake()
		}
		t.line = t.line[:len(t.line)-1]
	}
	return nil
}
