package flat_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestStore(t *testing.T) { storetest.Test(t, storetest.Options{Open: open}) }
