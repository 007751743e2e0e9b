package main

import (
	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/engines/uci"
)

func newUCI(a *app) *cobra.Command {
	return a.command("uci", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return uci.Run(cmd.Context(), a.in, a.text)
	})
}
