package clickhouse

import "time"

// A timing says how long changes wait. Tests wait less.
type timing struct {
	patience time.Duration // at each step, for servers and ZooKeeper that are away
	lease    time.Duration // a lease counts for so long after it was renewed
	beat     time.Duration // between two renewals
}

var usualTiming = timing{patience: 2 * time.Minute, lease: 15 * time.Second, beat: 3 * time.Second}

// standstill is how long a change waits for a replica that gets no rows from another one.
func (t timing) standstill() time.Duration { return t.patience / 8 }

// grace is how long a replaced run stays for readers of an older state.
const grace = 10 * time.Minute

// An event is a point at which a test interferes: it waits, ends the process, or returns an
// error as if the connection had broken.
type event int

const (
	wantsLeaseNext event = iota // nobody has the lease, and a change is about to say that it wants it
	hasDecided                  // a change was decided, and is not announced
	hasWritten                  // a statement has changed something; its text is the detail
	readsPlayers                // all players are about to be read
)

// happens calls the test's function, if there is one.
func (c *cluster) happens(e event, detail string) error {
	if c.interfere == nil {
		return nil
	}
	return c.interfere(e, detail)
}
