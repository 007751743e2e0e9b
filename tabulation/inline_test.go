package tabulation_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/oracle"
)

// TestInlining asks that single calls of the cheap families, and what their
// batches are made of, stay inlined.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Log("the compiler is not asked under -short")
		return
	}
	out, err := exec.Command(oracle.Program(t, "go", "golang"), "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{
		"(*Simple32).Hash", "(*Simple64).Hash", "(*OnePermutation32).Hash", "(*Twisted32).Hash",
		"simple64", "applyTop", "Mask", "Modulo", "MultiplyHigh",
	} {
		if !strings.Contains(string(out), "can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
