package keyfile_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// positions are sets of features to hash in every language.
func positions() [][]zobrist.Feature {
	r := rand.New(rand.NewPCG(1, 2))
	sets := [][]zobrist.Feature{{}, {0}, {780}, {0, 780, 5, 0}}
	for range 20 {
		var s []zobrist.Feature
		for range 1 + r.IntN(38) {
			s = append(s, zobrist.Feature(r.IntN(781)))
		}
		sets = append(sets, s)
	}
	return sets
}

// list writes the positions as an array of arrays, each ended by −1.
func list(open, end string) string {
	var b strings.Builder
	for _, s := range positions() {
		b.WriteString(open)
		for _, f := range s {
			fmt.Fprintf(&b, "%d,", f)
		}
		b.WriteString("-1" + end + ",\n")
	}
	return b.String()
}

// A language compiles or runs an exported file with a program that prints the
// hash of each position in hexadecimal.
type language struct {
	program, pkg string
	format       string
	bits         int
	file, main   string // names
	text         string // of main; LIST stands for the positions
	commands     [][]string
}

// Every exported source compiles or runs, and gives our hashes.
func TestLanguages(t *testing.T) {
	for _, l := range []language{
		{
			"gcc", "gcc", "c", 64, "keys.h", "main.c", `#include <stdio.h>
#include "keys.h"
static const int sets[][40] = {LIST};
int main(void) {
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		uint64_t h = zobrist_start;
		for (const int *f = sets[i]; *f >= 0; f++) h ^= zobrist_keys[*f];
		printf("%016llx\n", (unsigned long long)h);
	}
}`, [][]string{{"gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"}, {"./main"}},
		},
		{
			"gcc", "gcc", "c", 128, "keys.h", "main.c", `#include <stdio.h>
#include "keys.h"
static const int sets[][40] = {LIST};
int main(void) {
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		uint64_t hi = zobrist_start[0], lo = zobrist_start[1];
		for (const int *f = sets[i]; *f >= 0; f++) hi ^= zobrist_keys[*f][0], lo ^= zobrist_keys[*f][1];
		printf("%016llx%016llx\n", (unsigned long long)hi, (unsigned long long)lo);
	}
}`, [][]string{{"gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"}, {"./main"}},
		},
		{
			"go", "golang", "go", 64, "keys/keys.go", "main.go", `package main
import ("fmt"; "export/keys")
var sets = [][]int{LIST}
func main() {
	for _, s := range sets {
		h := keys.Start
		for _, f := range s[:len(s)-1] { h ^= keys.Keys[f] }
		fmt.Printf("%016x\n", h)
	}
}`, [][]string{{"go", "run", "."}},
		},
		{
			"go", "golang", "go", 128, "keys/keys.go", "main.go", `package main
import ("fmt"; "export/keys")
var sets = [][]int{LIST}
func main() {
	for _, s := range sets {
		h := keys.Start
		for _, f := range s[:len(s)-1] { h[0] ^= keys.Keys[f][0]; h[1] ^= keys.Keys[f][1] }
		fmt.Printf("%016x%016x\n", h[0], h[1])
	}
}`, [][]string{{"go", "run", "."}},
		},
		{
			"rustc", "rustc", "rust", 64, "keys.rs", "main.rs", `mod keys;
fn main() {
	let sets: Vec<Vec<i32>> = vec![LIST];
	for s in &sets {
		let mut h = keys::START;
		for f in &s[..s.len()-1] { h ^= keys::KEYS[*f as usize]; }
		println!("{:016x}", h);
	}
}`, [][]string{{"rustc", "main.rs"}, {"./main"}},
		},
		{
			"rustc", "rustc", "rust", 128, "keys.rs", "main.rs", `mod keys;
fn main() {
	let sets: Vec<Vec<i32>> = vec![LIST];
	for s in &sets {
		let mut h = keys::START;
		for f in &s[..s.len()-1] { h ^= keys::KEYS[*f as usize]; }
		println!("{:032x}", h);
	}
}`, [][]string{{"rustc", "main.rs"}, {"./main"}},
		},
		{
			"node", "nodejs", "js", 64, "keys.js", "main.js", `const z = require("./keys.js");
for (const s of [LIST]) {
	let h = z.start;
	for (const f of s) if (f >= 0) h ^= z.keys[f];
	console.log(h.toString(16).padStart(16, "0"));
}`, [][]string{{"node", "main.js"}},
		},
		{
			"node", "nodejs", "js", 128, "keys.js", "main.js", `const z = require("./keys.js");
for (const s of [LIST]) {
	let h = z.start;
	for (const f of s) if (f >= 0) h ^= z.keys[f];
	console.log(h.toString(16).padStart(32, "0"));
}`, [][]string{{"node", "main.js"}},
		},
		{
			"node", "nodejs", "js32", 64, "keys.js", "main.js", `const z = require("./keys.js");
const hex = x => (x >>> 0).toString(16).padStart(8, "0");
for (const s of [LIST]) {
	let [hi, lo] = z.start;
	for (const f of s) if (f >= 0) { hi ^= z.keys[2*f]; lo ^= z.keys[2*f+1]; }
	console.log(hex(hi) + hex(lo));
}`, [][]string{{"node", "main.js"}},
		},
		{
			"node", "nodejs", "js48", 47, "keys.js", "main.js", `const z = require("./keys.js");
for (const s of [LIST]) {
	let h = z.start;
	for (const f of s) if (f >= 0) h += z.keys[f];
	if (!Number.isSafeInteger(h)) throw "not exact";
	console.log(h.toString(16).padStart(16, "0"));
}`, [][]string{{"node", "main.js"}},
		},
		{
			"node", "nodejs", "mjs", 128, "keys.mjs", "main.mjs", `import { start, keys } from "./keys.mjs";
for (const s of [LIST]) {
	let h = start;
	for (const f of s) if (f >= 0) h ^= keys[f];
	console.log(h.toString(16).padStart(32, "0"));
}`, [][]string{{"node", "main.mjs"}},
		},
		{
			"node", "nodejs", "mjs32", 64, "keys.mjs", "main.mjs", `import { start, keys } from "./keys.mjs";
const hex = x => (x >>> 0).toString(16).padStart(8, "0");
for (const s of [LIST]) {
	let [hi, lo] = start;
	for (const f of s) if (f >= 0) { hi ^= keys[2*f]; lo ^= keys[2*f+1]; }
	console.log(hex(hi) + hex(lo));
}`, [][]string{{"node", "main.mjs"}},
		},
		{
			"node", "nodejs", "mjs48", 40, "keys.mjs", "main.mjs", `import * as z from "./keys.mjs";
for (const s of [LIST]) {
	let h = z.start;
	for (const f of s) if (f >= 0) h += z.keys[f];
	if (!Number.isSafeInteger(h)) throw "not exact";
	console.log(h.toString(16).padStart(16, "0"));
}`, [][]string{{"node", "main.mjs"}},
		},
	} {
		t.Run(fmt.Sprintf("%s-%s-%d", l.program, l.format, l.bits), func(t *testing.T) {
			t.Parallel()
			if oracle.Short() && l.program != "node" {
				oracle.Long(t, "compilers, with -short")
			}
			oracle.Program(t, l.program, l.pkg)
			l.check(t)
		})
	}
}

