package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// schemaVersion is the version of the columns. Version 1 had no table meta, the
// column id as it was, and neither besides nor agent; version 2 had neither
// variant nor qrcode.
const schemaVersion = 3

// upgrade brings a file of an earlier version to this one's columns: a table at
// a time, each in one transaction, so that a process which dies in between goes
// on where it was. A file of a later version is left alone.
func (s *Store) upgrade(ctx context.Context, db *sql.DB) error {
	untouched, err := isUntouchedVersion1(ctx, db)
	if err == nil && untouched {
		err = s.copyBeforeUpgrade(ctx)
	}
	if err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS meta (version INTEGER NOT NULL)"); err != nil {
		return err
	}
	var version int
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(version), 1) FROM meta").Scan(&version); err != nil {
		return err
	}
	switch {
	case version > schemaVersion:
		return laterVersion(version)
	case version == schemaVersion:
		return nil
	}
	tables, err := earlierTables(ctx, db)
	if err != nil {
		return err
	}
	for i, table := range tables {
		s.log.InfoContext(ctx, "clicks are brought to this version's columns", "table", table, "number", i+1, "of", len(tables))
		if err := inTx(ctx, db, func(tx *sql.Tx) error { return s.upgradeTable(ctx, tx, table) }); err != nil {
			return fmt.Errorf("bring %s to version %d: %w", table, schemaVersion, err)
		}
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("INSERT INTO meta VALUES (%d)", schemaVersion))
	return err
}

// isUntouchedVersion1 reports whether the file is of version 1 and no upgrade of
// it was begun.
func isUntouchedVersion1(ctx context.Context, db *sql.DB) (yes bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FILTER (table_name = '"+hot+"') > 0 AND count(*) FILTER (table_name = 'meta') = 0"+
		" FROM duckdb_tables() WHERE NOT temporary").Scan(&yes)
	return yes, err
}

// copyReserve is the disk space in bytes that a copy leaves free.
const copyReserve = 64 << 20

// ErrNoRoomForCopy says that the disk has no room for the copy from before an
// upgrade.
var ErrNoRoomForCopy = errors.New("no disk space for a copy of the clicks before their upgrade")

// copyBeforeUpgrade puts a copy of the file and its log into the folder backups
// beside it, so that an older version can use it again. Nothing writes to the
// file yet.
func (s *Store) copyBeforeUpgrade(ctx context.Context) error {
	if s.opts.UpgradeWithoutCopy {
		s.log.WarnContext(ctx, "clicks are upgraded without a copy; an older version cannot read them afterwards")
		return nil
	}
	needed := int64(copyReserve)
	for _, path := range []string{s.path, s.path + walSuffix} {
		if info, err := os.Stat(path); err == nil {
			needed += info.Size()
		}
	}
	dir := filepath.Join(filepath.Dir(s.path), "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the backup folder: %w", err)
	}
	free, err := s.opts.freeSpace(dir)
	if err != nil {
		return err
	}
	if free < needed {
		return fmt.Errorf("%w: %d MB needed, %d MB free", ErrNoRoomForCopy, needed>>20, free>>20)
	}
	return s.putCopy(ctx, dir)
}

func (s *Store) putCopy(ctx context.Context, dir string) error {
	parts, err := filepath.Glob(filepath.Join(dir, "clicks-*.part*"))
	for _, part := range parts { // of a process that was killed
		err = errors.Join(err, os.Remove(part))
	}
	name := filepath.Join(dir, "clicks-v1-"+s.clock.Now().UTC().Format("20060102T150405Z")+".duckdb")
	if err = errors.Join(err, copyFiles(s.path, name+".part")); err != nil {
		return fmt.Errorf("copy the clicks before their upgrade: %w", err)
	}
	if err := errors.Join(ignoreMissing(os.Rename(name+".part"+walSuffix, name+walSuffix)), os.Rename(name+".part", name)); err != nil {
		return fmt.Errorf("copy the clicks before their upgrade: %w", err)
	}
	s.log.InfoContext(ctx, "clicks copied before their upgrade", "file", name)
	return nil
}

func laterVersion(version int) error {
	return fmt.Errorf("the clicks were written by a later Linnet (version %d of the columns, this one knows %d)", version, schemaVersion)
}

// earlierTables returns the tables that lack the columns of this version.
func earlierTables(ctx context.Context, db *sql.DB) (tables []string, err error) {
	err = inTx(ctx, db, func(tx *sql.Tx) error {
		text := `SELECT table_name FROM duckdb_columns() WHERE table_name LIKE 'clicks_%'
			GROUP BY 1 HAVING NOT bool_or(column_name = 'variant') ORDER BY 1`
		return queryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var name string
			err := r.Scan(&name)
			tables = append(tables, name)
			return err
		})
	})
	return tables, err
}

// columnsOf returns the names of a table's columns.
func columnsOf(ctx context.Context, tx *sql.Tx, table string) (map[string]bool, error) {
	has := make(map[string]bool)
	err := queryAll(ctx, tx, "SELECT column_name FROM duckdb_columns() WHERE table_name = "+quoted(table), nil, func(r *sql.Rows) error {
		var name string
		err := r.Scan(&name)
		has[name] = true
		return err
	})
	return has, err
}

// upgradeTable writes a table anew. Tidy sorts it and packs its visitors later.
func (s *Store) upgradeTable(ctx context.Context, tx *sql.Tx, table string) error {
	has, err := columnsOf(ctx, tx, table)
	if err != nil {
		return err
	}
	values := make([]string, len(s.cols))
	for i, c := range s.cols {
		if has[c.name] {
			values[i] = c.name
			continue
		}
		switch c.name {
		case "tail":
			values[i] = "xor(CASE WHEN id < 9223372036854775808 THEN id::BIGINT ELSE (id::HUGEINT - 18446744073709551616)::BIGINT END, ts * 65536)"
		case "besides": // why else, if it was not for the agent, is not known
			values[i] = "CASE WHEN bot IN ('address', 'prefetch', 'head') THEN bot ELSE '' END"
		case agentColumn, "qrcode":
			values[i] = "0"
		default:
			values[i] = "''"
		}
	}
	columns, selected := definition(s.cols), strings.Join(values, ", ")
	if table != hot {
		columns, selected = monthDefinition(s.cols), selected+", "+soloColumn
	}
	fresh := "new_" + table
	return s.steps(ctx, tx, []string{
		"CREATE TABLE " + fresh + " (" + columns + ")",
		"INSERT INTO " + fresh + " SELECT " + selected + " FROM " + table,
		"DROP TABLE " + table,
		"ALTER TABLE " + fresh + " RENAME TO " + table,
		"DELETE FROM sorted WHERE month = '" + table + "'",
	})
}
