package records

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"linnet/internal/base/fault"
)

// dialect has the differences between the engines. All other SQL runs on both.
type dialect struct {
	name        string
	driver      string
	goose       goose.Dialect
	byBytes     string                              // sorts texts by their bytes; SQLite does anyway
	forUpdate   string                              // locks the rows that a transaction reads; SQLite has one writer anyway
	forChange   string                              // as forUpdate, but does not block inserts of rows that refer to them
	forShare    string                              // as forUpdate, but transactions that only read the rows do not block each other
	skipLocked  string                              // as forUpdate, but skips locked rows
	textIndex   bool                                // the texts of links have an index that queries name, link_search
	rows        int                                 // inserted by one statement
	execWhole   bool                                // a transaction does not interrupt statements that change rows: see conn.execWhole
	size        string                              // a query for the size of the records in bytes
	notify      string                              // notifies other nodes; empty: there are none
	now         string                              // the time of the statement in microseconds since 1970
	finish      string                              // completes the schema after the migrations; empty: nothing
	compact     func(context.Context, *Store) error // removes the bytes of deleted salts from the files
	isUnique    func(error) bool
	isReference func(error) bool // a foreign key has no row
	isRetry     func(error) bool // the same transaction would work if run again
	isFull      func(error) bool // the disk has no room
	isDown      func(error) bool // the engine cannot be reached, is busy or cannot write
	isText      func(error) bool // a text cannot be stored: a zero byte, or not UTF-8
}

func sqliteDialect() dialect {
	return dialect{
		name:      "sqlite",
		driver:    SQLiteDriver,
		goose:     goose.DialectSQLite3,
		textIndex: true,
		rows:      8, // a statement is compiled once, but its parameters are looked up one by one among all
		execWhole: true,
		size:      `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`,
		now:       `CAST(unixepoch('now', 'subsec') * 1000000 AS BIGINT)`,
		compact:   emptyLog,
		isUnique: sqliteCode(
			sqlite3.ErrConstraintUnique, sqlite3.ErrConstraintPrimaryKey),
		isReference: sqliteCode(sqlite3.ErrConstraintForeignKey),
		isRetry:     func(error) bool { return false },
		isText:      func(error) bool { return false },
		isFull:      sqliteCode(sqlite3.ErrFull),
		// ErrProtocol: a transaction lost the race for a lock of the log too often.
		isDown: sqliteCode(sqlite3.ErrBusy, sqlite3.ErrProtocol, sqlite3.ErrCantOpen, sqlite3.ErrIoErr, sqlite3.ErrReadonly),
	}
}

func postgresDialect() dialect {
	return dialect{
		name:        "postgres",
		driver:      "pgx",
		goose:       goose.DialectPostgres,
		rows:        100, // each statement is a round trip
		byBytes:     ` COLLATE "C"`,
		forUpdate:   ` FOR UPDATE`,
		forChange:   ` FOR NO KEY UPDATE`,
		forShare:    ` FOR SHARE`,
		skipLocked:  ` FOR UPDATE SKIP LOCKED`,
		size:        `SELECT pg_database_size(current_database())`,
		notify:      `SELECT pg_notify('linnet_events', $1)`,
		now:         `CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)`,
		finish:      unlogAttempts,
		compact:     rewriteSalts,
		isUnique:    postgresCode("23505"),
		isReference: postgresCode("23503"),
		isRetry:     postgresCode("40001", "40P01"),
		isFull:      postgresCode("53100"),
		isDown:      postgresDown,
		isText:      postgresCode("22021", "22P05"),
	}
}

// unlogAttempts takes the table of attempts out of the write-ahead log: it is written on
// each attempt, and may be empty after a crash of the server or on a replica that took
// over. SQLite has no such tables, so that the migration cannot create one.
const unlogAttempts = `DO $$ BEGIN
	IF (SELECT relpersistence FROM pg_class WHERE oid = 'attempts'::regclass) = 'p' THEN
		ALTER TABLE attempts SET UNLOGGED;
	END IF;
END $$`

// emptyLog moves SQLite's log into the file and cuts the log to nothing. It
// waits for readers as long as for any lock.
func emptyLog(ctx context.Context, s *Store) error {
	busy, err := queryOne(ctx, s.write, func(row scanner) (bool, error) {
		var busy, frames, moved int
		err := row.Scan(&busy, &frames, &moved)
		return busy != 0, err
	}, `PRAGMA wal_checkpoint(TRUNCATE)`)
	if err == nil && busy {
		return fault.New(fault.Unavailable, "The write-ahead log cannot be truncated while the records are being read.")
	}
	return err
}

