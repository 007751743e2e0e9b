package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurity: the tests that SECURITY.md names for each threat exist.
func TestSecurity(t *testing.T) {
	text, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	name := regexp.MustCompile("`([a-z/]+)`|((?:Test|Fuzz)[A-Z]\\w*)")
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		folder := ""
		for _, m := range name.FindAllStringSubmatch(cells[3], -1) {
			if m[1] != "" {
				folder = m[1]
				continue
			}
			found++
			files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: no tests in %q: %v", m[2], folder, err)
			}
			here := false
			for _, f := range files {
				source, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				here = here || strings.Contains(string(source), "\nfunc "+m[2]+"(")
			}
			if !here {
				t.Errorf("%s has no %s", folder, m[2])
			}
		}
	}
	if found < 60 {
		t.Errorf("%d tests are named", found)
	}
}
