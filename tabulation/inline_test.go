package tabulation_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestInlining checks that a hash is one call, and that the loops of batches have small hashes inlined.
func TestInlining(t *testing.T) {
	oracle.Full(t, "building the package")
	out, err := exec.Command(oracle.Program(t, "go", "golang"), "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, line := range []string{
		"can inline Function[go.shape.uint64].Hash",
		"can inline (*simpleTables32).hash", "can inline (*simpleTables64).hash",
		"can inline permuteTop", "can inline (*twistedTables32).hash",
		"inlining call to each[go.shape.uint32]", "inlining call to each[go.shape.uint64]",
		"inlining call to eachSmall64.func1",
		"can inline MultiplyHigh",
	} {
		if !strings.Contains(string(out), line+"\n") {
			t.Errorf("the compiler does not say: %s", line)
		}
	}
}
