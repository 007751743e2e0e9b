package main

import (
	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/engines/uci"
)

func newUCI(a *app) *cobra.Command {
	cmd := a.Command("uci", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return uci.Run(cmd.Context(), a.In, a.Text)
	})
	cli.OneForm(cmd, "the UCI protocol")
	return cmd
}
