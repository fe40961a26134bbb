package records

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// copyKind is the type of a column, of which the schema has few.
type copyKind int

const (
	kindText copyKind = iota
	kindInteger
	kindBoolean
	kindBytes
)

// copyKinds returns the kinds by the types in the migrations.
func copyKinds() map[string]copyKind {
	return map[string]copyKind{
		"TEXT": kindText, "BIGINT": kindInteger, "INTEGER": kindInteger, "BOOLEAN": kindBoolean, "BYTEA": kindBytes,
	}
}

type copyColumn struct {
	name string
	kind copyKind
	key  int // position in the primary key, from 1; 0: not part of it
}

// copyTable is a table as a copy reads and writes it.
type copyTable struct {
	name    string
	columns []copyColumn
	key     []int // indexes of the columns of the primary key, in its order; none: it has no primary key
	parents []string
}

// uncopied returns the tables that a copy omits: the version of the schema, locks
// of processes, the state of a copy itself, counts of attempts, and counters that the
// triggers of the target keep. The index of texts, which SQLite alone has, is none of them.
func uncopied() []string {
	return []string{"goose_db_version", "leases", "record_copies", "attempts", "link_counts", "tag_counts", "imported_totals"}
}

// copyTables returns the tables of the current schema, each after those that its
// foreign keys refer to. It reads them from an empty database with all migrations,
// so that a new table is copied without further changes.
func copyTables(ctx context.Context) (tables []copyTable, err error) {
	db, err := sql.Open(sqliteDialect().driver, "file::memory:?_foreign_keys=1")
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a database of its own
	p, err := (&Store{d: sqliteDialect(), writeDB: db}).migrations()
	if err != nil {
		return nil, err
	}
	if _, err := p.Up(ctx); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	c := conn{q: db, d: new(sqliteDialect())}
	names, err := queryAll(ctx, c, value[string], `
		SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'link_search%' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if slices.Contains(uncopied(), name) {
			continue
		}
		t, err := describeTable(ctx, c, name)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return parentsFirst(tables)
}

func describeTable(ctx context.Context, c conn, name string) (t copyTable, err error) {
	t.name = name
	t.columns, err = queryAll(ctx, c, func(row scanner) (col copyColumn, err error) {
		var declared string
		var required bool
		if err := row.Scan(&col.name, &declared, &required, &col.key); err != nil {
			return col, err
		}
		kind, known := copyKinds()[declared]
		switch {
		case !known:
			return col, fmt.Errorf("the column %s.%s has the type %s, which a copy does not know", name, col.name, declared)
		case kind == kindBytes && !required:
			// See copyReader.next.
			return col, fmt.Errorf("the column %s.%s has bytes and must be NOT NULL, because a copy does not tell NULL from no bytes", name, col.name)
		}
		col.kind = kind
		return col, nil
	}, `SELECT name, type, "notnull", pk FROM pragma_table_info($1) ORDER BY cid`, name)
	if err != nil {
		return t, err
	}
	for i, col := range t.columns {
		if col.key > 0 {
			t.key = append(t.key, i)
		}
	}
	slices.SortFunc(t.key, func(a, b int) int { return cmp.Compare(t.columns[a].key, t.columns[b].key) })
	t.parents, err = queryAll(ctx, c, value[string], `SELECT DISTINCT "table" FROM pragma_foreign_key_list($1) ORDER BY 1`, name)
	return t, err
}

// parentsFirst orders tables by their foreign keys.
func parentsFirst(tables []copyTable) (ordered []copyTable, err error) {
	done := map[string]bool{}
	for len(ordered) < len(tables) {
		before := len(ordered)
		for _, t := range tables {
			ready := !slices.ContainsFunc(t.parents, func(p string) bool { return !done[p] })
			if !done[t.name] && ready {
				done[t.name], ordered = true, append(ordered, t)
			}
		}
		if len(ordered) == before {
			return nil, errors.New("the foreign keys of the schema form a cycle, which a copy does not support")
		}
	}
	return ordered, nil
}

// names returns the names of all columns as a list.
func (t *copyTable) names() string {
	all := make([]string, len(t.columns))
	for i, c := range t.columns {
		all[i] = c.name
	}
	return strings.Join(all, ", ")
}

// keyNames returns the names of the columns of the primary key.
func (t *copyTable) keyNames() []string {
	all := make([]string, len(t.key))
	for i, at := range t.key {
		all[i] = t.columns[at].name
	}
	return all
}

// upsert returns the clause that replaces a row with the same primary key.
func (t *copyTable) upsert() string {
	if len(t.key) == 0 {
		return ""
	}
	var set []string
	for _, c := range t.columns {
		if c.key == 0 {
			set = append(set, c.name+" = excluded."+c.name)
		}
	}
	action := "DO NOTHING"
	if len(set) > 0 {
		action = "DO UPDATE SET " + strings.Join(set, ", ")
	}
	return "ON CONFLICT (" + strings.Join(t.keyNames(), ", ") + ") " + action
}

// copyRow has the values of a row in the order of the columns: string, int64, bool,
// []byte, which is never nil, or nil for NULL.
type copyRow []any

// size returns about the number of bytes of the row.
func (r copyRow) size() (n int) {
	for _, v := range r {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
		n += 16
	}
	return n
}

// digest returns the first 16 bytes of the SHA-256 of all values.
func (r copyRow) digest() (d digest) {
	h := sha256.New()
	write := func(kind byte, data []byte) {
		h.Write(binary.BigEndian.AppendUint64([]byte{kind}, uint64(len(data))))
		h.Write(data)
	}
	for _, v := range r {
		switch v := v.(type) {
		case nil:
			write('n', nil)
		case string:
			write('t', []byte(v))
		case []byte:
			write('b', v)
		case int64:
			write('i', binary.BigEndian.AppendUint64(nil, uint64(v))) //nolint:gosec // its bits
		case bool:
			write('o', []byte{map[bool]byte{true: 1}[v]})
		}
	}
	sum := h.Sum(nil)
	return digest{binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])}
}

// digest is a checksum of rows. The sum of the digests of rows does not depend on
// their order.
type digest [2]uint64

func (d *digest) add(other digest) {
	d[0] += other[0]
	d[1] += other[1]
}

// String returns 32 hexadecimal digits.
func (d digest) String() string { return fmt.Sprintf("%016x%016x", d[0], d[1]) }

// compareKeys orders rows by their primary keys, texts by their bytes.
func (t *copyTable) compareKeys(a, b copyRow) int {
	for _, at := range t.key {
		order := 0
		switch x := a[at].(type) {
		case string:
			order = cmp.Compare(x, b[at].(string)) //nolint:forcetypeassert // columns of one kind
		case int64:
			order = cmp.Compare(x, b[at].(int64)) //nolint:forcetypeassert // columns of one kind
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

// copyReader reads the rows of a table one by one.
type copyReader struct {
	table   *copyTable
	rows    *sql.Rows
	targets []any
	row     copyRow // nil after the last one
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// reader reads all rows, in the order of the primary key if sorted.
func (t *copyTable) reader(ctx context.Context, q querier, d *dialect, sorted bool) (*copyReader, error) {
	text := "SELECT " + t.names() + " FROM " + t.name
	if sorted && len(t.key) > 0 {
		order := make([]string, len(t.key))
		for i, at := range t.key {
			if order[i] = t.columns[at].name; t.columns[at].kind == kindText {
				order[i] += d.byBytes
			}
		}
		text += " ORDER BY " + strings.Join(order, ", ")
	}
	rows, err := q.QueryContext(ctx, text) //nolint:rowserrcheck // next does
	if err != nil {
		return nil, fmt.Errorf("read the table %s: %w", t.name, err)
	}
	r := &copyReader{table: t, rows: rows, targets: make([]any, len(t.columns))}
	for i, c := range t.columns {
		switch c.kind {
		case kindText:
			r.targets[i] = new(sql.NullString)
		case kindInteger:
			r.targets[i] = new(sql.NullInt64)
		case kindBoolean:
			r.targets[i] = new(sql.NullBool)
		case kindBytes:
			r.targets[i] = new([]byte)
		}
	}
	return r, nil
}

// next reads the next row into r.row, nil after the last one.
func (r *copyReader) next() error {
	r.row = nil
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return fmt.Errorf("read the table %s: %w", r.table.name, err)
		}
		return nil
	}
	if err := r.rows.Scan(r.targets...); err != nil {
		return fmt.Errorf("read the table %s: %w", r.table.name, err)
	}
	row := make(copyRow, len(r.targets))
	for i, target := range r.targets {
		switch v := target.(type) {
		case *sql.NullString:
			if v.Valid {
				row[i] = v.String
			}
		case *sql.NullInt64:
			if v.Valid {
				row[i] = v.Int64
			}
		case *sql.NullBool:
			if v.Valid {
				row[i] = v.Bool
			}
		case *[]byte:
			// The driver of SQLite returns nil for no bytes. Every column of bytes is NOT NULL.
			if row[i] = *v; *v == nil {
				row[i] = []byte{}
			}
			*v = nil // the next row gets memory of its own
		}
	}
	r.row = row
	return nil
}

func (r *copyReader) close() error { return r.rows.Close() }
