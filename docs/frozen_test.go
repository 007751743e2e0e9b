package docs_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/lattice"
	"github.com/zobrist-go/zobrist/play"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/tt"
)

// The tests of this file read what docs/frozen holds, which was made once, before release 1.0. Every later
// version must read it as this one does: do not edit the files. docs/stability.md says how they were made.

// frozen returns the rows of a file of docs/frozen, cut at tabs.
func frozen(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(read(t, "frozen/"+name)) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), "\t"))
	}
	return rows
}

// TestFrozenKeys: names of keys give the keys with these digests.
func TestFrozenKeys(t *testing.T) {
	for _, row := range frozen(t, "keys.txt") {
		n, _ := strconv.Atoi(row[1])
		bits, _ := strconv.Atoi(row[2])
		f, err := keyfile.Open(row[0], keyfile.Options{Features: n, Bits: bits})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", f.Digest()); got != row[3] {
			t.Errorf("%d keys of %d bits of %s have the digest %s, want %s", n, bits, row[0], got, row[3])
		}
	}
}

// TestFrozenHashes: positions have these hashes under the default keys.
func TestFrozenHashes(t *testing.T) {
	for _, row := range frozen(t, "hashes.txt") {
		p, err := hashed(row[0], row[2], row[1] == "symmetric")
		if err != nil {
			t.Fatal(err)
		}
		h := p.Hash128()
		if got := fmt.Sprintf("%016x%016x", h.Hi, h.Lo); got != row[3] || p.Hash() != h.Lo {
			t.Errorf("%s, %s, %s: hash %s, want %s", row[0], row[1], row[2], got, row[3])
		}
	}
}

type hasher interface {
	Hash() uint64
	Hash128() zobrist.Uint128
}

// hashed returns the position of a game, whose name may be followed by a size.
func hashed(name, text string, symmetric bool) (hasher, error) {
	name, size, _ := strings.Cut(name, ":")
	switch name {
	case "chess":
		return chess.Parse(text, chess.Options{Canonical: symmetric})
	case "checkers":
		return checkers.Parse(text, checkers.Options{Canonical: symmetric})
	case "baduk":
		o := baduk.Options{Canonical: symmetric}
		_, _ = fmt.Sscanf(size, "%d:%d", &o.Width, &o.Height) // there may be one number, or none
		return baduk.Parse(text, o)
	case "hex":
		n, _ := strconv.Atoi(size)
		return hex.Parse(text, hex.Options{Size: n, Canonical: symmetric})
	case "qubic":
		return qubic.Parse(text, qubic.Options{Canonical: symmetric})
	}
	if v, ok := variants.ParseVariant(name); ok {
		return variants.Parse(text, variants.Options{Variant: v})
	}
	o, ok := map[string]mnk.Options{
		"tictactoe": {}, "gomoku": mnk.Gomoku(), "connect4": mnk.ConnectFour(),
		"mnk": {Width: 4, Height: 4, InRow: 3},
	}[name]
	if !ok {
		return nil, fmt.Errorf("no game %q", name)
	}
	o.Canonical = symmetric
	return mnk.Parse(text, o)
}

// TestFrozenKeyFiles: files of keys in each form, FORM-BITS, hold the default keys of tic-tac-toe.
func TestFrozenKeyFiles(t *testing.T) {
	found := map[string]bool{}
	files, _ := filepath.Glob("frozen/keys/*")
	for _, name := range files {
		base := filepath.Base(name)
		i := strings.LastIndex(base, "-")
		bits, _ := strconv.Atoi(base[i+1:])
		form := base[:i]
		found[form] = true
		want, err := keyfile.Open("coded:1", keyfile.Options{Features: 19, Bits: bits})
		if err != nil {
			t.Fatal(err)
		}
		forms := []string{"", form} // it is found, or given
		want.Order = []string{"stone 18: X, O / a1..c3", "turn 1: O to move"}
		if strings.HasPrefix(form, "raw") {
			want.Name, want.Order, want.Start, want.SecondStart = name, nil, 0, 0
			forms = forms[1:]
		}
		for _, as := range forms {
			got, err := keyfile.ReadFile(name, keyfile.ReadOptions{Format: as, Bits: bits})
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s as %q: %v; got %v, want %v", name, as, err, got, want)
			}
		}
	}
	for _, form := range keyfile.Formats() {
		if !found[form] {
			t.Errorf("no file in the form %s", form)
		}
	}
}

