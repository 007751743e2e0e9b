package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// The distances that keys gen prints hold for the keys that it prints, by exhaustive search: of
// whole keys and of their low bits. Fields of 2^m elements for 2^m features are the hard case.
func TestPrintedDistances(t *testing.T) {
	oracle.Full(t, "the distances of coded keys of many sizes")
	type size struct{ features, bits int }
	sizes := []size{{1 << 14, 64}, {1 << 14, 128}, {1<<14 - 1, 64}, {1<<14 + 1, 64}}
	for m := 4; m <= 11; m++ {
		for n := 1<<m - 1; n <= 1<<m+1; n++ {
			sizes = append(sizes, size{n, 64}, size{n, 128})
			if n <= 1<<8 {
				sizes = append(sizes, size{n, 16}, size{n, 33}, size{n, 63}, size{n, 65})
			}
		}
	}
	promises := 0
	for _, s := range sizes {
		answer, set := printedKeys(t, s.features, s.bits)
		for _, p := range append(answer.Prefixes, prefixAnswer{s.bits, answer.Distance.Coded}) {
			weight := min(p.Distance-1, 4)
			if s.features > 1<<10 {
				weight = min(weight, 2)
			}
			if weight == 0 {
				continue
			}
			promises++
			found, err := dependency.Exhaustive(context.Background(), dependency.Columns(set.Truncate(p.Bits)),
				dependency.ExhaustiveOptions{MaxWeight: weight, Limit: 1})
			if err != nil && !errors.Is(err, dependency.ErrTooMany) {
				t.Fatal(err)
			}
			if len(found.Dependencies) > 0 {
				t.Errorf("%d features, low %d of %d bits: keys of %v XOR to 0, distance %d is printed",
					s.features, p.Bits, s.bits, found.Dependencies[0], p.Distance)
			}
		}
	}
	if promises < 300 {
		t.Errorf("only %d distances are printed", promises)
	}
}

// printedKeys returns what keys gen prints about coded keys, and the keys.
func printedKeys(t *testing.T, features, bits int) (answer keysAnswer, set zobrist.Set) {
	t.Helper()
	var out, errs strings.Builder
	args := strings.Fields(fmt.Sprintf("keys gen --json --features %d --bits %d coded:1", features, bits))
	if status := program.Run(context.Background(), args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("%v: status %d, %s", args, status, errs.String())
	}
	if err := json.Unmarshal([]byte(out.String()), &answer); err != nil {
		t.Fatal(err)
	}
	for _, f := range answer.Table {
		cut := max(len(f.Key)-16, 0)
		low, err := strconv.ParseUint(f.Key[cut:], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		set.Keys = append(set.Keys, low)
		if bits > 64 {
			high, err := strconv.ParseUint(f.Key[:cut], 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			set.Second = append(set.Second, high)
		}
	}
	return answer, set
}
