package clickhouse

import (
	"context"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/names"
)

// Sizes of the blocks that are sent.
const (
	visitBlock = 1 << 20 // rows, at most
	gameBlock  = 1 << 13 // rows
	gameBytes  = 8 << 20 // of texts and names; at this size a block of games is sent
)

// An uploader sends games and visits to the shards.
type uploader struct {
	store  *Store
	id     uint64 // of the run
	parts  []stored
	shards []shardBlocks
	rows   int // of a block of visits
	queues []chan block
	ctx    context.Context
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
}

// A block is sent as a whole.
type block struct {
	table, names string
	columns      []any
	rows         int
}

// shardBlocks are the blocks being filled for a shard.
type shardBlocks struct {
	visits []visitRow
	games  gameColumnsOf
}

// newUploader starts to send a run. It takes about memory bytes.
func newUploader(ctx context.Context, s *Store, id uint64, memory int64) *uploader {
	n := len(s.cluster.shards)
	u := &uploader{store: s, id: id, parts: make([]stored, n), shards: make([]shardBlocks, n)}
	u.rows = int(min(max(memory/(uploadBytes*int64(n)), 1<<12), visitBlock))
	u.ctx, u.cancel = context.WithCancelCause(ctx)
	for shard := range n {
		u.parts[shard].ID = id
		queue := make(chan block, 1)
		u.queues = append(u.queues, queue)
		u.wg.Go(func() {
			if err := u.sendAll(shard, queue); err != nil {
				u.cancel(err)
			}
			for range queue { // what was not sent
			}
		})
	}
	return u
}

// close waits until everything is sent.
func (u *uploader) close() error {
	for shard := range u.shards {
		u.sendVisits(shard)
		u.sendGames(shard)
		close(u.queues[shard])
	}
	u.wg.Wait()
	defer u.cancel(nil)
	if u.ctx.Err() != nil {
		return context.Cause(u.ctx)
	}
	return nil
}

// game adds a game with its visits.
func (u *uploader) game(number uint32, g *index.Game, visits [][]index.Visit, line index.Key) error {
	facts := index.FactsOf(g)
	n := len(u.shards)
	for view, list := range visits {
		for _, v := range list {
			shard := shardOf(v.Lo, n)
			u.visit(shard, uint8(view), v.Key, v.Move, number, facts)
		}
	}
	u.visit(shardOf(line.Lo, n), linesView, line, 0, number, facts)
	shard := gameShard(int64(number), n)
	games := &u.shards[shard].games
	games.add(u.id, number, g, facts)
	if u.parts[shard].Games.Rows++; len(games.game) == gameBlock || games.bytes >= gameBytes {
		u.sendGames(shard)
	}
	if u.ctx.Err() != nil {
		return context.Cause(u.ctx)
	}
	return nil
}

func (u *uploader) visit(shard int, view uint8, k index.Key, move, game uint32, facts index.Facts) {
	rows := &u.shards[shard].visits
	*rows = append(*rows, visitRow{k, move, game, facts, view})
	if u.parts[shard].Visits.Rows++; len(*rows) == u.rows {
		u.sendVisits(shard)
	}
}

func (u *uploader) sendVisits(shard int) {
	if rows := u.shards[shard].visits; len(rows) > 0 {
		sorted := sortVisits(rows, shard, len(u.shards))
		u.queues[shard] <- block{"visits", visitColumns, columnsOf(u.id, sorted), len(rows)}
		u.shards[shard].visits = rows[:0]
	}
}

func (u *uploader) sendGames(shard int) {
	c := u.shards[shard].games
	u.shards[shard].games = gameColumnsOf{}
	if len(c.game) > 0 {
		u.queues[shard] <- block{"games", gameColumns, []any{c.run, c.game, c.players[0], c.players[1], c.day, c.first,
			c.second, c.result, c.speed, c.mode, c.event, c.lower, c.site, c.round, c.opening, c.start, c.moves,
			c.text},
			len(c.game)}
	}
}

// sendAll sends the blocks of a shard, all to one replica as long as it takes them: others
// fetch them from there, and need not reach it in time. If the connection breaks, the fate
// of a block is not known. It is sent again, to any replica: ZooKeeper knows the checksums
// of the blocks that are stored. When another replica takes over, sendAll waits
// until one has all blocks sent so far. If none gets them, the error wraps errLost.
func (u *uploader) sendAll(shard int, queue chan block) error {
	var taker *server // of the last block
	sent := stored{ID: u.id}
	for b := range queue {
		moved := false
		into := fmt.Sprintf("%s (%s)", u.store.name(b.table), b.names)
		err := u.store.cluster.retryFrom(u.ctx, shard, taker, u.store.cluster.patience, func(r *server) error {
			moved = moved || taker != nil && taker != r
			taker = r
			return r.insert(u.ctx, into, b.columns...)
		})
		if b.table == "visits" {
			sent.Visits.Rows += uint64(b.rows)
		} else {
			sent.Games.Rows += uint64(b.rows)
		}
		if err == nil && moved {
			err = u.store.arrive(u.ctx, shard, &sent)
		}
		if err != nil {
			return fmt.Errorf("send %s: %w", b.table, err)
		}
	}
	return nil
}

// Columns of a block of games, in the order of gameColumns.
type gameColumnsOf struct {
	run                                []uint64
	game, day                          []uint32
	players                            [2][]string
	first, second                      []uint16
	result, speed, mode                []uint8
	event, lower, site, round, opening []string
	start, text                        []string
	moves                              [][]uint32
	bytes                              int
}

func (c *gameColumnsOf) add(run uint64, number uint32, g *index.Game, facts index.Facts) {
	first, second := facts.Ratings()
	c.run, c.game, c.day = append(c.run, run), append(c.game, number), append(c.day, facts.DateRank())
	c.players[0], c.players[1] = append(c.players[0], g.First), append(c.players[1], g.Second)
	c.first, c.second = append(c.first, uint16(first)), append(c.second, uint16(second))
	c.result, c.speed = append(c.result, uint8(facts.Result())), append(c.speed, uint8(facts.Speed()))
	c.mode = append(c.mode, uint8(facts.Mode()))
	c.event, c.lower = append(c.event, g.Event), append(c.lower, names.FoldText(g.Event))
	c.site, c.round, c.opening = append(c.site, g.Site), append(c.round, g.Round), append(c.opening, g.Opening)
	c.start, c.moves, c.text = append(c.start, g.Start), append(c.moves, g.Moves), append(c.text, string(g.Text))
	c.bytes += len(g.Text) + 4*len(g.Moves) + len(g.First) + len(g.Second) + 2*len(g.Event) + len(g.Site) + 64
}
