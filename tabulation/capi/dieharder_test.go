package main_test

import (
	"os/exec"
	"regexp"
	"testing"

	"github.com/zobrist-go/zobrist/internal/oracle"
)

var verdict = regexp.MustCompile(`(?m)^ *(\S+)\| *\d+\| *\d+\| *\d+\|([0-9.]+)\| *(PASSED|WEAK|FAILED)`)

// TestDieharder feeds the hashes of 0, 1, 2, … to Debian's dieharder through
// the C archive. Counters are the hardest keys for simple tabulation: one run
// of 256 is another with a constant added, so the 32×32 rank test, which looks
// for linear relations, and the runs test must fail for it and for
// onepermutation, and do. The other families pass. dieharder says FAILED below
// p = 10⁻⁶, and looks at 20 values of them: one seed in 50,000 would.
func TestDieharder(t *testing.T) {
	oracle.Long(t, "dieharder on every family, some two minutes")
	dieharder := oracle.Program(t, "dieharder", "dieharder")
	stream := build(t, "stream.c")
	for name := range families {
		for _, test := range []string{"0", "2", "8", "15"} {
			hashes := exec.Command(stream, name, "1")
			pipe, err := hashes.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := hashes.Start(); err != nil {
				t.Fatal(err)
			}
			suite := exec.Command(dieharder, "-g", "200", "-d", test)
			suite.Stdin = pipe
			out, err := suite.Output()
			hashes.Process.Kill()
			hashes.Wait()
			if err != nil {
				t.Fatalf("%s: %v\n%s", suite, err, out)
			}
			results := verdict.FindAllSubmatch(out, -1)
			if len(results) == 0 {
				t.Fatalf("%s: no result in\n%s", suite, out)
			}
			linear := (test == "2" || test == "15") && (name == "simple" || name == "onepermutation")
			for _, r := range results {
				t.Logf("%s: %s p = %s %s", name, r[1], r[2], r[3])
				if failed := string(r[3]) == "FAILED"; failed != linear {
					t.Errorf("%s: %s: %s, p = %s", name, r[1], r[3], r[2])
				}
			}
		}
	}
}
