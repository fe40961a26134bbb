package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// salvageRows is the number of rows whose values are lost when one of a column is
// unreadable: DuckDB's vector size.
const salvageRows = 2048

// salvageColumn is a column that is copied from a damaged file.
type salvageColumn struct {
	name    string
	unknown string // in SQL, in place of a value that is unreadable; empty: the row is lost
}

// clickColumns returns the columns of a table of clicks. A click without its workspace,
// link, time or id is lost.
func clickColumns(table string) []salvageColumn {
	var all []salvageColumn
	for _, c := range clicksql.Columns() {
		column := salvageColumn{c.Name, "0"}
		switch {
		case slices.Contains([]string{"workspace", "link", "ts", "tail"}, c.Name):
			column.unknown = ""
		case c.Name == "visitor":
			column.unknown = "NULL"
		case c.Name == "outcome":
			column.unknown = storage.Quote(string(visitor.Redirected))
		case strings.HasPrefix(storage.Type(c), "VARCHAR"):
			column.unknown = "''"
		}
		all = append(all, column)
	}
	if table != storage.HotTable {
		all = append(all, salvageColumn{storage.SoloColumn, "false"})
	}
	return all
}

// salvage copies the rows of a table of the attached file "old" into the table of that
// name.
type salvage struct {
	db      *sql.DB
	table   string
	columns []salvageColumn

	copied, lost int64    // rows
	incomplete   int64    // of the copied rows, those without some values
	unreadable   []string // names of columns with unreadable values
	last         []string // likewise, of the range before
}

// rowRange are the rows from one number to below another.
type rowRange struct{ from, to int64 }

// run copies the table, by bisecting around the unreadable rows.
func (s *salvage) run(ctx context.Context) error {
	var next int64
	err := s.db.QueryRowContext(ctx, "SELECT coalesce(max(rowid), -1) + 1 FROM old."+s.table).Scan(&next)
	if IsDamage(err) {
		err = s.db.QueryRowContext(ctx, "SELECT estimated_size FROM duckdb_tables() WHERE database_name = 'old' AND table_name = ?", s.table).
			Scan(&next)
	}
	if err != nil {
		return err
	}
	for todo := []rowRange{{0, next}}; len(todo) > 0; {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch err := s.copy(ctx, r, nil); {
		case err == nil:
		case !IsDamage(err):
			return err
		case r.to-r.from <= salvageRows:
			if err := s.copyReadable(ctx, r); err != nil {
				return err
			}
		default:
			blocks := (r.to - r.from + salvageRows - 1) / salvageRows
			middle := r.from + blocks/2*salvageRows
			todo = append(todo, rowRange{middle, r.to}, rowRange{r.from, middle})
		}
	}
	return nil
}

// copy copies a range of rows without the values of some columns.
func (s *salvage) copy(ctx context.Context, r rowRange, without []string) error {
	names, values := make([]string, len(s.columns)), make([]string, len(s.columns))
	for i, c := range s.columns {
		if names[i], values[i] = c.name, c.name; slices.Contains(without, c.name) {
			values[i] = c.unknown
		}
	}
	result, err := s.db.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM old.%s WHERE rowid >= %d AND rowid < %d",
		s.table, strings.Join(names, ", "), strings.Join(values, ", "), s.table, r.from, r.to))
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	s.copied += n
	if len(without) > 0 {
		s.incomplete += n
		s.unreadable = append(s.unreadable, without...)
	}
	return nil
}

// copyReadable copies what is readable of a range with damage: neighboring ranges have
// the same unreadable columns as a rule.
func (s *salvage) copyReadable(ctx context.Context, r rowRange) error {
	if len(s.last) > 0 {
		if err := s.copy(ctx, r, s.last); err == nil || !IsDamage(err) {
			return err
		}
	}
	without, err := s.probe(ctx, r)
	if err != nil {
		return err
	}
	essential := slices.ContainsFunc(s.columns, func(c salvageColumn) bool { return c.unknown == "" && slices.Contains(without, c.name) })
	if essential || len(without) == 0 {
		s.lost += r.to - r.from
		return nil
	}
	err = s.copy(ctx, r, without)
	if IsDamage(err) {
		s.lost += r.to - r.from
		return nil
	}
	s.last = without
	return err
}

// probe returns the columns whose values are unreadable in a range.
func (s *salvage) probe(ctx context.Context, r rowRange) (unreadable []string, err error) {
	for _, c := range s.columns {
		var hash any
		err := s.db.QueryRowContext(ctx, fmt.Sprintf("SELECT bit_xor(hash(%s)) FROM old.%s WHERE rowid >= %d AND rowid < %d",
			c.name, s.table, r.from, r.to)).Scan(&hash)
		switch {
		case IsDamage(err):
			unreadable = append(unreadable, c.name)
		case err != nil:
			return nil, err
		}
	}
	return unreadable, nil
}
