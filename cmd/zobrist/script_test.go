package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"zobrist": main,
	})
}

// TestScripts: the long ones start dozens of processes each, which is two thirds of the time of all.
func TestScripts(t *testing.T) {
	clitest.Scripts(t, "book", "files", "index_build", "index_query", "keys_layout", "odds", "solve", "usage")
}