// TestFrozenIndexes reads indexes of each game. They have the games of the records, and each position as often as
// the records do, hashed anew. The games are recognised if they come again.
func TestFrozenIndexes(t *testing.T) {
	for _, c := range []struct{ game, folder, records string }{
		{"chess", "pgn.zip", "games.pgn"}, {"baduk", "sgf.zip", "games.sgf"}, {"checkers", "pdn.zip", "games.pdn"},
		{"crazyhouse", "crazyhouse.zip", "crazyhouse.pgn"},
	} {
		t.Run(c.game, func(t *testing.T) { checkFrozen(t, unzip(t, c.folder), c.game, read(t, "frozen/"+c.records)) })
	}
}

// unzip returns a folder with the files of a zip file of docs/frozen.
func unzip(t *testing.T, name string) (dir string) {
	t.Helper()
	z, err := zip.OpenReader("frozen/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir = filepath.Join(t.TempDir(), "files")
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFrozenEvaluations: a store has the evaluations that evals.txt lists, the deepest first, each with its depth, nodes
// and lines. More can be added to it.
func TestFrozenEvaluations(t *testing.T) {
	dir := unzip(t, "evals.zip")
	check := func(rows [][]string) {
		t.Helper()
		s, err := evals.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Verify(t.Context(), nil); err != nil {
			t.Error(err)
		}
		r := evals.NewChessReader()
		for _, row := range rows {
			p, _, err := r.Read(row[0])
			if err != nil {
				t.Fatal(err)
			}
			all, err := s.FindAll(p)
			got := []string{row[0]}
			for _, e := range all {
				var lines []string
				for _, l := range e.Lines {
					value := strconv.Itoa(int(l.Score))
					if l.Mate != 0 {
						value = fmt.Sprintf("#%d", l.Mate)
					}
					lines = append(lines, value+" "+strings.Trim(fmt.Sprint(l.Moves), "[]"))
				}
				got = append(got, fmt.Sprintf("%d %d %s", e.Depth, e.Nodes, strings.Join(lines, " | ")))
			}
			if err != nil || !slices.Equal(got, row) {
				t.Errorf("%q %v, want %q", got, err, row)
			}
		}
		if sum, err := s.Count(t.Context(), nil); err != nil || sum.Positions != int64(len(rows)) {
			t.Errorf("%d positions %v, want %d", sum.Positions, err, len(rows))
		}
	}
	rows := frozen(t, "evals.txt")
	check(rows)
	text := strings.NewReader("8/8/8/8/8/8/4P3/K1k5 w - - acd 12; ce 140; pv e4;\n")
	if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: "more.epd", Reader: text}); err != nil {
		t.Fatal(err)
	}
	check(append(rows, []string{"8/8/8/8/8/8/4P3/K1k5 w - -", "12 0 140 e2e4"}))
}

func checkFrozen(t *testing.T, dir, name, records string) {
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	ix, err := g.Open(ctx, store, games.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if unread, err := ix.Verify(ctx, nil); err != nil || len(unread) > 0 {
		t.Fatal(err, unread)
	}
	var text bytes.Buffer
	n, err := ix.Export(ctx, &text, index.Filter{})
	if err != nil || text.String() != records {
		t.Fatalf("%d games, %v: not the records", n, err)
	}
	count := recount(t, ix, n)
	for hash, want := range count {
		got := int64(0)
		err := storetest.Now(store).Lookup(ctx, index.Query{Totals: true}, []zobrist.Uint128{hash},
			func(_ int, total []index.MoveTally) error { got = total[0].Games; return nil })
		if err != nil || got != want {
			t.Errorf("%v is in %d games, %v; want %d", hash, got, err, want)
		}
	}
	m, err := ix.Manifest(ctx)
	if err != nil || m.Records != int64(len(count)) {
		t.Errorf("%d positions, %v; want %d", m.Records, err, len(count))
	}
	sum, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "again", Reader: strings.NewReader(records + "\n")})
	if err != nil || sum.Duplicates != n || sum.Games != 0 {
		t.Errorf("the records again: %+v, %v", sum, err)
	}
}

