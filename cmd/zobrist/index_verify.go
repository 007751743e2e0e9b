package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

func newIndexVerify(a *app) *cobra.Command {
	var f indexFlags
	cmd := a.command("index verify", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
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
		const steps = 1000
		bar := a.progress("verify", "", steps)
		unread, err := ix.Verify(ctx, func(done float64) { bar.set(int64(done * steps)) })
		bar.done()
		for _, part := range unread {
			a.remark("warning: not verified: %v", part)
		}
		if err != nil {
			return f.explain(err)
		}
		return a.print(indexVerifyAnswer{m.Games, m.Visits, time.Since(start).Seconds()})
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

func (v indexVerifyAnswer) text(w io.Writer) {
	fmt.Fprintf(w, "ok: %s and their %s visits of positions, in %.1f s\n", number(v.Games, "game"),
		group3(v.Visits), v.Seconds)
}
