package testkit

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linnet/internal/infra/records"
)

// FilledEvents is the number of rows that FillRecords adds to the table events, which
// is more than a copy reads at a time.
const FilledEvents = 1300

// FillRecords replaces the rows of the SQLite records in a folder and returns the names
// of the tables in alphabetical order. In the first row of every table each optional
// column is empty: NULL where that is allowed, else "", 0, FALSE or no bytes. In the
// other rows every column has a value of its own. It omits tables that describe the
// database itself or that triggers fill, and retains an existing secret key.
func FillRecords(t testing.TB, dir string) (tables []string) {
	t.Helper()
	db, err := sql.Open(records.SQLiteDriver, "file:"+filepath.Join(dir, records.File)+"?_foreign_keys=0&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the rows are written
	f := &filler{t: t, db: db, tables: map[string]*filledTable{}}
	f.describe()
	for name := range f.tables {
		tables = append(tables, name)
	}
	slices.Sort(tables)
	for _, name := range tables {
		f.fill(name)
	}
	f.verify()
	return tables
}

// filler writes the rows of FillRecords.
type filler struct {
	t      testing.TB
	db     *sql.DB
	tables map[string]*filledTable
}

type filledTable struct {
	columns []filledColumn
	rows    int
}

type filledColumn struct {
	name, kind string
	number     int
	required   bool   // NOT NULL
	unique     bool   // part of the primary key or of a unique index
	key        bool   // part of the primary key
	parent, to string // of a foreign key; empty: none
}

// describe reads the schema.
func (f *filler) describe() {
	f.t.Helper()
	names := read(f, func(rows *sql.Rows) (name string, err error) { return name, rows.Scan(&name) },
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'link_search%'
			AND name NOT IN ('goose_db_version', 'leases', 'record_copies', 'attempts', 'link_counts', 'tag_counts', 'imported_totals')`)
	for _, name := range names {
		table := &filledTable{rows: 3}
		switch name {
		case "secret_key", "install_settings", "event_sequence", "event_bytes_position": // these have one row
			table.rows = 1
		case "events":
			table.rows = FilledEvents
		}
		table.columns = read(f, func(rows *sql.Rows) (c filledColumn, err error) {
			return c, rows.Scan(&c.name, &c.kind, &c.number, &c.required, &c.key, &c.unique, &c.parent, &c.to)
		}, `SELECT c.name, c.type, c.cid, c."notnull", c.pk > 0, c.pk > 0 OR c.name IN (
				SELECT i.name FROM pragma_index_list($1) l, pragma_index_info(l.name) i WHERE l."unique"
			), COALESCE(k."table", ''), COALESCE(k."to", '')
			FROM pragma_table_info($1) c LEFT JOIN pragma_foreign_key_list($1) k ON k."from" = c.name ORDER BY c.cid`, name)
		f.tables[name] = table
	}
}

// read returns the rows of a query.
func read[T any](f *filler, scan func(*sql.Rows) (T, error), query string, args ...any) (all []T) {
	f.t.Helper()
	rows, err := f.db.QueryContext(context.Background(), query, args...)
	if err != nil {
		f.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			f.t.Fatalf("%s: %v", query, err)
		}
		all = append(all, v)
	}
	if err := rows.Err(); err != nil {
		f.t.Fatalf("%s: %v", query, err)
	}
	return all
}

func (f *filler) exec(query string, args ...any) {
	f.t.Helper()
	if _, err := f.db.ExecContext(context.Background(), query, args...); err != nil {
		f.t.Fatalf("%s: %v", query, err)
	}
}

// fill replaces the rows of a table.
func (f *filler) fill(name string) {
	f.t.Helper()
	table := f.tables[name]
	if name != "secret_key" {
		f.exec("DELETE FROM " + name)
	}
	marks := strings.Repeat(", ?", len(table.columns))[2:]
	for i := range table.rows {
		values := make([]any, len(table.columns))
		for n := range table.columns {
			values[n] = f.value(name, &table.columns[n], i)
		}
		f.exec("INSERT OR IGNORE INTO "+name+" VALUES ("+marks+")", values...)
	}
}

// value returns the value of a column in a row.
func (f *filler) value(table string, c *filledColumn, row int) any {
	optional := row == 0 && !c.unique
	switch {
	case table == "qr_codes" && c.name == "link_id" && row > 0, table == "qr_look_media" && c.name == "preset_id" && row == 0:
		return nil // a code is of a link or has content of its own; a logo is that of a code or of a preset
	case table == "qr_codes" && c.name == "link_id":
	case table == "domains" && c.name == "workspace_id" && row == 0:
		return "" // the default domain
	case optional && !c.required:
		return nil
	}
	if parent := f.tables[c.parent]; parent != nil {
		at := slices.IndexFunc(parent.columns, func(p filledColumn) bool { return p.name == c.to })
		return f.value(c.parent, &parent.columns[at], row)
	}
	return sample(table, c, row, optional)
}

// sample returns the empty value of a column or one of its own in that row.
func sample(table string, c *filledColumn, row int, empty bool) any {
	switch c.kind {
	case "BIGINT", "INTEGER":
		if empty {
			return 0
		}
		if c.key {
			return row + 1
		}
		return row + 1 + c.number<<20
	case "BOOLEAN":
		return !empty && (c.number+row)%2 == 0
	case "BYTEA":
		if empty {
			return []byte{}
		}
		return bytes.Repeat([]byte{0, 0xff, byte(c.number), byte(row)}, 1<<uint(8*row)) //nolint:gosec // three rows
	}
	if empty {
		return ""
	}
	return fmt.Sprintf("%s.%s %d: Zoë's \"☕\"\n\t\\", table, c.name, row)
}

// verify fails if a table has no rows, or if a foreign key has no row.
func (f *filler) verify() {
	f.t.Helper()
	for name, table := range f.tables {
		counts := read(f, func(rows *sql.Rows) (n int, err error) { return n, rows.Scan(&n) }, "SELECT COUNT(*) FROM "+name)
		if counts[0] != table.rows {
			f.t.Fatalf("%s has %d rows, want %d", name, counts[0], table.rows)
		}
	}
	for _, problem := range read(f, func(rows *sql.Rows) (text string, err error) { return text, rows.Scan(&text) },
		`SELECT "table" || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check LIMIT 5`) {
		f.t.Fatal(problem)
	}
}
