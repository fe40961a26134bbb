package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/infra/clickstore/duckdb/clicksql"
)

// schemaVersion is the version of the columns. Version 1 had no table meta, the
// column id instead of tail, and neither besides nor agent. Version 2 had neither
// variant nor qrcode, version 3 neither page nor block.
const schemaVersion = 4

// upgrade brings the tables of an earlier version to the current columns, one
// transaction a table: after a crash it continues with the next table. A later
// version is an error.
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
		return errLaterVersion(version)
	case version == schemaVersion:
		return nil
	}
	tables, err := earlierTables(ctx, db)
	if err != nil {
		return err
	}
	for i, table := range tables {
		s.log.InfoContext(ctx, "upgrading table of clicks", "table", table, "number", i+1, "of", len(tables))
		if err := clicksql.InTx(ctx, db, func(tx *sql.Tx) error { return s.upgradeTable(ctx, tx, table) }); err != nil {
			return fmt.Errorf("upgrade %s to version %d: %w", table, schemaVersion, err)
		}
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("INSERT INTO meta VALUES (%d)", schemaVersion))
	return err
}

// isUntouchedVersion1 reports whether the file has version 1 and no upgrade of it
// was started.
func isUntouchedVersion1(ctx context.Context, db *sql.DB) (yes bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FILTER (table_name = '"+clicksql.HotTable+"') > 0 AND count(*) FILTER (table_name = 'meta') = 0"+
		" FROM duckdb_tables() WHERE NOT temporary").
		Scan(&yes)
	return yes, err
}

// copyReserve is the disk space in bytes that must remain free after a copy.
const copyReserve = 64 << 20

// ErrNoRoomForCopy reports that the disk has no room for the copy before an
// upgrade.
var ErrNoRoomForCopy = errors.New("no disk space for a copy of the clicks before their upgrade")

// copyBeforeUpgrade copies the file and its log to the directory backups beside
// it, for an earlier version of the program. Nothing writes to the file yet.
func (s *Store) copyBeforeUpgrade(ctx context.Context) error {
	if s.opts.UpgradeWithoutCopy {
		s.log.WarnContext(ctx, "upgrading clicks without a copy; an older version cannot read them afterwards")
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
		return fmt.Errorf("create the backup directory: %w", err)
	}
	free, err := s.opts.freeSpace(dir)
	if err != nil {
		return err
	}
	if free < needed {
		return fmt.Errorf("%w: %d MB needed, %d MB free", ErrNoRoomForCopy, needed>>20, free>>20)
	}
	return s.writeCopy(ctx, dir)
}

func (s *Store) writeCopy(ctx context.Context, dir string) error {
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

func errLaterVersion(version int) error {
	return fmt.Errorf("the clicks were written by a later Linnet (version %d of the columns, this one knows %d)", version, schemaVersion)
}

// earlierTables returns the tables that lack columns of the current version.
func earlierTables(ctx context.Context, db *sql.DB) (tables []string, err error) {
	err = clicksql.InTx(ctx, db, func(tx *sql.Tx) error {
		text := `SELECT table_name FROM duckdb_columns() WHERE table_name LIKE 'clicks_%'
			GROUP BY 1 HAVING NOT bool_or(column_name = 'page') ORDER BY 1`
		return clicksql.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
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
	text := "SELECT column_name FROM duckdb_columns() WHERE table_name = " + clicksql.Quote(table)
	err := clicksql.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var name string
		err := r.Scan(&name)
		has[name] = true
		return err
	})
	return has, err
}

// upgradeTable rewrites a table. Compaction sorts and packs it later.
func (s *Store) upgradeTable(ctx context.Context, tx *sql.Tx, table string) error {
	has, err := columnsOf(ctx, tx, table)
	if err != nil {
		return err
	}
	values := make([]string, len(s.cols))
	for i, c := range s.cols {
		if has[c.Name] {
			values[i] = c.Name
			continue
		}
		switch c.Name {
		case "tail":
			values[i] = "xor(CASE WHEN id < 9223372036854775808 THEN id::BIGINT ELSE (id::HUGEINT - 18446744073709551616)::BIGINT END, ts * 65536)"
		case "besides": // unknown where the user agent was the reason
			values[i] = "CASE WHEN bot IN ('address', 'prefetch', 'head') THEN bot ELSE '' END"
		case clicksql.AgentColumn, "qrcode", "page", "block":
			values[i] = "0"
		default:
			values[i] = "''"
		}
	}
	columns, selected := clicksql.Definition(s.cols), strings.Join(values, ", ")
	if table != clicksql.HotTable {
		columns, selected = clicksql.MonthDefinition(s.cols), selected+", "+clicksql.SoloColumn
	}
	upgraded := "new_" + table
	return s.script.Run(ctx, tx,
		"CREATE TABLE "+upgraded+" ("+columns+")",
		"INSERT INTO "+upgraded+" SELECT "+selected+" FROM "+table,
		"DROP TABLE "+table,
		"ALTER TABLE "+upgraded+" RENAME TO "+table,
		"DELETE FROM sorted WHERE month = '"+table+"'",
	)
}
