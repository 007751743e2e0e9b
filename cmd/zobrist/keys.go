package main

import "github.com/spf13/cobra"

// newKeys returns `zobrist keys`; each verb is in a file of its own.
func newKeys(a *app) *cobra.Command {
	return a.Noun("keys", newKeysGen(a), newKeysExport(a), newKeysImport(a), newKeysCompare(a),
		newKeysAudit(a), newKeysCollide(a))
}