// recount returns the number of games that contain a position, by its hash. The first n games are played.
func recount(t *testing.T, ix *index.Index, n int64) map[zobrist.Uint128]int64 {
	t.Helper()
	count := map[zobrist.Uint128]int64{}
	for i := range n {
		g, err := ix.Game(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ix.Position(g.Start)
		if err != nil {
			t.Fatal(err)
		}
		here := map[zobrist.Uint128]bool{p.Hash(index.Positions): true}
		for _, m := range g.Moves {
			p.Make(m)
			here[p.Hash(index.Positions)] = true
		}
		for hash := range here {
			count[hash]++
		}
	}
	return count
}

// TestFrozenBook: a book has the entries that book.txt lists.
func TestFrozenBook(t *testing.T) {
	want := frozen(t, "book.txt")
	n := 0
	for e, err := range polyglot.NewReader(strings.NewReader(read(t, "frozen/book.bin"))).All() {
		if err != nil || n == len(want) {
			t.Fatalf("entry %d: %v", n, err)
		}
		got := fmt.Sprintf("%016x %s %d %d", e.Key, polyglot.MoveText(e.Move), e.Weight, e.Learn)
		if want := strings.Join(want[n], " "); got != want {
			t.Errorf("entry %d is %s, want %s", n, got, want)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d entries, want %d", n, len(want))
	}
}

// TestFrozenTables: stored tables with tags of 64 and of 24 bits have the entries that tables.txt lists, each with the
// hash of a position after a first move of chess. Saved again, they are the same bytes.
func TestFrozenTables(t *testing.T) {
	tables := map[string]*tt.Table{}
	for _, row := range frozen(t, "tables.txt") {
		name := row[0]
		if tables[name] == nil {
			file := read(t, "frozen/"+name+".tt")
			table, err := tt.Load(strings.NewReader(file), tt.Options{Payload: 20, Digest: zobrist.Default(781).Digest()})
			if err != nil {
				t.Fatal(name, err)
			}
			defer table.Close()
			var again bytes.Buffer
			if err := table.Save(&again); err != nil || again.String() != file {
				t.Errorf("%s: other bytes when saved again, %v", name, err)
			}
			tables[name] = table
		}
		hash, err := strconv.ParseUint(row[1], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		e, ok := tables[name].Probe(hash)
		got := fmt.Sprintf("%x %d %d", e.Payload, e.Depth, e.Generation)
		if want := strings.Join(row[2:], " "); !ok || got != want {
			t.Errorf("%s: entry of %s is %s, %t; want %s", name, row[1], got, ok, want)
		}
	}
	for name, bits := range map[string]int{"table-64": 64, "table-24": 24} {
		if tables[name] == nil || tables[name].TagBits() != bits {
			t.Errorf("%s is not a table with tags of %d bits", name, bits)
		}
	}
}

// TestFrozenCheckpoint: the state of a checkpoint has the hash it says, and its simulation goes on.
func TestFrozenCheckpoint(t *testing.T) {
	c, err := lattice.ReadCheckpoint(strings.NewReader(read(t, "frozen/simulation.lattice")))
	if err != nil {
		t.Fatal(err)
	}
	const want = "bcc:3x3x3 1000 2.2272693311919536e-05 458acfd437fcc27da9eb1c5010e00099"
	got := fmt.Sprintf("%s %d %v %016x%016x", c.Lattice, c.Steps, c.Time, c.Hash.Hi, c.Hash.Lo)
	if got != want || string(c.Note) != `{"model":"fecu","temperature":600,"seed":3}` {
		t.Errorf("%s %s, want %s", got, c.Note, want)
	}
	v := lattice.Vacancy{Model: lattice.FeCu(), Temperature: 600}
	s, err := lattice.Resume(c, zobrist.Set{}, v, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Step(); s.Steps() != 1001 {
		t.Errorf("%d steps", s.Steps())
	}
}

// TestFrozenRecord: a game goes on from its record.
func TestFrozenRecord(t *testing.T) {
	p, err := hex.New(hex.Options{Size: 5, Swap: true})
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again.txt")
	in := strings.NewReader("machine none\na5\n")
	o := play.Options{In: in, Out: io.Discard, Resume: "frozen/game.txt", Save: again}
	if err := play.Run(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(read(t, "frozen/game.txt"), "moves 4", "moves 5", 1) + "a5\n"
	if got := read(t, again); got != want {
		t.Errorf("saved again:\n%s\nwant:\n%s", got, want)
	}
}
