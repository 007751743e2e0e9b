package clickhouse_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// common is the cluster that tests share which do no harm to it: the one that
// ZOBRIST_CLICKHOUSE names, or one that the script starts.
var common struct {
	sync.Once
	hosts  string
	folder string
	err    error
}

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // tests wait for servers most of the time
		panic(err)
	}
	status := m.Run()
	if common.folder != "" {
		if text, err := exec.Command("./cluster", "stop", common.folder).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "stop the cluster: %v\n%s", err, text)
			status = 1
		}
	}
	os.Exit(status)
}

// hosts returns servers of the common cluster. Without one the test is left out.
func hosts(tb testing.TB) string {
	tb.Helper()
	if named := os.Getenv("ZOBRIST_CLICKHOUSE"); named != "" {
		return named
	}
	needsPrograms(tb)
	common.Do(func() { common.hosts, common.folder, common.err = startCluster() })
	if common.err != nil {
		tb.Fatal(common.err)
	}
	return common.hosts
}

// needsPrograms leaves a test out that a cluster would have to be started for, unless
// oracles or long tests are wanted and Debian's packages are there.
func needsPrograms(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("left out: a cluster of servers, with -short")
	}
	if os.Getenv("ZOBRIST_ORACLES") != "required" {
		oracle.Long(tb, "a cluster of servers, some minutes")
	}
	oracle.Program(tb, "bash", "bash")
	oracle.Program(tb, "clickhouse-server", "clickhouse-server")
	oracle.Program(tb, "java", "default-jre-headless")
	oracle.Program(tb, "openssl", "openssl")
	oracle.File(tb, "/usr/share/java/zookeeper.jar", "zookeeper")
}

// startCluster starts a cluster in a temporary folder.
func startCluster(environment ...string) (hosts, folder string, err error) {
	if folder, err = os.MkdirTemp("", "zobrist-cluster-"); err != nil {
		return "", "", err
	}
	cmd := exec.Command("./cluster", "start", folder)
	cmd.Env = append(append(os.Environ(), fmt.Sprint("PORT_BASE=", freePorts())), environment...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		_ = exec.Command("./cluster", "stop", folder).Run()
		return "", "", fmt.Errorf("start a cluster: %w: %s", err, said.Bytes())
	}
	return strings.TrimSpace(string(out)), folder, nil
}

// tried is how many groups of ports were tried.
var tried atomic.Int32

// freePorts returns the first of twenty ports that are free, and that no other cluster of this process
// is going to use. They are below 32768, where Linux takes ports for connections that go out: one of these would come
// between.
func freePorts() int {
	for {
		base := 19000 + (os.Getpid()+int(tried.Add(1)))%650*20
		free := true
		for port := base; port < base+20 && free; port++ {
			l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
			if free = err == nil; free {
				l.Close()
			}
		}
		if free {
			return base
		}
	}
}

// address returns an index on the common cluster that dir names.
func address(tb testing.TB, dir string) clickhouse.Address {
	tb.Helper()
	tb.Cleanup(func() { destroy(tb, dir) })
	return addressOf(tb, hosts(tb), dir)
}

// destroy removes the index that dir names.
func destroy(tb testing.TB, dir string) {
	tb.Helper()
	if err := clickhouse.Destroy(context.Background(), addressOf(tb, hosts(tb), dir)); err != nil {
		tb.Errorf("remove the database: %v", err)
	}
}

