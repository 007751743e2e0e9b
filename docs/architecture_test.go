package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: the tables of rooms have every package. All that a public package builds on, through other packages
// too, stands above it. A game builds on no other game, and packages above index on no other modules but golang.org/x
// and zstd.
func TestArchitecture(t *testing.T) {
	const module = "github.com/zobrist-go/zobrist"
	var rooms, inner []string // in the order of their tables
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)`").FindAllStringSubmatch(read(t, "architecture.md"), -1) {
		if hidden(row[1]) {
			inner = append(inner, row[1])
		} else {
			rooms = append(rooms, row[1])
		}
	}
	list, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(list)) {
		paths := strings.Fields(line)
		user := strings.TrimPrefix(paths[0], module+"/")
		switch {
		case user == module:
			user = "zobrist"
		case user == "docs":
			continue
		case hidden(user):
			if !slices.ContainsFunc(inner, func(room string) bool { return user == room || strings.HasPrefix(user, room+"/") }) {
				t.Errorf("the table of inner rooms has no %s", user)
			}
			continue
		}
		found++
		place := slices.Index(rooms, user)
		if place < 0 {
			t.Errorf("the table has no %s", user)
			continue
		}
		for _, path := range paths[1:] {
			used, own := strings.CutPrefix(path, module+"/")
			first, _, _ := strings.Cut(path, "/")
			switch {
			case path == module || own && hidden(used):
			case own:
				if slices.Index(rooms, used) >= place {
					t.Errorf("%s builds on %s, which is below it", user, used)
				}
				if rules(user) != "" && rules(used) != "" && rules(user) != rules(used) {
					t.Errorf("%s builds on another game, %s", user, used)
				}
			case strings.Contains(first, ".") && place < slices.Index(rooms, "index") &&
				first != "golang.org" && !strings.HasPrefix(path, "github.com/klauspost/compress"):
				t.Errorf("%s builds on %s of another module", user, path)
			}
		}
	}
	if found != len(rooms) {
		t.Errorf("the table has %d rooms; there are %d packages", len(rooms), found)
	}
}

// hidden reports whether a package is below a folder named internal, so that Go lets no other module import it.
func hidden(name string) bool { return strings.Contains("/"+name+"/", "/internal/") }

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
