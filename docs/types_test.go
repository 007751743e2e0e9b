package docs_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// notYet are the exported names whose types cannot be named outside this module, with the reason.
var notYet = map[string]bool{
	// The engine and the tables of evaluations read boards as sets of squares, without a copy.
	"game/chess.Position.Bitboard": true,
}

// TestTypes: whatever a public package exports has types with names and pages of their own: none is unexported or of an
// internal package, and no name is another one for a type of an internal package.
func TestTypes(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")
	list.Dir, list.Stderr = "..", os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	var public []string
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if exports[path] = file; file != "" && isPublic(path) {
			public = append(public, path)
		}
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %q", path)
		}
		return os.Open(exports[path])
	})
	found := map[string]bool{}
	for _, path := range public {
		p, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			if !o.Exported() {
				continue
			}
			for at, bad := range nameless(o) {
				at = strings.TrimPrefix(path+"."+at, module+"/")
				if found[at] = true; !notYet[at] {
					t.Errorf("%s: nobody else can name the type %s", at, bad)
				}
			}
		}
	}
	for at := range notYet {
		if !found[at] {
			t.Errorf("%s is in notYet, and has no such type", at)
		}
	}
	if len(public) < 25 {
		t.Errorf("%d public packages: %q", len(public), public)
	}
}

const module = "github.com/zobrist-go/zobrist"

// isPublic reports whether other modules can import a package and read its names.
func isPublic(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "cmd" || strings.HasPrefix(part, "_") {
			return false
		}
	}
	return path == module || strings.HasPrefix(path, module+"/")
}

// nameless returns the types of an exported object and of its fields and methods that cannot be named, each by the name
// of what has it.
func nameless(o types.Object) map[string]string {
	list := map[string]string{}
	look := func(at string, typ types.Type) {
		if bad := namelessIn(typ); bad != "" {
			list[at] = bad
		}
	}
	declared, isType := o.(*types.TypeName)
	if !isType {
		look(o.Name(), o.Type())
		return list
	}
	if alias, ok := o.Type().(*types.Alias); ok {
		look(o.Name(), alias.Rhs())
		return list
	}
	for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		if m.Obj().Exported() {
			look(o.Name()+"."+m.Obj().Name(), m.Type())
		}
	}
	switch u := declared.Type().Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() {
				look(o.Name()+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface:
		for m := range u.ExplicitMethods() {
			look(o.Name()+"."+m.Name(), m.Type())
		}
		for e := range u.EmbeddedTypes() {
			look(o.Name(), e)
		}
	default:
		look(o.Name(), u)
	}
	return list
}

// namelessIn returns a type in t that cannot be named outside this module, "" if there is none.
func namelessIn(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return namelessIn(types.Unalias(t))
	case *types.Named:
		o := t.Obj()
		if o.Pkg() != nil && (!o.Exported() || !isPublic(o.Pkg().Path()) && strings.HasPrefix(o.Pkg().Path(), module)) {
			return fmt.Sprint(t)
		}
		for a := range t.TypeArgs().Types() {
			if bad := namelessIn(a); bad != "" {
				return bad
			}
		}
	case *types.Signature:
		for _, part := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range part.Variables() {
				if bad := namelessIn(v.Type()); bad != "" {
					return bad
				}
			}
		}
	case *types.Map:
		if bad := namelessIn(t.Key()); bad != "" {
			return bad
		}
		return namelessIn(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if bad := namelessIn(f.Type()); bad != "" && f.Exported() {
				return bad
			}
		}
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return namelessIn(t.Elem())
	}
	return ""
}
