package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/keyfile"
)

// formats is a flag that names a format of tables.
func formats(value string) *cli.Choice { return &cli.Choice{Value: value, Names: keyfile.Formats()} }

func newKeysExport(a *app) *cobra.Command {
	var k keysFlags
	var output string
	format := formats("json")
	cmd := a.Command("keys export", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		f := format.Value
		if err := a.jsonFormat(f, output); err != nil {
			return err
		}
		if strings.HasSuffix(f, "js48") && k.bits == 0 {
			k.bits = exactBits
		}
		t, err := k.open(cmd.Context(), a, args[0])
		if err != nil {
			return err
		}
		return t.export(a, f, output)
	})
	k.register(cmd)
	cmd.Flags().VarP(format, "format", "f", "format to write")
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write (default standard output)")
	return cmd
}

// jsonFormat returns a usage error if --json is given, and a table is written in another format or to a file.
func (a *app) jsonFormat(format, output string) error {
	if format != "json" || output != "" && output != "-" {
		return a.OneForm("in the format " + format)
	}
	return nil
}

// exactBits is the width at which sums of keys are exact for chess: 38 features
// and the start value below 2^53.
const exactBits = 47

// export writes a table in a format.
func (a *app) export(f keyfile.File, format, output string) error {
	if err := a.WriteOutput(output, func(w io.Writer) error { return keyfile.Write(w, f, format) }); err != nil {
		return err
	}
	a.Remark("%d keys of %d bits, %s", len(f.Keys), f.Bits, f.Name)
	return nil
}