func addressOf(tb testing.TB, hosts, dir string) clickhouse.Address {
	tb.Helper()
	name := sha256.Sum256([]byte(dir))
	text := fmt.Sprintf("%s%s/zobrist_test_%x", clickhouse.Scheme, hosts, name[:6])
	a, err := clickhouse.ParseAddress(context.Background(), text)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// open opens the index that dir names.
func open(tb testing.TB, dir string) index.Store {
	tb.Helper()
	s, err := clickhouse.Open(tb.Context(), address(tb, dir), clickhouse.Options{Spool: filepath.Join(dir, "spool")})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

var config = index.Config{Game: "test", Set: zobrist.Set{Name: "test", Keys: zobrist.Keys{2}, Second: zobrist.Keys{1}}}

// hash returns the hash of a position that has a number. All games contain position 0.
func hash(n uint64) zobrist.Uint128 {
	r := rand.NewPCG(n, 1)
	return zobrist.Uint128{Hi: r.Uint64(), Lo: r.Uint64()}
}

// plies is the number of positions of a test's game.
const plies = 20

// games adds games of a source to a builder: position 0, and some of their own.
func games(ctx context.Context, b index.Builder, source, n int) error {
	var batch index.Batch
	for i := range n {
		g := index.Game{First: fmt.Sprint("player ", source, " ", i), Result: game.FirstWins, Text: []byte("text")}
		hashes := []zobrist.Uint128{hash(0)}
		for ply := 1; ply < plies; ply++ {
			g.Moves = append(g.Moves, uint32(ply))
			hashes = append(hashes, hash(uint64(source)<<40|uint64(i)<<8|uint64(ply)))
		}
		batch.Add(&g, hashes)
		if len(batch.Games) == 1000 || i == n-1 {
			if _, err := b.Append(ctx, &batch); err != nil {
				return err
			}
			batch.Reset()
		}
	}
	b.Keep(index.Source{Name: fmt.Sprint("source ", source), Digest: fmt.Sprint("digest ", source)})
	return nil
}

// build adds a source in one build, unless the index has it.
func build(ctx context.Context, s index.Store, source, n int) error {
	b, err := s.Begin(ctx, config, index.BuildOptions{})
	if err != nil {
		return err
	}
	defer b.Close()
	m, err := index.ReadManifest(ctx, s)
	if err != nil && !errors.Is(err, index.ErrEmpty) {
		return err
	}
	digest := fmt.Sprint("digest ", source)
	if slices.ContainsFunc(m.Sources, func(s index.Source) bool { return s.Digest == digest }) {
		return nil
	}
	if err := games(ctx, b, source, n); err != nil {
		return err
	}
	_, err = b.Commit(ctx, nil)
	return err
}

// count returns in how many games position 0 is.
func count(ctx context.Context, s index.Store) (int64, error) {
	var counts [1]int64
	err := countAll(ctx, storetest.Now(s), index.Query{}, []zobrist.Uint128{hash(0)}, counts[:])
	return counts[0], err
}

// countAll sets counts[i] to the number of games of hashes[i].
func countAll(ctx context.Context, s index.State, q index.Query, hashes []zobrist.Uint128, counts []int64) error {
	clear(counts)
	q.Totals = true
	return s.Lookup(ctx, q, hashes, func(i int, total []index.MoveTally) error {
		counts[i] = total[0].Games
		return nil
	})
}

// holds demands that the index has so many games, each with all of its positions, and
// that everything it stores agrees.
func holds(t *testing.T, s index.Store, games int64) {
	t.Helper()
	if _, err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, err := count(t.Context(), s)
	if err != nil || n != games {
		t.Fatalf("%d games, error %v; want %d", n, err, games)
	}
	positions := int64(0)
	for p, err := range storetest.Now(s).Each(t.Context(), index.Positions) {
		if err != nil {
			t.Fatal(err)
		}
		positions++
		if len(p.Moves) != 1 || p.Moves[0].Games != 1 && p.Moves[0].Games != games {
			t.Fatalf("a position has %+v", p.Moves)
		}
	}
	if want := games*(plies-1) + 1; positions != want {
		t.Fatalf("%d positions, want %d", positions, want)
	}
	if _, err := s.Verify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// catchUp waits until a server has everything that other replicas have of some tables.
func catchUp(t *testing.T, a clickhouse.Address, server string, tables ...string) {
	t.Helper()
	for _, table := range tables {
		order := "SYSTEM SYNC REPLICA " + a.Database + "." + table
		err := clickhouse.Execute(t.Context(), a, server, order)
		for end := time.Now().Add(10 * time.Minute); err != nil && time.Now().Before(end); {
			// The server says nothing while it waits, and the connection ends after some time.
			err = clickhouse.Execute(t.Context(), a, server, order)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// nothingLeft demands that interrupted builds leave nothing. A replica that is behind removes it
// when it gets there.
func nothingLeft(t *testing.T, s index.Store) {
	t.Helper()
	for end := time.Now().Add(10 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		_, left, err := s.Size(t.Context())
		if err == nil && left == 0 {
			return
		}
		if err != nil || time.Now().After(end) {
			t.Fatalf("%d bytes are left over, error %v", left, err)
		}
	}
}
