// Package clitest checks what holds for every program of package cli: scripts that a user could type, a manual page for
// each command, JSON where it is promised, an error if the output cannot be written, and an end by a signal.
package clitest
