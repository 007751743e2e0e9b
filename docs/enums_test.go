package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestEnums: every exported type with constants in a public package has a String method.
func TestEnums(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch d.Name() {
		case "internal", "cmd", "bench", "docs", "testdata", "_asm", "node_modules":
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil {
			return err
		}
		constants, printed := make(map[string]int), make(map[string]bool)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.GenDecl:
					countConstants(d, constants)
				case *ast.FuncDecl:
					if d.Recv != nil && d.Name.Name == "String" {
						of := d.Recv.List[0].Type
						if star, ok := of.(*ast.StarExpr); ok {
							of = star.X
						}
						if name, ok := of.(*ast.Ident); ok {
							printed[name.Name] = true
						}
					}
				}
			}
		}
		for name, n := range constants {
			if n < 2 || !ast.IsExported(name) {
				continue
			}
			if found++; !printed[name] {
				t.Errorf("%s.%s has %d constants and no String", path, name, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 15 {
		t.Errorf("found %d types only", found)
	}
}

// countConstants counts the exported constants of a declaration by their types. A line without
// type and value repeats the line before.
func countConstants(d *ast.GenDecl, constants map[string]int) {
	if d.Tok != token.CONST {
		return
	}
	of := ""
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if v.Type != nil || len(v.Values) > 0 {
			of = ""
		}
		if name, ok := v.Type.(*ast.Ident); ok {
			of = name.Name
		}
		for _, name := range v.Names {
			if name.IsExported() && of != "" {
				constants[of]++
			}
		}
	}
}
