package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/records/charset"
)

// An encodingFlag is --encoding, and what was guessed without it.
type encodingFlag struct {
	name    string
	guessed map[string]int64 // inputs, by the names of their encodings
}

func (e *encodingFlag) register(flags *pflag.FlagSet) {
	flags.StringVar(&e.name, "encoding", "", "encoding `NAME` of records that are not UTF-8 and name none, such as "+
		"windows-1251 or gbk (default: guessed)")
}

// check returns a usage error if no encoding has the name.
func (e *encodingFlag) check() error {
	e.guessed = make(map[string]int64)
	if _, err := charset.Named(cmp.Or(e.name, charset.Default)); err != nil {
		return cli.Usagef("give one of these names, or leave the flag out", "--encoding: %v", err)
	}
	return nil
}

// watch returns what says which encoding of an input was guessed, of the first ten.
func (e *encodingFlag) watch(a *app) func(input, encoding string) {
	const most = 10
	said := 0
	return func(input, encoding string) {
		e.guessed[encoding]++
		if said++; said <= most && !a.JSON {
			a.Remark("%s: read in %s, as its bytes suggest; --encoding NAME reads it in another one", input, encoding)
		}
	}
}

// report says how many inputs were read in which encodings, if they were not all named.
func (e *encodingFlag) report(a *app) {
	const most = 10
	total := int64(0)
	for _, n := range e.guessed {
		total += n
	}
	if total <= most || a.JSON {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(e.guessed)) {
		a.Remark("read %s in %s, as their bytes suggest", cli.Number(e.guessed[name], "file"), name)
	}
}
