// Package clickhouse is the click store of installs with several nodes: an
// analytics.Engine over the tables of one ClickHouse database.
//
// ClickHouse sorts, merges and compresses the clicks by itself, so that nothing is
// compacted. This package creates the tables and inserts batches exactly once. Package
// clicksql plans the questions about clicks. Exports are written by a temporary file of the embedded
// engine, so that both engines export the same files.
package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	engine "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"golang.org/x/sync/semaphore"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
)

var _ analytics.Engine = (*Store)(nil)

// Bounds of statements.
const (
	dialTimeout   = 5 * time.Second
	appendTimeout = 30 * time.Second
	queryTimeout  = 60 * time.Second
	exportTimeout = 5 * time.Minute // callers have shorter ones
	// changeTimeout bounds deletions and reclassifications, which rewrite the parts
	// of a table that contain a click of them.
	changeTimeout = 30 * time.Minute
	// insertTimeout bounds one attempt of an insert on the server.
	insertTimeout = 20 * time.Second
)

// Options configure a store. URL, Dir and ExportFile are required.
type Options struct {
	// URL of the database: clickhouse://user:password@host:9000/database for the
	// native protocol, with ?secure=true for TLS, or http:// and https:// for the
	// HTTP protocol. Several servers are separated by commas. The parameter
	// cluster names the cluster that the tables are distributed over; without it
	// the tables are on one server.
	URL string
	// Dir is a folder for files: the batch that is being inserted, and exports.
	Dir string
	// ExportFile creates the file that an export is written by: one of the embedded
	// engine, so that both engines export the same files.
	ExportFile func(ctx context.Context, path string) (ExportFile, error)
	// MemoryMB bounds the memory of one statement on the server, in MB; 0: 4096.
	// Half of it may be used for groups before they are written to disk.
	MemoryMB int
	// Queries bounds the concurrent reports and exports of this node; 0: 8.
	Queries int
	// Clock and Log: nil for the system's, and none.
	Clock clock.Clock
	Log   *slog.Logger

	// step is called before and after each insert of Append, whose next insert it
	// prevents by an error; nil: not called. For tests.
	step func() error
	// large is largeReport, and links manyLinks, unless a test sets them.
	large, links uint64
}

func (o Options) withDefaults() Options {
	if o.MemoryMB <= 0 {
		o.MemoryMB = 4096
	}
	if o.Queries <= 0 {
		o.Queries = 8
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.large == 0 {
		o.large = largeReport
	}
	if o.links == 0 {
		o.links = manyLinks
	}
	if o.step == nil {
		o.step = func() error { return nil }
	}
	return o
}

// Store is a database of clicks. Its methods are safe for concurrent use, and
// other nodes may use the same database.
type Store struct {
	clicksql.Lookup

	opts    Options
	conn    driver.Conn
	layout  layout
	cols    []clicksql.Column
	queries *semaphore.Weighted

	changing sync.Mutex // held while clicks are deleted or reclassified

	appending sync.Mutex
	journals  map[string]*journal // by source; guarded by appending

	preparing sync.Mutex
	prepared  atomic.Bool // the tables exist
	source    string      // see Source; guarded by preparing

	unreachable atomic.Pointer[error] // of the last call that reached no server
	closed      atomic.Bool
}

// Open connects to a database and creates or upgrades its tables. An unreachable
// server is not an error: methods then return fault.Unavailable, and Damage the
// cause, until the server is reachable.
func Open(ctx context.Context, opts Options) (*Store, error) {
	s, err := connect(opts)
	if err != nil {
		return nil, err
	}
	switch err := s.prepare(ctx); {
	case err == nil:
	case s.Damage() != nil:
		s.opts.Log.WarnContext(ctx, "click store is unreachable", "err", err)
	default:
		return nil, errors.Join(fmt.Errorf("open the click store: %w", err), s.Close())
	}
	return s, nil
}

// connect returns a store that has sent nothing to the server yet.
func connect(opts Options) (*Store, error) {
	opts = opts.withDefaults()
	connection, layout, err := parseURL(opts)
	if err != nil {
		return nil, err
	}
	conn, err := engine.Open(connection)
	if err != nil {
		return nil, fmt.Errorf("open the click store: %w", err)
	}
	s := &Store{
		opts:     opts,
		conn:     conn,
		layout:   layout,
		cols:     clicksql.Columns(),
		queries:  semaphore.NewWeighted(int64(opts.Queries)),
		journals: make(map[string]*journal),
	}
	s.Lookup = clicksql.NewLookup(dialect{}, s.eachRow(queryTimeout))
	return s, nil
}

// Source returns the identity of the stored clicks, which is assigned when the
// tables are created.
func (s *Store) Source(ctx context.Context) (string, error) {
	if err := s.prepare(ctx); err != nil {
		return "", err
	}
	s.preparing.Lock()
	defer s.preparing.Unlock()
	return s.source, nil
}

// Compact does nothing: ClickHouse merges parts in the background.
func (s *Store) Compact(context.Context, time.Time) error { return nil }

const connectInterval = 10 * time.Second

// Run checks an unreachable server periodically until ctx ends, so that it is in
// use again soon after it is back.
func (s *Store) Run(ctx context.Context) {
	loop.Task{Name: "click store connection", Every: connectInterval, Log: s.opts.Log, Do: func(ctx context.Context) error {
		if s.Damage() == nil {
			return nil
		}
		return s.Probe(ctx)
	}}.Run(ctx)
}

// Probe reads the latest clicks of the store.
func (s *Store) Probe(ctx context.Context) error {
	_, err := s.number(ctx, "SELECT count() FROM (SELECT * FROM "+s.layout.clicks()+" LIMIT 64)")
	if err != nil {
		return fmt.Errorf("read clicks: %w", err)
	}
	return nil
}

// Reopen connects to the server again.
func (s *Store) Reopen(ctx context.Context) error { return s.prepare(ctx) }

// Close closes all connections.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	if err := s.conn.Close(); err != nil {
		return fmt.Errorf("close the click store: %w", err)
	}
	return nil
}
