package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/base/ident"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

var errClosed = errors.New("the click store is closed")

// storageFormat is the version of DuckDB's file format: the newest that the
// engine in go.mod reads. It compresses texts to half the size of the default
// format.
const storageFormat = "v1.5.0"

// start opens the engine. The caller holds life for writing, or has the only
// reference to s.
func (s *Store) start(ctx context.Context) error {
	settings := url.Values{
		"memory_limit":                  {strconv.Itoa(s.opts.MemoryMB) + "MB"},
		"threads":                       {strconv.Itoa(s.opts.Threads)},
		"autoinstall_known_extensions":  {"false"},
		"autoload_known_extensions":     {"false"},
		"late_materialization_max_rows": {"0"}, // makes Recent ten times as fast
		"storage_compatibility_version": {storageFormat},
	}
	db, err := connect(s.path, settings)
	if err != nil {
		return err
	}
	if err := errors.Join(s.confine(ctx, db), s.prepare(ctx, db)); err != nil {
		return errors.Join(err, db.Close())
	}
	s.db = db
	return nil
}

// confine keeps DuckDB from reading or writing any file but its own and those of
// exports, which have a directory beside it. It is a second line of defense: no
// statement names other files. The directory is empty unless a process died
// during an export.
func (s *Store) confine(ctx context.Context, db *sql.DB) error {
	dir, err := filepath.Abs(s.path + ".exports")
	if err != nil {
		return err
	}
	s.exportDir = dir
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	// allowed_directories cannot be changed after enable_external_access is off.
	for _, statement := range []string{
		"SET GLOBAL allowed_directories = [" + storage.Quote(dir) + "]",
		"SET GLOBAL enable_external_access = false",
		"SET GLOBAL lock_configuration = true",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// prepare upgrades or creates the tables, and reads the positions and the source.
func (s *Store) prepare(ctx context.Context, db *sql.DB) error {
	if err := s.upgrade(ctx, db); err != nil {
		return err
	}
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS " + storage.HotTable + " (" + storage.Definition(s.cols) + ")",
		// The positions of the last batches; journal has one row.
		ownPositionTable,
		positionsTable,
		// The months that are sorted and packed.
		"CREATE TABLE IF NOT EXISTS sorted (month VARCHAR NOT NULL)",
		// Deletions from months since they were rewritten; since is in Unix ms.
		"CREATE TABLE IF NOT EXISTS holes (month VARCHAR NOT NULL, clicks BIGINT NOT NULL, since BIGINT NOT NULL)",
		// The generations of tables, see storage.Generations.
		"CREATE TABLE IF NOT EXISTS editions (month VARCHAR PRIMARY KEY, edition UBIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS agents (id UINTEGER NOT NULL, agent VARCHAR NOT NULL)",
		// Changes of a reclassification that was not completed.
		"CREATE TABLE IF NOT EXISTS reclassified (old VARCHAR NOT NULL, new VARCHAR NOT NULL, clicks BIGINT NOT NULL)",
		// The identity of the file's clicks, see Source; one row.
		"CREATE TABLE IF NOT EXISTS origin (source VARCHAR NOT NULL)",
		"INSERT INTO journal SELECT 0 WHERE NOT EXISTS (FROM journal)",
		"INSERT INTO origin SELECT '" + ident.New(ident.Source) + "' WHERE NOT EXISTS (FROM origin)",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := s.positions.load(ctx, db); err != nil {
		return err
	}
	return db.QueryRowContext(ctx, "SELECT source FROM origin").Scan(&s.source)
}

// Close writes all data to the file and closes it.
func (s *Store) Close() error {
	s.appending.Lock()
	defer s.appending.Unlock()
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

// inTx implements storage.Transact.
func (s *Store) inTx(ctx context.Context, do func(*sql.Tx) error) error {
	return s.use(ctx, func(db *sql.DB) error { return storage.InTx(ctx, db, do) })
}

// inTxWith implements storage.TransactWith.
func (s *Store) inTxWith(ctx context.Context, tables []clicksql.TempTable, do func(*sql.Tx) error) error {
	return s.use(ctx, func(db *sql.DB) error { return storage.InTxWith(ctx, db, tables, do) })
}

// use calls do with the engine. After a fatal error, such as a failed write
// during a commit, DuckDB rejects all further calls; use then reopens it for the
// next call. Committed batches are in the file, the others in the journal.
func (s *Store) use(ctx context.Context, do func(*sql.DB) error) error {
	s.life.RLock()
	db, closed := s.db, s.closed
	err := errClosed
	if db != nil {
		err = endedBy(ctx, s.recordDamage(do(db)))
	}
	s.life.RUnlock()
	if damage := s.Damage(); db == nil && !closed && damage != nil {
		return unavailable(damage)
	}
	if db == nil || isFatal(err) {
		if reopenErr := s.restart(context.WithoutCancel(ctx), db); reopenErr != nil {
			return errors.Join(err, reopenErr)
		}
		if db == nil {
			return s.use(ctx, do)
		}
	}
	return err
}

// endedBy returns an error as one of ctx when ctx has ended: the engine reports an
// interrupted statement with an error of its own.
func endedBy(ctx context.Context, err error) error {
	if ended := ctx.Err(); err != nil && ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("%w: %w", ended, err)
	}
	return err
}

// isFatal reports whether the engine rejects all calls until it is reopened.
func isFatal(err error) bool {
	var e *engine.Error
	return errors.As(err, &e) && (e.Type == engine.ErrorTypeFatal || strings.Contains(e.Msg, "has been invalidated"))
}

// restart closes and reopens the engine, unless failed is not the current one.
func (s *Store) restart(ctx context.Context, failed *sql.DB) error {
	s.life.Lock()
	defer s.life.Unlock()
	switch {
	case s.closed:
		return errClosed
	case s.db != failed:
		return nil
	}
	if s.db != nil {
		// Close repeats the fatal error.
		if err := s.db.Close(); err != nil {
			s.log.WarnContext(ctx, "click store not closed cleanly", "err", err)
		}
		s.db = nil
	}
	if err := s.start(ctx); err != nil {
		return fmt.Errorf("reopen the click store: %w", s.recordDamage(err))
	}
	s.log.WarnContext(ctx, "click store reopened after a fatal error")
	return nil
}
