//go:build peer

// Stockpile-find answers FENs from a folder of Stockpile, and says how long each look-up took. bench/peers/build
// compiles it in Stockpile's module, whose packages it imports; bench/evals runs it.
//
// The first line that it prints is the time of opening the store, in nanoseconds. Then for each line of standard input,
// a FEN, it prints the time of the look-up, and the depth of the evaluation or 0. As in Stockpile's own command, 100
// shards are kept in memory.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/discochess/stockpile"
	"github.com/discochess/stockpile/internal/codec/zstdcodec"
	"github.com/discochess/stockpile/internal/store/cachedstore"
	"github.com/discochess/stockpile/internal/store/cachedstore/cachestrategy/lru"
	"github.com/discochess/stockpile/internal/store/cachedstore/memory"
	"github.com/discochess/stockpile/internal/store/diskstore"
)

func main() {
	if err := answer(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "stockpile-find:", err)
		os.Exit(1)
	}
}

func answer(folder string) error {
	start := time.Now()
	disk, err := diskstore.New(folder, zstdcodec.New())
	if err != nil {
		return err
	}
	strategy, err := lru.New(100)
	if err != nil {
		return err
	}
	client, err := stockpile.New(stockpile.WithStore(cachedstore.New(disk, memory.New(strategy, nil))))
	if err != nil {
		return err
	}
	defer client.Close()
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, time.Since(start).Nanoseconds())
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		start := time.Now()
		eval, err := client.Lookup(context.Background(), in.Text())
		took := time.Since(start)
		depth := 0
		if err == nil {
			depth = eval.Depth
		} else if !errors.Is(err, stockpile.ErrNotFound) {
			return err
		}
		fmt.Fprintln(out, took.Nanoseconds(), depth)
	}
	return errors.Join(in.Err(), out.Flush())
}
