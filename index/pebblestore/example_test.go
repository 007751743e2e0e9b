package pebblestore_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/pebblestore"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()
	_, err = index.Describe(context.Background(), store)
	fmt.Println("no index yet:", errors.Is(err, index.ErrEmpty))
	// Output: no index yet: true
}
