// Package duckdb keeps clicks in one file of DuckDB, a columnar engine inside
// the process: click.Sink and analytics.Store at once.
package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
)

// Options tune a store. The zero value is ready to use.
type Options struct {
	// MemoryMB bounds what the engine keeps in memory, in MB; 0: 512. The
	// process needs about 300 MB more.
	MemoryMB int
	// Threads bounds the threads that run queries, the caller's included; 0: one
	// fewer than processors, at least one, so that redirects have a processor.
	Threads int
	// Heavy bounds how many queries run at once; 0: two per thread. Others wait. Besides them
	// one runs that is about many clicks.
	Heavy int
	// Clock and Log are for Run; nil: the system's, and none.
	Clock clock.Clock
	Log   *slog.Logger

	// UpgradeWithoutCopy upgrades a file of an earlier version although there is no
	// room for a copy of it.
	UpgradeWithoutCopy bool

	freeSpace func(dir string) (int64, error) // tests fill the disk

	atStep func(statement string) // tests look on, or die
	// Tests come to each way of reading with few clicks; 0: the constants.
	onePass, large int64
	maxKeys        int
	skipCuts       int // of sharesFor, as if the memory were too small for them
}

// Store is one file of clicks. Its methods may be called from many goroutines
// at once; only one process may have the file open.
type Store struct {
	path  string
	opts  Options
	cols  []column
	heavy chan struct{}
	large chan struct{}
	kept  *kept
	clock clock.Clock
	log   *slog.Logger

	// life is held for reading while the engine is in use, and for writing while
	// it is opened or closed. Nobody who holds it asks for it again.
	life   sync.RWMutex
	db     *sql.DB // nil: it could not be opened again yet
	closed bool

	source   string        // see Source; guarded by life
	writing  sync.Mutex    // one batch at a time; before life
	position atomic.Uint64 // of the last batch
	agents   agents        // guarded by writing
	tidying  sync.Mutex    // one that moves or deletes clicks at a time; before writing

	damage atomic.Pointer[error] // see Damage

	exports string // a folder, see confine

	probing sync.Mutex
	probeAt int64 // the next place that Probe reads

	fail func() error // tests let a transaction fail
}

// Open opens or makes the file. One that an earlier version wrote is brought to
// this version's columns first, a month at a time. A damaged file is no error:
// every method then returns fault.Unavailable, and Damage says why, until the
// file was repaired and Reopen called.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	s := &Store{
		path: path, opts: opts, cols: columns(), heavy: make(chan struct{}, opts.Heavy), large: make(chan struct{}, 1), kept: newKept(),
		clock: opts.Clock, log: opts.Log,
	}
	switch err := s.start(ctx); {
	case IsDamage(err):
		_ = s.noteDamage(err)
		s.log.ErrorContext(ctx, "click store is damaged", "file", path, "error", err)
	case err != nil:
		return nil, fmt.Errorf("open the click store: %w", err)
	}
	return s, nil
}

// start opens the engine; life is held for writing, or nobody knows s yet.
func (s *Store) start(ctx context.Context) error {
	settings := url.Values{
		"memory_limit":                  {strconv.Itoa(s.opts.MemoryMB) + "MB"},
		"threads":                       {strconv.Itoa(s.opts.Threads)},
		"autoinstall_known_extensions":  {"false"},
		"autoload_known_extensions":     {"false"},
		"late_materialization_max_rows": {"0"},           // the last clicks: 36 → 3.5 ms
		"storage_compatibility_version": {storageFormat}, // see docs/adr
	}
	connector, err := engine.NewConnector(s.path+"?"+settings.Encode(), nil)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	if err := errors.Join(s.confine(ctx, db), s.prepare(ctx, db)); err != nil {
		return errors.Join(err, db.Close())
	}
	s.db = db
	return nil
}

// storageFormat is the engine's own version of the file: the newest that the
// engine in go.mod reads, whose texts take half the place.
const storageFormat = "v1.5.0"

func (s *Store) prepare(ctx context.Context, db *sql.DB) error {
	if err := s.upgrade(ctx, db); err != nil {
		return err
	}
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS " + hot + " (" + definition(s.cols) + ")",
		"CREATE TABLE IF NOT EXISTS journal (position UBIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS sorted (month VARCHAR NOT NULL)",
		"CREATE TABLE IF NOT EXISTS holes (month VARCHAR NOT NULL, clicks BIGINT NOT NULL, since BIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS editions (month VARCHAR PRIMARY KEY, edition UBIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS agents (id UINTEGER NOT NULL, agent VARCHAR NOT NULL)",
		"CREATE TABLE IF NOT EXISTS reclassified (old VARCHAR NOT NULL, new VARCHAR NOT NULL, clicks BIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS origin (source VARCHAR NOT NULL)",
		"INSERT INTO journal SELECT 0 WHERE NOT EXISTS (FROM journal)",
		"INSERT INTO origin SELECT '" + ident.New(ident.Source) + "' WHERE NOT EXISTS (FROM origin)",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	var position uint64
	if err := db.QueryRowContext(ctx, "SELECT position FROM journal").Scan(&position); err != nil {
		return err
	}
	s.position.Store(position)
	return db.QueryRowContext(ctx, "SELECT source FROM origin").Scan(&s.source)
}

// Close writes everything to the file and closes it.
func (s *Store) Close() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.life.Lock()
	defer s.life.Unlock()
	s.closed = true
	if s.db == nil {
		return nil
	}
	db := s.db
	s.db = nil
	if err := db.Close(); err != nil {
		return fmt.Errorf("close the click store: %w", err)
	}
	return nil
}

// inTx runs do in one transaction. What it reads is of one moment, whatever
// arrives meanwhile.
func (s *Store) inTx(ctx context.Context, do func(*sql.Tx) error) error {
	return s.use(ctx, func(db *sql.DB) error { return inTx(ctx, db, do) })
}

func inTx(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	// A transaction that is given up in the moment it begins has begun all the
	// same, and its connection goes to the next caller in the middle of it. So it
	// begins in any case, and its first statement finds that it was given up.
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// queryAll scans every row of a query.
func queryAll(ctx context.Context, tx *sql.Tx, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func timeOf(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
