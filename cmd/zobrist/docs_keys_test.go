package main

import (
	"context"
	"os"
	"strings"
	"testing"
)

// The transcripts in docs/keys.md are what the program prints.
func TestKeysDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	transcripts := 0
	for i, block := range strings.Split(string(text), "```") {
		command, want, ok := strings.Cut(strings.TrimPrefix(block, "\n"), "\n")
		if i%2 == 0 || !ok || !strings.HasPrefix(command, "$ zobrist ") {
			continue
		}
		transcripts++
		var out, errs strings.Builder
		args := strings.Fields(strings.TrimPrefix(command, "$ zobrist "))
		if status := run(context.Background(), args, strings.NewReader(""), &out, &errs); status != 0 {
			t.Errorf("%s: status %d, %s", command, status, errs.String())
		}
		if out.String() != want {
			t.Errorf("%s prints\n%swhere the document has\n%s", command, out.String(), want)
		}
	}
	if transcripts < 5 {
		t.Errorf("only %d transcripts", transcripts)
	}
}
