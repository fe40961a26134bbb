package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/pressly/goose/v3"

	"linnet/internal/base/fault"
	"linnet/internal/core/queue"
)

// Snapshot writes a consistent copy of the SQLite file to target, which must
// not exist, also while another process or this one writes records. Writers do
// not wait. The copy contains no salts, which must not outlive their day.
func Snapshot(ctx context.Context, file, target string) (err error) {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("copy the records: %w", err)
	}
	db, err := sql.Open(sqliteDialect().driver, sqliteDSN(file, false))
	if err != nil {
		return fmt.Errorf("copy the records: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `VACUUM INTO $1`, target); err != nil {
		return fmt.Errorf("copy the records: %w", err)
	}
	if err := forgetSalts(ctx, target); err != nil {
		return fmt.Errorf("remove the salts from the copy of the records: %w", err)
	}
	if err := os.Chmod(target, 0o600); err != nil {
		return fmt.Errorf("copy the records: %w", err)
	}
	return nil
}

// Inspection describes a SQLite file of records.
type Inspection struct {
	Schema       int64 // goose version; 0: an empty file
	Users, Links int64
	DefaultHost  string   // of the default domain; "": none yet
	Problems     []string // of integrity and foreign keys, at most 5 each
	DeadTasks    []queue.Dead
	Failing      []string // hosts of domains whose DNS records are gone
	KeyCheck     []byte   // of the secret key; nil before the first start

	Engine  string    // SQLite or PostgreSQL
	Version string    // of the engine
	Major   int       // version of PostgreSQL
	Now     time.Time // of the clock of PostgreSQL; zero: SQLite
	Newest  time.Time // of the newest event; zero: none, or PostgreSQL
}

// The first schemas with the tables of events and of tasks, the status of domains and the check of
// the secret key.
const (
	schemaOfEvents    = 6
	schemaOfTasks     = 29
	schemaOfDomains   = 31
	schemaOfSecretKey = 32
)

const failingHosts = `SELECT host FROM domains WHERE status = 'failing' AND deleted_at = 0 ORDER BY host`

