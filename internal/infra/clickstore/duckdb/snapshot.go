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

	"linnet/internal/base/files"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// walSuffix is the suffix of the write-ahead log beside the file.
const walSuffix = ".wal"

// Snapshot copies the file and its log to target. Queries continue; appends and
// compaction wait. while, which may be nil, is called before appends continue,
// so that it sees every journal record after the returned position.
func (s *Store) Snapshot(ctx context.Context, target string, while func() error) (analytics.Inspection, error) {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	s.appending.Lock()
	defer s.appending.Unlock()
	var in analytics.Inspection
	err := s.use(ctx, func(db *sql.DB) (err error) {
		if in, err = inspect(ctx, db, false); err != nil {
			return err
		}
		return copyFiles(s.path, target)
	})
	if err == nil && while != nil {
		err = while()
	}
	if err != nil {
		return analytics.Inspection{}, fmt.Errorf("copy the click store: %w", err)
	}
	return in, nil
}

// Copy copies the file and its log to target and describes them. It fails when a
// process has the file open. A missing file is not copied and not an error.
func Copy(ctx context.Context, path, target string) (analytics.Inspection, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return analytics.Inspection{}, nil
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

// copyFiles copies the file of a store and its log, if there is one. Nothing may
// write to them.
func copyFiles(from, to string) error {
	if err := files.Copy(from, to); err != nil {
		return err
	}
	if err := files.Copy(from+walSuffix, to+walSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Inspect reads every click of the file at path and changes nothing. It fails
// when the file is damaged, in use, or of a later version.
func Inspect(ctx context.Context, path string) (in analytics.Inspection, err error) {
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
		return in, errLaterVersion(in.Version)
	}
	return in, nil
}

// openReadOnly opens a file read-only.
func openReadOnly(path string) (*sql.DB, error) {
	settings := url.Values{
		"access_mode":                  {"READ_ONLY"},
		"memory_limit":                 {"256MB"},
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
	}
	return connect(path, settings)
}

// inspect describes an open file; full reads every value of every click.
func inspect(ctx context.Context, db *sql.DB, full bool) (in analytics.Inspection, err error) {
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
	columns := "count(*), 0::UBIGINT"
	if full {
		columns = "count(*), coalesce(bit_xor(hash(t)), 0)::UBIGINT"
	}
	for _, name := range names {
		var clicks int64
		var hash uint64
		if err := db.QueryRowContext(ctx, "SELECT "+columns+" FROM "+name+" t").Scan(&clicks, &hash); err != nil {
			return in, fmt.Errorf("read %s: %w", name, err)
		}
		in.Clicks += clicks
	}
	return in, nil
}

// versionOf returns the version of the columns, 0 if there are no tables. It
// supports every version.
func versionOf(ctx context.Context, db *sql.DB) (version int, err error) {
	var has string
	text := "SELECT coalesce(string_agg(table_name, ','), '') FROM duckdb_tables() WHERE NOT temporary AND table_name IN ('meta', '" + storage.HotTable + "')"
	if err := db.QueryRowContext(ctx, text).Scan(&has); err != nil {
		return 0, err
	}
	switch {
	case strings.Contains(has, "meta"):
		err = db.QueryRowContext(ctx, "SELECT coalesce(max(version), 1) FROM meta").Scan(&version)
		return version, err
	case has == storage.HotTable:
		return 1, nil
	}
	return 0, nil
}

// clickTables returns the names of the tables of clicks.
func clickTables(ctx context.Context, db *sql.DB) (names []string, err error) {
	err = storage.InTx(ctx, db, func(tx *sql.Tx) error {
		all, err := storage.AllTables(ctx, tx)
		for _, t := range all {
			names = append(names, t.Name)
		}
		return err
	})
	return names, err
}
