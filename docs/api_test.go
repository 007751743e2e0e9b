package docs_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write api.txt anew")

// TestAPI: api.txt has a line for each exported name of the public packages, with its type.
// From release 1.0 on no line may go or change. This writes it anew:
//
//	go test ./docs -run TestAPI -update
func TestAPI(t *testing.T) {
	api := exported(t)
	if *update {
		text := strings.Join(slices.Sorted(maps.Keys(api)), "\n") + "\n"
		if err := os.WriteFile("api.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		listed[line] = true
		if !api[line] {
			t.Errorf("gone or changed: %s", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(api)) {
		if !listed[line] {
			t.Errorf("not in api.txt: %s", line)
		}
	}
	if len(listed) < 500 {
		t.Errorf("api.txt has %d lines only", len(listed))
	}
}

// exported returns the exported names of all public packages, a line each.
func exported(t *testing.T) map[string]bool {
	t.Helper()
	api := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch name := d.Name(); {
		case path == "..":
		case strings.HasPrefix(name, "."), strings.HasPrefix(name, "_"), name == "internal", name == "cmd", name == "bench",
			name == "docs", name == "testdata", name == "node_modules":
			return filepath.SkipDir
		}
		fset := token.NewFileSet()
		var files []*ast.File
		names, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil {
			return err
		}
		for _, name := range names {
			// Files for one system or processor export nothing more.
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if len(files) == 0 {
			return nil
		}
		p, err := doc.NewFromFiles(fset, files, path)
		if err != nil {
			return err
		}
		list := listing{api: api, fset: fset, name: strings.TrimPrefix(filepath.ToSlash(path), "../")}
		list.pack(p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// listing writes the lines of a package.
type listing struct {
	api  map[string]bool
	fset *token.FileSet
	name string // of the package, ".." for the root
}

func (l *listing) add(format string, args ...any) {
	l.api[l.name+": "+fmt.Sprintf(format, args...)] = true
}

// text prints a part of the syntax on one line.
func (l *listing) text(n any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.fset, n); err != nil {
		panic(err) // no part of a file that was parsed
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (l *listing) pack(p *doc.Package) {
	l.values(p.Consts)
	l.values(p.Vars)
	l.funcs(p.Funcs)
	for _, t := range p.Types {
		l.values(t.Consts)
		l.values(t.Vars)
		l.funcs(t.Funcs)
		l.funcs(t.Methods)
		for _, s := range t.Decl.Specs {
			l.typed(s.(*ast.TypeSpec))
		}
	}
}

func (l *listing) values(values []*doc.Value) {
	for _, v := range values {
		for _, s := range v.Decl.Specs {
			s := s.(*ast.ValueSpec)
			for _, name := range s.Names {
				if name.IsExported() {
					l.add("%s %s", v.Decl.Tok, name.Name)
				}
			}
		}
	}
}

func (l *listing) funcs(funcs []*doc.Func) {
	for _, f := range funcs {
		d := *f.Decl
		d.Doc, d.Body = nil, nil
		l.add("%s", l.text(&d))
	}
}

// typed lists a type; of a struct each exported field, of an interface each method.
func (l *listing) typed(s *ast.TypeSpec) {
	name := s.Name.Name
	if s.TypeParams != nil {
		var params []string
		for _, f := range s.TypeParams.List {
			params = append(params, l.text(f.Names[0])+" "+l.text(f.Type))
		}
		name += "[" + strings.Join(params, ", ") + "]"
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		l.add("type %s struct", name)
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				l.add("type %s embeds %s", name, l.text(f.Type))
			}
			for _, n := range f.Names {
				if n.IsExported() {
					l.add("type %s field %s %s", name, n.Name, l.text(f.Type))
				}
			}
		}
	case *ast.InterfaceType:
		l.add("type %s interface", name)
		for _, f := range t.Methods.List {
			if len(f.Names) == 0 {
				l.add("type %s embeds %s", name, l.text(f.Type))
			}
			for _, n := range f.Names {
				if n.IsExported() {
					l.add("type %s method %s%s", name, n.Name, strings.TrimPrefix(l.text(f.Type), "func"))
				}
			}
		}
	default:
		if s.Assign.IsValid() {
			l.add("type %s = %s", name, l.text(t))
		} else {
			l.add("type %s %s", name, l.text(t))
		}
	}
}