func (l language) check(t *testing.T) {
	table := open(t, "coded:3", keyfile.Options{Features: 781, Bits: l.bits})
	table.Order = []string{"piece 781: */ \"quoted\" = \\ 0x1, é"} // a comment in every language
	dir := t.TempDir()
	opening, closing := "[", "]"
	switch l.program {
	case "gcc", "go":
		opening, closing = "{", "}"
	case "rustc":
		opening = "vec!["
	}
	l.text = strings.Replace(l.text, "LIST", list(opening, closing), 1)
	for name, text := range map[string]string{
		l.file:   string(write(t, table, l.format)),
		l.main:   l.text,
		"go.mod": "module export\n\ngo 1.21\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for _, command := range l.commands {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = cmd.Output(); err != nil {
			var says string
			if e, ok := err.(*exec.ExitError); ok {
				says = string(e.Stderr)
			}
			t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, says)
		}
	}
	for i, got := range strings.Fields(string(out)) {
		features := positions()[i]
		want := fmt.Sprintf("%016x", table.Hash(features...))
		switch {
		case l.bits > 64:
			want = table.Hash128(features...).String()
		case strings.HasSuffix(l.format, "js48"):
			want = fmt.Sprintf("%016x", table.Keys.Sum(table.Start, features...))
		}
		if got != want {
			t.Errorf("position %d: %s, want %s", i, got, want)
		}
	}
	if got := len(strings.Fields(string(out))); got != len(positions()) {
		t.Errorf("%d hashes of %d positions", got, len(positions()))
	}
}
