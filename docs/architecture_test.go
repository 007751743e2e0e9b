package docs_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: every arrow in the drawing is an import, and every import is an arrow
// or follows from several; the tables of that page and of the README list every package.
func TestArchitecture(t *testing.T) {
	const module = "github.com/zobrist-go/zobrist"
	list, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string) // of public packages, by what follows the module's name
	for line := range strings.Lines(string(list)) {
		var names []string
		for path := range strings.FieldsSeq(line) {
			if path == module {
				path += "/zobrist"
			}
			if name, ok := strings.CutPrefix(path, module+"/"); ok {
				names = append(names, name)
			}
		}
		user, used := names[0], names[1:]
		if !internal(user) && user != "cmd/zobrist" && user != "docs" {
			imports[user] = slices.DeleteFunc(used, internal)
		}
	}
	page, arrows := read(t, "architecture.md"), make(map[string][]string)
	for line := range strings.Lines(page) {
		groups := strings.Split(strings.TrimSpace(line), " ← ")
		for i, group := range groups[1:] {
			for user := range strings.SplitSeq(group, ", ") {
				arrows[user] = append(arrows[user], strings.Split(groups[i], ", ")...)
			}
		}
	}
	for user, list := range arrows {
		for _, used := range list {
			if !slices.Contains(imports[user], used) {
				t.Errorf("the drawing has an arrow from %s to %s, but there is no such import", user, used)
			}
		}
	}
	if t.Failed() {
		return // wrong arrows may lead in a circle
	}
	for user, list := range imports {
		for _, used := range list {
			if !leads(arrows, user, used) {
				t.Errorf("%s imports %s, and no arrow says so", user, used)
			}
		}
	}
	for file, text := range map[string]string{"architecture.md": page, "README.md": read(t, "../README.md")} {
		text = strings.ReplaceAll(text, "/`", "`") // directories end with a slash
		for name := range imports {
			short := strings.TrimPrefix(name, "game/") // the games share a row
			if name != "zobrist" && !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, " `"+short+"` ") {
				t.Errorf("%s does not have %s", file, name)
			}
		}
	}
}

func internal(path string) bool {
	return strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/")
}

// leads reports whether a way along arrows leads from one package to another.
func leads(arrows map[string][]string, from, to string) bool {
	return slices.ContainsFunc(arrows[from], func(next string) bool { return next == to || leads(arrows, next, to) })
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
