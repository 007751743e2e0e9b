package main

import (
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

func TestManual(t *testing.T) { clitest.Manual(t, &program) }

func TestHelpTexts(t *testing.T) { clitest.Help(t, &program) }