// Inspect reads a SQLite file of records in full without changing its schema.
// It fails when the file cannot be opened or was written by a newer version.
func Inspect(ctx context.Context, file string) (in Inspection, err error) {
	if _, err := os.Stat(file); err != nil {
		return in, fmt.Errorf("inspect the records: %w", err)
	}
	db, err := sql.Open(sqliteDialect().driver, sqliteDSN(file, true))
	if err != nil {
		return in, fmt.Errorf("inspect the records: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	in.Engine = "SQLite"
	if err := db.QueryRowContext(ctx, `SELECT sqlite_version()`).Scan(&in.Version); err != nil {
		return in, fmt.Errorf("inspect the records: %w", err)
	}
	if in.Problems, err = integrityProblems(ctx, db); err != nil || len(in.Problems) > 0 {
		return in, err
	}
	var migrated bool
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*) > 0 FROM sqlite_master WHERE name = 'goose_db_version'`).Scan(&migrated); err != nil ||
		!migrated {
		return in, err
	}
	err = db.QueryRowContext(ctx, `SELECT (SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version),
		(SELECT COUNT(*) FROM users), (SELECT COUNT(*) FROM links),
		COALESCE((SELECT host FROM domains WHERE workspace_id = ''), '')`).Scan(&in.Schema, &in.Users, &in.Links, &in.DefaultHost)
	if err != nil {
		return in, fmt.Errorf("inspect the records: %w", err)
	}
	if in.Schema >= schemaOfEvents {
		c := conn{q: db, d: new(sqliteDialect())}
		if in.Newest, err = newestEvent(ctx, c); err != nil {
			return in, fmt.Errorf("inspect the events: %w", err)
		}
	}
	if in.Schema >= schemaOfTasks {
		c := conn{q: db, d: new(sqliteDialect())}
		if in.DeadTasks, err = deadTable.all(ctx, c, deadTasks); err != nil {
			return in, fmt.Errorf("inspect the tasks: %w", err)
		}
	}
	if in.Schema >= schemaOfDomains {
		c := conn{q: db, d: new(sqliteDialect())}
		if in.Failing, err = queryAll(ctx, c, value[string], failingHosts); err != nil {
			return in, fmt.Errorf("inspect the domains: %w", err)
		}
	}
	if in.Schema >= schemaOfSecretKey {
		if in.KeyCheck, err = keyCheckOf(ctx, conn{q: db, d: new(sqliteDialect())}); err != nil {
			return in, fmt.Errorf("inspect the secret key: %w", err)
		}
	}
	newest, err := newestSchema(new(sqliteDialect()))
	if err == nil && in.Schema > newest {
		err = fault.New(fault.Unavailable, fmt.Sprintf(
			"The records were written by a newer Linnet (schema %d; this one knows %d). Use that version.", in.Schema, newest))
	}
	return in, err
}

// newestEvent returns the time of the newest event, zero without one.
func newestEvent(ctx context.Context, c conn) (time.Time, error) {
	at, err := queryOne(ctx, c, value[int64], `SELECT COALESCE(MAX(at), 0) FROM events`)
	return fromMillis(at), err
}

func integrityProblems(ctx context.Context, db *sql.DB) (problems []string, err error) {
	for _, check := range []string{
		`PRAGMA integrity_check(5)`,
		`SELECT "table" || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check LIMIT 5`,
	} {
		found, err := problemsOf(ctx, db, check)
		if err != nil {
			return nil, fmt.Errorf("check the records: %w", err)
		}
		problems = append(problems, found...)
	}
	return problems, nil
}

// problemsOf returns the rows of a check other than "ok".
func problemsOf(ctx context.Context, db *sql.DB, check string) (problems []string, err error) {
	rows, err := db.QueryContext(ctx, check)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		if text != "ok" {
			problems = append(problems, text)
		}
	}
	return problems, rows.Err()
}

// newestSchema returns the version that the newest migration of an engine leads to.
func newestSchema(d *dialect) (int64, error) {
	files, err := d.migrationFiles()
	if err != nil {
		return 0, err
	}
	entries, err := files.ReadDir(".")
	if err != nil {
		return 0, fmt.Errorf("read the migrations: %w", err)
	}
	newest := int64(0)
	for _, e := range entries {
		version, err := goose.NumericComponent(e.Name())
		if err != nil {
			return 0, fmt.Errorf("read the migrations: %w", err)
		}
		newest = max(newest, version)
	}
	return newest, nil
}

// readServer reads the version and the clock of PostgreSQL.
func (in *Inspection) readServer(ctx context.Context, c conn) error {
	in.Engine = "PostgreSQL"
	var millis int64
	_, err := queryOne(ctx, c, func(row scanner) (struct{}, error) {
		return struct{}{}, row.Scan(&in.Version, &in.Major, &millis)
	}, `SELECT current_setting('server_version'), current_setting('server_version_num')::int / 10000,
		(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`)
	if err != nil {
		return fmt.Errorf("read the version of PostgreSQL: %w", err)
	}
	in.Now = fromMillis(millis)
	return nil
}

// Reach connects to the PostgreSQL at url, changes nothing and returns its version
// and time, and the dead tasks and failing domains of the records.
func Reach(ctx context.Context, url string) (in Inspection, err error) {
	s, err := connectPostgres(Options{URL: url})
	if err != nil {
		return in, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.writeDB.PingContext(ctx); err != nil {
		return in, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	c := conn{q: s.readDB, d: &s.d}
	if err := in.readServer(ctx, c); err != nil {
		return in, err
	}
	migrated, err := queryOne(ctx, c, value[bool], `SELECT to_regclass('tasks') IS NOT NULL`)
	if err != nil || !migrated {
		return in, err
	}
	if in.DeadTasks, err = deadTable.all(ctx, c, deadTasks); err != nil {
		return in, err
	}
	hasStatus, err := queryOne(ctx, c, value[bool], `
		SELECT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name = 'domains' AND column_name = 'status')`)
	if err != nil || !hasStatus {
		return in, err
	}
	if in.Failing, err = queryAll(ctx, c, value[string], failingHosts); err != nil {
		return in, err
	}
	hasKey, err := queryOne(ctx, c, value[bool], `SELECT to_regclass('secret_key') IS NOT NULL`)
	if err != nil || !hasKey {
		return in, err
	}
	in.KeyCheck, err = keyCheckOf(ctx, c)
	return in, err
}

// keyCheckOf returns the check of the secret key, nil before the first start.
func keyCheckOf(ctx context.Context, c conn) ([]byte, error) {
	check, err := secretKeyCheck(ctx, c)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return check, err
}