// rewriteSalts copies the remaining salts to a new file. VACUUM would copy a
// deleted salt while an open transaction might still read it. It fails after a
// lock timeout, because a dump may lock the table for hours.
func rewriteSalts(ctx context.Context, s *Store) error {
	return s.inTx(ctx, func(tx conn) error {
		for _, statement := range []string{`SET LOCAL lock_timeout = '2s'`, `LOCK TABLE daily_salts IN ACCESS EXCLUSIVE MODE`} {
			if _, err := tx.exec(ctx, statement); err != nil {
				return err
			}
		}
		type row struct {
			day  int64
			salt string
		}
		left, err := queryAll(ctx, tx, func(r scanner) (v row, err error) {
			err = r.Scan(&v.day, &v.salt)
			return v, err
		}, `SELECT day, salt FROM daily_salts`)
		if err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `TRUNCATE daily_salts`); err != nil {
			return err
		}
		for _, r := range left {
			if _, err := tx.exec(ctx, `INSERT INTO daily_salts (day, salt) VALUES ($1, $2)`, r.day, r.salt); err != nil {
				return err
			}
		}
		return nil
	})
}

func postgresCode(codes ...string) func(error) bool {
	return func(err error) bool {
		var e *pgconn.PgError
		if !errors.As(err, &e) {
			return false
		}
		for _, c := range codes {
			if e.Code == c {
				return true
			}
		}
		return false
	}
}

// postgresDown recognizes an unreachable server: no connection, one that broke, or
// the classes 08 (connection), 53 (out of resources) and 57P (shutting down).
func postgresDown(err error) bool {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) || brokeOff(err) {
		return true
	}
	var e *pgconn.PgError
	return errors.As(err, &e) &&
		(strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "53") || strings.HasPrefix(e.Code, "57P"))
}

// brokeOff reports whether a connection ended in the middle of a statement, as
// when a backend is killed.
func brokeOff(err error) bool {
	var network *net.OpError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, net.ErrClosed) || errors.As(err, &network)
}

// postgresDSN requests custom plans, unless the operator has set another mode. A
// generic plan from when a table was small scans the whole table after a large
// import, until the server updates its statistics. Modes without named statements,
// which poolers need, have custom plans, and poolers refuse the parameter.
func postgresDSN(given string) string {
	u, err := url.Parse(given)
	if err != nil {
		return given // the driver reports the error
	}
	q := u.Query()
	named := !slices.Contains([]string{"cache_describe", "exec", "simple_protocol"}, q.Get("default_query_exec_mode"))
	if named && !q.Has("plan_cache_mode") {
		q.Set("plan_cache_mode", "force_custom_plan")
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// sqliteDSN puts every pragma into the DSN, because pragmas belong to a
// connection and the pool opens connections at any time.
//
// synchronous is FULL, though WAL would be sound with NORMAL: NORMAL may lose
// the last transactions when the power fails, and an alias that was answered
// with 201 may be in print already. Records change seldom; they can afford the
// fsync. (Clicks do not pass here: they have their journal.)
func sqliteDSN(file string, readOnly bool) string {
	q := []string{
		"_busy_timeout=10000", // first: the pragmas after it may have to wait
		"_journal_mode=WAL",
		"_synchronous=FULL",
		"_foreign_keys=1",
		"_secure_delete=1",     // a deleted salt, session or hash leaves no bytes
		"_txlock=immediate",    // take the write lock first: no deadlock when a reader turns writer
		"_stmt_cache_size=100", // compiling a statement often takes longer than running it
	}
	// In KiB: the upper pages of the indexes of millions of links, and for the one
	// connection that writes also the pages that the batches of an import share.
	if readOnly {
		return sqliteURL(file, append(q, "_query_only=1", "_cache_size=-8000")...)
	}
	return sqliteURL(file, append(q, "_cache_size=-32000")...)
}

func sqliteURL(file string, settings ...string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath() + "?" + strings.Join(settings, "&")
}

// inList appends values to args and returns their placeholders, "($3,$4)".
// values is not empty: the engines disagree on an empty list.
func inList[T any](args []any, values []T) (string, []any) {
	places := make([]string, len(values))
	for i, v := range values {
		args = append(args, v)
		places[i] = "$" + strconv.Itoa(len(args))
	}
	return "(" + strings.Join(places, ",") + ")", args
}
