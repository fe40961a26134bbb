package clickhouse

import (
	"context"
	"fmt"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/infra/clickstore/clicksql"
)

// layout is how tables are spread over servers.
type layout struct {
	cluster  string // "": one server
	database string // part of the paths of replicated tables; none without a cluster
}

// clicks returns the name of the table that all clicks are read from and inserted
// into.
func (layout) clicks() string { return "clicks" }

// stored returns the name of the table that stores clicks on each server.
func (l layout) stored() string {
	if l.cluster == "" {
		return l.clicks()
	}
	return "clicks_stored"
}

// onCluster returns the clause that executes a statement on every server.
func (l layout) onCluster() string {
	if l.cluster == "" {
		return ""
	}
	return " ON CLUSTER '" + l.cluster + "'"
}

// engine returns the clause of a table's engine. Clicks are replicated within a
// shard, and small tables on all servers.
func (l layout) engine(kind, table, arguments string, sharded bool) string {
	if l.cluster == "" {
		return kind + "(" + arguments + ")"
	}
	path, replica := "/clickhouse/tables/all/"+l.database+"/"+table, "{shard}-{replica}"
	if sharded {
		path, replica = "/clickhouse/tables/{shard}/"+l.database+"/"+table, "{replica}"
	}
	all := "'" + path + "', '" + replica + "'"
	if arguments != "" {
		all += ", " + arguments
	}
	return "Replicated" + kind + "(" + all + ")"
}

// deduplication returns the settings of the table of clicks: how many inserted
// blocks, and of how many seconds, the server recognizes when they are repeated.
func (l layout) deduplication() string {
	if l.cluster == "" {
		return "non_replicated_deduplication_window = 10000"
	}
	return "replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800"
}

// migration is one step of the schema. Its statements are idempotent, so that two
// nodes may apply it at the same time, and only add to the tables, so that nodes of
// the previous version continue.
type migration func(l layout, cols []clicksql.Column) []string

// migrations returns all steps; the version of the schema is their number. Append
// new ones: columns of later versions are added by ALTER TABLE.
func migrations() []migration { return []migration{createTables} }

// createTables creates the tables of version 1.
func createTables(l layout, cols []clicksql.Column) []string {
	definitions := make([]string, len(cols))
	for i, c := range cols {
		definitions[i] = c.Name + " " + kind(c)
	}
	body := strings.Join(definitions, ", ") + ", INDEX times ts TYPE minmax GRANULARITY 1"
	create := "CREATE TABLE IF NOT EXISTS "
	statements := []string{
		create + l.stored() + l.onCluster() + " (" + body + ") ENGINE = " + l.engine("MergeTree", "clicks", "", true) +
			" PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(ts, 'UTC')) ORDER BY (workspace, link, ts) SETTINGS " + l.deduplication(),
		// The journal position of the last batch of each source.
		create + "positions" + l.onCluster() + " (source String, position UInt64) ENGINE = " +
			l.engine("ReplacingMergeTree", "positions", "position", false) + " ORDER BY source",
		// The identity of the clicks, see Store.Source. The first one counts.
		create + "origin" + l.onCluster() + " (source String, created DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')) ENGINE = " +
			l.engine("MergeTree", "origin", "", false) + " ORDER BY created",
	}
	if l.cluster != "" {
		statements = append(statements, fmt.Sprintf("%s%s%s AS %s ENGINE = Distributed('%s', currentDatabase(), '%s', workspace)",
			create, l.clicks(), l.onCluster(), l.stored(), l.cluster, l.stored()))
	}
	return statements
}

// versions returns the statement that creates the table of applied migrations.
func (l layout) versions() string {
	return "CREATE TABLE IF NOT EXISTS versions" + l.onCluster() + " (version UInt64) ENGINE = " +
		l.engine("ReplacingMergeTree", "versions", "", false) + " ORDER BY version"
}

// prepare creates and upgrades the tables and reads the source, once. While no
// server is reachable only one caller at a time waits for a connection.
func (s *Store) prepare(ctx context.Context) error {
	if s.prepared.Load() {
		return nil
	}
	if !s.preparing.TryLock() {
		if cause := s.unreachable.Load(); cause != nil {
			return unavailable(*cause)
		}
		s.preparing.Lock()
	}
	defer s.preparing.Unlock()
	if s.prepared.Load() {
		return nil
	}
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("prepare the tables of clicks: %w", err)
	}
	if err := s.findSource(ctx); err != nil {
		return fmt.Errorf("read the identity of the clicks: %w", err)
	}
	s.prepared.Store(true)
	return nil
}

// migrate applies the migrations that are missing.
func (s *Store) migrate(ctx context.Context) error {
	if err := s.exec(ctx, s.layout.versions()); err != nil {
		return err
	}
	var applied uint64
	if err := s.scanAll(ctx, queryTimeout, "SELECT max(version) FROM versions", func(r driver.Rows) error { return r.Scan(&applied) }); err != nil {
		return err
	}
	all := migrations()
	for i := int(applied); i < len(all); i++ { //nolint:gosec // a small number
		for _, statement := range all[i](s.layout, s.cols) {
			if err := s.exec(ctx, statement); err != nil {
				return err
			}
		}
		if err := s.exec(ctx, fmt.Sprintf("INSERT INTO versions SELECT %d", i+1)); err != nil {
			return err
		}
	}
	return nil
}

// findSource reads the source, or creates it.
func (s *Store) findSource(ctx context.Context) error {
	for range 2 {
		err := s.scanAll(ctx, queryTimeout, "SELECT source FROM origin ORDER BY created, source LIMIT 1", func(r driver.Rows) error {
			return r.Scan(&s.source)
		})
		if err != nil || s.source != "" {
			return err
		}
		created := "INSERT INTO origin (source) SELECT " + quote(ident.New(ident.Source)) + " WHERE (SELECT count() FROM origin) = 0"
		if err := s.exec(ctx, created); err != nil {
			return err
		}
	}
	return fault.New(fault.Unavailable, "The click store is being created by another node. Try again in a moment.")
}
