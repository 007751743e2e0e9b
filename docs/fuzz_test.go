package docs_test

import (
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFuzzTargets: CONTRIBUTING lists the fuzz targets that the tree has.
func TestFuzzTargets(t *testing.T) {
	tree, target := make(map[string][]string), regexp.MustCompile(`(?m)^func (Fuzz\w*)\(`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, m := range target.FindAllStringSubmatch(read(t, path), -1) {
			folder := "./" + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
			tree[folder] = append(tree[folder], m[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, folder := range slices.Sorted(maps.Keys(tree)) {
		slices.Sort(tree[folder])
		want.WriteString("| `" + folder + "` | `" + strings.Join(tree[folder], "`, `") + "` |\n")
	}
	if len(tree) < 20 || !strings.Contains(read(t, "../CONTRIBUTING.md"), "|---|---|\n"+want.String()+"\n") {
		t.Errorf("the fuzz targets in CONTRIBUTING.md should be\n%s", want.String())
	}
}
