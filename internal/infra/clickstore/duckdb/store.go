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
	"time"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/base/clock"
)

// Options tune a store. The zero value is ready to use.
type Options struct {
	// MemoryMB bounds what the engine keeps in memory, in MB; 0: 512. The
	// process needs about 300 MB more.
	MemoryMB int
	// Threads bounds the threads of one query; 0: as many as processors.
	Threads int
	// Heavy bounds how many queries run at once; 0: 4. Others wait.
	Heavy int
	// Clock and Log are for Run; nil: the system's, and none.
	Clock clock.Clock
	Log   *slog.Logger
}

// Store is one file of clicks. Its methods may be called from many goroutines
// at once; only one process may have the file open.
type Store struct {
	db    *sql.DB
	cols  []column
	heavy chan struct{}
	clock clock.Clock
	log   *slog.Logger

	writing  sync.Mutex // one batch at a time
	position uint64     // of the last batch; guarded by writing
	tidying  sync.Mutex // one that moves or deletes clicks at a time; before writing

	atStep func(statement string) // tests look on, or die
}

// Open opens or makes the file.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	settings := url.Values{
		"memory_limit":                  {strconv.Itoa(opts.MemoryMB) + "MB"},
		"autoinstall_known_extensions":  {"false"},
		"autoload_known_extensions":     {"false"},
		"enable_external_access":        {"false"},
		"late_materialization_max_rows": {"0"}, // the last clicks: 36 → 3.5 ms
	}
	if opts.Threads > 0 {
		settings.Set("threads", strconv.Itoa(opts.Threads))
	}
	connector, err := engine.NewConnector(path+"?"+settings.Encode(), nil)
	if err != nil {
		return nil, fmt.Errorf("open the click store: %w", err)
	}
	s := &Store{
		db: sql.OpenDB(connector), cols: columns(), heavy: make(chan struct{}, opts.Heavy), clock: opts.Clock, log: opts.Log,
	}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the click store: %w", err), s.db.Close())
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context) error {
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS " + hot + " (" + definition(s.cols) + ")",
		"CREATE TABLE IF NOT EXISTS journal (position UBIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS sorted (month VARCHAR NOT NULL)",
		"INSERT INTO journal SELECT 0 WHERE NOT EXISTS (FROM journal)",
	} {
		if _, err := s.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return s.db.QueryRowContext(ctx, "SELECT position FROM journal").Scan(&s.position)
}

// Close writes everything to the file and closes it.
func (s *Store) Close() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close the click store: %w", err)
	}
	return nil
}

// inTx runs do in one transaction. What it reads is of one moment, whatever
// arrives meanwhile.
func (s *Store) inTx(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
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
