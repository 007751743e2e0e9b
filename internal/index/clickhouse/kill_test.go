//go:build unix

package clickhouse_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// child returns a process that does what TestChild is told to do.
func child(t *testing.T, a clickhouse.Address, dir string, task ...string) (cmd *exec.Cmd, out *strings.Builder) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out = new(strings.Builder)
	cmd = exec.Command(program, "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), "ZOBRIST_TEST_CHILD="+a.String(), "ZOBRIST_TEST_SPOOL="+filepath.Join(dir, "spool"),
		"ZOBRIST_TEST_TASK="+strings.Join(task, " "))
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// TestChild is the process that others kill. Its task is one of
//
//	build                builds two sources of 3000 games
//	add SOURCE GAMES N   builds one source, and kills itself after n writes, 0 for not at all
//	remove SOURCE N      removes its games, likewise
func TestChild(t *testing.T) {
	text := os.Getenv("ZOBRIST_TEST_CHILD")
	if text == "" {
		return
	}
	a, err := clickhouse.ParseAddress(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := clickhouse.Open(t.Context(), a,
		clickhouse.Options{Wait: 10 * time.Minute, Spool: os.Getenv("ZOBRIST_TEST_SPOOL")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	clickhouse.ShortLease(s)
	if err := task(t.Context(), s, os.Getenv("ZOBRIST_TEST_TASK")); err != nil {
		t.Fatal(err)
	}
}

func task(ctx context.Context, s *clickhouse.Store, text string) error {
	var source, games, writes int
	die := func() {
		if writes > 0 {
			clickhouse.AfterWrites(s, int32(writes), func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} })
		}
	}
	if n, _ := fmt.Sscanf(text, "add %d %d %d", &source, &games, &writes); n == 3 {
		die()
		return build(ctx, s, source, games)
	}
	if n, _ := fmt.Sscanf(text, "remove %d %d", &source, &writes); n == 2 {
		die()
		_, err := s.Remove(ctx, index.Filter{Sources: []string{fmt.Sprint("source ", source)}}, nil)
		return err
	}
	for source := range 2 {
		if err := build(ctx, s, source, 3000); err != nil {
			return err
		}
	}
	return nil
}

// TestKilled: a process is killed while it builds, again and again, and the build is
// tried again each time.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := address(t, dir)
	tries := 0
	for wait := 300 * time.Millisecond; ; wait += 400 * time.Millisecond {
		tries++
		cmd, out := child(t, a, dir, "build")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait+time.Duration(tries/8)*5*time.Second, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "killed") || tries > 30 {
			t.Fatalf("try %d: %v\n%s", tries, err, out.String())
		}
	}
	t.Logf("the build ended at try %d", tries)
	s := open(t, dir)
	defer s.Close()
	holds(t, s, 2*3000)
	nothingLeft(t, s)
}

// TestKilledBetweenWrites kills processes after their first write, their second one and so on:
// during builds, the merges that follow, and removals. Readers see the state before or the one
// after, and the same command again ends in the latter.
func TestKilledBetweenWrites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := address(t, dir)
	s := open(t, dir)
	defer s.Close()
	const size = 200
	if err := build(t.Context(), s, 0, 2*size); err != nil {
		t.Fatal(err)
	}
	have := int64(2 * size)
	killed := 0
	run := func(change int64, task func(writes int) []string, writes int) {
		t.Helper()
		cmd, out := child(t, a, dir, task(writes)...)
		if err := cmd.Run(); err == nil {
			t.Logf("%v: it ends before so many writes", task(writes))
		} else if killed++; !strings.Contains(err.Error(), "killed") {
			t.Fatalf("%v: %v\n%s", task(writes), err, out.String())
		}
		if _, err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := count(t.Context(), s); err != nil || n != have && n != have+change {
			t.Fatalf("%v: %d games, error %v; want %d or %d", task(writes), n, err, have, have+change)
		}
		cmd, out = child(t, a, dir, task(0)...)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: again: %v\n%s", task(writes), err, out.String())
		}
		have += change
		holds(t, s, have)
	}
	// A build adds rows of visits, games and tallies to both shards, and twice a manifest,
	// with the decision between. A merge does the same again, and so does a removal.
	builds, removals := []int{6, 9, 12, 16}, []int{3, 7, 8}
	if os.Getenv("ZOBRIST_LONG") != "" {
		builds, removals = nil, nil
		for n := 1; n <= 20; n++ {
			builds = append(builds, n)
		}
		for n := 1; n <= 10; n++ {
			removals = append(removals, n)
		}
	}
	for i, writes := range builds {
		run(size, func(n int) []string { return []string{"add", fmt.Sprint(i + 1), fmt.Sprint(size), fmt.Sprint(n)} },
			writes)
	}
	for i, writes := range removals {
		run(-size, func(n int) []string { return []string{"remove", fmt.Sprint(i + 1), fmt.Sprint(n)} }, writes)
	}
	t.Logf("%d processes were killed", killed)
	cmd, out := child(t, a, dir, "add", "100", fmt.Sprint(size), "0") // removes what the last one has left
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	holds(t, s, have+size)
	nothingLeft(t, s)
}
