package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/keyfile"
)

func newKeysImport(a *app) *cobra.Command {
	var k keysFlags
	var output, name string
	format, from := formats("json"), formats("")
	cmd := a.Command("keys import", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		t, err := k.read(cmd.Context(), a, args[0], from.Value)
		switch {
		case errors.Is(err, keyfile.ErrSize):
			return cli.Hint(err, "%s", hintSize)
		case errors.Is(err, zobrist.ErrKeyCount):
			return cli.Hint(err, "remove numbers that are not keys, such as sizes written as 0x40, from the file")
		case err != nil:
			return err
		}
		if name != "" {
			t.Name = name
		}
		f := format.Value
		if err := a.jsonFormat(f, output); err != nil {
			return err
		}
		return t.export(a, f, output)
	})
	k.register(cmd)
	flags := cmd.Flags()
	flags.VarP(format, "format", "f", "format to write: "+strings.Join(format.Names, ", "))
	flags.Var(from, "from", "format to read (default: detected by the content)")
	flags.StringVar(&name, "name", "", "`NAME` to give the keys")
	flags.StringVarP(&output, "output", "o", "", "`FILE` to write (default standard output)")
	return cmd
}

// read reads the file in a format, "-" being standard input.
func (k *keysFlags) read(ctx context.Context, a *app, file, format string) (t table, err error) {
	var wanted *keyfile.Layout
	if t.game, wanted, err = k.order(ctx); err != nil {
		return t, err
	}
	o := keyfile.ReadOptions{Format: format, Bits: k.bits}
	if file != "-" {
		t.File, err = interrupt.Await(ctx, func() (keyfile.File, error) { return keyfile.ReadFile(file, o) })
	} else if t.File, err = keyfile.Read(a.In, o); err != nil {
		err = fmt.Errorf("read standard input: %w", err)
	}
	if err == nil {
		err = t.place(k, wanted)
	}
	if k.bits != 0 {
		t.Bits = k.bits
	}
	return t, k.checkCount(t.File, err)
}
