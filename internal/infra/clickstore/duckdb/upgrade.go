package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// schemaVersion is the version of the columns. Version 1 had no table meta, the
// column id instead of tail, and neither besides nor agent. Version 2 had neither
// variant nor qrcode, version 3 neither page nor block.
const schemaVersion = 4

// upgrade brings the tables of an earlier version to the current columns, one
// transaction a table: after a crash it continues with the next table. Before the first
// change it copies the file. A later version is an error.
func (s *Store) upgrade(ctx context.Context, db *sql.DB) error {
	version, err := versionOf(ctx, db)
	switch {
	case err != nil:
		return err
	case version > schemaVersion:
		return errLaterVersion(version)
	case version == schemaVersion:
		return nil
	case version > 0:
		if err := s.upgradeTables(ctx, db, version); err != nil {
			return err
		}
	}
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS meta (version INTEGER NOT NULL)"); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("INSERT INTO meta VALUES (%d)", schemaVersion))
	return err
}

func (s *Store) upgradeTables(ctx context.Context, db *sql.DB, version int) error {
	tables, err := earlierTables(ctx, db)
	if err != nil {
		return err
	}
	all, err := clickTables(ctx, db)
	if err != nil {
		return err
	}
	if len(tables) == len(all) { // else an upgrade of this file, with its copy, was interrupted
		if err := s.copyBeforeUpgrade(ctx, version); err != nil {
			return err
		}
	}
	for i, table := range tables {
		s.log.InfoContext(ctx, "upgrading table of clicks", "table", table, "number", i+1, "of", len(tables))
		if err := storage.InTx(ctx, db, func(tx *sql.Tx) error { return s.upgradeTable(ctx, tx, table) }); err != nil {
			return fmt.Errorf("upgrade %s to version %d: %w", table, schemaVersion, err)
		}
	}
	return nil
}

func errLaterVersion(version int) error {
	return fmt.Errorf("the clicks were written by a later Linnet (version %d of the columns, this one knows %d)", version, schemaVersion)
}

// earlierTables returns the tables that lack columns of the current version.
func earlierTables(ctx context.Context, db *sql.DB) (tables []string, err error) {
	err = storage.InTx(ctx, db, func(tx *sql.Tx) error {
		text := `SELECT table_name FROM duckdb_columns() WHERE table_name LIKE 'clicks_%'
			GROUP BY 1 HAVING NOT bool_or(column_name = 'page') ORDER BY 1`
		return storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
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
	text := "SELECT column_name FROM duckdb_columns() WHERE table_name = " + storage.Quote(table)
	err := storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
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
	columns, selected := storage.Definition(s.cols), strings.Join(values, ", ")
	if table != storage.HotTable {
		columns, selected = storage.MonthDefinition(s.cols), selected+", "+storage.SoloColumn
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
