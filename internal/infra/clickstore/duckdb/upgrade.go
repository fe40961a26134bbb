package duckdb

import (
	"context"
	"database/sql"
	"fmt"
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
