//go:build unix

package clickhouse_test

import (
	"context"
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// TestPlayersWait: a caller who waits for another one's question about players gives up
// when its own context ends, and other questions do not wait.
func TestPlayersWait(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir()).(*clickhouse.Store)
	defer s.Close()
	if err := build(t.Context(), s, 1, 10); err != nil {
		t.Fatal(err)
	}
	asked, goOn := make(chan struct{}), make(chan struct{})
	defer clickhouse.BeforePlayers(s, func() {
		close(asked)
		<-goOn
	})()
	done := make(chan error)
	go func() {
		players, err := storetest.Now(s).Players(t.Context(), "")
		if len(players) != 10 {
			err = errors.Join(err, errors.New("not all players"))
		}
		done <- err
	}()
	<-asked
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	other := make(chan error)
	go func() {
		_, err := storetest.Now(s).Players(cancelled, "")
		other <- err
	}()
	if err := <-other; !errors.Is(err, context.Canceled) {
		t.Errorf("the one whose context has ended got %v", err)
	}
	if n, err := count(t.Context(), s); n != 10 || err != nil {
		t.Errorf("%d games, error %v", n, err)
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
