package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

func newIndexVerify(a *app) *cobra.Command {
	var f indexFlags
	cmd := a.Command("index verify", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		ctx := c.Context()
		ix, s, err := f.open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		m, err := ix.Manifest(ctx)
		if err != nil {
			return f.explain(err)
		}
		start := time.Now()
		set, end := a.shareProgress("verify")
		unread, err := ix.Verify(ctx, set)
		end()
		for _, part := range unread {
			a.Remark("warning: not verified: %v", part)
		}
		if err != nil {
			return f.explain(err)
		}
		return a.Print(indexVerifyAnswer{m.Games, m.Visits, time.Since(start).Seconds()})
	})
	f.register(cmd)
	return cmd
}

// indexVerifyAnswer is what `zobrist index verify` prints of a whole index.
type indexVerifyAnswer struct {
	Games   int64   `json:"games"`
	Visits  int64   `json:"visits"` // pairs of a game and a position in it
	Seconds float64 `json:"seconds"`
}

func (v indexVerifyAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "ok: %s and their %s visits of positions, in %.1f s\n", cli.Number(v.Games, "game"),
		cli.Group3(v.Visits), v.Seconds)
}
