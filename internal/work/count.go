package work

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// An insertion is text to be put into a file, at a byte.
type insertion struct {
	at   int
	text string
}

// count returns a file of Go with counting in it, on the same lines.
func count(name string, text []byte) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		return nil, err
	}
	var all []insertion
	insert := func(at token.Pos, text string) {
		all = append(all, insertion{set.Position(at).Offset, text})
	}
	body := func(b *ast.BlockStmt) {
		if b != nil {
			insert(b.Lbrace+1, "zwork.N++;")
		}
	}
	around := func(x ast.Expr, f string) {
		insert(x.Pos(), "zwork."+f+"(")
		insert(x.End(), ")")
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			body(n.Body)
		case *ast.FuncLit:
			body(n.Body)
		case *ast.ForStmt:
			body(n.Body)
		case *ast.RangeStmt:
			body(n.Body)
		case *ast.CallExpr:
			call(n, around)
		}
		return true
	})
	if len(all) == 0 {
		return text, nil
	}
	insert(file.Name.End(), `;import zwork "github.com/zobrist-go/zobrist/internal/work"`)
	// What opens first at a byte was met first, and closes last.
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	from := 0
	for _, i := range all {
		out = append(append(out, text[from:i.at]...), i.text...)
		from = i.at
	}
	return append(out, text[from:]...), nil
}

// call puts counting around a call, or what it is given, where it looks at
// many bytes or copies them.
func call(c *ast.CallExpr, around func(x ast.Expr, f string)) {
	if len(c.Args) == 0 {
		return
	}
	switch f := c.Fun.(type) {
	case *ast.Ident:
		switch {
		case f.Name == "string", f.Name == "append" && c.Ellipsis.IsValid(), f.Name == "copy":
			around(c.Args[len(c.Args)-1], "All")
		}
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		if !ok || pkg.Name != "bytes" && pkg.Name != "strings" && pkg.Name != "utf8" {
			return
		}
		switch name := f.Sel.Name; {
		case strings.HasSuffix(name, "Prefix"), strings.HasSuffix(name, "Suffix"): // these look at one end
		case strings.HasPrefix(name, "Index"):
			around(c, "Found")
			around(c.Args[0], "In")
		case strings.HasPrefix(name, "LastIndex"):
			around(c, "FoundLast")
			around(c.Args[0], "In")
		default:
			around(c.Args[0], "All")
		}
	}
}

// in is the length of what is being searched.
var in int

// In notes what is going to be searched, and returns it.
func In[T any](text T) T {
	in = size(text)
	return text
}

// Found counts the bytes up to where a search from the start ended.
func Found(at int) int {
	if at < 0 {
		N += in
	} else {
		N += at + 1
	}
	return at
}

// FoundLast is Found for a search from the end.
func FoundLast(at int) int {
	N += in - max(at, 0)
	return at
}

// All counts all bytes of a text, and returns it.
func All[T any](text T) T {
	N += size(text)
	return text
}

// size returns the length of a text, and 1 for anything else.
func size[T any](text T) int {
	switch t := any(text).(type) {
	case string:
		return len(t)
	case []byte:
		return len(t)
	}
	return 1
}
