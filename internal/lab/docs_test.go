package lab_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// picturesIn matches the pictures of a page.
var picturesIn = regexp.MustCompile(`\]\(lab/([a-z0-9-]+\.svg)\)`)

// docs/lab.md states every experiment as the code does, its pictures are there, and the
// figures of two quick experiments come out again.
func TestDocs(t *testing.T) {
	const folder = "../../docs/"
	content, err := os.ReadFile(folder + "lab.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	head, _, _ := strings.Cut(text, "\n## ")
	head = strings.Join(strings.Fields(head), " ")
	for _, e := range lab.Experiments() {
		_, section, ok := strings.Cut(text, "\n## "+e.Title+"\n")
		if !ok {
			t.Errorf("%s: no section %q", e.Name, e.Title)
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		words := strings.Join(strings.Fields(section), " ")
		for _, want := range []string{
			"**Claim.** " + e.Claim + ".", "**Source.** " + e.Source + ".", "**Rule of the verdict.** " + e.Rule + ".",
			"**Threats to validity.** " + e.Threats + ".",
		} {
			if want != "**Threats to validity.** ." && !strings.Contains(words, want) {
				t.Errorf("%s does not say %q", e.Name, want)
			}
		}
		command := regexp.MustCompile("`zobrist lab " + e.Name + "( --full)? (--seed [0-9]+)`").FindStringSubmatch(section)
		if command == nil || !strings.Contains(head, command[2]) {
			t.Errorf("%s has the command %q, and a seed that the head of the page does not state", e.Name, command)
		}
		_, verdict, _ := strings.Cut(section, "**Verdict: ")
		verdict, _, _ = strings.Cut(verdict, ".**")
		if !slices.Contains([]string{lab.Reproduced, lab.Partly, lab.NotReproduced, lab.Sharper, lab.Measured}, verdict) {
			t.Errorf("%s has the verdict %q", e.Name, verdict)
		}
	}

	var want, got []string
	files, err := filepath.Glob(folder + "lab/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		got = append(got, filepath.Base(f))
	}
	for _, m := range picturesIn.FindAllStringSubmatch(text, -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("docs/lab has %v, docs/lab.md shows %v", got, want)
	}

	if testing.Short() {
		return
	}
	picture := regexp.MustCompile(`\]\(([a-z0-9-]+\.svg)\)`)
	for _, e := range []lab.Experiment{lab.Independence(), lab.Words()} {
		dir := t.TempDir()
		if _, err := run(t, e, lab.Options{Seed: 3, Full: true}).Save(dir); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(dir, e.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		_, tables, ok := strings.Cut(string(page), "\n### ")
		if !ok {
			t.Fatalf("%s.md has no table", e.Name)
		}
		if tables = picture.ReplaceAllString(tables, "](lab/$1)"); !strings.Contains(text, tables) {
			t.Errorf("docs/lab.md has other tables of %s than\n%s", e.Name, tables)
		}
	}
}
