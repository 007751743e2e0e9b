package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: the table of rooms has every public package, and each imports only packages above it. A game
// imports no other game, and packages above index import no other modules but golang.org/x and zstd.
func TestArchitecture(t *testing.T) {
	const module = "github.com/zobrist-go/zobrist"
	var rooms []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)`").FindAllStringSubmatch(read(t, "architecture.md"), -1) {
		rooms = append(rooms, row[1])
	}
	list, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := func(path string) string {
		if path == module {
			return "zobrist"
		}
		return strings.TrimPrefix(path, module+"/")
	}
	found := 0
	for line := range strings.Lines(string(list)) {
		paths := strings.Fields(line)
		user := name(paths[0])
		if strings.Contains("/"+user, "/internal/") || user == "docs" {
			continue
		}
		found++
		place := slices.Index(rooms, user)
		if place < 0 {
			t.Errorf("the table has no %s", user)
			continue
		}
		for _, path := range paths[1:] {
			used := name(path)
			if used == path && strings.Contains(path, ".") && place < slices.Index(rooms, "index") &&
				!strings.HasPrefix(path, "golang.org/x/") && path != "github.com/klauspost/compress/zstd" {
				t.Errorf("%s imports %s of another module", user, path)
			}
			if i := slices.Index(rooms, used); i >= place {
				t.Errorf("%s imports %s, which is below it", user, used)
			}
			if rules(user) != "" && rules(used) != "" && rules(user) != rules(used) {
				t.Errorf("%s imports another game, %s", user, used)
			}
		}
	}
	if found != len(rooms) {
		t.Errorf("the table has %d rooms; there are %d packages", len(rooms), found)
	}
}

// rules returns the name of the game whose rules a package has, or "".
func rules(name string) string {
	first, of, _ := strings.Cut(name, "/")
	of, _, _ = strings.Cut(of, "/")
	if first != "game" || of == "gametest" || of == "canon" {
		return ""
	}
	return of
}
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
