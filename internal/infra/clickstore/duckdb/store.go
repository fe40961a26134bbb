// Package duckdb is the embedded click store: an analytics.Engine over one file
// of DuckDB, a columnar database in the process.
//
// This package opens and repairs the file and appends batches. Package clicksql plans
// the questions about clicks, package report executes the plans of reports, package
// compact rewrites tables in the background, and package storage describes the tables.
//
// # Uniques
//
// Counting distinct visitors is the most expensive part of every list. When compaction
// moves a day to its month table it flags each click that is the only one of its
// visitor in the workspace on that day (solo). The uniques of a scope are its solo
// clicks plus the distinct visitors of its other clicks: always what count(DISTINCT …)
// returns, because a solo click is one unique under every filter, in every bucket and
// time zone. A flag "first click of the day" could be summed only without filters.
//
// # 28 bytes a click
//
//   - A click's id is its time in milliseconds and a counter within the millisecond.
//     The column holds the difference between id and time, which is usually zero.
//     Random ids of older clicks remain.
//   - A day after the end of a month, by the clock and by the newest click, compaction
//     numbers its visitors: the salts are deleted by then and no click can arrive whose
//     visitor would have to be matched. Solo clicks need no visitor at all.
//   - The file has the storage format of the linked DuckDB version, not the oldest one.
//     Opening a file of an earlier version upgrades its columns, one month per
//     transaction; a file of a later version is rejected.
//   - Numbered URLs or aliases would save three bytes where links have few clicks and
//     nothing elsewhere, and a table of URLs is unbounded.
//
// # User agents
//
// A click has the number of its user agent; the table agents has each text once, at
// most 50,000 of at most 1,024 bytes. With it and the column besides (the bot reason
// that does not depend on the agent) `linnet reclassify` corrects past clicks when a
// crawler is identified later. The texts are neither displayed nor exported, and
// compaction deletes those that no click refers to. A client that sends 50,000 invented
// agents fills the table; later agents are then not stored, and their clicks cannot be
// reclassified.
package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"linnet/internal/base/clock"
	"linnet/internal/base/files"
	"linnet/internal/base/loop"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/compact"
	"linnet/internal/infra/clickstore/duckdb/report"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

var _ analytics.Engine = (*Store)(nil)

// Options configure a store. The zero value is ready to use.
type Options struct {
	// MemoryMB bounds the memory of DuckDB's buffers, in MB; 0: 512. The process
	// needs about 300 MB more.
	MemoryMB int
	// Threads bounds the threads that execute queries, the caller's included;
	// 0: one fewer than processors, at least one, which leaves a processor for
	// redirects.
	Threads int
	// Queries bounds the concurrent reports and exports; 0: two per thread. One
	// report over many clicks runs beside them.
	Queries int
	// Clock and Log are used by Run; nil: the system's, and none.
	Clock clock.Clock
	Log   *slog.Logger

	// UpgradeWithoutCopy upgrades a file of an earlier version even if the disk
	// has no room for a copy of it.
	UpgradeWithoutCopy bool

	// For tests.
	freeSpace  func(dir string) (int64, error)
	beforeStep func(statement string) // see storage.Script
	report     report.Limits
}

func (o Options) withDefaults() Options {
	if o.MemoryMB <= 0 {
		o.MemoryMB = 512
	}
	if o.Threads <= 0 {
		o.Threads = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if o.Queries <= 0 {
		o.Queries = 2 * o.Threads
	}
	if o.freeSpace == nil {
		o.freeSpace = files.FreeSpace
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Store is one file of clicks. Its methods are safe for concurrent use. Only one
// process may have the file open.
//
// Locks are acquired in the order rewriting, appending, life.
type Store struct {
	clicksql.Lookup

	path    string
	opts    Options
	cols    []clicksql.Column
	script  storage.Script
	queries *semaphore.Weighted
	reports *report.Reporter
	compact *compact.Compactor
	clock   clock.Clock
	log     *slog.Logger

	rewriting sync.Mutex // held while clicks are moved, deleted or reclassified

	appending sync.Mutex // held while a batch is appended
	positions positions  // of the last batches
	agents    agents     // guarded by appending

	// life is read-locked while the engine is in use, and write-locked while it
	// is opened or closed.
	life   sync.RWMutex
	db     *sql.DB // nil: not reopened yet
	closed bool

	source string // see Source; guarded by life

	damage atomic.Pointer[error] // see Damage

	exportDir string // see confine

	probing   sync.Mutex
	nextProbe int64 // the next place that Probe reads

	failCommit func() error // for tests; nil: never
}

// Open opens the file, or creates it. It upgrades the tables of an earlier
// version, one transaction a table. A damaged file is not an error: methods then
// return fault.Unavailable, and Damage the cause, until the file was repaired and
// Reopen called.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	s := &Store{
		path:    path,
		opts:    opts,
		cols:    clicksql.Columns(),
		queries: semaphore.NewWeighted(int64(opts.Queries)),
		clock:   opts.Clock,
		log:     opts.Log,
	}
	s.Lookup = clicksql.NewLookup(storage.Dialect{}, s.eachRow)
	s.script.BeforeStep = func(statement string) {
		if s.opts.beforeStep != nil {
			s.opts.beforeStep(statement)
		}
	}
	s.reports = report.New(report.Deps{Transact: s.inTxWith, Queries: s.queries, Limits: opts.report, Log: s.log})
	s.compact = compact.New(compact.Deps{Transact: s.inTx, Script: s.script, Clock: s.clock})
	switch err := s.start(ctx); {
	case IsDamage(err):
		_ = s.recordDamage(err)
		s.log.ErrorContext(ctx, "click store is damaged", "file", path, "err", err)
	case err != nil:
		return nil, fmt.Errorf("open the click store: %w", err)
	}
	return s, nil
}

// Query answers all parts of a query, see report.Reporter.
func (s *Store) Query(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	return s.reports.Query(ctx, q)
}

// Compact moves the clicks of days before now to month tables, and rewrites past
// months where needed. Appends and queries continue meanwhile.
func (s *Store) Compact(ctx context.Context, now time.Time) error {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	rewrote, err := s.compact.Compact(ctx, now)
	if err != nil {
		return fmt.Errorf("compact the click store: %w", err)
	}
	if !rewrote {
		return nil
	}
	return s.deleteUnusedAgents(ctx)
}

// DeleteLink deletes the clicks of one link and returns their number.
func (s *Store) DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error) {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	return s.compact.DeleteLink(ctx, workspaceID, linkID)
}

// DeleteBefore deletes a workspace's clicks before a time and returns their
// number.
func (s *Store) DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error) {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	return s.compact.DeleteBefore(ctx, workspaceID, before)
}

// Reclassify sets the bot reason of every click with a stored user agent to what
// classify returns for the agent.
func (s *Store) Reclassify(ctx context.Context, classify func(agent string) visitor.BotReason) (click.Reclassified, error) {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	return s.compact.Reclassify(ctx, classify)
}

const compactInterval = 10 * time.Minute

// Run compacts the store periodically until ctx ends. A failure is logged and
// retried; until then counts remain exact, but queries are slower.
func (s *Store) Run(ctx context.Context) {
	loop.Task{Name: "click store compaction", Every: compactInterval, Log: s.log, Do: func(ctx context.Context) error {
		return s.Compact(ctx, s.clock.Now())
	}}.Run(ctx)
}
