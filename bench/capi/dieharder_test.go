package main_test

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tabulation"
)

var verdict = regexp.MustCompile(`(?m)^ *(\S+)\| *\d+\| *\d+\| *\d+\|([0-9.]+)\| *(PASSED|WEAK|FAILED)`)

// TestDieharder feeds the hashes of 0, 1, 2, … to Debian's dieharder through the C archive. Counters are the hardest
// keys for simple tabulation: one run of 256 is another with a constant added. The 32×32 rank test, which looks for
// linear relations, and the runs test must fail for simple and onepermutation. The other families pass. dieharder
// says FAILED below p = 10⁻⁶ and looks at 20 values of them, so that one seed in 50,000 fails by chance.
func TestDieharder(t *testing.T) {
	oracle.Long(t, "dieharder on every family, some two minutes")
	dieharder := oracle.Program(t, "dieharder", "dieharder")
	stream := build(t, "stream.c")
	for _, f := range tabulation.Families() {
		for _, test := range []string{"0", "2", "8", "15"} {
			hashes := exec.Command(stream, strconv.Itoa(int(f)), "1")
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
			linear := (test == "2" || test == "15") && (f == tabulation.Simple || f == tabulation.OnePermutation)
			for _, r := range results {
				t.Logf("%s: %s p = %s %s", f, r[1], r[2], r[3])
				if failed := string(r[3]) == "FAILED"; failed != linear {
					t.Errorf("%s: %s: %s, p = %s", f, r[1], r[3], r[2])
				}
			}
		}
	}
}
