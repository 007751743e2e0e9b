package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// codeLine is a line of code in a doc comment.
var codeLine = regexp.MustCompile(`(?m)^\t.*$`)

// docLink is a link of a doc comment: [Name], [Type.Member], [package.Name] or [package.Type.Member].
var docLink = regexp.MustCompile(`(?:^|[\s(])\[\*?((?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\]`)

// TestDocLinks: each link of a doc comment to a name of this module leads to one, fields included, which go vet and
// go doc do not check.
func TestDocLinks(t *testing.T) {
	names, files := declared(t)
	links := 0
	for file, f := range files {
		if !isPublic(module + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "..")) {
			continue
		}
		for _, group := range f.Comments {
			for _, m := range docLink.FindAllStringSubmatch(codeLine.ReplaceAllString(group.Text(), ""), -1) {
				pkg, name, qualified := strings.Cut(m[1], ".")
				dir := filepath.ToSlash(filepath.Dir(file))
				if !qualified || pkg[0] < 'a' {
					name = m[1]
				} else if dir = imported(f, pkg); dir == "" {
					continue // of the standard library, or a word in brackets
				}
				if links++; !has(names[dir], name) {
					t.Errorf("%s: [%s] is no name of %s", file, m[1], dir)
				}
			}
		}
	}
	if links < 500 {
		t.Errorf("found %d links only", links)
	}
}

// TestRecipes: files that are put into other programs use names that exist. They are not compiled without these programs.
func TestRecipes(t *testing.T) {
	names, _ := declared(t)
	recipes, err := filepath.Glob("../bench/*/*.go.txt")
	if err != nil || len(recipes) < 2 {
		t.Fatalf("found %q, %v", recipes, err)
	}
	for _, file := range recipes {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := s.X.(*ast.Ident); ok {
					if dir := imported(f, pkg.Name); dir != "" && !names[dir][s.Sel.Name] {
						t.Errorf("%s: no %s.%s", file, pkg.Name, s.Sel.Name)
					}
				}
			}
			return true
		})
	}
}

// imported returns the folder of a package of this module by the name that a file has for it, or "".
func imported(f *ast.File, name string) string {
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		if as := path.Base(p); (p == module || strings.HasPrefix(p, module+"/")) &&
			(as == name || i.Name != nil && i.Name.Name == name) {
			return ".." + strings.TrimPrefix(p, module)
		}
	}
	return ""
}

// declared returns the names of each folder's package, members of types as Type.Member, and the files read.
func declared(t *testing.T) (map[string]map[string]bool, map[string]*ast.File) {
	t.Helper()
	names, files := map[string]map[string]bool{}, map[string]*ast.File{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && file != ".." &&
			(strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(file))
		if names[dir] == nil {
			names[dir] = map[string]bool{}
		}
		files[file] = f
		for _, d := range f.Decls {
			addNames(names[dir], d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, files
}

// has reports whether a name is declared, or a member that its type has from an embedded one.
func has(names map[string]bool, name string) bool {
	of, member, ok := strings.Cut(name, ".")
	if names[name] || !ok {
		return names[name]
	}
	for n := range names {
		if embedded, ok := strings.CutPrefix(n, of+" embeds "); ok && has(names, embedded+"."+member) {
			return true
		}
	}
	return false
}

// addNames adds what one declaration declares.
func addNames(names map[string]bool, d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok {
		names[receiver(f)+f.Name.Name] = true
		return
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, n := range s.Names {
				names[n.Name] = true
			}
		case *ast.TypeSpec:
			names[s.Name.Name] = true
			var members *ast.FieldList
			switch of := s.Type.(type) {
			case *ast.StructType:
				members = of.Fields
			case *ast.InterfaceType:
				members = of.Methods
			default:
				continue
			}
			for _, m := range members.List {
				if e, ok := m.Type.(*ast.Ident); ok && m.Names == nil {
					names[s.Name.Name+" embeds "+e.Name] = true
				}
				for _, n := range m.Names {
					names[s.Name.Name+"."+n.Name] = true
				}
			}
		}
	}
}

// receiver returns the receiver's type and a point, or "" for a function.
func receiver(f *ast.FuncDecl) (name string) {
	if f.Recv == nil {
		return ""
	}
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if i, ok := n.(*ast.Ident); ok && name == "" {
			name = i.Name + "."
		}
		return true
	})
	return name
}
