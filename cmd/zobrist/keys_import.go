package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

func newKeysImport(a *app) *cobra.Command {
	var output, name string
	format, from := formats(keyfile.JSON), formats(keyfile.Detect)
	var features, bits int
	cmd := &cobra.Command{
		Use:   "import [flags] FILE",
		Short: "Read a table of keys from source code, a posted list or data",
		Long: `Read a table of keys from source code, a posted list or data, and write it in
another format.

FILE is whatever ` + "`zobrist keys export`" + ` writes, or any text with numbers in it:
all that follow 0x, or bare hexadecimal words of 8, 12, 16 or 32 digits. Comments
are left out. A hyphen reads standard input. Files without a header say nothing
of their format: name it with --from raw-be or raw-le.`,
		Example: `  zobrist keys import engine.c --name engine -o engine.json
  zobrist keys import keys.dat --from raw-le --format c
  zobrist keys export coded:1 --format rust | zobrist keys import - --format go`,
		Args: cobra.ExactArgs(1),
		RunE: a.run(func(_ *cobra.Command, args []string) error {
			t, err := a.importKeys(args[0], keyfile.Format(from.value), bits)
			if errors.Is(err, keyfile.ErrSize) {
				return hint(err, "%s", hintSize)
			}
			if err != nil {
				return err
			}
			if features != 0 && t.Len() != features {
				return hint(fmt.Errorf("%w: %s has %d keys, not %d", zobrist.ErrKeyCount, args[0], t.Len(), features),
					"cut the numbers that are no keys, such as sizes written as 0x40, out of the file")
			}
			if name != "" {
				t.Name = name
			}
			f := keyfile.Format(format.value)
			if a.json {
				f = keyfile.JSON
			}
			return a.export(t, f, output)
		}),
	}
	flags := cmd.Flags()
	flags.VarP(format, "format", "f", "format to write: "+strings.Join(format.names, ", "))
	flags.Var(from, "from", "format to read (default: told by the content)")
	flags.IntVarP(&bits, "bits", "b", 64, "width of raw words")
	flags.IntVarP(&features, "features", "n", 0, "number of keys there must be (default any)")
	flags.StringVar(&name, "name", "", "name to give the keys")
	flags.StringVarP(&output, "output", "o", "", "file to write (default standard output)")
	return cmd
}

// importKeys reads the file, "-" being standard input.
func (a *app) importKeys(file string, from keyfile.Format, bits int) (keyfile.Table, error) {
	in := a.in
	switch {
	case file == "-":
	case from == keyfile.Detect:
		return keyfile.ReadFile(file)
	default:
		f, err := os.Open(file)
		if err != nil {
			return keyfile.Table{}, err
		}
		defer f.Close()
		in = f
	}
	t, err := keyfile.Read(in, from, bits)
	if err != nil {
		return t, fmt.Errorf("read %s: %w", file, err)
	}
	if t.Name == "" {
		t.Name = file
	}
	return t, nil
}
