package cli

import (
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The kernel says in /proc/cpuinfo what the processor has. The list of v3 is the one of the x86-64 psABI, 1.0, table
// 3.1.
func TestRunsV3(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	found := regexp.MustCompile(`(?m)^flags\s*: (.*)$`).FindSubmatch(text)
	if runtime.GOARCH != "amd64" || err != nil || found == nil {
		t.Skip("no flags of an amd64 processor in /proc/cpuinfo")
	}
	flags, want := strings.Fields(string(found[1])), true
	for _, one := range []string{"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"} {
		want = want && slices.Contains(flags, one)
	}
	if got := runsV3(); got != want {
		t.Errorf("runsV3 is %t, and /proc/cpuinfo has %s", got, flags)
	}
}

// The line names the level that the program was built for, and says whether a build for v3 would run.
func TestVersionText(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		level  string
		runsV3 *bool
		want   string
	}{
		{"v1", &yes, "zobrist v1.0.0 go1.26 linux/amd64 v1; this processor runs v3 too\n"},
		{"v2", &no, "zobrist v1.0.0 go1.26 linux/amd64 v2; this processor does not run v3\n"},
		{"v3", &yes, "zobrist v1.0.0 go1.26 linux/amd64 v3\n"},
		{"", nil, "zobrist v1.0.0 go1.26 linux/amd64\n"},
	} {
		var b strings.Builder
		versionAnswer{Version: "v1.0.0", Go: "go1.26", Platform: "linux/amd64", Level: c.level, RunsV3: c.runsV3,
			program: "zobrist"}.Text(&b)
		if b.String() != c.want {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
	if v := buildVersion(); runtime.GOARCH == "amd64" && (v.RunsV3 == nil || !strings.HasPrefix(v.Level, "v")) {
		t.Errorf("%+v does not say for which level it was built", v)
	}
}
