package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/keyfile"
)

// formats is a flag that names a format of tables.
func formats(value keyfile.Format) *choice {
	c := &choice{value: string(value)}
	for _, f := range keyfile.Formats() {
		c.names = append(c.names, string(f))
	}
	return c
}

func newKeysExport(a *app) *cobra.Command {
	var k keysFlags
	var output string
	format := formats(keyfile.JSON)
	cmd := &cobra.Command{
		Use:   "export [flags] KEYS",
		Short: "Write a table of keys as source code or data",
		Long: `Write a table of keys as source code or data.

KEYS are ` + keyfile.Names + `.

Formats are go, c, rust, js (BigInt), js32 (pairs of 32-bit numbers), js48
(numbers that are added, not XORed), json, hex (a line for each key), bin (with
a header and a checksum, big-endian), raw-be and raw-le (nothing but the words,
most or least significant byte first). All but the raw ones can be imported
again without loss.`,
		Example: `  zobrist keys export coded:1 --format c -o keys.h
  zobrist keys export coded:1 --format js48 --bits 47
  zobrist keys export polyglot --format raw-be -o keys.be`,
		Args: cobra.ExactArgs(1),
		RunE: a.run(func(_ *cobra.Command, args []string) error {
			f := keyfile.Format(format.value)
			if a.json {
				f = keyfile.JSON
			}
			if f == keyfile.JS48 && k.bits == 0 {
				k.bits = 48
			}
			t, _, err := k.open(a.in, args[0])
			if err != nil {
				return err
			}
			return a.export(t, f, output)
		}),
	}
	k.register(cmd)
	cmd.Flags().VarP(format, "format", "f", "format to write")
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write (default standard output)")
	return cmd
}

func (a *app) export(t keyfile.Table, f keyfile.Format, output string) error {
	err := a.writeOutput(output, func(w io.Writer) error { return keyfile.Export(w, t, f) })
	if err != nil {
		return err
	}
	a.remark("%s", fmt.Sprintf("%d keys of %d bits, %s", t.Len(), t.Bits, t.Name))
	return nil
}
