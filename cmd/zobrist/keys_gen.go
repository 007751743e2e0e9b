package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/odds"
)

// keysAnswer is what `zobrist keys gen` prints.
type keysAnswer struct {
	Keys     string          `json:"keys"`
	Space    string          `json:"space,omitempty"`
	Features int             `json:"features"`
	Bits     int             `json:"bits"`
	Start    string          `json:"start"`
	SHA256   string          `json:"sha256"`
	Distance odds.Distance   `json:"distance"`
	Coded    bool            `json:"coded"`    // distance.coded is a guarantee of these keys
	Prefixes []prefixAnswer  `json:"prefixes"` // of coded keys
	Table    []featureAnswer `json:"table"`
}

type prefixAnswer struct {
	Bits     int `json:"bits"`
	Distance int `json:"distance"`
}

type featureAnswer struct {
	Feature zobrist.Feature `json:"feature"`
	Name    string          `json:"name,omitempty"`
	Key     string          `json:"key"`
}

func newKeysGen(a *app) *cobra.Command {
	var k keysFlags
	cmd := a.Command("keys gen", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		t, err := k.open(cmd.Context(), a, args[0])
		if err != nil {
			return err
		}
		t.remark(a)
		return a.Print(describeKeys(t))
	})
	k.register(cmd)
	return cmd
}

// describeKeys returns all that is known of a table without an audit.
func describeKeys(t table) keysAnswer {
	n := len(t.Keys)
	answer := keysAnswer{
		Keys: t.Name, Features: n, Bits: t.Bits,
		Start:  wordText(zobrist.Uint128{Hi: t.SecondStart, Lo: t.Start}, t.Bits),
		SHA256: fmt.Sprintf("%x", t.Digest()),
		Coded:  isCode(t), Prefixes: []prefixAnswer{},
	}
	if d := odds.Distances(n, t.Bits); len(d) == 1 {
		answer.Distance = d[0]
	}
	if t.layout != nil {
		answer.Space = t.layout.Space().Name()
	}
	if code, err := zobrist.NewCode(n, t.Bits); err == nil && answer.Coded {
		for _, bits := range code.Prefixes() {
			if d := code.PrefixDistance(bits); d > 1 {
				answer.Prefixes = append(answer.Prefixes, prefixAnswer{bits, d})
			}
		}
	}
	for i, k := range t.Keys {
		key := zobrist.Uint128{Lo: k}
		if t.Second != nil {
			key.Hi = t.Second[i]
		}
		f := zobrist.Feature(i)
		answer.Table = append(answer.Table, featureAnswer{f, t.name(f), wordText(key, t.Bits)})
	}
	return answer
}

// isCode reports whether the table has the coded keys that its name says, in any order.
// A file may have shortened keys, or other keys under that name.
func isCode(t table) bool {
	if !strings.HasPrefix(t.Name, "coded:") {
		return false
	}
	code, err := keyfile.Open(t.Name, keyfile.Options{Features: len(t.Keys), Bits: t.Bits})
	return err == nil && slices.Equal(sortedWords(t.File), sortedWords(code))
}

// sortedWords returns the keys of a table in ascending order.
func sortedWords(f keyfile.File) []zobrist.Uint128 {
	words := make([]zobrist.Uint128, len(f.Keys))
	for i, k := range f.Keys {
		words[i].Lo = k
		if f.Second != nil {
			words[i].Hi = f.Second[i]
		}
	}
	slices.SortFunc(words, func(a, b zobrist.Uint128) int {
		return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo))
	})
	return words
}

// wordText returns a word in as many digits as its width needs.
func wordText(w zobrist.Uint128, bits int) string {
	return w.String()[32-(bits+3)/4:]
}

func (k keysAnswer) Text(w io.Writer) {
	features := fmt.Sprint(k.Features)
	if k.Space != "" {
		features += " of " + k.Space
	}
	fmt.Fprintf(w, "keys      %s\nfeatures  %s\nbits      %d\nstart     %s\nsha256    %s\n",
		k.Keys, features, k.Bits, k.Start, k.SHA256)
	d := k.Distance
	if k.Coded {
		if d.Coded > k.Features {
			fmt.Fprint(w, "distance  all: that no keys XOR to 0 is guaranteed\nlow bits ")
		} else {
			fmt.Fprintf(w,
				"distance  %d guaranteed; random keys have about %.2f, the best %d to %d\nlow bits ",
				d.Coded, d.Random, d.Possible, d.Limit)
		}
		none := " nothing guaranteed"
		for _, p := range k.Prefixes {
			if p.Bits < k.Bits {
				fmt.Fprintf(w, " %d→%s", p.Bits, distanceText(p.Distance, k.Features))
				none = ""
			}
		}
		fmt.Fprintln(w, none)
	} else {
		fmt.Fprintf(w, "distance  nothing guaranteed; random keys have about %.2f, coded keys %s, none more than %s; "+
			"keys audit finds out\n", d.Random, distanceText(d.Coded, k.Features), distanceText(d.Limit, k.Features))
	}
	for _, f := range k.Table {
		fmt.Fprintf(w, "%9d  %s  %s\n", f.Feature, f.Key, f.Name)
	}
}

// distanceText writes the least number of keys that XOR to 0, or "all" if none do.
func distanceText(d, features int) string {
	if d > features {
		return "all"
	}
	return fmt.Sprint(d)
}
