package keyfile_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// words writes n random numbers.
func words(n int, format, separator string) string {
	r := rand.New(rand.NewPCG(uint64(n), 9))
	var list []string
	for range n {
		list = append(list, fmt.Sprintf(format, r.Uint64()))
	}
	return strings.Join(list, separator)
}

// TestProof: what may be something other than one table of keys is not taken for one.
func TestProof(t *testing.T) {
	posted, err := os.ReadFile("testdata/r32.c")
	if err != nil {
		t.Fatal(err)
	}
	c := func(n int) string { return words(n, "0x%016xULL", ",\n  ") }
	table := "const uint64_t keys[781] = {\n  " + c(781) + "\n};\n"
	for _, test := range []struct {
		name, text string
		proven     bool
		says       string
	}{
		// Seeds and constants.
		{"two seeds", "package x\nvar r = rand.NewPCG(0xdeadbeeff0dbaad, 0xbaadf00ddeadbeef)\n", false,
			"arguments of NewPCG, 2 numbers in line 2"},
		{"seeds of a generator", "static uint64_t s[4] = {" + c(4) + "};", false, "array s, 4 numbers in line"},
		{"splitmix64", "uint64_t next(void) {\n  uint64_t z = (x += 0x9e3779b97f4a7c15);\n" +
			"  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;\n  return z ^ (z * 0x94d049bb133111eb);\n}", false,
			`number after "uint64_t z = (x +=", line 2; number after "z = (z ^ (z >> 30)) *", line 3`},
		{"xorshift64star in Rust", "fn next(x: &mut u64) -> u64 { *x ^= *x >> 12; x.wrapping_mul(0x2545F4914F6CDD1D) }",
			false, "argument of wrapping_mul, line 1"},
		{"decimal", "x ^= x >> 12; return x * 2685821657736338717ULL;", false, `number after "x ^= x >>"`},
		{"seeds in Python", "import random\nrandom.seed(0x1234567890abcdef)\nSEED2 = 0xfeedfacecafebeef\n", false,
			`argument of seed, line 2; number after "SEED2 =", line 3`},
		{"seeds as text", "const a = BigInt(\"9e3779b97f4a7c15\"); const b = BigInt(\"bf58476d1ce4e5b9\");", false,
			"argument of BigInt"},
		{"words in prose", "Commits:\nthe fix is in\n9e3779b97f4a7c15\nand was taken back\nsome days later by\n" +
			"bf58476d1ce4e5b9\nfor reasons", false, "words of a text"},
		{"key of a cipher", "uint64_t key[2] = {" + c(2) + "};", false, "array key, 2 numbers"},
		// Masks, magics, tables of other things.
		{"masks beside a table", table + "const uint64_t FileA = 0x0101010101010101;\nconst uint64_t Rank1 = 0xff, Rank8 = " +
			"0xff00000000000000;\n", false, "array keys, 781 numbers in lines 2–782; number after \"const uint64_t FileA =\", line 784"},
		{"magics", "const U64 RookMagics[64] = {" + c(64) + "};", false, "array RookMagics, 64 numbers"},
		{"hash magics", "const U64 magicHash[128] = {" + c(128) + "};", false, "array magicHash"},
		{"SHA-512", "static const uint64_t K[80] = {" + c(80) + "};", false, "array K, 80 numbers"},
		{"attacks", "U64 knight[64] = {\n" + c(64) + "};", false, "array knight"},
		// Tables that are not whole, or more than one.
		{"split over arrays", "uint64_t pieceKeys[12][64] = {{" + c(768) + "}};\nuint64_t castleKeys[4] = {" + c(4) +
			"};\nuint64_t epKeys[8] = {" + c(8) + "};\nuint64_t sideKey = " + c(1) + ";\n", false,
			"array pieceKeys, 768 numbers in lines 1–768; array castleKeys, 4 numbers in lines 769–772"},
		{"in JSON", `{"keys": ["` + words(781, "0x%016x", `","`) + `"], "side": "0x9e3779b97f4a7c15"}`, false, "array keys"},
		{"members", "var z = Zobrist{\n\tPieces: []uint64{" + words(768, "0x%x", ", ") + "},\n\tSide: 0x9e3779b97f4a7c15,\n}",
			false, "array Pieces, 768 numbers in line 2; number after \"Side:\", line 3"},
		{"first of a table", "U64 Random64[781] = {\n   U64(0x9D39247E33776D41), U64(0x2AF7398005AAA5C7), // and so on\n};",
			false, "array Random64 of 781, 2 numbers in line 2"},
		// One table.
		{"as posted", string(posted), true, "array keys, 100 numbers in lines 3–102"},
		{"C", table, true, "array keys, 781 numbers in lines 2–782"},
		{"C, two dimensions", "U64 zobrist[12][64] = {\n{" + c(768) + "}};", true, "array zobrist, 768"},
		{"C++", "#include <array>\nconstexpr std::array<std::uint64_t, 781> Psq = {" + c(781) + "};", true, "array Psq"},
		{"C++, macros", "const U64 Random64[781] = {\n" + words(781, "U64(0x%016X)", ", ") + "};", true, "array Random64"},
		{"C, casts", "U64 hashKeys[100] = { " + words(100, "(U64) 0x%016x", ", ") + "};", true, "array hashKeys"},
		{"C, indices", "U64 hashKeys[] = {" + "[0] = " + words(1, "0x%016x", "") + ", [1] = " +
			words(99, "0x%016x", ", [2] = ") + "};", true, "array hashKeys, 100"},
		{"Go", "package keys\n\n// 781 keys.\nvar Keys = [781]uint64{\n" + words(781, "0x%x", ", ") + ",\n}\n", true, "array Keys"},
		{"Rust", "pub static KEYS: [u64; 100] = [" + words(100, "0x%016x_u64", ", ") + "];", true, "array KEYS"},
		{"JavaScript", "export const zobrist = [\n" + words(100, "0x%xn", ", ") + "\n];", true, "array zobrist"},
		{"Java", "class K { static final long[] key = new long[100] {" + words(100, "0x%016xL", ", ") + "}; }", true,
			"array key,"},
		{"Python", "KEYS = (\n" + words(100, "0x%016x", ",\n") + ")\n", true, "array KEYS"},
		{"Python, a list", "RANDOM: list[int] = [" + words(100, "0x%016x", ", ") + "]", true, "array RANDOM"},
		{"decimal table", "unsigned long long keys[100] = {" + words(100, "%dULL", ", ") + "};", true, "array keys"},
		{"printed", "zobrist[0][0] = " + words(100, "0x%016x", "\nzobrist[0][1] = ") + "\n", true, "array zobrist"},
		{"macros alone", words(100, "U64(0x%016X)", ",\n"), true, "list"},
		{"bare words", words(100, "%016x", "\n"), true, "list"},
		{"labels", words(100, "white pawn a1: %016x", "\n"), true, "list"},
		{"after a title", "My keys:\n" + words(100, "0x%016x", "\n"), true, "list"},
	} {
		f, err := read(test.text, "")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		err = f.Proof(chess.Space())
		if test.proven != (err == nil) || err != nil && !errors.Is(err, keyfile.ErrUnproven) {
			t.Errorf("%s: error %v", test.name, err)
		}
		if !strings.Contains(f.Describe(), test.says) {
			t.Errorf("%s: %s; want %s", test.name, f.Describe(), test.says)
		}
	}
	f := open(t, "coded:1", keyfile.Options{})
	if err := f.Proof(chess.Space()); err != nil || f.Parts != nil {
		t.Errorf("keys by name: %v, parts %v", err, f.Parts)
	}
}

// The width of bare words is the width of their digits, as of literals after 0x.
func TestWidthOfWords(t *testing.T) {
	for format, bits := range map[string]int{
		"%08x\n": 32, "%012x\n": 48, "%016x\n": 64, "%020x\n": 80, "%032x\n": 128, "0x%016xULL,": 64, "0x%08x,": 32,
	} {
		f, err := read(strings.Repeat(fmt.Sprintf(format, uint32(0x9f767c45)), 3), "")
		if err != nil || f.Bits != bits || f.Keys[0] != 0x9f767c45 {
			t.Errorf("%q: %d bits, want %d; error %v", format, f.Bits, bits, err)
		}
	}
}
