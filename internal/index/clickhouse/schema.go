package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The tables of an index, in its database on every server. run is the number of the
// build or the merge that wrote a row; the manifest says which runs count. Each run is
// a partition, so it can be counted and removed as a whole.
//
//	visits     a row for each position of each game, in each view; by its hash
//	tallies    sums of the visits of popular positions
//	games      the games
//	manifests  states of the index, on the first shard
//	leases     builds that are going on, on the first shard
//
// NAME_all are the same rows of all shards, for queries in SQL.
//
// Keys, moves and games are stored in two columns each, and computed from them if a query
// names them: LZ4 finds repetitions of four bytes and more, so it does not see that the
// first bytes of a number repeat the number before it. head are the first 16 bits of
// a key and tail the other 64.
var tables = []struct{ name, columns, engine, rest string }{
	{
		"visits", "run UInt64, view UInt8, head UInt16, tail UInt64, move_head UInt16, move_tail UInt16, " +
			"game_head UInt16, game_tail UInt16, day UInt32, first_rating UInt16, second_rating UInt16, " +
			"result UInt8, speed UInt8, mode UInt8, " + keyAliases +
			", move UInt32 ALIAS bitOr(bitShiftLeft(toUInt32(move_head), 16), move_tail)" +
			", game UInt32 ALIAS bitOr(bitShiftLeft(toUInt32(game_head), 16), game_tail)",
		"MergeTree", "PARTITION BY run ORDER BY (view, head, tail, move_head, move_tail, game_head, game_tail) " +
			"SETTINGS index_granularity = 512",
	}, {
		"tallies", "run UInt64, view UInt8, head UInt16, tail UInt64, move UInt32, month UInt32, band UInt8, " +
			"speed UInt8, mode UInt8, games UInt64, first UInt64, drawn UInt64, second UInt64, ratings UInt64, " +
			"rated UInt64, first_ratings UInt64, first_rated UInt64, sample UInt32, " + keyAliases,
		"MergeTree", "PARTITION BY run ORDER BY (view, head, tail, move, month, band, speed, mode) " +
			"SETTINGS index_granularity = 512",
	}, {
		"games", "run UInt64, game UInt32, first String, second String, day UInt32, first_rating UInt16, " +
			"second_rating UInt16, result UInt8, speed UInt8, mode UInt8, event String, event_lower String, " +
			"site String, round String, opening String, start String, moves Array(UInt32), text String",
		"MergeTree", "PARTITION BY run ORDER BY game SETTINGS index_granularity = 256",
	}, {
		"manifests", "version UInt64, effective UInt8, change UInt64, at DateTime, body String",
		"MergeTree", "PARTITION BY intDiv(version, 64) ORDER BY (version, effective, change)",
	}, {
		"leases", "change UInt64, beat UInt64, alive UInt8, at DateTime",
		"ReplacingMergeTree", "ORDER BY change",
	},
}

// The words of a key, as in [index.Key].
const (
	loSQL      = "bitOr(bitShiftLeft(toUInt64(head), 48), bitShiftRight(tail, 16))"
	keyAliases = "lo UInt64 ALIAS " + loSQL + ", hi UInt16 ALIAS toUInt16(bitAnd(tail, 65535))"
)

// Columns of a block of visits and of one of games, in the order of INSERT.
const (
	visitColumns = "run, view, head, tail, move_head, move_tail, game_head, game_tail, day, first_rating, " +
		"second_rating, result, speed, mode"
	gameColumns = "run, game, first, second, day, first_rating, second_rating, result, speed, mode, " +
		"event, event_lower, site, round, opening, start, moves, text"
	tallyColumns = "run, view, head, tail, move, month, band, speed, mode, games, first, drawn, second, " +
		"ratings, rated, first_ratings, first_rated, sample"
)

// linesView is the view of what distinguishes games: a digest in place of a hash.
const linesView = 255

// keeper is the path in ZooKeeper of what belongs to the index.
func (s *Store) keeper(path ...string) string {
	return strings.Join(append([]string{"/zobrist", s.address.Database}, path...), "/")
}

// name returns the name of a table with its database, in quotes, because that may be a word of SQL.
func (s *Store) name(table string) string { return s.database() + "." + table }

// database returns the name of the database in quotes. It has none itself; see [isName].
func (s *Store) database() string { return "`" + s.address.Database + "`" }

// create makes the tables on all servers that answer. Each shard must have one.
func (s *Store) create(ctx context.Context) error {
	for shard := range s.cluster.shards {
		made := false
		for _, r := range s.cluster.replicas(shard, nil) {
			if made && r.late() {
				continue
			}
			err := s.createOn(ctx, r)
			if made = made || err == nil; err != nil && (ctx.Err() != nil || !temporary(err)) {
				return err
			}
		}
		if made {
			continue
		}
		err := s.cluster.retry(ctx, shard, s.cluster.patience, func(r *server) error { return s.createOn(ctx, r) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) createOn(ctx context.Context, r *server) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := r.exec(ctx, "CREATE DATABASE IF NOT EXISTS "+s.database()); err != nil {
		return err
	}
	for _, t := range tables {
		if (t.name == "manifests" || t.name == "leases") && r.shard > 0 {
			continue
		}
		version := ""
		if t.name == "leases" {
			version = ", beat"
		}
		err := r.exec(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s) ENGINE = Replicated%s('%s', '%s'%s) %s",
			s.name(t.name), t.columns, t.engine, s.keeper(t.name, strconv.Itoa(r.shard+1)),
			strings.ReplaceAll(r.address, ":", "_"),
			version, t.rest))
		if err == nil && version == "" && t.name != "manifests" {
			err = r.exec(ctx,
				fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s_all (%s) ENGINE = Distributed('%s', '%s', '%s')",
					s.name(t.name), t.columns, s.address.Cluster, s.address.Database, t.name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A part of a table: the rows and bytes of a run on a server.
type part struct {
	table string
	run   uint64
	rows  uint64
	bytes uint64
}

// parts returns what a server has of each run.
func (s *Store) parts(ctx context.Context, r *server) ([]part, error) {
	return query(ctx, r, fmt.Sprintf("SELECT table, toUInt64(partition) AS run, sum(rows), sum(bytes_on_disk) "+
		"FROM system.parts WHERE active AND database = '%s' AND table IN ('visits', 'tallies', 'games') "+
		"GROUP BY table, run", s.address.Database), func(row rows, p *part) error {
		return row.Scan(&p.table, &p.run, &p.rows, &p.bytes)
	})
}

// drop removes some runs from all servers. A server that is away removes them when it is back: ZooKeeper keeps the
// order.
func (s *Store) drop(ctx context.Context, runs map[uint64]bool) error {
	if len(runs) == 0 {
		return nil
	}
	var problems []error
	for _, replicas := range s.cluster.shards {
		for _, r := range replicas {
			parts, err := s.parts(ctx, r)
			for _, p := range parts {
				if err == nil && runs[p.run] {
					err = r.exec(ctx, fmt.Sprintf("ALTER TABLE %s DROP PARTITION %d", s.name(p.table), p.run))
				}
			}
			if err != nil && ctx.Err() != nil {
				return err
			}
			if err != nil {
				problems = append(problems, err)
			}
		}
	}
	return errors.Join(problems...)
}
