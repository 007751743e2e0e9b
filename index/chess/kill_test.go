package chessindex_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/pebblestore"
)

// child is the environment variable that makes the test binary add a file of games
// to an index and print a word when it is done.
const child = "ZOBRIST_INDEX_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	if err := addFile(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
}

func addFile(db, file string) error {
	ctx := context.Background()
	s, err := pebblestore.Open(db, pebblestore.Options{})
	if err != nil {
		return err
	}
	ix, err := chessindex.Open(ctx, s, chessindex.Options{})
	if err != nil {
		return err
	}
	o := chessindex.ImportOptions{}
	o.Memory = 1 << 18     // temporary files are used
	o.Checkpoint = 1 << 19 // builds go on from where they were killed
	if _, err := ix.Import(ctx, o, chessindex.Input{Name: file}); err != nil {
		return err
	}
	return s.Close()
}

// randomGames plays legal moves at random.
func randomGames(tb testing.TB, seed uint64, games int64) []byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var out bytes.Buffer
	p, err := chess.New(chess.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	var moves []chess.Move
	for n := range games {
		fmt.Fprintf(&out, "[White \"w%d\"]\n[Black \"b%d\"]\n[WhiteElo \"%d\"]\n", seed, n, 1500+rng.IntN(1000))
		out.WriteString("[Result \"1/2-1/2\"]\n\n")
		p.Reset()
		for ply := range 20 + rng.IntN(60) {
			if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(min(len(moves), 4))]
			if ply%2 == 0 {
				fmt.Fprintf(&out, "%d. ", ply/2+1)
			}
			out.WriteString(p.SAN(m) + " ")
			p.Make(m)
		}
		out.WriteString("1/2-1/2\n\n")
	}
	return out.Bytes()
}

// TestKill kills an import with SIGKILL at random moments. The index must be as it
// was before or as it is after, and the same import again must finish the job.
func TestKill(t *testing.T) {
	old, added, tries := int64(200), int64(1500), 8
	if testing.Short() {
		old, added, tries = 50, 200, 1
	}
	dir := t.TempDir()
	first, second := filepath.Join(dir, "old.pgn"), filepath.Join(dir, "new.pgn")
	writeFile(t, first, randomGames(t, 1, old))
	writeFile(t, second, randomGames(t, 2, added))
	run := func(db, file string) (cmd *exec.Cmd, out *bytes.Buffer) {
		out = new(bytes.Buffer)
		cmd = exec.Command(os.Args[0], db, file)
		cmd.Env = append(os.Environ(), child+"=1")
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out
	}
	finish := func(db, file string) time.Duration {
		t.Helper()
		start := time.Now()
		cmd, out := run(db, file)
		if err := cmd.Wait(); err != nil || strings.TrimSpace(out.String()) != "done" {
			t.Fatalf("import: %v: %s", err, out)
		}
		return time.Since(start)
	}
	// state checks that the index is whole and returns its number of games.
	state := func(db string) int64 {
		t.Helper()
		s := onDisk(t, db)
		defer s.Close()
		ix := open(t, s, chessindex.Options{})
		games := ix.Manifest().Games
		if games != old && games != old+added {
			t.Fatalf("%d games in the index, want %d or %d", games, old, old+added)
		}
		if n := find(t, ix, "").Games; n != games {
			t.Fatalf("%d games in the start position, %d in the index", n, games)
		}
		if survey, err := ix.Survey(t.Context(), nil); err != nil {
			t.Fatalf("after %d games: %+v: %v", games, survey, err)
		}
		if _, err := ix.Index.Game(t.Context(), games-1); err != nil {
			t.Fatal(err)
		}
		return games
	}
	whole := filepath.Join(dir, "whole")
	finish(whole, first)
	took := finish(whole, second)
	want := state(whole)

	rng := rand.New(rand.NewPCG(3, 4))
	before, after := 0, 0
	for i := range tries {
		db := filepath.Join(dir, fmt.Sprint("db", i))
		finish(db, first)
		for range 3 { // several kills of one import
			cmd, _ := run(db, second)
			time.Sleep(time.Duration(rng.Int64N(int64(took) * 5 / 4)))
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			if state(db) == old {
				before++
			} else {
				after++
			}
		}
		finish(db, second)
		if got := state(db); got != want {
			t.Fatalf("%d games after the last import, want %d", got, want)
		}
		left, err := filepath.Glob(filepath.Join(db, "*"))
		if err != nil || len(left) != 1 {
			t.Errorf("the folder holds %v", left)
		}
		if err := os.RemoveAll(db); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("found the old index %d times, the new one %d times; an import takes %v", before, after, took)
}
