package clickhouse_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/clickhouse"
	"github.com/zobrist-go/zobrist/internal/oracle"
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

// freePorts returns the first of twenty ports that are free.
func freePorts() int {
	for base := 19000 + os.Getpid()%1000*20; ; base += 20 {
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
	a := addressOf(tb, hosts(tb), dir)
	tb.Cleanup(func() {
		if err := clickhouse.Destroy(context.Background(), a); err != nil {
			tb.Errorf("remove the database: %v", err)
		}
	})
	return a
}

func addressOf(tb testing.TB, hosts, dir string) clickhouse.Address {
	tb.Helper()
	name := sha256.Sum256([]byte(dir))
	a, err := clickhouse.ParseAddress(fmt.Sprintf("%s%s/zobrist_test_%x", clickhouse.Scheme, hosts, name[:6]))
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
