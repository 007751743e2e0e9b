package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// registerMemory registers the flag --memory of a build.
func registerMemory(s *cli.Size, flags *pflag.FlagSet, help string) {
	*s = sorted.DefaultMemory
	flags.Var(s, "memory", help)
}

// checkMemory returns a usage error if a build needs more memory.
func checkMemory(s *cli.Size) error {
	if *s >= sorted.MinMemory {
		return nil
	}
	least, usual := cli.Size(sorted.MinMemory), cli.Size(sorted.DefaultMemory)
	return cli.Usagef(fmt.Sprintf("give at least %s; the default is %s", &least, &usual), "--memory %s is too little", s)
}
