package uci

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
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
	hash        int // MiB
	threads     int
	multiPV     int
	overhead    int // ms
	elo         int
	limited     bool // to elo
	chess960    bool
	ownBook     bool
	showWDL     bool
	ponder      bool // nothing depends on it
	storedDepth int  // of an evaluation that answers in place of a search without a depth
	seed        int  // of the choice among moves; 0: another one each time
}

func defaults() options {
	return options{hash: 64, threads: 1, multiPV: 1, overhead: 100, elo: minElo, storedDepth: 20}
}

// An option is one that "setoption" sets.
type option struct {
	name string
	form string // the rest of its line in the answer to "uci"
	set  func(e *session, value string)
}

// optionTable lists the options in the order of the answer to "uci".
func optionTable() []option {
	return []option{
		spin("Hash", 1, maxHash, func(o *options) *int { return &o.hash }, (*session).dropTable),
		spin("Threads", 1, search.MaxThreads, func(o *options) *int { return &o.threads }, (*session).dropSearcher),
		{"Clear Hash", "type button", (*session).clearTable},
		check("Ponder", func(o *options) *bool { return &o.ponder }),
		spin("MultiPV", 1, maxMultiPV, func(o *options) *int { return &o.multiPV }, nil),
		spin("Move Overhead", 0, maxOverhead, func(o *options) *int { return &o.overhead }, nil),
		{"UCI_Variant", variantForm(), (*session).setVariant},
		check("UCI_Chess960", func(o *options) *bool { return &o.chess960 }),
		check("UCI_LimitStrength", func(o *options) *bool { return &o.limited }),
		spin("UCI_Elo", minElo, maxElo, func(o *options) *int { return &o.elo }, nil),
		check("UCI_ShowWDL", func(o *options) *bool { return &o.showWDL }),
		check("OwnBook", func(o *options) *bool { return &o.ownBook }),
		{"BookFile", "type string default <empty>", (*session).openBook},
		{"EvaluationsPath", "type string default <empty>", (*session).openStore},
		spin("EvaluationsDepth", 1, evals.MaxDepth, func(o *options) *int { return &o.storedDepth }, nil),
		spin("Seed", 0, maxSeed, func(o *options) *int { return &o.seed }, (*session).setSeed),
	}
}

// spin is an option with a number for a value; after, if not nil, follows a change.
func spin(name string, low, high int, field func(*options) *int, after func(*session)) option {
	o := defaults()
	form := fmt.Sprintf("type spin default %d min %d max %d", *field(&o), low, high)
	return option{name, form, func(e *session, value string) {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			e.remark("%s is a number from %d to %d, not %q", name, low, high, value)
			return
		}
		*field(&e.options) = n
		if after != nil {
			after(e)
		}
	}}
}

// check is an option that is true or false, and false by default.
func check(name string, field func(*options) *bool) option {
	return option{name, "type check default false", func(e *session, value string) {
		switch strings.ToLower(value) {
		case "true":
			*field(&e.options) = true
		case "false":
			*field(&e.options) = false
		default:
			e.remark("%s is true or false, not %q", name, value)
		}
	}}
}

func (e *session) dropTable() {
	if e.table != nil {
		e.table.Close()
	}
	e.table, e.searcher = nil, nil
}

func (e *session) dropSearcher() { e.searcher = nil }

func (e *session) clearTable(string) {
	if e.table != nil {
		e.table.Clear()
	}
}

func (e *session) setSeed() { e.seed(uint64(e.options.seed)) }

// describeOptions lists the options in the form of the protocol.
func describeOptions() string {
	var text strings.Builder
	for _, o := range optionTable() {
		fmt.Fprintf(&text, "option name %s %s\n", o.name, o.form)
	}
	return text.String()
}

// setOption executes "setoption name NAME [value VALUE]". Names are not case sensitive.
func (e *session) setOption(text string) {
	before, value, _ := cutWord(text, "value")
	words := strings.Fields(before)
	if len(words) < 2 || words[0] != "name" {
		e.remark("an option is set by: setoption name NAME value VALUE")
		return
	}
	name, value := strings.Join(words[1:], " "), strings.TrimSpace(value) // the name of a file may have any blanks
	for _, o := range optionTable() {
		if strings.EqualFold(o.name, name) {
			o.set(e, value)
			return
		}
	}
	e.remark("unknown option %s", name)
}
