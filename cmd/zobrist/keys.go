package main

import "github.com/spf13/cobra"

// newKeys returns `zobrist keys`; each verb is in a file of its own.
func newKeys(a *app) *cobra.Command {
	return a.noun("keys", "Make, audit, break, compare and convert tables of keys",
		`  zobrist keys audit polyglot
  zobrist keys gen coded:1 --bits 64
  zobrist keys collide stockfish`,
		newKeysGen(a), newKeysExport(a), newKeysImport(a), newKeysCompare(a), newKeysAudit(a), newKeysCollide(a),
	)
}
