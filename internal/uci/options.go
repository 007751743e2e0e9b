package uci

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/method"
	"github.com/zobrist-go/zobrist/search"
)

// Limits of the options.
const (
	maxHash     = 1 << 20 // MiB
	maxMultiPV  = 218     // no position has more moves
	maxOverhead = 5000    // ms
	maxSeed     = 1<<31 - 1
)

// options has the values of "setoption".
type options struct {
	hash     int // MiB
	threads  int
	multiPV  int
	overhead int // ms
	elo      int
	limited  bool // to elo
	chess960 bool
	ownBook  bool
	showWDL  bool
	without  method.Set
}

func defaults() options {
	return options{hash: 64, threads: 1, multiPV: 1, overhead: 100, elo: minElo}
}

// describe lists the options as the protocol requires.
func (o options) describe() string {
	return fmt.Sprintf(`option name Hash type spin default %d min 1 max %d
option name Threads type spin default %d min 1 max %d
option name Clear Hash type button
option name Ponder type check default false
option name MultiPV type spin default %d min 1 max %d
option name Move Overhead type spin default %d min 0 max %d
option name UCI_Chess960 type check default false
option name UCI_LimitStrength type check default false
option name UCI_Elo type spin default %d min %d max %d
option name UCI_ShowWDL type check default false
option name OwnBook type check default false
option name BookFile type string default <empty>
option name Without type string default <empty>
option name Seed type spin default 0 min 0 max %d
`, o.hash, maxHash, o.threads, search.MaxThreads, o.multiPV, maxMultiPV, o.overhead, maxOverhead,
		o.elo, minElo, maxElo, maxSeed)
}

// setOption executes "setoption name NAME [value VALUE]". Names are not case sensitive.
func (e *session) setOption(text string) {
	before, value, _ := cutWord(text, "value")
	words := strings.Fields(before)
	if len(words) < 2 || words[0] != "name" {
		e.remark("an option is set by: setoption name NAME value VALUE")
		return
	}
	name, value := strings.Join(words[1:], " "), strings.TrimSpace(value) // a file name may contain any blanks
	spin := func(target *int, low, high int) bool {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			e.remark("%s is a number from %d to %d, not %q", name, low, high, value)
			return false
		}
		*target = n
		return true
	}
	check := func(target *bool) {
		switch strings.ToLower(value) {
		case "true":
			*target = true
		case "false":
			*target = false
		default:
			e.remark("%s is true or false, not %q", name, value)
		}
	}
	switch strings.ToLower(name) {
	case "hash":
		if spin(&e.options.hash, 1, maxHash) {
			if e.table != nil {
				e.table.Close()
			}
			e.table, e.searcher = nil, nil
		}
	case "threads":
		if spin(&e.options.threads, 1, search.MaxThreads) {
			e.searcher = nil
		}
	case "clear hash":
		if e.table != nil {
			e.table.Clear()
		}
	case "multipv":
		spin(&e.options.multiPV, 1, maxMultiPV)
	case "move overhead":
		spin(&e.options.overhead, 0, maxOverhead)
	case "ponder": // nothing depends on it
		check(new(bool))
	case "uci_chess960":
		check(&e.options.chess960)
	case "uci_limitstrength":
		check(&e.options.limited)
	case "uci_elo":
		spin(&e.options.elo, minElo, maxElo)
	case "uci_showwdl":
		check(&e.options.showWDL)
	case "ownbook":
		check(&e.options.ownBook)
	case "bookfile":
		e.openBook(value)
	case "without":
		methods, err := method.Parse(strings.TrimPrefix(value, "<empty>"))
		if err != nil {
			e.remark("%v", err)
			return
		}
		e.options.without, e.searcher = methods, nil
	case "seed":
		var seed int
		if spin(&seed, 0, maxSeed) {
			e.seed(uint64(seed))
		}
	default:
		e.remark("unknown option %s", name)
	}
}
