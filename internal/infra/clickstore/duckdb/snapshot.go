package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/base/files"
)

// walSuffix ends the name of the write-ahead log beside the file.
const walSuffix = ".wal"

// Snapshot copies the file and its log to target while reports go on. Clicks
// are not stored meanwhile; they wait in the journal. also, which may be nil,
// runs in the same pause, so that it sees every journal record after the
// returned position.
func (s *Store) Snapshot(ctx context.Context, target string, also func() error) (Inspection, error) {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	s.writing.Lock()
	defer s.writing.Unlock()
	var in Inspection
	err := s.use(ctx, func(db *sql.DB) (err error) {
		if in, err = inspect(ctx, db, false); err != nil {
			return err
		}
		return copyFiles(s.path, target)
	})
	if err == nil && also != nil {
		err = also()
	}
	if err != nil {
		return Inspection{}, fmt.Errorf("copy the click store: %w", err)
	}
	return in, nil
}

// Copy copies the file and its log to target and returns what they hold. It
// fails when a process has the file open. A missing file yields no copy.
func Copy(ctx context.Context, path, target string) (Inspection, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return Inspection{}, nil
	}
	in, err := Inspect(ctx, path)
	if err != nil {
		return in, err
	}
	if err := copyFiles(path, target); err != nil {
		return in, fmt.Errorf("copy the click store: %w", err)
	}
	return in, nil
}

// copyFiles copies the file of a store and, when there is one, its log. No
// process may write to them.
func copyFiles(from, to string) error {
	if err := files.Copy(from, to); err != nil {
		return err
	}
	if err := files.Copy(from+walSuffix, to+walSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Inspection describes a file of clicks.
type Inspection struct {
	Version  int    // of the columns; 0: an empty file
	Position uint64 // of the journal
	Clicks   int64
}

// Inspect reads every click of the file at path and changes nothing. It fails
// when the file is damaged or in use. A newer version is an error.
func Inspect(ctx context.Context, path string) (in Inspection, err error) {
	if _, err := os.Stat(path); err != nil {
		return in, fmt.Errorf("inspect the click store: %w", err)
	}
	db, err := openReadOnly(path)
	if err != nil {
		return in, fmt.Errorf("inspect the click store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if in, err = inspect(ctx, db, true); err != nil {
		return in, fmt.Errorf("inspect the click store: %w", err)
	}
	if in.Version > schemaVersion {
		return in, laterVersion(in.Version)
	}
	return in, nil
}

// openReadOnly opens a file without changing it.
func openReadOnly(path string) (*sql.DB, error) {
	settings := url.Values{
		"access_mode":                  {"READ_ONLY"},
		"memory_limit":                 {"256MB"},
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
	}
	connector, err := engine.NewConnector(path+"?"+settings.Encode(), nil)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

// inspect describes an open file; full reads every value of every click.
func inspect(ctx context.Context, db *sql.DB, full bool) (in Inspection, err error) {
	if in.Version, err = versionOf(ctx, db); err != nil || in.Version == 0 {
		return in, err
	}
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(position), 0) FROM journal").Scan(&in.Position); err != nil {
		return in, err
	}
	names, err := clickTables(ctx, db)
	if err != nil {
		return in, err
	}
	what := "count(*), 0::UBIGINT"
	if full {
		what = "count(*), coalesce(bit_xor(hash(t)), 0)::UBIGINT"
	}
	for _, name := range names {
		var clicks int64
		var hash uint64
		if err := db.QueryRowContext(ctx, "SELECT "+what+" FROM "+name+" t").Scan(&clicks, &hash); err != nil {
			return in, fmt.Errorf("read %s: %w", name, err)
		}
		in.Clicks += clicks
	}
	return in, nil
}

// versionOf returns the version of the columns; 0 when there are no tables. It
// works on files of every version.
func versionOf(ctx context.Context, db *sql.DB) (version int, err error) {
	var has string
	text := "SELECT coalesce(string_agg(table_name, ','), '') FROM duckdb_tables() WHERE NOT temporary AND table_name IN ('meta', '" + hot + "')"
	if err := db.QueryRowContext(ctx, text).Scan(&has); err != nil {
		return 0, err
	}
	switch {
	case strings.Contains(has, "meta"):
		err = db.QueryRowContext(ctx, "SELECT coalesce(max(version), 1) FROM meta").Scan(&version)
		return version, err
	case has == hot:
		return 1, nil
	}
	return 0, nil
}

// clickTables returns the names of all tables of clicks.
func clickTables(ctx context.Context, db *sql.DB) (names []string, err error) {
	err = inTx(ctx, db, func(tx *sql.Tx) error {
		all, err := allTables(ctx, tx)
		for _, t := range all {
			names = append(names, t.name)
		}
		return err
	})
	return names, err
}
